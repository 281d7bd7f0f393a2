#include "proxy_model.hpp"

#include <emoted/protocol/codec.hpp>

#include <algorithm>
#include <typeinfo>
#include <utility>

namespace emoted::test {

using protocol::PlayerHandle;
using protocol::SceneState;

namespace {

// A display as it is made.
protocol::DisplayUpdate fresh(std::uint32_t index, const protocol::DisplayEntity& entity) {
    protocol::DisplayUpdate data;
    data.display = index;
    data.item_snbt = entity.item_snbt;
    data.block_state_snbt = entity.block_state_snbt;
    data.text = entity.text;
    data.item_context = entity.item_context;
    data.billboard = entity.billboard;
    data.brightness = entity.brightness;
    data.view_range = entity.view_range;
    data.shadow_radius = entity.shadow_radius;
    data.shadow_strength = entity.shadow_strength;
    data.width = entity.width;
    data.height = entity.height;
    data.glowing = entity.glowing;
    data.glow_color_override = entity.glow_color_override;
    data.remaining_snbt = entity.remaining_snbt;
    return data;
}

std::vector<protocol::DisplayUpdate> fresh(const protocol::PlaybackStart& start) {
    std::vector<protocol::DisplayUpdate> data;
    for (std::uint32_t i = 0; i < start.displays.size(); ++i) {
        data.push_back(fresh(i, start.displays[i]));
    }
    return data;
}

// Absent content stays, everything else is replaced.
void change(protocol::DisplayUpdate& data, protocol::DisplayUpdate update) {
    update.item_snbt = update.item_snbt ? update.item_snbt : data.item_snbt;
    update.block_state_snbt = update.block_state_snbt ? update.block_state_snbt : data.block_state_snbt;
    update.text = update.text ? update.text : data.text;
    update.item_context = update.item_context ? update.item_context : data.item_context;
    data = std::move(update);
}

protocol::Bytes bytes_of(const std::vector<protocol::DisplayUpdate>& data) {
    protocol::DisplaysChanged message;
    message.displays = data;
    return protocol::encode_binary(message);
}

}  // namespace

bool ProxyModel::Playing::shown(std::uint32_t display) const {
    const protocol::DisplayEntity& entity = start.displays.at(display);
    if (!clip || !roots.at(entity.space).active) {
        return false;
    }
    const protocol::ClipTable& table = start.clips.at(*clip);
    if (entity.mirror_of) {
        return table.mirrored && visible.at(*entity.mirror_of);
    }
    const auto& used = table.display_of_node;
    return visible.at(display) && std::find(used.begin(), used.end(), static_cast<std::int32_t>(display)) != used.end();
}

bool ProxyModel::Playing::takes_part(const Uuid& player) const {
    return std::any_of(participants.begin(), participants.end(),
                       [&player](const protocol::Participant& one) { return one.uuid == player; });
}

void ProxyModel::require(bool holds, const std::string& what) const {
    if (!holds) {
        throw ContractBroken(name_ + ": " + what);
    }
}

void ProxyModel::apply(const protocol::Message& message) {
    std::visit([this](const auto& one) { take(one); }, message);
}

void ProxyModel::check_settled() const {
    for (const auto& [id, playing] : playing_) {
        require(playing.owed_keyframe.empty(), "playback " + std::to_string(id) + ": a new viewer got no keyframe");
        if (std::exchange(playing.data_changed, false) && playing.data.size() > 1) {
            const protocol::Bytes first = bytes_of(playing.data.begin()->second);
            for (const auto& [viewer, data] : playing.data) {
                require(bytes_of(data) == first,
                        "playback " + std::to_string(id) + ": two viewers see different content");
            }
        }
        const bool takes_part = std::any_of(playing.participants.begin(), playing.participants.end(),
                                            [](const auto& one) { return one.player.has_value(); });
        require(takes_part || !playing.viewers.empty(),
                "playback " + std::to_string(id) + ": nobody here sees it or takes part");
    }
}

void ProxyModel::link_lost() {
    playing_.clear();
    plays_.clear();
    stops_.clear();
    queries.clear();
    players_.clear();
    next_library_part_ = 0;
}

void ProxyModel::player_joined(PlayerHandle handle, const Uuid& uuid, bool bedrock) {
    players_[handle] = {uuid, bedrock};
}

void ProxyModel::player_left(PlayerHandle handle) {
    players_.erase(handle);
    for (auto& [id, playing] : playing_) {
        playing.viewers.erase(handle);
        playing.data.erase(handle);
        playing.hidden.erase(handle);
        playing.owed_keyframe.erase(handle);
        for (protocol::Participant& one : playing.participants) {
            if (one.player == handle) {
                one.player.reset();
            }
        }
    }
}

void ProxyModel::asked_to_play(protocol::RequestId request) {
    plays_.insert(request);
}
void ProxyModel::asked_to_stop(protocol::RequestId request) {
    stops_.insert(request);
}

const ProxyModel::Playing* ProxyModel::playing(protocol::PlaybackId id) const {
    const auto found = playing_.find(id);
    return found == playing_.end() ? nullptr : &found->second;
}

bool ProxyModel::hides(PlayerHandle player) const {
    return std::any_of(playing_.begin(), playing_.end(),
                       [player](const auto& entry) { return entry.second.hidden.contains(player); });
}

ProxyModel::Playing& ProxyModel::alive(protocol::PlaybackId id, const char* message) {
    const auto found = playing_.find(id);
    require(found != playing_.end(),
            std::string(message) + " for playback " + std::to_string(id) + ", which is not alive");
    return found->second;
}

void ProxyModel::set_people(Playing& playing, const std::vector<protocol::Participant>& participants,
                            const std::vector<PlayerHandle>& hidden) const {
    require(!participants.empty() && participants.size() <= 2, "one or two participants");
    require(participants.front().role == protocol::Role::initiator, "the initiator comes first");
    for (const protocol::Participant& one : participants) {
        if (one.player) {
            const auto found = players_.find(*one.player);
            require(found != players_.end() && found->second.uuid == one.uuid, "a participant has a wrong handle");
        }
    }
    playing.participants = participants;
    playing.hidden.clear();
    for (const PlayerHandle handle : hidden) {
        require(std::any_of(participants.begin(), participants.end(),
                            [handle](const auto& one) { return one.player == handle; }),
                "a hidden player takes no part");
        playing.hidden.insert(handle);
    }
}

void ProxyModel::update_nodes(Playing& playing, std::uint32_t clip,
                              const std::vector<protocol::NodeUpdate>& nodes) const {
    require(clip < playing.start.clips.size(), "a clip beyond the tables");
    const auto& table = playing.start.clips[clip].display_of_node;
    for (const protocol::NodeUpdate& update : nodes) {
        require(update.node < table.size() && table[update.node] >= 0, "a pose for a node that is no display");
        if (update.visible) {
            playing.visible[static_cast<std::size_t>(table[update.node])] = *update.visible;
        }
    }
}

void ProxyModel::take(const protocol::PlayResult& message) {
    require(plays_.erase(message.request_id) == 1, "an answer to a play request that has none open");
    play_results[message.request_id] = message;
}

void ProxyModel::take(const protocol::StopResult& message) {
    require(stops_.erase(message.request_id) == 1, "an answer to a stop request that has none open");
    stop_results[message.request_id] = message;
}

void ProxyModel::take(const protocol::PlaybackStart& message) {
    require(!playing_.contains(message.playback), "a second start of a playback that is alive");
    require(message.resumed || !begun_.contains(message.playback), "a playback begins twice");
    begun_.insert(message.playback);
    Playing playing;
    playing.start = message;
    playing.state = message.state;
    playing.visible.assign(message.displays.size(), false);
    for (const protocol::Root& root : message.roots) {
        playing.roots[root.space] = root;
    }
    for (const protocol::DisplayEntity& display : message.displays) {
        require(playing.roots.contains(display.space), "a display rides on a root that is not there");
        require(!display.mirror_of ||
                    (*display.mirror_of < message.displays.size() && !message.displays[*display.mirror_of].mirror_of),
                "a mirror of nothing");
    }
    for (const protocol::ClipTable& table : message.clips) {
        require(std::all_of(table.display_of_node.begin(), table.display_of_node.end(),
                            [&](std::int32_t display) {
                                return display >= -1 && display < static_cast<std::int32_t>(message.displays.size());
                            }),
                "a clip table beyond the displays");
    }
    for (const PlayerHandle viewer : message.viewers) {
        require(players_.contains(viewer) && !players_.at(viewer).bedrock, "a viewer who cannot see displays");
        playing.viewers.insert(viewer);
        playing.data[viewer] = fresh(message);
        playing.data_changed = true;
        if (message.resumed) {
            playing.owed_keyframe.insert(viewer);
        }
    }
    set_people(playing, message.participants, message.hidden);
    playing_.emplace(message.playback, std::move(playing));
}

void ProxyModel::take(const protocol::SegmentBegin& message) {
    Playing& playing = alive(message.playback, "SegmentBegin");
    require(!message.clip || *message.clip < playing.start.clips.size(), "a segment of a clip beyond the tables");
    require(!playing.segment_tick || *playing.segment_tick < message.tick, "two segments begin in one tick");
    shows(playing, message.tick);
    playing.clip = message.clip;
    playing.segment_tick = message.tick;
    playing.posed.clear();
}

void ProxyModel::shows(Playing& playing, std::uint64_t tick) const {
    require(!playing.last_tick || *playing.last_tick <= tick, "a tick of a playback comes after a later one");
    playing.last_tick = tick;
}

void ProxyModel::take(const protocol::SceneChanged& message) {
    Playing& playing = alive(message.playback, "SceneChanged");
    const bool open = playing.state == SceneState::offering || playing.state == SceneState::waiting;
    const bool branch = message.state == SceneState::matched || message.state == SceneState::timed_out;
    require(open && branch, "a scene change that is not from an offer to its one branch");
    playing.state = message.state;
    for (const protocol::Root& root : message.roots) {
        playing.roots[root.space] = root;
    }
    const auto partner = playing.roots.find(Space::partner);
    require(partner == playing.roots.end() || partner->second.active == (message.state == SceneState::matched),
            "the partner space is active exactly in a match");
    set_people(playing, message.participants, message.hidden);
    scene_changes.push_back(message);
}

void ProxyModel::take(const protocol::RootMoved& message) {
    Playing& playing = alive(message.playback, "RootMoved");
    require(playing.roots.contains(message.root.space), "a root moves that is not there");
    playing.roots[message.root.space] = message.root;
}

void ProxyModel::take(const protocol::PoseFrame& message) {
    Playing& playing = alive(message.playback, "PoseFrame");
    require(playing.clip.has_value(), "a pose before any segment");
    shows(playing, message.tick);
    const auto [posed, first] = playing.posed.try_emplace(message.clip, message.tick);
    require(first || posed->second < message.tick, "two poses in one tick");
    posed->second = message.tick;
    update_nodes(playing, message.clip, message.nodes);
}

void ProxyModel::take(const protocol::Keyframe& message) {
    Playing& playing = alive(message.playback, "Keyframe");
    for (const PlayerHandle viewer : message.viewers) {
        require(playing.viewers.contains(viewer), "a keyframe for somebody who is no viewer");
        playing.owed_keyframe.erase(viewer);
    }
    playing.clip = message.clip;
    if (message.clip) {
        update_nodes(playing, *message.clip, message.nodes);
    }
}

void ProxyModel::take(const protocol::Event& message) {
    const Playing& playing = alive(message.playback, "Event");
    const bool home = playing.participants.front().player.has_value();
    require(message.home == home, "only the initiator's proxy is home");
    events.push_back(message);
}

void ProxyModel::take(const protocol::PartnerState& message) {
    require(players_.contains(message.player), "a partner state for an unknown player");
    partner_states.push_back(message);
}

void ProxyModel::take(const protocol::ViewersChanged& message) {
    Playing& playing = alive(message.playback, "ViewersChanged");
    require(!message.added.empty() || !message.removed.empty(), "a change of no viewers");
    for (const PlayerHandle viewer : message.added) {
        require(players_.contains(viewer) && !players_.at(viewer).bedrock, "a new viewer who cannot see displays");
        require(playing.viewers.insert(viewer).second, "a viewer is added twice");
        playing.data[viewer] = fresh(playing.start);
        playing.data_changed = true;
        playing.owed_keyframe.insert(viewer);
    }
    for (const PlayerHandle viewer : message.removed) {
        require(playing.viewers.erase(viewer) == 1, "a viewer is removed who was none");
        playing.data.erase(viewer);
        playing.owed_keyframe.erase(viewer);
    }
}

void ProxyModel::take(const protocol::PlaybackEnd& message) {
    static_cast<void>(alive(message.playback, "PlaybackEnd"));
    playing_.erase(message.playback);
    ends[message.playback] = message.reason;
}

void ProxyModel::take(const protocol::LineOfSightQuery& message) {
    require(players_.contains(message.from), "a line of sight from an unknown player");
    queries.push_back(message);
}

void ProxyModel::take(const protocol::LibraryChanged& message) {
    require(message.part == 0 || message.part == next_library_part_, "a part of the library out of order");
    if (message.part == 0) {
        emotes.clear();
    }
    emotes.insert(emotes.end(), message.emotes.begin(), message.emotes.end());
    next_library_part_ = message.last ? 0 : message.part + 1;
}

void ProxyModel::take(const protocol::PolicyChanged& message) {
    permission_nodes = message.permission_nodes;
}

void ProxyModel::take(const protocol::PlayerLost& message) {
    require(players_.contains(message.player), "an unknown player is lost");
    player_left(message.player);
    lost_players.push_back(message.player);
}

void ProxyModel::take(const protocol::Notice& message) {
    notices.push_back(message);
}

void ProxyModel::take(const protocol::DisplaysChanged& message) {
    Playing& playing = alive(message.playback, "DisplaysChanged");
    require(!message.displays.empty(), "a change of no displays");
    playing.data_changed = true;
    const std::set<PlayerHandle> viewers =
        message.viewers ? std::set<PlayerHandle>(message.viewers->begin(), message.viewers->end()) : playing.viewers;
    for (const protocol::DisplayUpdate& update : message.displays) {
        require(update.display < playing.start.displays.size(), "a change of a display that is not there");
        const protocol::DisplayEntity& entity = playing.start.displays[update.display];
        require(!entity.mirror_of, "a change of a mirror");
        require(!update.item_snbt || entity.item_snbt, "an item for a display that shows none of its own");
        require(!update.block_state_snbt || entity.block_state_snbt, "a block for a display that shows none");
        require(!update.text || entity.text, "a text for a display that shows none");
        for (const PlayerHandle viewer : viewers) {
            require(playing.viewers.contains(viewer), "content for somebody who is no viewer");
            change(playing.data.at(viewer).at(update.display), update);
        }
    }
}

template <class Other>
void ProxyModel::take(const Other& /*message*/) {
    require(false, std::string("a message that the world never sends: ") + typeid(Other).name());
}

}  // namespace emoted::test
