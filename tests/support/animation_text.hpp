// Writes a clip as the animation file that it could have been read from.
#pragma once

#include <emoted/sequences/clip.hpp>

#include <string>

namespace emoted::test {

// The clip's nodes (as item displays and anchors), visibility and tracks; everything else is the least that a file
// needs. Visibility of anchors is left out: files have none.
[[nodiscard]] std::string animation_text(const Clip& clip);

}  // namespace emoted::test
