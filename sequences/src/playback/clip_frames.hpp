// What each tick of a clip sends: a pure function of the clip and the tick, but for what Molang computes.
//
// Belongs to one thread; allocates when made and never after.
#pragma once

#include "playback/computed_channels.hpp"

#include <emoted/sequences/playback.hpp>
#include <emoted/sequences/sampling.hpp>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace emoted {

// The transform channels in which two poses differ, as PoseUpdate::Channel bits.
[[nodiscard]] std::uint8_t changed_transform(const NodePose& before, const NodePose& after) noexcept;

class ClipFrames {
public:
    explicit ClipFrames(std::shared_ptr<const Clip> clip);

    // To a tick of the clip, 0..duration, from nothing: what was sampled before has no influence. A new cycle of Molang
    // begins, after so many rounds, and draws from `random`. False if Molang failed: then nothing was sampled.
    [[nodiscard]] bool begin(TickCount at, std::int64_t rounds, const Random& random, const MolangContext& molang);
    // One tick further, at most to the duration. False likewise.
    [[nodiscard]] bool step(const MolangContext& molang);
    // After begin() or step() has failed.
    [[nodiscard]] const std::string& failure() const noexcept { return computed_->failure(); }

    [[nodiscard]] const Clip& clip() const noexcept { return sampler_.clip(); }
    [[nodiscard]] TickCount at() const noexcept { return at_; }
    [[nodiscard]] std::span<const NodePose> poses() const noexcept { return poses_; }
    [[nodiscard]] Affine world(NodeIndex node) const noexcept { return sampler_.world(node); }

    // The option that the choice at this key of the node's NBT track came to, once the key is passed.
    [[nodiscard]] std::uint32_t chosen(NodeIndex node, std::size_t key) const noexcept {
        return computed_->chosen(node, key);
    }

    // Everything, at once: how a clip begins.
    void append_whole(std::vector<PoseUpdate>& out) const;
    // What differs from the tick before, for a receiver that got everything since the beginning. After step().
    void append_changes(std::vector<PoseUpdate>& out) const;

private:
    [[nodiscard]] std::span<const NodeOverride> overrides() const noexcept;

    ClipSampler sampler_;
    std::unique_ptr<ComputedChannels> computed_;  // null: the clip has no Molang
    TickCount at_;
    std::vector<NodePose> poses_;
    std::vector<NodePose> previous_;
};

}  // namespace emoted
