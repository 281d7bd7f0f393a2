// Reads the `events` object of a timeline.
#pragma once

#include "animation/raw_animation.hpp"

#include <emoted/sequences/json_reader.hpp>

#include <array>
#include <vector>

namespace emoted::animation {

// The member name of an event group.
[[nodiscard]] std::string_view to_string(EventGroup group) noexcept;

// By EventGroup.
[[nodiscard]] std::array<std::vector<RawEvent>, 4> read_events(text::ObjectCursor events);

}  // namespace emoted::animation
