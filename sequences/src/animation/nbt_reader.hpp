// Reads tracks of entity data (format section 4.6).
#pragma once

#include "animation/raw_animation.hpp"

#include <emoted/sequences/json_reader.hpp>

#include <optional>

namespace emoted::animation {

// Nothing if the track is absent or no array.
[[nodiscard]] std::optional<RawNbtTrack> read_nbt_track(const text::Field& field);

}  // namespace emoted::animation
