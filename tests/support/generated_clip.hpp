// Clips drawn from a seed: every easing, jumps, negative and zero scales, uneven scales in chains.
#pragma once

#include <emoted/sequences/clip.hpp>

#include <array>
#include <cstdint>

namespace emoted::test {

// What a generated clip is rich in.
enum class ClipKind : std::uint8_t {
    mixed,      // a little of everything
    deep,       // one long chain of parents
    sheared,    // uneven scales above turned children
    mirrored,   // even scales of either sign, which pass through zero
    eased,      // every easing in each channel
    jumping,    // steps, and keys that are approached as another value than they show
    baked,      // many keys, evenly apart, nearly all of them on a line: some ease, jump or leave it
    redundant,  // as an editor writes it: round values, keys that repeat or lie on a line, full turns, tracks at rest
    huge,       // large and tiny values
};
inline constexpr std::array all_clip_kinds{ClipKind::mixed,    ClipKind::deep,      ClipKind::sheared,
                                           ClipKind::mirrored, ClipKind::eased,     ClipKind::jumping,
                                           ClipKind::baked,    ClipKind::redundant, ClipKind::huge};

// Equal seeds give equal clips. Anchors and item displays only.
[[nodiscard]] Clip generated_clip(std::uint64_t seed, ClipKind kind = ClipKind::mixed);

}  // namespace emoted::test
