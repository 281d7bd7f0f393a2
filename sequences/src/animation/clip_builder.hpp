// Checks a raw animation and compiles it into a clip: every check that needs more than one member, the contents of
// texts, limits, and the order of nodes.
#pragma once

#include "animation/build_report.hpp"
#include "animation/raw_animation.hpp"

#include <emoted/sequences/clip.hpp>
#include <emoted/sequences/library.hpp>

#include <memory>

namespace emoted::animation {

// Null if anything was reported as a fault or is missing.
[[nodiscard]] std::shared_ptr<const Clip> build_clip(const RawAnimation& raw, const LoadOptions& options,
                                                     BuildReport& report);

}  // namespace emoted::animation
