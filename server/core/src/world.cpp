#include "world.hpp"

#include "stop_conditions.hpp"
#include "words.hpp"

#include <emoted/core/limits.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace emoted::core {

using protocol::EndReason;
using protocol::SceneState;

namespace {

// Beyond the indices of displays.
constexpr std::uint32_t first_root_subject = 0xFFFFFF00;

}  // namespace

Session& World::start(Player& player, std::shared_ptr<const Playable> playable, std::uint64_t seed) {
    auto made = std::make_unique<Session>();
    Session& session = *made;
    session.id = shared_.next_playback++;
    session.playable = std::move(playable);
    session.server = player.server;
    session.dimension = player.dimension;
    session.seed = seed;
    session.started_tick = shared_.tick;
    session.initiator = player.uuid;
    session.initiator_from = player.position();
    session.movement = Movement(player.position());
    for (const Display& display : session.playable->layout.displays) {
        session.space_used[static_cast<std::size_t>(display.space)] = true;
    }
    const bool two_player = session.playable->two_player();
    session.roots = SceneRoots(two_player ? session.playable->sequence->participants : std::nullopt, player.position(),
                               player.yaw());
    sessions_[session.id] = std::move(made);
    displays_ += session.display_count();
    shared_.data_bytes_per_second += session.playable->traffic.per_second;
    player.playback = session.id;
    ++shared_.starts_total;
    report(WorldEvent::Kind::playback_started, session, {});

    session.state = two_player ? SceneState::offering : SceneState::solo;
    refresh_audience(session, Arrival::fresh);
    begin_branch(session, two_player ? BranchKind::offer : BranchKind::main);
    if (!session.failed) {
        shared_.cooldowns.start(player.uuid, session.playable->id, shared_.tick, session.playable->cooldown);
    }
    if (two_player) {
        const auto& await = std::get<AwaitPartner<ClipIndex>>(session.playable->sequence->content);
        session.offer_end_tick =
            session.started_tick + static_cast<std::uint64_t>(session.player->branch().total.value());
        session.deadline_tick = session.offer_end_tick + static_cast<std::uint64_t>(await.timeout.value());
        session.offer_position = player.position();
        offers_.try_emplace(session.dimension, limits::match_horizontal)
            .first->second.insert(session.offer_position, session.id);
        tell_partner_state(session, player, protocol::Role::initiator, protocol::PartnerPhase::waiting);
    }
    return session;
}

void World::end(Session& session, EndReason reason) {
    if (session.reservation) {
        release(session, Offer::ends);
    }
    if (session.open_offer()) {
        close_offer(session);
    }
    for (const FiredEvent& fired : session.player->stop_events()) {
        fire(session, fired);
    }
    protocol::PlaybackEnd message;
    message.playback = session.id;
    message.tick = shared_.tick;
    message.reason = reason;
    shared_.outbox.send(session.links(), message);
    for (const Uuid& uuid : session.participants()) {
        if (Player* const player = shared_.directory.player(uuid)) {
            player->playback.reset();
        }
    }
    displays_ -= session.display_count();
    shared_.data_bytes_per_second -= session.playable->traffic.per_second;
    ++shared_.ends_total;
    report(WorldEvent::Kind::playback_ended, session, word(reason));
    sessions_.erase(session.id);
}

Session* World::find(protocol::PlaybackId id) {
    const auto found = sessions_.find(id);
    return found == sessions_.end() ? nullptr : found->second.get();
}

void World::tick_sessions() {
    for (const auto& [id, session] : sessions_) {
        step_session(*session);
    }
}

void World::finish_step() {
    // Carried out after all have been ticked: no session's tick sees another's end. One that failed between two ticks
    // may be gone already.
    for (const auto& [id, reason] : std::exchange(stops_, {})) {
        if (Session* const session = find(id)) {
            end(*session, reason);
        }
    }
    for (const auto& [id, session] : sessions_) {
        if ((shared_.tick + id) % limits::viewers_every_ticks == 0) {
            refresh_audience(*session, Arrival::resumed);
        }
    }
}

void World::step_session(Session& session) {
    // What began or was matched inside this step, before it came to this world, has shown its tick of it (D37).
    if (session.failed || session.shown_tick == shared_.tick) {
        return;
    }
    session.molang_steps = 0;
    if (const auto reason = stop_reason(session)) {
        stops_.emplace_back(session.id, *reason);
        return;
    }
    session.movement.move_to(shared_.directory.player(session.initiator)->position());
    if (session.state == SceneState::solo || session.open_offer()) {
        follow_initiator(session);
    }
    if (session.state == SceneState::offering) {
        look_ahead(session);
    }
    show_next(session);
    if (session.failed) {
        return;
    }
    // A reservation made while waiting was decided when it was made.
    if (session.state == SceneState::waiting && shared_.tick >= session.deadline_tick) {
        time_out(session);
    }
    send_follow_ups(session);
}

void World::end_for_molang(Session& session) {
    if (!session.failed) {
        fail(session, "the Molang of all playbacks takes more than " +
                          std::to_string(shared_.settings.molang_world_steps) +
                          " steps in a tick (limits.molang_world_steps); that of this one, among the dearest, takes " +
                          std::to_string(session.molang_steps));
    }
}

void World::fail(Session& session, std::string why) {
    session.failed = true;
    report(WorldEvent::Kind::playback_failed, session, std::move(why));
    stops_.emplace_back(session.id, EndReason::error);
}

std::optional<EndReason> World::stop_reason(const Session& session) {
    const StopConditions& conditions = session.playable->player.stop;
    for (const Uuid& uuid : session.participants()) {
        const Player* const player = shared_.directory.player(uuid);
        if (player == nullptr) {
            return EndReason::disconnected;
        }
        const Vec3d& from = uuid == session.initiator ? session.initiator_from : session.partner_from;
        if (const auto reason = polled_stop(*player, {session.server, session.dimension, from}, conditions)) {
            return reason;
        }
    }
    return std::nullopt;
}

// View rotation past the deadzone, and with movement_distance 0 the feet as well (format section 5.4, D49).
void World::follow_initiator(Session& session) {
    const Player& initiator = *shared_.directory.player(session.initiator);
    std::array<protocol::Root, 3> before;
    constexpr std::array spaces{Space::scene, Space::initiator, Space::partner};
    std::transform(spaces.begin(), spaces.end(), before.begin(),
                   [&session](Space space) { return session.wire_root(space); });

    const double deadzone = session.player->rotation_deadzone();
    session.roots.set_view(follow_view(session.roots.view(), initiator.yaw(), deadzone));
    if (session.playable->player.stop.movement_distance == 0) {
        session.roots.set_origin(initiator.position());
    }
    for (const protocol::Root& old : before) {
        const protocol::Root now = session.wire_root(old.space);
        if (!now.active || !session.space_used[static_cast<std::size_t>(now.space)] ||
            (now.yaw == old.yaw && now.position == old.position)) {
            continue;
        }
        constexpr std::uint8_t smooth = 3;
        constexpr std::uint8_t immediate = 1;
        protocol::RootMoved moved;
        moved.playback = session.id;
        moved.tick = shared_.tick;
        moved.root = now;
        moved.interpolation_ticks = deadzone == 0 ? immediate : smooth;
        const protocol::Subject subject{session.id, first_root_subject + static_cast<std::uint32_t>(now.space), true};
        shared_.outbox.send_anew(session.links(), moved, subject);
    }
}

void World::branch_finished(Session& session) {
    if (session.state == SceneState::offering) {
        session.state = SceneState::waiting;
        if (session.reservation) {
            try_match(session);
        }
        return;
    }
    stops_.emplace_back(session.id, EndReason::finished);
}

void World::report(WorldEvent::Kind kind, const Session& session, std::string detail) {
    WorldEvent event;
    event.kind = kind;
    event.tick = shared_.tick;
    event.player = session.initiator;
    if (const Player* const player = shared_.directory.player(session.initiator)) {
        event.player_name = player->name;
        event.proxy = player->proxy;
    }
    event.emote = session.playable->id;
    event.playback = session.id;
    event.seed = session.seed;
    event.detail = std::move(detail);
    shared_.outbox.report(std::move(event));
}

}  // namespace emoted::core
