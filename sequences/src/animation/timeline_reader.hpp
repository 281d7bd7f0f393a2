// Reads the `timeline` object of an animation file: duration, tracks, events.
#pragma once

#include "animation/plain_tracks.hpp"
#include "animation/raw_animation.hpp"

#include <emoted/sequences/json_reader.hpp>

namespace emoted::animation {

// `plain` holds the tracks that were taken from the document, which must outlive `raw`; null if none were.
void read_timeline(text::ObjectCursor timeline, const PlainTracks* plain, RawAnimation& raw);

}  // namespace emoted::animation
