// The inner loops of sampling, in versions for what the processor has.
//
// All versions do the same operations in the same order on the same types, without contraction, so their results are
// the same bytes. Belongs to no thread; pointers are only used during a call.
#pragma once

#include "animation/motion.hpp"

#include <emoted/sequences/sampling.hpp>

#include <cstdint>
#include <span>

namespace emoted {
namespace animation {

// What a plain parent hands to its children, as columns of matrices. A child's world rotation is `turn` times its own
// rotation, its world position `move` times its own plus `position`.
struct Place {
    Four turn[4];  // turn[3] is the rotation itself
    Four move[3];
    Four position;
    Four scale;
};

}  // namespace animation

struct PoseKernels {
    const char* name;
    // Values of all tracks of `group` in one segment, to `values` (of the whole scratch).
    void (*evaluate)(const animation::Group& group, std::uint32_t segment, double eased, animation::Four* values);
    // Places and poses of the plain nodes. places[0] is the root's and is set.
    void (*compose)(const animation::PlainNode* nodes, std::size_t count, const animation::Four* values,
                    animation::Place* places, NodePose* poses);
};

namespace animation {

[[nodiscard]] const PoseKernels& best_pose_kernels() noexcept;
// Every version that this processor can run, the plainest first.
[[nodiscard]] std::span<const PoseKernels* const> supported_pose_kernels() noexcept;

// What nodes without a parent stand in.
inline constexpr Place root_place{
    {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}},
    {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}},
    {0, 0, 0, 0},
    {1, 1, 1, 0},
};

// For a plain node whose last pose was not plain: the matrix comes apart near that pose.
void keep_near(const Place& place, NodePose& pose) noexcept;

}  // namespace animation
}  // namespace emoted
