// Texts in SNBT: with either quote and escapes, or bare (D54).
#pragma once

#include "text/snbt_cursor.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace emoted::nbt {

// What a text without quotes is made of.
[[nodiscard]] constexpr bool is_bare(char c) noexcept {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' ||
           c == '+' || c == '-';
}
// The run of such characters at the cursor.
[[nodiscard]] std::string_view read_bare(SnbtCursor& cursor) noexcept;

// The text whose opening quote the cursor stands at; nothing after a fault.
[[nodiscard]] std::optional<std::string> read_quoted(SnbtCursor& cursor);

// Binary NBT has 16 bits for a text's length, in Java's own UTF-8: fails if `content`, which begins at `start`, is
// longer.
[[nodiscard]] bool check_length(SnbtCursor& cursor, std::string_view content, std::size_t start);

}  // namespace emoted::nbt
