// Reads a schema-4 sequence file (format section 2).
#pragma once

#include <emoted/sequences/json_reader.hpp>
#include <emoted/sequences/sequence.hpp>

#include <optional>

namespace emoted::sequence {

// Reads the whole root object, whose type and schema_version have been looked at already; nothing after faults, all of
// which have been reported through `reader`. References are not looked up.
[[nodiscard]] std::optional<RawSequence> parse_sequence(text::JsonReader& reader);

}  // namespace emoted::sequence
