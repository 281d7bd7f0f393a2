// Text from files made fit for a report: one line, no control characters, bounded length.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace emoted::text {

inline constexpr std::size_t excerpt_characters = 60;

// `text` with control characters and invalid bytes escaped (\n, \u001B, \xFF), cut after `max_characters` code points
// with "..." in place of the rest.
[[nodiscard]] std::string printable(std::string_view text, std::size_t max_characters = excerpt_characters);

// The same in double quotes, for words inside a message.
[[nodiscard]] std::string quoted(std::string_view text, std::size_t max_characters = excerpt_characters);

// A character of ASCII that any terminal shows as it is; most are.
[[nodiscard]] constexpr bool is_plain(char c) noexcept {
    return c >= ' ' && c <= '~';
}

// `sequence` is one valid UTF-8 sequence: a control character (terminals obey those of U+0080 to U+009F as well) or one
// that changes the direction of text, which makes a line look like another.
[[nodiscard]] bool is_control(std::string_view sequence) noexcept;

// Columns of a terminal that `text` takes (valid UTF-8 without controls): two for wide characters, none for marks that
// stand over others.
[[nodiscard]] std::size_t display_width(std::string_view text) noexcept;

// one of "a", "b"; a single word alone.
[[nodiscard]] std::string one_of(std::span<const std::string_view> words);

}  // namespace emoted::text
