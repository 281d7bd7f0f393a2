// Reads the `nodes` object of an animation file.
#pragma once

#include "animation/raw_animation.hpp"

#include <emoted/sequences/json_reader.hpp>

#include <vector>

namespace emoted::animation {

[[nodiscard]] std::vector<RawNode> read_nodes(const text::Field& nodes);

}  // namespace emoted::animation
