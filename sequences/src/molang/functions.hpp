// The math library (format section 7, D53): degrees in and out of trigonometry.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace emoted::molang {

inline constexpr double pi = 3.141592653589793;
inline constexpr double radians_per_degree = pi / 180.0;

// In the order of functions().
enum class Function : std::uint8_t {
    abs,
    acos,
    asin,
    atan,
    atan2,
    ceil,
    clamp,
    copy_sign,
    cos,
    die_roll,
    die_roll_integer,
    ease_in_back,
    ease_in_bounce,
    ease_in_circ,
    ease_in_cubic,
    ease_in_elastic,
    ease_in_expo,
    ease_in_quad,
    ease_in_quart,
    ease_in_quint,
    ease_in_sine,
    ease_in_out_back,
    ease_in_out_bounce,
    ease_in_out_circ,
    ease_in_out_cubic,
    ease_in_out_elastic,
    ease_in_out_expo,
    ease_in_out_quad,
    ease_in_out_quart,
    ease_in_out_quint,
    ease_in_out_sine,
    ease_out_back,
    ease_out_bounce,
    ease_out_circ,
    ease_out_cubic,
    ease_out_elastic,
    ease_out_expo,
    ease_out_quad,
    ease_out_quart,
    ease_out_quint,
    ease_out_sine,
    exp,
    floor,
    hermite_blend,
    inverse_lerp,
    lerp,
    lerprotate,
    ln,
    max,
    min,
    min_angle,
    mod,
    pow,
    random,
    random_integer,
    round,
    sign,
    sin,
    sqrt,
    trunc,
};

struct FunctionInfo {
    std::string_view name;  // without "math."
    std::uint8_t arguments = 1;
    bool random = false;  // draws: never folded
};

[[nodiscard]] std::span<const FunctionInfo> functions() noexcept;
[[nodiscard]] inline const FunctionInfo& info(Function function) noexcept {
    return functions()[static_cast<std::size_t>(function)];
}
// `name` in lower case, without "math.".
[[nodiscard]] std::optional<Function> function_named(std::string_view name) noexcept;
[[nodiscard]] std::string nearest_function(std::string_view name);

[[nodiscard]] inline double sine(double degrees) noexcept {
    return std::sin(degrees * radians_per_degree);
}
[[nodiscard]] inline double cosine(double degrees) noexcept {
    return std::cos(degrees * radians_per_degree);
}
// What is no number stays so, whichever side it comes from.
[[nodiscard]] inline double least(double a, double b) noexcept {
    return b < a || std::isnan(b) ? b : a;
}
[[nodiscard]] inline double greatest(double a, double b) noexcept {
    return a < b || std::isnan(b) ? b : a;
}
[[nodiscard]] inline double clamped(double value, double low, double high) noexcept {
    return greatest(low, least(high, value));
}

// One that does not draw, of at most three arguments; those it does not have are ignored.
[[nodiscard]] double call(Function function, double a, double b, double c) noexcept;

// Half up, for counts too.
[[nodiscard]] double rounded(double value) noexcept;

}  // namespace emoted::molang
