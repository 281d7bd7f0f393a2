// Decimal text to floating point, exactly rounded, whatever the locale.
#pragma once

#include <optional>
#include <string_view>

namespace emoted::text {

// `token` is known to be [-]digits[.digits][e[+|-]digits] (either side of the point may lack digits, not both). A
// magnitude beyond the type gives nothing; one too close to zero gives a zero of its sign.
[[nodiscard]] std::optional<double> read_double(std::string_view token) noexcept;
[[nodiscard]] std::optional<float> read_float(std::string_view token) noexcept;

}  // namespace emoted::text
