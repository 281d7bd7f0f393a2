// Clips drawn from a seed: every easing, jumps, negative and zero scales, uneven scales in chains.
#pragma once

#include <emoted/sequences/clip.hpp>

#include <cstdint>

namespace emoted::test {

// Equal seeds give equal clips. Anchors and item displays only.
[[nodiscard]] Clip generated_clip(std::uint64_t seed);

}  // namespace emoted::test
