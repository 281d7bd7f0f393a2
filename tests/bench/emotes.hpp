// The emotes that the benchmarks play.
#pragma once

#include <emoted/sequences/clip.hpp>

#include <cstdint>
#include <memory>

namespace emoted::bench {

// 32 nodes in three levels (1, 7, 24), 100 ticks, keys of position, rotation and even scale every 5 ticks.
[[nodiscard]] std::shared_ptr<const Clip> authored_emote(std::uint64_t seed);
// As exporters bake them: 13 nodes in three levels (1, 4, 8), 36 ticks, a key on every tick of every channel, the scale
// never changing.
[[nodiscard]] std::shared_ptr<const Clip> baked_emote(std::uint64_t seed);

}  // namespace emoted::bench
