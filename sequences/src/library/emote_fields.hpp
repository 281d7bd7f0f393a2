// Members that both kinds of emote files have, read the same way in both.
#pragma once

#include <emoted/sequences/clip.hpp>
#include <emoted/sequences/json_reader.hpp>

#include <optional>
#include <string>

namespace emoted::library {

// What every file begins with and was looked at before (type, schema_version) or never is; marked as known.
void accept_header(text::ObjectCursor& root, const text::MemberRule& type);

// `metadata`: name (not blank), description (may be empty), and everything else kept as written. At most
// limits::max_metadata_bytes.
[[nodiscard]] std::optional<Metadata> read_metadata(text::ObjectCursor& root);

// `settings.player`: hidden and stop_conditions, all of it required (format section 4.1).
[[nodiscard]] std::optional<PlayerBehavior> read_player(text::ObjectCursor player);

// `id`: an identifier that is not reserved for the control ids of sequences.
[[nodiscard]] std::optional<std::string> read_id(text::ObjectCursor& root);

}  // namespace emoted::library
