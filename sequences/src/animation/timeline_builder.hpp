// Compiles the tracks and events of an animation.
#pragma once

#include "animation/build_report.hpp"
#include "animation/hierarchy.hpp"
#include "animation/molang_builder.hpp"
#include "animation/raw_animation.hpp"

#include <emoted/sequences/clip.hpp>

#include <span>
#include <string>
#include <vector>

namespace emoted::animation {

// One entry for each node of the clip, in clip order, as `nodes` are.
[[nodiscard]] std::vector<NodeTracks> build_tracks(const RawAnimation& raw, const Hierarchy& hierarchy,
                                                   std::span<const Node> nodes, MolangBuilder& molang,
                                                   BuildReport& report);

// By group, then time, then file order. Commands whose first word is not in `allowed_commands` are left out with a
// warning; their event stays (D44).
[[nodiscard]] std::vector<ClipEvent> build_events(const RawAnimation& raw, const Hierarchy& hierarchy,
                                                  std::span<const std::string> allowed_commands, BuildReport& report);

}  // namespace emoted::animation
