#include "reception.hpp"

#include "report_checks.hpp"
#include "stop_conditions.hpp"

#include <emoted/core/limits.hpp>

#include <set>
#include <utility>

namespace emoted::core {

using protocol::EndReason;
using protocol::NoticeCode;
using protocol::PlayerHandle;

void Reception::link_opened(LinkId link, const ProxyIdentity& proxy) {
    if (const auto older = shared_.directory.link_of_proxy(proxy.name)) {
        link_closed(*older);
    }
    shared_.directory.open_link(link, proxy);
    if (shared_.directory.in_grace(proxy.name)) {
        WorldEvent event;
        event.kind = WorldEvent::Kind::proxy_resumed;
        event.tick = shared_.tick;
        event.proxy = proxy.name;
        shared_.outbox.report(std::move(event));
    }
}

void Reception::link_closed(LinkId link) {
    const Link* const closed = shared_.directory.link(link);
    if (closed == nullptr) {
        return;
    }
    const std::string proxy = closed->proxy.name;
    const auto grace = static_cast<std::uint64_t>(shared_.settings.proxy_grace.value());
    const std::vector<Player*> lost = shared_.directory.close_link(link, shared_.tick + grace);
    worlds_.visit([link](World& world) { world.link_closed(link); });
    shared_.sight.link_closed(link);
    shared_.owed_keyframes.erase(link);
    shared_.allowance.forget(link);
    // Playbacks go on for the grace time; what others wait for does not (D30).
    for (Player* const player : lost) {
        desk_.answer_pending(*player, protocol::PlayOutcome::cancelled);
        if (Session* const reserved = worlds_.reserved_by(*player)) {
            worlds_.of(*player).release(*reserved);
        }
        if (Session* const own = worlds_.session_of(*player); own != nullptr && own->reservation) {
            worlds_.of(*player).release(*own);
        }
    }
    // At the end of the daemon every link closes and nothing goes on.
    if (!lost.empty() && !shared_.shutting_down) {
        WorldEvent event;
        event.kind = WorldEvent::Kind::proxy_grace_began;
        event.tick = shared_.tick;
        event.proxy = proxy;
        event.detail = std::to_string(lost.size());
        shared_.outbox.report(std::move(event));
    }
}

void Reception::end_grace() {
    for (const Uuid& uuid : shared_.directory.grace_over(shared_.tick)) {
        leave(*shared_.directory.player(uuid), EndReason::disconnected);
    }
    for (std::string& proxy : shared_.directory.forget_lost_proxies(shared_.tick)) {
        WorldEvent event;
        event.kind = WorldEvent::Kind::proxy_grace_ended;
        event.tick = shared_.tick;
        event.proxy = std::move(proxy);
        shared_.outbox.report(std::move(event));
    }
}

void Reception::take(LinkId link, const protocol::PlayerJoin& join) {
    if (auto problem = check(join)) {
        notice(link, NoticeCode::invalid_value, join.player, std::move(*problem));
        return;
    }
    if (shared_.directory.player(link, join.player) != nullptr) {
        notice(link, NoticeCode::duplicate_player, join.player, "a player with this handle is here already");
        return;
    }
    if (shared_.directory.link(link)->players.size() >= limits::max_players_per_link) {
        notice(link, NoticeCode::invalid_value, join.player,
               "too many players on one link (limit " + std::to_string(limits::max_players_per_link) + ")");
        return;
    }
    arrive(link, join);
}

void Reception::arrive(LinkId link, const protocol::PlayerJoin& join) {
    const std::string& proxy = shared_.directory.link(link)->proxy.name;
    Player* const present = shared_.directory.player(join.uuid);
    if (present != nullptr && !present->link && present->proxy == proxy) {
        // Announced again within the grace time: what they play goes on, if they are still there.
        if (present->server != join.server || present->dimension != join.dimension) {
            change_place(*present, join.server, join.dimension);
        }
        shared_.directory.attach_player(*present, link, join);
        worlds_.of(*present).resume_participant(*present);
        return;
    }
    if (present != nullptr) {
        // The newest join wins (D31).
        const std::optional<LinkId> older = present->link;
        const PlayerHandle older_handle = present->handle;
        report(WorldEvent::Kind::player_moved_proxy, *present);
        leave(*present, EndReason::disconnected);
        if (older) {
            shared_.outbox.send(*older,
                                protocol::PlayerLost{older_handle, protocol::PlayerLostReason::joined_elsewhere});
        }
    }
    report(WorldEvent::Kind::player_joined, shared_.directory.add_player(link, join));
}

void Reception::take(LinkId link, const protocol::PlayerUpdate& update) {
    if (auto problem = check(update)) {
        notice(link, NoticeCode::invalid_value, update.player, std::move(*problem));
        return;
    }
    Player* const player = known(link, update.player);
    if (player == nullptr) {
        return;
    }
    if (update.permissions) {
        player->permissions = *update.permissions;
    }
    if (update.textures) {
        player->textures = *update.textures;
    }
    const std::string server = update.server.value_or(player->server);
    const std::string dimension = update.dimension.value_or(player->dimension);
    if (server != player->server || dimension != player->dimension) {
        change_place(*player, server, dimension);
    }
}

void Reception::take(LinkId link, const protocol::PlayerLeave& message) {
    if (Player* const player = known(link, message.player)) {
        leave(*player, EndReason::disconnected);
    }
}

void Reception::take(LinkId link, const protocol::PlayerStates& states) {
    std::size_t notices = 0;
    std::set<PlayerHandle> listed;
    for (const protocol::PlayerState& state : states.states) {
        listed.insert(state.player);
        Player* const player = shared_.directory.player(link, state.player);
        const auto problem =
            player == nullptr ? std::optional<std::string>("this handle has not joined") : check(state);
        if (!problem) {
            apply_state(*player, state);
        } else if (notices++ < limits::max_notices_per_message) {
            notice(link, player == nullptr ? NoticeCode::unknown_player : NoticeCode::invalid_value, state.player,
                   *problem);
        }
    }
    if (!states.complete) {
        return;
    }
    for (const auto& [handle, player] : shared_.directory.link(link)->players) {
        if (player->state && !listed.contains(handle)) {
            player->state->confirmed_tick = shared_.tick;
            player->state->age_ms = 0;
        }
    }
}

void Reception::apply_state(Player& player, const protocol::PlayerState& state) {
    const bool first = !player.state;
    const Vec3d from = first ? Vec3d{} : player.position();
    player.state = KnownState{state, shared_.tick, state.age_ms};
    World& world = worlds_.of(player);
    if (first) {
        world.player_placed(player);
    } else {
        world.player_moved(player, from);
    }
}

void Reception::take(LinkId link, const protocol::PlayerAction& action) {
    if (auto problem = check(action)) {
        notice(link, NoticeCode::invalid_value, action.player, std::move(*problem));
        return;
    }
    Player* const player = known(link, action.player);
    if (player == nullptr) {
        return;
    }
    if (action.kind == protocol::ActionKind::death && player->state) {
        player->state->reported.flags &= ~protocol::player_flag::alive;
    }
    Session* const session = worlds_.session_of(*player);
    if (session == nullptr) {
        return;
    }
    if (const auto reason = action_stop(action, session->playable->player.stop)) {
        worlds_.of(*player).end(*session, *reason);
    }
}

void Reception::take(LinkId link, const protocol::Play& request) {
    Player* const player = shared_.directory.player(link, request.player);
    if (player != nullptr && request.state) {
        auto problem = request.state->player == request.player
                           ? check(*request.state)
                           : std::optional<std::string>("player: the state is that of another handle");
        if (problem) {
            desk_.refuse_state(link, request, "state." + std::move(*problem));
            return;
        }
        apply_state(*player, *request.state);
    }
    desk_.play(link, request);
}

void Reception::take(LinkId link, const protocol::Stop& request) {
    desk_.stop(link, request);
}

void Reception::take(LinkId link, const protocol::LineOfSightAnswer& message) {
    const auto answered = shared_.sight.answer(link, message.query, message.sight, shared_.tick);
    if (!answered) {
        notice(link, NoticeCode::unknown_query, std::nullopt,
               "nobody waits for the answer to query " + std::to_string(message.query));
    } else if (answered->counts) {
        desk_.sight_answered(answered->pair, message.sight);
    }
}

void Reception::leave(Player& player, EndReason reason) {
    report(WorldEvent::Kind::player_left, player);
    player.leaving = true;
    withdraw(player, reason, World::Tell::no);
    shared_.directory.remove_player(player.uuid);
}

void Reception::withdraw(Player& player, EndReason reason, World::Tell tell) {
    static_cast<void>(desk_.stop_player(player, reason));
    World& world = worlds_.of(player);
    world.drop_viewer(player, tell);
    world.player_unplaced(player);
    shared_.sight.forget(player.uuid);
    player.state.reset();
}

void Reception::change_place(Player& player, const std::string& server, const std::string& dimension) {
    withdraw(player, EndReason::player_unavailable, World::Tell::yes);
    player.server = server;
    player.dimension = dimension;
}

Player* Reception::known(LinkId link, PlayerHandle handle) {
    Player* const player = shared_.directory.player(link, handle);
    if (player == nullptr) {
        notice(link, NoticeCode::unknown_player, handle, "this handle has not joined");
    }
    return player;
}

void Reception::notice(LinkId link, NoticeCode code, std::optional<PlayerHandle> player, std::string text) {
    protocol::Notice message;
    message.code = code;
    message.player = player;
    message.text = std::move(text);
    shared_.outbox.send(link, std::move(message));
}

void Reception::report(WorldEvent::Kind kind, const Player& player) {
    WorldEvent event;
    event.kind = kind;
    event.tick = shared_.tick;
    event.proxy = player.proxy;
    event.player = player.uuid;
    event.player_name = player.name;
    shared_.outbox.report(std::move(event));
}

}  // namespace emoted::core
