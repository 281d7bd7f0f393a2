// Checks and compiles tracks of entity data (format section 4.6).
#pragma once

#include "animation/build_report.hpp"
#include "animation/molang_builder.hpp"
#include "animation/raw_animation.hpp"

#include <emoted/sequences/clip.hpp>
#include <emoted/sequences/units.hpp>

#include <optional>

namespace emoted::animation {

// `node`: the display that the track is of. The track stands at `at`.
[[nodiscard]] NbtTrack build_nbt_track(const RawNbtTrack& raw, const Node& node,
                                       const std::optional<TickCount>& duration, const Pointer& at,
                                       MolangBuilder& molang, BuildReport& report);

}  // namespace emoted::animation
