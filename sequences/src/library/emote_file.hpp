// One file of a load: its bytes become an animation, a sequence, or faults.
#pragma once

#include <emoted/sequences/json_document.hpp>
#include <emoted/sequences/json_reader.hpp>
#include <emoted/sequences/library.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace emoted::library {

struct EmoteFile {
    std::string path;
    std::string sort_key;  // the path in lower case
    std::size_t text_bytes = 0;
    Diagnostics diagnostics;  // of reading it
    text::Omitted omitted;    // likewise, what they have no room for
    std::string claimed_id;   // as far as the file could be read; perhaps empty

    // One of these two for a good file.
    std::shared_ptr<const Playable> animation;
    std::optional<RawSequence> sequence;

    std::optional<text::JsonDocument> document;  // of a sequence: it has yet to be resolved
    Diagnostic id_place;                         // where a good file says its id, for faults about that
};

// Files of which there is nothing to report, as nearly all are, are read by a short way if it may be taken
// (animation/plain_tracks.hpp), which makes no other difference.
enum class Way : std::uint8_t { short_if_possible, whole };
[[nodiscard]] EmoteFile read_emote_file(SourceFile file, const LoadOptions& options, Way way = Way::short_if_possible);

}  // namespace emoted::library
