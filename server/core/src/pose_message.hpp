// Poses as they go out: what changed, or everything for somebody who comes late.
#pragma once

#include <emoted/protocol/messages.hpp>
#include <emoted/sequences/playback.hpp>

#include <span>
#include <vector>

namespace emoted::core {

[[nodiscard]] std::vector<protocol::NodeUpdate> node_updates(std::span<const PoseUpdate> poses);
// What a viewer who comes late is to see in this tick: every display node of the clip, at once (D42). A hidden node
// says only that: its pose comes when it becomes visible.
[[nodiscard]] std::vector<protocol::NodeUpdate> present_pose(const ClipUse& clip,
                                                             std::span<const BranchPlayer::Shown> nodes);
// One tick after that: where the nodes in flight are on their way to.
[[nodiscard]] std::vector<protocol::NodeUpdate> poses_in_flight(const ClipUse& clip,
                                                                std::span<const BranchPlayer::Shown> nodes);

}  // namespace emoted::core
