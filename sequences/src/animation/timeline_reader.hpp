// Reads the `timeline` object of an animation file: duration, tracks, events.
#pragma once

#include "animation/raw_animation.hpp"

#include <emoted/sequences/json_reader.hpp>

namespace emoted::animation {

void read_timeline(text::ObjectCursor timeline, RawAnimation& raw);

}  // namespace emoted::animation
