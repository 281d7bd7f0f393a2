#include "explain/shown_displays.hpp"

#include <variant>

namespace emoted::explain {

void ShownDisplays::take(const protocol::Message& message) {
    if (const auto* const frame = std::get_if<protocol::PoseFrame>(&message)) {
        take_updates(frame->clip, frame->nodes);
        return;
    }
    if (const auto* const start = std::get_if<protocol::PlaybackStart>(&message)) {
        displays_ = start->displays;
        clips_ = start->clips;
        visible_.assign(displays_.size(), false);
        used_by_.assign(clips_.size(), std::vector<bool>(displays_.size()));
        for (std::size_t clip = 0; clip < clips_.size(); ++clip) {
            for (const std::int32_t display : clips_[clip].display_of_node) {
                if (display >= 0) {
                    used_by_[clip][static_cast<std::size_t>(display)] = true;
                }
            }
        }
        take_roots(start->roots);
    } else if (const auto* const begin = std::get_if<protocol::SegmentBegin>(&message)) {
        clip_ = begin->clip;
    } else if (const auto* const scene = std::get_if<protocol::SceneChanged>(&message)) {
        take_roots(scene->roots);
    } else if (const auto* const moved = std::get_if<protocol::RootMoved>(&message)) {
        take_roots({moved->root});
    } else if (const auto* const keyframe = std::get_if<protocol::Keyframe>(&message)) {
        clip_ = keyframe->clip;
        if (clip_) {
            take_updates(*clip_, keyframe->nodes);
        }
    } else {
        return;
    }
    changed_ = true;
}

const std::vector<bool>& ShownDisplays::shown() {
    if (changed_) {
        changed_ = false;
        shown_.assign(displays_.size(), false);
        for (std::size_t i = 0; clip_ && i < displays_.size(); ++i) {
            const protocol::DisplayEntity& display = displays_[i];
            const bool follows = display.mirror_of ? clips_[*clip_].mirrored && visible_[*display.mirror_of]
                                                   : used_by_[*clip_][i] && visible_[i];
            shown_[i] = follows && active_[static_cast<std::size_t>(display.space)];
        }
    }
    return shown_;
}

void ShownDisplays::take_updates(std::uint32_t clip, const std::vector<protocol::NodeUpdate>& nodes) {
    for (const protocol::NodeUpdate& update : nodes) {
        const std::int32_t display = clips_[clip].display_of_node[update.node];
        if (update.visible && display >= 0) {
            visible_[static_cast<std::size_t>(display)] = *update.visible;
            changed_ = true;
        }
    }
}

void ShownDisplays::take_roots(const std::vector<protocol::Root>& roots) {
    for (const protocol::Root& root : roots) {
        active_[static_cast<std::size_t>(root.space)] = root.active;
    }
}

}  // namespace emoted::explain
