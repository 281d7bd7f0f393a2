// What each tick of a clip sends, whoever plays it: a pure function of the clip and the tick.
//
// Kept apart from the players so that a clip's frames can be made once for all of them. Belongs to one thread;
// allocates when made and never after.
#pragma once

#include <emoted/sequences/playback.hpp>
#include <emoted/sequences/sampling.hpp>

#include <memory>
#include <span>
#include <vector>

namespace emoted {

// The transform channels in which two poses differ, as PoseUpdate::Channel bits.
[[nodiscard]] std::uint8_t changed_transform(const NodePose& before, const NodePose& after) noexcept;

class ClipFrames {
public:
    explicit ClipFrames(std::shared_ptr<const Clip> clip);

    // To a tick of the clip, 0..duration, from nothing: what was sampled before has no influence.
    void begin(TickCount at);
    // One tick further, at most to the duration.
    void step();

    [[nodiscard]] const Clip& clip() const noexcept { return sampler_.clip(); }
    [[nodiscard]] TickCount at() const noexcept { return at_; }
    [[nodiscard]] std::span<const NodePose> poses() const noexcept { return poses_; }
    [[nodiscard]] Affine world(NodeIndex node) const noexcept { return sampler_.world(node); }

    // Everything, at once: how a clip begins.
    void append_whole(std::vector<PoseUpdate>& out) const;
    // What differs from the tick before, for a receiver that got everything since the beginning. After step().
    void append_changes(std::vector<PoseUpdate>& out) const;

private:
    ClipSampler sampler_;
    TickCount at_;
    std::vector<NodePose> poses_;
    std::vector<NodePose> previous_;
};

}  // namespace emoted
