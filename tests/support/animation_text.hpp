// Writes a clip as the animation file that it could have been read from.
#pragma once

#include <emoted/sequences/clip.hpp>

#include <cstdint>
#include <string>

namespace emoted::test {

// How the values of keys are written.
enum class Wording : std::uint8_t {
    numbers,
    constants,  // Molang that always is the same: "1.5 + 0"
    programs,   // Molang that has to be run: "1.5 + v.nothing"
};

// The clip's nodes (as item displays and anchors), visibility and tracks; everything else is the least that a file
// needs. Visibility of anchors is left out: files have none.
[[nodiscard]] std::string animation_text(const Clip& clip, Wording wording = Wording::numbers);

}  // namespace emoted::test
