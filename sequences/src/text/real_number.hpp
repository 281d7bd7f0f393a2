// Decimal text to floating point, exactly rounded, whatever the locale.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace emoted::text {

// `token` is known to be [-]digits[.digits][e[+|-]digits] (either side of the point may lack digits, not both). A
// magnitude beyond the type gives nothing; one too close to zero gives a zero of its sign.
[[nodiscard]] std::optional<double> read_double(std::string_view token) noexcept;
[[nodiscard]] std::optional<float> read_float(std::string_view token) noexcept;

// Minecraft's plain numbers (times, coordinates) are made of digits, points and minus signs: the length of that run at
// the start of `text`, and whether it makes a number (an optional minus, digits, at most one point among them).
[[nodiscard]] std::size_t plain_number_length(std::string_view text) noexcept;
[[nodiscard]] bool is_plain_number(std::string_view text) noexcept;

}  // namespace emoted::text
