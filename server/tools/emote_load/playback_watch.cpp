#include "playback_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace emoted::load {

namespace {

bool is_finite(const Vec3f& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

bool is_rotation(const Quatf& q) {
    const float length = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    return std::isfinite(length) && std::abs(length - 1.0F) < 1e-3F;
}

}  // namespace

void PlaybackWatch::breach(std::string text) {
    breaches_.push_back(std::move(text));
}

void PlaybackWatch::sent(const protocol::Message& message) {
    if (const auto* play = std::get_if<protocol::Play>(&message)) {
        open_requests_.insert(play->request_id);
    } else if (const auto* stop = std::get_if<protocol::Stop>(&message)) {
        open_requests_.insert(stop->request_id);
    } else if (const auto* join = std::get_if<protocol::PlayerJoin>(&message)) {
        players_.insert(join->player);
    }
}

void PlaybackWatch::received(const protocol::Message& message) {
    std::visit([this](const auto& value) { on(value); }, message);
}

void PlaybackWatch::link_lost() {
    open_requests_.clear();
    resuming_ = true;
}

void PlaybackWatch::finish() {
    for (const protocol::RequestId id : open_requests_) {
        breach(fmt::format("request {} got no answer", id));
    }
    for (const auto& [id, playback] : playbacks_) {
        if (!playback.end) {
            breach(fmt::format("playback {} of {} got no end", id, playback.start.emote));
        }
    }
}

const WatchedPlayback* PlaybackWatch::find(protocol::PlaybackId id) const {
    const auto found = playbacks_.find(id);
    return found == playbacks_.end() ? nullptr : &found->second;
}

std::size_t PlaybackWatch::open_playbacks() const noexcept {
    return static_cast<std::size_t>(
        std::count_if(playbacks_.begin(), playbacks_.end(), [](const auto& item) { return !item.second.end; }));
}

void PlaybackWatch::forget_ended() {
    std::erase_if(playbacks_, [](const auto& item) { return item.second.end.has_value(); });
}

WatchedPlayback* PlaybackWatch::known(protocol::PlaybackId id, std::string_view message) {
    const auto found = playbacks_.find(id);
    if (found == playbacks_.end()) {
        breach(fmt::format("{} of playback {}, which never started or is over", message, id));
        return nullptr;
    }
    if (found->second.end) {
        breach(fmt::format("{} of playback {} after its end", message, id));
        return nullptr;
    }
    return &found->second;
}

WatchedPlayback* PlaybackWatch::at(protocol::PlaybackId id, std::uint64_t tick, std::string_view message) {
    WatchedPlayback* playback = known(id, message);
    if (playback == nullptr) {
        return nullptr;
    }
    if (tick < playback->last_tick) {
        breach(fmt::format("{} of playback {} at tick {}, after tick {}", message, id, tick, playback->last_tick));
    }
    playback->last_tick = std::max(playback->last_tick, tick);
    return playback;
}

void PlaybackWatch::answered(protocol::RequestId id, std::string_view message) {
    if (open_requests_.erase(id) == 0) {
        breach(fmt::format("{} for request {}, which is not open", message, id));
    }
}

void PlaybackWatch::check_start(const protocol::PlaybackStart& start) {
    const auto text = [&start](std::string_view what) {
        return fmt::format("start of playback {} ({}): {}", start.playback, start.emote, what);
    };
    for (const protocol::DisplayEntity& display : start.displays) {
        if (display.mirror_of &&
            (*display.mirror_of >= start.displays.size() || start.displays[*display.mirror_of].mirror_of)) {
            breach(text("a mirror of a display that is not there or is a mirror itself"));
        }
        const int contents = int{display.item_snbt.has_value()} + int{display.held_item.has_value()} +
                             int{display.block_state_snbt.has_value()} + int{display.text.has_value()};
        if (contents != 1) {
            breach(text("a display without exactly one content"));
        }
        if (std::none_of(start.roots.begin(), start.roots.end(),
                         [&display](const protocol::Root& root) { return root.space == display.space; })) {
            breach(text("a display in a space without a root"));
        }
    }
    for (const protocol::ClipTable& clip : start.clips) {
        for (const std::int32_t display : clip.display_of_node) {
            if (display < -1 || (display >= 0 && static_cast<std::size_t>(display) >= start.displays.size())) {
                breach(text("a clip's node shows a display that is not there"));
            }
        }
    }
    for (const auto* handles : {&start.hidden, &start.viewers}) {
        for (const protocol::PlayerHandle handle : *handles) {
            if (players_.find(handle) == players_.end()) {
                breach(text(fmt::format("player {} is none of this proxy", handle)));
            }
        }
    }
    if (start.participants.empty()) {
        breach(text("no participants"));
    }
}

void PlaybackWatch::check_nodes(const WatchedPlayback& playback, std::uint32_t clip,
                                const std::vector<protocol::NodeUpdate>& nodes, std::string_view message) {
    const auto text = [&](std::string_view what) {
        return fmt::format("{} of playback {}: {}", message, playback.start.playback, what);
    };
    if (clip >= playback.start.clips.size()) {
        breach(text("a clip that the start does not list"));
        return;
    }
    const std::vector<std::int32_t>& table = playback.start.clips[clip].display_of_node;
    for (const protocol::NodeUpdate& node : nodes) {
        if (node.node >= table.size() || table[node.node] < 0) {
            breach(text("a node that has no display"));
        }
        if ((node.translation && !is_finite(*node.translation)) || (node.scale && !is_finite(*node.scale))) {
            breach(text("a pose that is not finite"));
        }
        if ((node.left_rotation && !is_rotation(*node.left_rotation)) ||
            (node.right_rotation && !is_rotation(*node.right_rotation))) {
            breach(text("a rotation that is no unit quaternion"));
        }
    }
}

void PlaybackWatch::on(const protocol::PlaybackStart& start) {
    const auto found = playbacks_.find(start.playback);
    // One that is out of view for a while starts again, as resumed; so does everything after a reconnect.
    if (found != playbacks_.end() && !found->second.end && !(start.resumed && resuming_)) {
        breach(fmt::format("playback {} started a second time", start.playback));
    }
    check_start(start);
    WatchedPlayback playback;
    playback.state = start.state;
    playback.last_tick = start.tick;
    playback.start = start;
    playbacks_.insert_or_assign(start.playback, std::move(playback));
}

void PlaybackWatch::on(const protocol::SegmentBegin& begin) {
    WatchedPlayback* playback = at(begin.playback, begin.tick, "SegmentBegin");
    if (playback == nullptr) {
        return;
    }
    if (begin.clip && *begin.clip >= playback->start.clips.size()) {
        breach(fmt::format("SegmentBegin of playback {}: a clip that the start does not list", begin.playback));
    }
    playback->segments.push_back(begin);
}

void PlaybackWatch::on(const protocol::SceneChanged& changed) {
    if (WatchedPlayback* playback = at(changed.playback, changed.tick, "SceneChanged")) {
        playback->state = changed.state;
        playback->changes.push_back(changed);
    }
}

void PlaybackWatch::on(const protocol::RootMoved& moved) {
    (void)at(moved.playback, moved.tick, "RootMoved");
}

void PlaybackWatch::on(const protocol::PoseFrame& frame) {
    WatchedPlayback* playback = at(frame.playback, frame.tick, "PoseFrame");
    if (playback == nullptr) {
        return;
    }
    check_nodes(*playback, frame.clip, frame.nodes, "PoseFrame");
    ++playback->pose_frames;
    if (!playback->first_pose_tick) {
        playback->first_pose_tick = frame.tick;
    }
}

void PlaybackWatch::on(const protocol::Keyframe& keyframe) {
    const WatchedPlayback* playback = at(keyframe.playback, keyframe.tick, "Keyframe");
    if (playback != nullptr && keyframe.clip) {
        check_nodes(*playback, *keyframe.clip, keyframe.nodes, "Keyframe");
    }
}

void PlaybackWatch::on(const protocol::DisplaysChanged& changed) {
    const WatchedPlayback* playback = at(changed.playback, changed.tick, "DisplaysChanged");
    if (playback == nullptr) {
        return;
    }
    const std::vector<protocol::DisplayEntity>& displays = playback->start.displays;
    for (const protocol::DisplayUpdate& update : changed.displays) {
        if (update.display >= displays.size() || displays[update.display].mirror_of) {
            breach(fmt::format("DisplaysChanged of playback {}: a display that is not there or is a mirror",
                               changed.playback));
        }
    }
}

void PlaybackWatch::on(const protocol::Event& event) {
    (void)at(event.playback, event.tick, "Event");
}

void PlaybackWatch::on(const protocol::PartnerState& state) {
    (void)known(state.playback, "PartnerState");
}

void PlaybackWatch::on(const protocol::ViewersChanged& changed) {
    (void)known(changed.playback, "ViewersChanged");
}

void PlaybackWatch::on(const protocol::PlaybackEnd& end) {
    if (WatchedPlayback* playback = at(end.playback, end.tick, "PlaybackEnd")) {
        playback->end = end;
    }
}

}  // namespace emoted::load
