// Who gets a playback's displays: the participants, and whoever stands in range (with hysteresis); and what a link is
// told when that changes.
#include "data_message.hpp"
#include "match_conditions.hpp"
#include "pose_message.hpp"
#include "start_message.hpp"
#include "world.hpp"

#include <emoted/core/limits.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace emoted::core {
namespace {

using protocol::PlayerHandle;
using Handles = std::vector<PlayerHandle>;

// Cells of about the usual range: a look touches nine.
constexpr double player_cell_blocks = 64;

Handles difference(const Handles& a, const Handles& b) {
    Handles only_a;
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(only_a));
    return only_a;
}

std::vector<protocol::Participant> participants_for(const Session& session, LinkId link, const Directory& directory) {
    std::vector<protocol::Participant> all;
    for (const Uuid& uuid : session.participants()) {
        protocol::Participant& one = all.emplace_back();
        one.role = uuid == session.initiator ? protocol::Role::initiator : protocol::Role::partner;
        one.uuid = uuid;
        one.hidden = session.playable->player.hidden;
        if (const Player* const player = directory.player(uuid)) {
            one.textures = player->textures;
            if (player->link == link) {
                one.player = player->handle;
            }
        }
    }
    return all;
}

// Everybody but Bedrock players no longer sees them (D32).
Handles hidden_for(const Session& session, LinkId link, const Directory& directory) {
    Handles hidden;
    if (session.playable->player.hidden) {
        for (const Uuid& uuid : session.participants()) {
            const Player* const player = directory.player(uuid);
            if (player != nullptr && player->link == link) {
                hidden.push_back(player->handle);
            }
        }
    }
    return hidden;
}

std::vector<protocol::Root> roots_of(const Session& session) {
    return {session.wire_root(Space::scene), session.wire_root(Space::initiator), session.wire_root(Space::partner)};
}

bool has_participant(const Session& session, LinkId link, const Directory& directory) {
    const auto participants = session.participants();
    return std::any_of(participants.begin(), participants.end(), [&](const Uuid& uuid) {
        const Player* const player = directory.player(uuid);
        return player != nullptr && player->link == link;
    });
}

}  // namespace

void World::player_placed(Player& player) {
    players_.try_emplace(player.dimension, player_cell_blocks).first->second.insert(player.position(), &player);
}

void World::player_moved(Player& player, const Vec3d& from) {
    players_.at(player.dimension).move(from, player.position(), &player);
    if (!player.playback) {
        return;
    }
    Session* const session = find(*player.playback);
    if (session != nullptr && session->open_offer()) {
        offers_.at(session->dimension).move(session->offer_position, player.position(), session->id);
        session->offer_position = player.position();
    }
}

void World::player_unplaced(Player& player) {
    const auto grid = players_.find(player.dimension);
    if (!player.state || grid == players_.end()) {
        return;
    }
    grid->second.erase(player.position(), &player);
    if (grid->second.empty()) {
        players_.erase(grid);
    }
}

bool World::sees(const Player& player, const Session& session, double range) const {
    if (!player.link || player.bedrock || !player.state || player.server != session.server ||
        player.dimension != session.dimension) {
        return false;
    }
    const Vec3d& scene = session.roots.origin();
    return std::abs(player.position().y - scene.y) <= range && horizontal_distance(player.position(), scene) <= range;
}

void World::refresh_audience(Session& session, Arrival arrival) {
    std::map<LinkId, Handles> wanted;
    for (const Uuid& uuid : session.participants()) {
        const Player* const player = shared_.directory.player(uuid);
        if (player == nullptr || !player->link) {
            continue;
        }
        // A Bedrock participant's proxy has the playback too, to hide the player from the others.
        Handles& handles = wanted[*player->link];
        if (!player->bedrock) {
            handles.push_back(player->handle);
        }
    }
    const Settings::Viewers& settings = shared_.settings.viewers;
    for (const auto& [link, handles] : session.audience) {
        for (const PlayerHandle handle : handles) {
            const Player* const player = shared_.directory.player(link, handle);
            if (player != nullptr && sees(*player, session, settings.range + settings.hysteresis)) {
                wanted[link].push_back(handle);
            }
        }
    }
    if (const auto grid = players_.find(session.dimension); grid != players_.end()) {
        grid->second.visit_near(session.roots.origin(), settings.range, [&](const Player* player) {
            if (sees(*player, session, settings.range)) {
                wanted[*player->link].push_back(player->handle);
            }
        });
    }
    for (auto& [link, handles] : wanted) {
        std::sort(handles.begin(), handles.end());
        handles.erase(std::unique(handles.begin(), handles.end()), handles.end());
    }
    apply_audience(session, std::move(wanted), arrival);
}

void World::apply_audience(Session& session, std::map<LinkId, Handles>&& wanted, Arrival arrival) {
    for (auto seen = session.audience.begin(); seen != session.audience.end();) {
        if (wanted.contains(seen->first)) {
            ++seen;
            continue;
        }
        shared_.outbox.send(seen->first,
                            protocol::PlaybackEnd{session.id, shared_.tick, protocol::EndReason::out_of_view});
        seen = session.audience.erase(seen);
    }
    const ShowBytes bytes = show_bytes(*session.playable);
    for (auto& [link, handles] : wanted) {
        // What a link may not carry now, it is told at a later look.
        if (!session.audience.contains(link) && !shared_.allowance.take(link, bytes.start, shared_.tick)) {
            continue;
        }
        const auto [seen, first] = session.audience.try_emplace(link, handles);
        if (first) {
            send_start(session, link, arrival);
            if (arrival == Arrival::resumed) {
                send_changed_data(session, link, handles);
                send_keyframe(session, link, std::move(handles));
            }
            continue;
        }
        protocol::ViewersChanged changed;
        changed.playback = session.id;
        changed.added = difference(handles, seen->second);
        changed.removed = difference(seen->second, handles);
        if (!changed.added.empty() && !shared_.allowance.take(link, bytes.late, shared_.tick)) {
            handles = difference(handles, std::exchange(changed.added, {}));
        }
        if (changed.added.empty() && changed.removed.empty()) {
            continue;
        }
        seen->second = std::move(handles);
        Handles added = changed.added;
        shared_.outbox.send(link, std::move(changed));
        send_changed_data(session, link, added);
        send_keyframe(session, link, std::move(added));
    }
}

void World::send_start(const Session& session, LinkId link, Arrival arrival) {
    protocol::PlaybackStart start;
    start.playback = session.id;
    start.emote = session.playable->id;
    start.seed = session.seed;
    start.tick = session.started_tick;
    start.resumed = arrival == Arrival::resumed;
    start.state = session.state;
    start.server = session.server;
    start.dimension = session.dimension;
    start.participants = participants_for(session, link, shared_.directory);
    start.hidden = hidden_for(session, link, shared_.directory);
    start.viewers = session.audience.at(link);
    start.roots = roots_of(session);
    start.displays = display_entities(session.playable->layout);
    start.clips = clip_tables(session.playable->layout);
    shared_.outbox.send(link, std::move(start));
}

// To viewers whose displays are as the start says.
void World::send_changed_data(const Session& session, LinkId link, const Handles& viewers) {
    if (viewers.empty() || !session.player) {
        return;
    }
    for (std::vector<protocol::DisplayUpdate>& part : display_updates(session.player->changed_data())) {
        protocol::DisplaysChanged changed;
        changed.playback = session.id;
        changed.tick = shared_.tick;
        changed.viewers = viewers;
        changed.displays = std::move(part);
        shared_.outbox.send(link, std::move(changed));
    }
}

void World::send_keyframe(Session& session, LinkId link, Handles viewers) {
    if (viewers.empty() || !session.player) {
        return;
    }
    const BranchPlayer::Current current = session.player->current();
    protocol::Keyframe keyframe;
    keyframe.playback = session.id;
    keyframe.tick = shared_.tick;
    keyframe.viewers = std::move(viewers);
    if (current.clip) {
        keyframe.clip = current.clip->value();
        keyframe.nodes = present_pose(session.playable->layout.clips[current.clip->value()], current.nodes);
        session.follow_ups.emplace_back(link, keyframe.viewers);
    }
    shared_.outbox.send(link, std::move(keyframe));
}

void World::send_scene_changed(const Session& session) {
    for (const LinkId link : session.links()) {
        protocol::SceneChanged changed;
        changed.playback = session.id;
        changed.tick = shared_.tick;
        changed.state = session.state;
        changed.participants = participants_for(session, link, shared_.directory);
        changed.hidden = hidden_for(session, link, shared_.directory);
        changed.roots = roots_of(session);
        shared_.outbox.send(link, std::move(changed));
    }
}

void World::drop_viewer(const Player& player, Tell tell) {
    for (const auto& [id, session] : sessions_) {
        remove_from_audience(*session, player, tell);
    }
}

void World::remove_from_audience(Session& session, const Player& player, Tell tell) {
    const auto seen = player.link ? session.audience.find(*player.link) : session.audience.end();
    if (seen == session.audience.end()) {
        return;
    }
    if (std::erase(seen->second, player.handle) == 0) {
        return;
    }
    if (seen->second.empty() && !has_participant(session, *player.link, shared_.directory)) {
        shared_.outbox.send(*player.link,
                            protocol::PlaybackEnd{session.id, shared_.tick, protocol::EndReason::out_of_view});
        session.audience.erase(seen);
    } else if (tell == Tell::yes) {
        protocol::ViewersChanged changed;
        changed.playback = session.id;
        changed.removed.push_back(player.handle);
        shared_.outbox.send(*player.link, std::move(changed));
    }
}

void World::resume_participant(const Player& player) {
    if (Session* const session = player.playback ? find(*player.playback) : nullptr) {
        // Somebody else there may have seen it already: that start knew no participant of theirs, nobody to hide.
        if (session->audience.erase(*player.link) == 1) {
            shared_.outbox.send(*player.link,
                                protocol::PlaybackEnd{session->id, shared_.tick, protocol::EndReason::out_of_view});
        }
        refresh_audience(*session, Arrival::resumed);
        if (session->open_offer()) {
            tell_partner_state(*session, player, protocol::Role::initiator, protocol::PartnerPhase::waiting);
        }
    }
}

void World::link_closed(LinkId link) {
    for (const auto& [id, session] : sessions_) {
        session->audience.erase(link);
    }
}

void World::send_keyframes(LinkId link) {
    for (const auto& [id, session] : sessions_) {
        const auto seen = session->audience.find(link);
        if (seen != session->audience.end()) {
            send_keyframe(*session, link, seen->second);
        }
    }
}

}  // namespace emoted::core
