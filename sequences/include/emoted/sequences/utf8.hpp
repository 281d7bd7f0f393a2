// UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing above U+10FFFF. For bytes from files and
// networks.
//
// Pure functions; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace emoted::text {

// Length in bytes (1..4) of the valid sequence at the start of `text`; 0 if there is none or `text` is empty.
[[nodiscard]] std::size_t utf8_sequence_length(std::string_view text) noexcept;

// Whether all of `text` is valid.
[[nodiscard]] bool is_utf8(std::string_view text) noexcept;

// Appends a scalar value (not a surrogate, at most U+10FFFF).
void append_utf8(std::string& out, char32_t scalar);

// Code points of `text`; each byte outside a valid sequence counts as one.
[[nodiscard]] std::size_t count_code_points(std::string_view text) noexcept;

// `text` with each byte outside a valid sequence replaced by U+FFFD.
[[nodiscard]] std::string replace_invalid_utf8(std::string_view text);

}  // namespace emoted::text
