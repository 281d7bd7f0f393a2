#include "text/real_number.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <system_error>

namespace emoted::text {
namespace {

// Of a number outside the range of its type: whether it is too close to zero (else it is too large). Decided by the
// power of ten of its first digit that is not 0; the ranges of float and double lie on both sides of one.
[[nodiscard]] bool is_tiny(std::string_view token) noexcept {
    const std::size_t exponent_at = std::min(token.find_first_of("eE"), token.size());
    const std::string_view mantissa = token.substr(0, exponent_at);
    const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
    const auto first_digit = static_cast<std::int64_t>(mantissa.find_first_of("123456789"));
    std::int64_t exponent = 0;
    if (exponent_at < token.size()) {
        const bool plus = exponent_at + 1 < token.size() && token[exponent_at + 1] == '+';
        const std::string_view digits = token.substr(exponent_at + (plus ? 2 : 1));
        if (std::from_chars(digits.data(), digits.data() + digits.size(), exponent).ec != std::errc()) {
            return !digits.empty() && digits.front() == '-';
        }
    }
    return exponent < first_digit - static_cast<std::int64_t>(point);
}

template <class Real>
[[nodiscard]] std::optional<Real> read(std::string_view token) noexcept {
    Real value = 0;
    const auto parsed = std::from_chars(token.data(), token.data() + token.size(), value);
    if (parsed.ec == std::errc::result_out_of_range) {
        if (!is_tiny(token)) {
            return std::nullopt;
        }
        value = token.front() == '-' ? -Real{0} : Real{0};
    }
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<double> read_double(std::string_view token) noexcept {
    return read<double>(token);
}
std::optional<float> read_float(std::string_view token) noexcept {
    return read<float>(token);
}

std::size_t plain_number_length(std::string_view text) noexcept {
    return std::min(text.find_first_not_of("0123456789.-"), text.size());
}

bool is_plain_number(std::string_view text) noexcept {
    if (!text.empty() && text.front() == '-') {
        text.remove_prefix(1);
    }
    const auto points = std::count(text.begin(), text.end(), '.');
    return text.find('-') == std::string_view::npos && points <= 1 && text.size() > static_cast<std::size_t>(points);
}

}  // namespace emoted::text
