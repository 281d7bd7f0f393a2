#include "playback/clip_frames.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace emoted {

std::uint8_t changed_transform(const NodePose& before, const NodePose& after) noexcept {
    unsigned channels = 0;
    const auto compare = [&channels](const auto& a, const auto& b, PoseUpdate::Channel channel) {
        if (!(a == b)) {
            channels |= static_cast<unsigned>(channel);
        }
    };
    compare(before.translation, after.translation, PoseUpdate::translation);
    compare(before.left_rotation, after.left_rotation, PoseUpdate::left_rotation);
    compare(before.scale, after.scale, PoseUpdate::scale);
    compare(before.right_rotation, after.right_rotation, PoseUpdate::right_rotation);
    return static_cast<std::uint8_t>(channels);
}

ClipFrames::ClipFrames(std::shared_ptr<const Clip> clip)
    : sampler_(std::move(clip)), poses_(sampler_.clip().nodes.size()), previous_(poses_) {
    if (sampler_.clip().script) {
        computed_ = std::make_unique<ComputedChannels>(sampler_.clip());
    }
}

bool ClipFrames::begin(TickCount at, std::int64_t rounds, const Random& random, const MolangContext& molang) {
    at_ = at;
    if (computed_ && !computed_->begin(at, rounds, random, molang)) {
        return false;
    }
    // The sampler prefers the answer nearest to the poses it is given; these must not come from another playing.
    std::fill(poses_.begin(), poses_.end(), NodePose{});
    sampler_.sample(at_, overrides(), poses_);
    return true;
}

bool ClipFrames::step(const MolangContext& molang) {
    assert(at_ < clip().duration);
    at_ += TickCount(1);
    if (computed_ && !computed_->step(at_, molang)) {
        return false;
    }
    std::copy(poses_.begin(), poses_.end(), previous_.begin());
    sampler_.sample(at_, overrides(), poses_);
    return true;
}

std::span<const NodeOverride> ClipFrames::overrides() const noexcept {
    return computed_ ? computed_->overrides() : std::span<const NodeOverride>{};
}

void ClipFrames::append_whole(std::vector<PoseUpdate>& out) const {
    for (std::uint32_t i = 0; i < poses_.size(); ++i) {
        if (clip().nodes[i].type == NodeType::anchor) {
            continue;
        }
        PoseUpdate update;
        update.node = NodeIndex(i);
        update.channels = PoseUpdate::all_channels;
        update.pose = poses_[i];
        out.push_back(update);
    }
}

void ClipFrames::append_changes(std::vector<PoseUpdate>& out) const {
    const auto interpolation = static_cast<std::uint8_t>(clip().display_interpolation.value());
    for (std::uint32_t i = 0; i < poses_.size(); ++i) {
        if (clip().nodes[i].type == NodeType::anchor) {
            continue;
        }
        const NodePose& before = previous_[i];
        const NodePose& after = poses_[i];
        PoseUpdate update;
        update.node = NodeIndex(i);
        if (after.visible && before.visible) {
            update.channels = changed_transform(before, after);
            update.interpolation_ticks = sampler_.jumps(update.node) ? std::uint8_t{0} : interpolation;
        } else if (after.visible) {
            update.channels = PoseUpdate::all_channels;
        } else if (before.visible) {
            update.channels = PoseUpdate::visibility;
        }
        if (update.channels != 0) {
            update.pose = after;
            out.push_back(update);
        }
    }
}

}  // namespace emoted
