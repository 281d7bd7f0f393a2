// Text from files made fit for a report: one line, no control characters, bounded length.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace emoted::text {

inline constexpr std::size_t excerpt_characters = 60;

// `text` with control characters and invalid bytes escaped (\n, \u001B, \xFF), cut after `max_characters` code points
// with "..." in place of the rest.
[[nodiscard]] std::string printable(std::string_view text, std::size_t max_characters = excerpt_characters);

// The same in double quotes, for words inside a message.
[[nodiscard]] std::string quoted(std::string_view text, std::size_t max_characters = excerpt_characters);

}  // namespace emoted::text
