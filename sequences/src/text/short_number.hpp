// Numbers of few digits, as nearly all in a file are, made from their digits at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace emoted::text {

// So many digits and such a power of ten are doubles themselves, and one division of two doubles rounds once: the
// result is the nearest double, as a longer way would find it.
inline constexpr std::size_t exact_digits = 15;

// `digits` without the point, at most exact_digits of them; the last `decimals` stand behind the point.
[[nodiscard]] inline double short_number(std::uint64_t digits, std::size_t decimals, bool negative) noexcept {
    constexpr std::array<double, exact_digits + 1> powers_of_ten{1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                                 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    const double magnitude = static_cast<double>(digits) / powers_of_ten[decimals];
    return negative ? -magnitude : magnitude;
}

}  // namespace emoted::text
