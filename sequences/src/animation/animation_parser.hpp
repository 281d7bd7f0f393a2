// Reads a schema-4 animation file into a clip.
#pragma once

#include <emoted/sequences/clip.hpp>
#include <emoted/sequences/json_reader.hpp>
#include <emoted/sequences/library.hpp>

#include <memory>

namespace emoted::animation {

struct PlainTracks;

// Reads the whole root object, whose type and schema_version have been looked at already; null after faults, all of
// which have been reported through `reader`. `plain` holds the tracks that were taken from the document; null if none
// were.
[[nodiscard]] std::shared_ptr<const Clip> parse_animation(text::JsonReader& reader, const LoadOptions& options,
                                                          const PlainTracks* plain = nullptr);

}  // namespace emoted::animation
