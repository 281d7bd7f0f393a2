// What a session shows, tick by tick: segments, poses and events of its present branch.
#include "data_message.hpp"
#include "pose_message.hpp"
#include "world.hpp"

#include <emoted/sequences/playback.hpp>

#include <algorithm>

namespace emoted::core {
namespace {

protocol::EventKind kind_of(EventGroup group) {
    switch (group) {
        case EventGroup::start:
            return protocol::EventKind::start;
        case EventGroup::timeline:
            return protocol::EventKind::timeline;
        case EventGroup::loop:
            return protocol::EventKind::loop;
        case EventGroup::stop:
            break;
    }
    return protocol::EventKind::stop;
}

protocol::EventSource source_of(EventSourceType source) {
    switch (source) {
        case EventSourceType::player:
            return protocol::EventSource::player;
        case EventSourceType::server:
            return protocol::EventSource::server;
        case EventSourceType::node:
            break;
    }
    return protocol::EventSource::node;
}

}  // namespace

// Links that take pose frames: those with somebody to show them to. One that is owed keyframes gets those instead.
std::vector<LinkId> World::frame_links(const Session& session) const {
    std::vector<LinkId> links;
    for (const auto& [link, viewers] : session.audience) {
        if (!viewers.empty() && !shared_.owed_keyframes.contains(link)) {
            links.push_back(link);
        }
    }
    return links;
}

void World::begin_branch(Session& session, BranchKind kind) {
    const std::int64_t steps_before = session.molang_steps;
    Branch branch = plan(*session.playable, kind, session.seed);
    if (session.player) {
        session.player->continue_with(std::move(branch));
    } else if (const Clip* const clip = session.single_clip()) {
        const TickCount phase = clip->mode == PlaybackMode::server_sync
                                    ? synchronised_phase(*clip, Tick(static_cast<std::int64_t>(shared_.tick)))
                                    : TickCount(0);
        const std::int64_t rounds = clip->mode == PlaybackMode::server_sync
                                        ? synchronised_rounds(*clip, Tick(static_cast<std::int64_t>(shared_.tick)))
                                        : 0;
        session.player.emplace(session.playable, std::move(branch), repeat_of(clip->mode), phase, rounds);
    } else {
        session.player.emplace(session.playable, std::move(branch), BranchPlayer::Repeat::once);
    }
    show_next(session);
    shared_.molang_steps_of_starts += session.molang_steps - steps_before;
}

void World::show_next(Session& session) {
    MolangInput molang;
    molang.most_steps = shared_.settings.molang_steps - session.molang_steps;
    const Player* const initiator = shared_.directory.player(session.initiator);
    if (session.player->asks_about_player() && initiator != nullptr && initiator->state) {
        molang.player = player_queries(*initiator, session.movement);
    }
    session.shown_tick = shared_.tick;
    const BranchFrame& frame = session.player->advance(molang);
    session.molang_steps += frame.molang_steps;
    if (frame.failure != nullptr) {
        fail(session, *frame.failure);
        return;
    }
    const std::vector<LinkId> links = frame_links(session);

    if (frame.begins || (frame.all_hidden && frame.tick == TickCount(0))) {
        protocol::SegmentBegin begin;
        begin.playback = session.id;
        begin.tick = shared_.tick;
        if (frame.begins) {
            begin.clip = frame.begins->value();
        }
        shared_.outbox.send(session.links(), begin);
    }
    send_data(session, frame.data);
    const auto send_poses = [&](ClipIndex clip, std::span<const PoseUpdate> poses) {
        if (poses.empty()) {
            return;
        }
        protocol::PoseFrame message;
        message.playback = session.id;
        message.tick = shared_.tick;
        message.clip = clip.value();
        message.nodes = node_updates(poses);
        shared_.outbox.send_droppable(links, std::move(message));
    };
    if (const auto shown = session.player->clip_on_show()) {
        send_poses(frame.begins.value_or(*shown), frame.poses);
    }
    if (frame.blends_to) {
        send_poses(*frame.blends_to, frame.blend_poses);
    }

    for (const FiredEvent& fired : frame.events) {
        fire(session, fired);
    }
    // A waiting offer stays finished, tick after tick.
    if (frame.finished && session.state != protocol::SceneState::waiting) {
        branch_finished(session);
    }
}

// To every link with viewers, those that are owed keyframes included: entity data is never left out (D42). Who comes
// later gets it with a keyframe.
void World::send_data(const Session& session, std::span<const DataUpdate> data) {
    if (data.empty()) {
        return;
    }
    std::vector<LinkId> links;
    for (const auto& [link, viewers] : session.audience) {
        if (!viewers.empty()) {
            links.push_back(link);
        }
    }
    // One message for each display, so that a slow link need not write what is changed again meanwhile.
    for (const DataUpdate& update : data) {
        protocol::DisplaysChanged message;
        message.playback = session.id;
        message.tick = shared_.tick;
        message.displays.push_back(display_update(update));
        const protocol::Subject subject{session.id, update.display.value(), update.content};
        shared_.outbox.send_anew(links, std::move(message), subject);
    }
}

// What was in flight when somebody got a keyframe, one tick later.
void World::send_follow_ups(Session& session) {
    for (auto& [link, viewers] : std::exchange(session.follow_ups, {})) {
        const auto seen = session.audience.find(link);
        const BranchPlayer::Current current = session.player->current();
        if (seen == session.audience.end() || !current.clip) {
            continue;
        }
        std::erase_if(viewers, [&](protocol::PlayerHandle viewer) {
            return !std::binary_search(seen->second.begin(), seen->second.end(), viewer);
        });
        protocol::Keyframe keyframe;
        keyframe.playback = session.id;
        keyframe.tick = shared_.tick;
        keyframe.clip = current.clip->value();
        keyframe.nodes = poses_in_flight(session.playable->layout.clips[current.clip->value()], current.nodes);
        keyframe.viewers = std::move(viewers);
        if (!keyframe.viewers.empty() && !keyframe.nodes.empty()) {
            shared_.outbox.send(link, std::move(keyframe));
        }
    }
}

void World::fire(Session& session, const FiredEvent& fired) {
    const ClipEvent& event = *fired.event;
    protocol::Event message;
    message.playback = session.id;
    message.tick = shared_.tick;
    message.kind = kind_of(event.group);
    message.source = source_of(event.source);
    message.commands = event.commands;

    const ClipUse& use = session.playable->layout.clips[fired.clip.value()];
    if (event.source_node) {
        if (const auto display = use.display_of_node[event.source_node->value()]) {
            message.source_display = display->value();
        }
    }
    // Root position + turned (node matrix * offset); a root origin has no node matrix (format section 4.7).
    const Space space = event.origin_node ? use.clip->nodes[event.origin_node->value()].space : Space::scene;
    const Vec3d local = apply(fired.origin, event.offset);
    const PlacedRoot root = session.roots.root(space);
    const Vec3d turned = turn_content(root.angle, local);
    message.position = {root.position.x + turned.x, root.position.y + turned.y, root.position.z + turned.z};
    message.yaw = static_cast<float>(facing_of(root.angle));

    // Every proxy with viewers gets it; only the initiator's is at home (D44).
    const Player* const initiator = shared_.directory.player(session.initiator);
    std::vector<LinkId> away = session.links();
    if (initiator != nullptr && initiator->link) {
        const auto home = std::find(away.begin(), away.end(), *initiator->link);
        if (home != away.end()) {
            away.erase(home);
            message.home = true;
            shared_.outbox.send(*initiator->link, message);
            message.home = false;
        }
    }
    shared_.outbox.send(std::move(away), std::move(message));
}

}  // namespace emoted::core
