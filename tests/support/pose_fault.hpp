// Judges one pose by the naive evaluator.
#pragma once

#include "support/naive_sampler.hpp"

#include <emoted/sequences/sampling.hpp>

#include <string>

namespace emoted::test {

[[nodiscard]] Matrix4 widened(const Affine& affine);

// What is wrong with the pose and world matrix of a node where `expected` should stand, or nothing: further off than
// 1e-5, hidden or shown wrongly, no unit quaternions, or (with `before`, the pose of the tick before) a rotation whose
// quaternion changed its side. The visibility of anchors means nothing.
[[nodiscard]] std::string pose_fault(const NodePose& pose, const Affine& world, const NaiveNode& expected,
                                     bool is_anchor, const NodePose* before);

}  // namespace emoted::test
