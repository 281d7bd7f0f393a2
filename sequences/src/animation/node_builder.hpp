// Compiles the nodes of an animation: content, display options, skin bindings.
#pragma once

#include "animation/build_report.hpp"
#include "animation/hierarchy.hpp"
#include "animation/raw_animation.hpp"

#include <emoted/sequences/clip.hpp>

#include <span>
#include <vector>

namespace emoted::animation {

// In clip order. Nodes with faults are there, incomplete.
[[nodiscard]] std::vector<Node> build_nodes(std::span<const RawNode> raw, const Hierarchy& hierarchy,
                                            BuildReport& report);

// Numbers of positions, rotations, scales and offsets are within limits::max_transform_magnitude.
[[nodiscard]] bool has_good_magnitude(double value) noexcept;
void report_magnitude(const Pointer& at, BuildReport& report);
void check_magnitudes(const Vec3d& vector, const Pointer& at, BuildReport& report);

}  // namespace emoted::animation
