// Joining somebody's offer: candidates, lines of sight, the decision, and what is answered when there is nothing to
// join.
#include "match_conditions.hpp"
#include "play_desk.hpp"

#include <emoted/core/limits.hpp>

#include <algorithm>
#include <tuple>

namespace emoted::core {

using protocol::JoinFailure;
using protocol::PlayOutcome;
using protocol::PlayResult;
using protocol::Sight;

Session* PlayDesk::own_open_offer(const Player& player, std::string_view emote) {
    Session* const session = worlds_.session_of(player);
    const bool open =
        session != nullptr && session->open_offer() && !session->reservation && session->playable->id == emote;
    return open ? session : nullptr;
}

// Who plays something else becomes a new initiator (D6).
bool PlayDesk::may_join(const Player& player, std::string_view emote) {
    return !player.playback || own_open_offer(player, emote) != nullptr;
}

std::optional<JoinFailure> PlayDesk::failure(const Session& offer, const Player& initiator, const Player& joiner,
                                             const Playable& playable) const {
    const OfferStanding standing{offer.playable->digest == playable.digest, offer.reservation.has_value()};
    return first_failure(initiator, joiner, standing, shared_.tick, shared_.settings.matching);
}

// Those that fulfil everything but the line of sight: the nearest first, the older at equal distance (D7).
std::vector<PlayDesk::Candidate> PlayDesk::find_candidates(const Player& player, const Playable& playable) {
    struct Found {
        double distance = 0;
        Candidate candidate;
    };
    std::vector<Found> found;
    worlds_.of(player).visit_offers(
        player, playable.id, limits::match_horizontal, [&](const Session& offer, const Player& initiator) {
            if (!failure(offer, initiator, player, playable)) {
                found.push_back({horizontal_distance(initiator.position(), player.position()),
                                 {offer.id, initiator.uuid, std::nullopt}});
            }
        });
    std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) {
        return std::tie(a.distance, a.candidate.offer) < std::tie(b.distance, b.candidate.offer);
    });
    std::vector<Candidate> candidates;
    for (const Found& one : found) {
        if (candidates.size() < limits::max_join_candidates) {
            candidates.push_back(one.candidate);
        }
    }
    return candidates;
}

void PlayDesk::ask_for(const Player& player, std::vector<Candidate>& candidates) {
    for (Candidate& candidate : candidates) {
        const Player& initiator = *shared_.directory.player(candidate.initiator);
        candidate.sight = shared_.sight.known({initiator.uuid, player.uuid}, shared_.tick);
        if (!candidate.sight) {
            candidate.sight = shared_.sight.ask(initiator, player, shared_.tick);
        }
    }
}

PlayDesk::Result PlayDesk::decide(Player& player, const Attempt& attempt, const std::vector<Candidate>& candidates) {
    if (attempt.may_join && player.playback && own_open_offer(player, attempt.playable->id) == nullptr) {
        return overtaken(player, attempt, candidates);
    }
    for (const Candidate& candidate : candidates) {
        World& world = worlds_.of(player);
        Session* const offer = world.find(candidate.offer);
        if (offer == nullptr || !offer->open_offer() ||
            failure(*offer, *shared_.directory.player(candidate.initiator), player, *attempt.playable)) {
            continue;
        }
        if (!candidate.sight) {
            return std::nullopt;
        }
        // While others were waited for, an answer in hand may have become too old.
        const SightPair pair{candidate.initiator, player.uuid};
        if (*candidate.sight == Sight::visible && shared_.sight.known(pair, shared_.tick) == Sight::visible) {
            if (auto joined = join(player, attempt, *offer)) {
                return joined;
            }
        }
    }
    return this->offer(player, attempt, candidates);
}

// While the request waited, the player's own offer has found a partner or come to its end.
PlayResult PlayDesk::overtaken(Player& player, const Attempt& attempt, const std::vector<Candidate>& candidates) {
    const Session& session = *worlds_.session_of(player);
    PlayResult result;
    result.playback = session.id;
    if (session.open_offer()) {
        result.outcome = PlayOutcome::offered;
        result.remaining_ticks = static_cast<std::uint32_t>(session.deadline_tick - shared_.tick);
        return result;
    }
    if (session.state == protocol::SceneState::matched) {
        result.outcome = PlayOutcome::matched;
        return result;
    }
    return offer(player, attempt, candidates);
}

// Nothing if the check again of an offer that is already waiting fails: it is then as if it did not exist (D9).
PlayDesk::Result PlayDesk::join(Player& player, const Attempt& attempt, Session& offer) {
    World& world = worlds_.of(player);
    if (Session* const own = own_open_offer(player, attempt.playable->id)) {
        world.end(*own, protocol::EndReason::replaced);
    }
    PlayResult result;
    result.playback = offer.id;
    world.reserve(offer, player);
    if (offer.state == protocol::SceneState::waiting) {
        if (!world.try_match(offer)) {
            return std::nullopt;
        }
        count_start(player, attempt.checks);
        result.outcome = PlayOutcome::matched;
        return result;
    }
    count_start(player, attempt.checks);
    result.outcome = PlayOutcome::joined;
    return result;
}

PlayResult PlayDesk::offer(Player& player, const Attempt& attempt, const std::vector<Candidate>& candidates) {
    std::optional<protocol::RefusedOffer> refused = nearest_refused(player, attempt, candidates);
    const Session* session = own_open_offer(player, attempt.playable->id);
    // Their own open offer goes on unchanged, its place and deadline too (D14).
    if (session == nullptr) {
        // Checked before, unless their own offer was live then.
        if (auto refusal = attempt.checks == Checks::all ? cooldown_refusal(player, attempt.playable->id) : Result{}) {
            return *refusal;
        }
        if (auto refusal = engine_refusal(player, *attempt.playable)) {
            return *refusal;
        }
        session = start(player, attempt);
        if (session == nullptr) {
            return started(nullptr);
        }
    }
    PlayResult result;
    result.outcome = PlayOutcome::offered;
    result.playback = session->id;
    result.remaining_ticks = static_cast<std::uint32_t>(session->deadline_tick - shared_.tick);
    result.refused_offer = refused;
    return result;
}

// D8. Who may not join at all (they play something else) is told of conditions, not of sight.
std::optional<protocol::RefusedOffer> PlayDesk::nearest_refused(const Player& player, const Attempt& attempt,
                                                                const std::vector<Candidate>& candidates) {
    if (!player.state) {
        return std::nullopt;
    }
    const Session* nearest = nullptr;
    const Player* nearest_initiator = nullptr;
    double nearest_distance = 0;
    worlds_.of(player).visit_offers(
        player, attempt.playable->id, limits::refused_offer_radius, [&](const Session& offer, const Player& initiator) {
            const double distance = horizontal_distance(initiator.position(), player.position());
            if (nearest == nullptr || std::tie(distance, offer.id) < std::tie(nearest_distance, nearest->id)) {
                nearest = &offer;
                nearest_initiator = &initiator;
                nearest_distance = distance;
            }
        });
    if (nearest == nullptr) {
        return std::nullopt;
    }
    auto reason = failure(*nearest, *nearest_initiator, player, *attempt.playable);
    if (!reason) {
        if (!attempt.may_join) {
            return std::nullopt;
        }
        const auto asked = std::find_if(candidates.begin(), candidates.end(), [nearest](const Candidate& candidate) {
            return candidate.offer == nearest->id;
        });
        const bool blocked = asked != candidates.end() && asked->sight == Sight::blocked;
        reason = blocked ? JoinFailure::line_of_sight : JoinFailure::line_of_sight_unknown;
    }
    return protocol::RefusedOffer{nearest_initiator->uuid, *reason, nearest_distance};
}

void PlayDesk::sight_answered(const SightPair& pair, Sight sight) {
    std::vector<std::uint64_t> touched;
    for (auto& [arrival, pending] : pending_) {
        if (pending.player != pair.to) {
            continue;
        }
        for (Candidate& candidate : pending.candidates) {
            if (candidate.initiator == pair.from && !candidate.sight) {
                candidate.sight = sight;
                touched.push_back(arrival);
            }
        }
    }
    std::for_each(touched.begin(), touched.end(), [this](std::uint64_t arrival) { try_pending(arrival); });
}

void PlayDesk::decide_pending() {
    const auto timeout = static_cast<std::uint64_t>(shared_.settings.matching.line_of_sight_timeout.value());
    std::vector<std::uint64_t> arrivals;
    for (auto& [arrival, pending] : pending_) {
        arrivals.push_back(arrival);
        if (pending.asked_tick + timeout > shared_.tick) {
            continue;
        }
        for (Candidate& candidate : pending.candidates) {
            candidate.sight = candidate.sight.value_or(Sight::unknown);
        }
    }
    std::for_each(arrivals.begin(), arrivals.end(), [this](std::uint64_t arrival) { try_pending(arrival); });
}

void PlayDesk::try_pending(std::uint64_t arrival) {
    const auto found = pending_.find(arrival);
    if (found == pending_.end()) {
        return;
    }
    PendingJoin& pending = found->second;
    Player& player = *shared_.directory.player(pending.player);
    Result result = decide(player, pending.attempt, pending.candidates);
    if (!result) {
        return;
    }
    const PendingJoin done = std::move(pending);
    pending_.erase(found);
    player.pending_join.reset();
    answer(done.link, done.request, &player, done.attempt.playable->id, std::move(*result));
}

}  // namespace emoted::core
