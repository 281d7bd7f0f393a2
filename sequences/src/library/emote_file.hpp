// One file of a load: its bytes become an animation, a sequence, or faults.
#pragma once

#include <emoted/sequences/json_document.hpp>
#include <emoted/sequences/library.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace emoted::library {

struct EmoteFile {
    std::string path;
    Diagnostics diagnostics;  // of reading it
    std::string claimed_id;   // as far as the file could be read; perhaps empty

    // One of these two for a good file.
    std::shared_ptr<const Playable> animation;
    std::optional<RawSequence> sequence;

    std::optional<text::JsonDocument> document;  // of a sequence: it has yet to be resolved
    Diagnostic id_place;                         // where a good file says its id, for faults about that
};

[[nodiscard]] EmoteFile read_emote_file(SourceFile file, const LoadOptions& options);

}  // namespace emoted::library
