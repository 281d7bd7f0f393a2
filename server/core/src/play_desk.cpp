#include "play_desk.hpp"

#include "start_message.hpp"
#include "words.hpp"

#include <emoted/core/limits.hpp>
#include <emoted/sequences/random.hpp>

#include <string>
#include <utility>

namespace emoted::core {

using protocol::PlayOutcome;
using protocol::PlayResult;
using protocol::StopOutcome;

namespace {

PlayResult refuse(PlayOutcome outcome, std::string text) {
    PlayResult result;
    result.outcome = outcome;
    result.text = std::move(text);
    return result;
}

std::string refusal_of_pending(PlayOutcome outcome) {
    return outcome == PlayOutcome::cancelled ? "a later request, stop or leave came first" : "the daemon is stopping";
}

std::uint64_t playback_seed(std::uint64_t daemon_seed, const Uuid& player, std::uint64_t start_number) {
    std::string bytes(player.bytes.begin(), player.bytes.end());
    return splitmix64(splitmix64(daemon_seed ^ fnv1a64(bytes)) + start_number);
}

}  // namespace

void PlayDesk::play(LinkId link, const protocol::Play& request) {
    Player* const player = shared_.directory.player(link, request.player);
    if (player == nullptr) {
        answer(link, request.request_id, nullptr, request.emote,
               refuse(PlayOutcome::unknown_player, "this handle has not joined"));
        return;
    }
    answer_pending(*player, PlayOutcome::cancelled);
    std::shared_ptr<const Playable> playable = shared_.library->find(request.emote);
    if (auto refused = refusal(*player, request.emote, playable.get(), Checks::all)) {
        answer(link, request.request_id, player, request.emote, std::move(*refused));
        return;
    }
    Attempt attempt{std::move(playable), request.seed, Checks::all, may_join(*player, request.emote)};
    if (!attempt.playable->two_player()) {
        answer(link, request.request_id, player, request.emote, started(start(*player, attempt)));
        return;
    }
    if (Session* const reserved = worlds_.reserved_by(*player)) {
        worlds_.of(*player).release(*reserved);
    }
    std::vector<Candidate> candidates;
    if (attempt.may_join) {
        candidates = find_candidates(*player, *attempt.playable);
        ask_for(*player, candidates);
    }
    if (auto result = decide(*player, attempt, candidates)) {
        answer(link, request.request_id, player, request.emote, std::move(*result));
        return;
    }
    player->pending_join = next_arrival_;
    pending_[next_arrival_++] = {link,         request.request_id,   player->uuid, std::move(attempt),
                                 shared_.tick, std::move(candidates)};
}

void PlayDesk::refuse_state(LinkId link, const protocol::Play& request, std::string problem) {
    answer(link, request.request_id, shared_.directory.player(link, request.player), request.emote,
           refuse(PlayOutcome::invalid_state, std::move(problem)));
}

PlayResult PlayDesk::admin_play(Player& player, std::string_view emote, std::optional<std::uint64_t> seed) {
    answer_pending(player, PlayOutcome::cancelled);
    std::shared_ptr<const Playable> playable = shared_.library->find(emote);
    if (auto refused = refusal(player, emote, playable.get(), Checks::none)) {
        report_answer(&player, emote, *refused);
        return *refused;
    }
    const Attempt attempt{std::move(playable), seed, Checks::none, may_join(player, emote)};
    PlayResult result;
    if (!attempt.playable->two_player()) {
        result = started(start(player, attempt));
    } else {
        if (Session* const reserved = worlds_.reserved_by(player)) {
            worlds_.of(player).release(*reserved);
        }
        std::vector<Candidate> candidates;
        if (attempt.may_join) {
            candidates = find_candidates(player, *attempt.playable);
        }
        for (Candidate& candidate : candidates) {
            candidate.sight = shared_.sight.known({candidate.initiator, player.uuid}, shared_.tick)
                                  .value_or(protocol::Sight::unknown);
        }
        result = *decide(player, attempt, candidates);
    }
    report_answer(&player, emote, result);
    return result;
}

void PlayDesk::stop(LinkId link, const protocol::Stop& request) {
    Player* const player = shared_.directory.player(link, request.player);
    protocol::StopResult result;
    result.request_id = request.request_id;
    result.outcome =
        player == nullptr ? StopOutcome::unknown_player : stop_player(*player, protocol::EndReason::manual);
    shared_.outbox.send(link, result);
}

StopOutcome PlayDesk::stop_player(Player& player, protocol::EndReason reason) {
    const bool asked_to_join = player.pending_join.has_value();
    answer_pending(player, PlayOutcome::cancelled);
    if (Session* const session = worlds_.session_of(player)) {
        worlds_.of(player).end(*session, reason);
        return StopOutcome::stopped;
    }
    if (Session* const offer = worlds_.reserved_by(player)) {
        worlds_.of(player).release(*offer);
        return StopOutcome::released_reservation;
    }
    return asked_to_join ? StopOutcome::stopped : StopOutcome::nothing_playing;
}

// In the order of format section 8.1; what the engine needs of the player comes last.
PlayDesk::Result PlayDesk::refusal(const Player& player, std::string_view emote, const Playable* playable,
                                   Checks checks) {
    if (shared_.shutting_down) {
        return refuse(PlayOutcome::shutting_down, "the daemon is stopping");
    }
    if (playable == nullptr) {
        return refuse(PlayOutcome::unknown_emote, "no emote has this id");
    }
    if (checks == Checks::all) {
        if (!playable->standalone) {
            return refuse(PlayOutcome::not_standalone, "this animation is only used inside sequences");
        }
        if (shared_.policy->disabled(emote)) {
            return refuse(PlayOutcome::disabled, "this emote is disabled");
        }
        if (!shared_.policy->allows(emote, player.permissions)) {
            return refuse(PlayOutcome::no_permission, "no permission to play this emote");
        }
        // The cooldown that the player's own open offer started does not stand in the way of a join (D14).
        if (own_open_offer(player, emote) == nullptr) {
            if (auto refused = cooldown_refusal(player, emote)) {
                return refused;
            }
        }
        if (auto refused = start_limit_refusal(player)) {
            return refused;
        }
    }
    // A join needs no new displays (format section 8.5); whether an offer does is seen when it is made.
    return playable->two_player() ? standing_refusal(player) : engine_refusal(player, *playable);
}

PlayDesk::Result PlayDesk::cooldown_refusal(const Player& player, std::string_view emote) const {
    const TickCount remaining = shared_.cooldowns.remaining(player.uuid, emote, shared_.tick);
    if (remaining.value() == 0) {
        return std::nullopt;
    }
    PlayResult result = refuse(PlayOutcome::cooldown, "this emote was played a moment ago");
    result.remaining_ticks = static_cast<std::uint32_t>(remaining.value());
    return result;
}

PlayDesk::Result PlayDesk::start_limit_refusal(const Player& player) const {
    const TickCount remaining = shared_.start_limit.remaining(player.uuid, shared_.tick);
    if (remaining.value() == 0) {
        return std::nullopt;
    }
    PlayResult result = refuse(PlayOutcome::rate_limited, "too many emotes in a short time");
    result.remaining_ticks = static_cast<std::uint32_t>(remaining.value());
    return result;
}

void PlayDesk::count_start(const Player& player, Checks checks) {
    if (checks == Checks::all) {
        shared_.start_limit.count(player.uuid, shared_.tick);
    }
}

PlayDesk::Result PlayDesk::standing_refusal(const Player& player) const {
    if (!player.state) {
        return refuse(PlayOutcome::no_state, "no state of this player has been reported");
    }
    if (!player.alive()) {
        return refuse(PlayOutcome::not_alive, "the player is not alive");
    }
    return std::nullopt;
}

PlayDesk::Result PlayDesk::engine_refusal(const Player& player, const Playable& playable) {
    if (auto refused = standing_refusal(player)) {
        return refused;
    }
    const std::uint64_t limit = shared_.settings.max_displays;
    const Session* const current = worlds_.session_of(player);
    const std::uint64_t projected = worlds_.of(player).displays() -
                                    (current != nullptr ? current->display_count() : 0) +
                                    playable.layout.displays.size();
    if (limit > 0 && projected > limit) {
        return refuse(PlayOutcome::display_limit, "too many display entities on this server (limit " +
                                                      std::to_string(limit) + ", would be " +
                                                      std::to_string(projected) + ")");
    }
    if (auto refused = data_refusal(playable, current)) {
        return refused;
    }
    return load_refusal(player, playable);
}

// As with displays: what plays goes on, what is too much does not begin.
PlayDesk::Result PlayDesk::data_refusal(const Playable& playable, const Session* current) const {
    const std::uint64_t more = playable.traffic.per_second;
    const std::uint64_t projected =
        shared_.data_bytes_per_second - (current != nullptr ? current->playable->traffic.per_second : 0) + more;
    const auto limit = static_cast<std::uint64_t>(shared_.settings.data_bytes_per_second);
    if (more == 0 || projected <= limit) {
        return std::nullopt;
    }
    return refuse(PlayOutcome::busy, "the emotes that play change all the entity data that may be sent (limit " +
                                         std::to_string(limit) + " bytes in a second, would be " +
                                         std::to_string(projected) + ", limits.data_bytes_per_second)");
}

PlayDesk::Result PlayDesk::load_refusal(const Player& player, const Playable& playable) const {
    TickCount wait(0);
    std::string why;
    if (shared_.molang_steps_of_starts >= shared_.settings.molang_world_steps) {
        wait = TickCount(1);
        why = "what was started in this tick computes too much (limits.molang_world_steps)";
    } else if (player.link) {
        wait = shared_.allowance.wait(*player.link, show_bytes(playable).start, shared_.tick);
        why = "too much has been started for this proxy in a short time";
    }
    if (wait.value() == 0) {
        return std::nullopt;
    }
    PlayResult result = refuse(PlayOutcome::busy, std::move(why));
    result.remaining_ticks = static_cast<std::uint32_t>(wait.value());
    return result;
}

// The player plays nothing else any more: a reservation is released, what plays is replaced.
const Session* PlayDesk::start(Player& player, const Attempt& attempt) {
    World& world = worlds_.of(player);
    if (Session* const reserved = worlds_.reserved_by(player)) {
        world.release(*reserved);
    }
    if (Session* const current = worlds_.session_of(player)) {
        world.end(*current, protocol::EndReason::replaced);
    }
    count_start(player, attempt.checks);
    const std::uint64_t number = shared_.directory.next_start_number(player.uuid);
    Session& session =
        world.start(player, attempt.playable, attempt.seed.value_or(playback_seed(shared_.seed, player.uuid, number)));
    if (session.failed) {
        world.end(session, protocol::EndReason::error);
        return nullptr;
    }
    return &session;
}

PlayResult PlayDesk::started(const Session* session) {
    if (session == nullptr) {
        return refuse(PlayOutcome::internal_error, "the emote failed in its first tick; the daemon's log says why");
    }
    PlayResult result;
    result.outcome = PlayOutcome::started;
    result.playback = session->id;
    return result;
}

void PlayDesk::answer_pending(Player& player, PlayOutcome outcome) {
    if (!player.pending_join) {
        return;
    }
    const auto found = pending_.find(*player.pending_join);
    const PendingJoin pending = std::move(found->second);
    pending_.erase(found);
    player.pending_join.reset();
    answer(pending.link, pending.request, &player, pending.attempt.playable->id,
           refuse(outcome, refusal_of_pending(outcome)));
}

void PlayDesk::answer_all_pending(PlayOutcome outcome) {
    while (!pending_.empty()) {
        answer_pending(*shared_.directory.player(pending_.begin()->second.player), outcome);
    }
}

void PlayDesk::answer(LinkId link, protocol::RequestId request, const Player* player, std::string_view emote,
                      PlayResult result) {
    result.request_id = request;
    report_answer(player, emote, result);
    // A link that has gone takes its questions with it.
    if (shared_.directory.link(link) != nullptr) {
        shared_.outbox.send(link, std::move(result));
    }
}

void PlayDesk::report_answer(const Player* player, std::string_view emote, const PlayResult& result) {
    WorldEvent event;
    event.kind = WorldEvent::Kind::play_answered;
    event.tick = shared_.tick;
    if (player != nullptr) {
        event.proxy = player->proxy;
        event.player = player->uuid;
        event.player_name = player->name;
    }
    event.emote = emote;
    event.playback = result.playback;
    event.detail = word(result.outcome);
    shared_.outbox.report(std::move(event));
}

}  // namespace emoted::core
