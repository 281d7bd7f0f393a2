// The number literals of SNBT (D54): 1, -5b, 0xFFub, 0b1010, 1_000L, 1.5f, 2e3, .5d.
#pragma once

#include <emoted/sequences/snbt.hpp>

#include <tl/expected.hpp>

#include <string_view>

namespace emoted::nbt {

[[nodiscard]] constexpr bool is_digit(char c) noexcept {
    return c >= '0' && c <= '9';
}

// What a value that begins with it can only be: a number.
[[nodiscard]] constexpr bool starts_number(char c) noexcept {
    return is_digit(c) || c == '+' || c == '-' || c == '.';
}

// `word` is the whole run of bare characters, not empty. Offsets in the error are into it.
[[nodiscard]] tl::expected<Tag, SnbtError> parse_number(std::string_view word);

// An element of [B; ], [I; ] or [L; ], `kind` being B, I or L: without a suffix of the array's own type, with one no
// wider than it.
[[nodiscard]] tl::expected<std::int64_t, SnbtError> parse_array_element(std::string_view word, char kind);

}  // namespace emoted::nbt
