// Members that both kinds of emote files have, read the same way in both.
#pragma once

#include <emoted/sequences/clip.hpp>
#include <emoted/sequences/json_reader.hpp>

#include <optional>
#include <string>

namespace emoted::library {

// `metadata`: name (not blank), description (may be empty), and everything else kept as written. At most
// limits::max_metadata_bytes.
[[nodiscard]] std::optional<Metadata> read_metadata(const text::Field& metadata);

// `settings.player`: hidden and stop_conditions, all of it required (format section 4.1).
[[nodiscard]] std::optional<PlayerBehavior> read_player(const text::Field& player);

// `id`: an identifier that is not reserved for the control ids of sequences.
[[nodiscard]] std::optional<std::string> read_id(const text::Field& id);

}  // namespace emoted::library
