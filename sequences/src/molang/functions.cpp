#include "molang/functions.hpp"

#include <emoted/sequences/json_reader.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace emoted::molang {
namespace {

constexpr auto known = std::to_array<FunctionInfo>({
    {"abs", 1},
    {"acos", 1},
    {"asin", 1},
    {"atan", 1},
    {"atan2", 2},
    {"ceil", 1},
    {"clamp", 3},
    {"copy_sign", 2},
    {"cos", 1},
    {"die_roll", 3, true},
    {"die_roll_integer", 3, true},
    {"ease_in_back", 3},
    {"ease_in_bounce", 3},
    {"ease_in_circ", 3},
    {"ease_in_cubic", 3},
    {"ease_in_elastic", 3},
    {"ease_in_expo", 3},
    {"ease_in_quad", 3},
    {"ease_in_quart", 3},
    {"ease_in_quint", 3},
    {"ease_in_sine", 3},
    {"ease_in_out_back", 3},
    {"ease_in_out_bounce", 3},
    {"ease_in_out_circ", 3},
    {"ease_in_out_cubic", 3},
    {"ease_in_out_elastic", 3},
    {"ease_in_out_expo", 3},
    {"ease_in_out_quad", 3},
    {"ease_in_out_quart", 3},
    {"ease_in_out_quint", 3},
    {"ease_in_out_sine", 3},
    {"ease_out_back", 3},
    {"ease_out_bounce", 3},
    {"ease_out_circ", 3},
    {"ease_out_cubic", 3},
    {"ease_out_elastic", 3},
    {"ease_out_expo", 3},
    {"ease_out_quad", 3},
    {"ease_out_quart", 3},
    {"ease_out_quint", 3},
    {"ease_out_sine", 3},
    {"exp", 1},
    {"floor", 1},
    {"hermite_blend", 1},
    {"inverse_lerp", 3},
    {"lerp", 3},
    {"lerprotate", 3},
    {"ln", 1},
    {"max", 2},
    {"min", 2},
    {"min_angle", 1},
    {"mod", 2},
    {"pow", 2},
    {"random", 2, true},
    {"random_integer", 2, true},
    {"round", 1},
    {"sign", 1},
    {"sin", 1},
    {"sqrt", 1},
    {"trunc", 1},
});
static_assert(known.size() == static_cast<std::size_t>(Function::trunc) + 1);

enum class Family : std::uint8_t { back, bounce, circ, cubic, elastic, expo, quad, quart, quint, sine };

double bounce_out(double t) noexcept {
    constexpr double width = 2.75;
    constexpr double height = 7.5625;
    const auto parabola = [t](double middle, double floor) {
        const double from_middle = t - middle / width;
        return height * from_middle * from_middle + floor;
    };
    if (t < 1.0 / width) {
        return parabola(0.0, 0.0);
    }
    if (t < 2.0 / width) {
        return parabola(1.5, 0.75);
    }
    return t < 2.5 / width ? parabola(2.25, 0.9375) : parabola(2.625, 0.984375);
}

// The way in, as easings.net draws it; `overshoot` is of back, `period` of elastic.
double ease_in(Family family, double t, double overshoot, double period) noexcept {
    switch (family) {
        case Family::back:
            return t * t * ((overshoot + 1.0) * t - overshoot);
        case Family::bounce:
            return 1.0 - bounce_out(1.0 - t);
        case Family::circ:
            return 1.0 - std::sqrt(1.0 - t * t);
        case Family::cubic:
            return t * t * t;
        case Family::elastic:
            if (t == 0.0 || t == 1.0) {
                return t;
            }
            return -std::exp2(10.0 * t - 10.0) * std::sin((10.0 * t - 10.0 - period / 4.0) * 2.0 * pi / period);
        case Family::expo:
            return t == 0.0 ? 0.0 : std::exp2(10.0 * t - 10.0);
        case Family::quad:
            return t * t;
        case Family::quart:
            return t * t * t * t;
        case Family::quint:
            return t * t * t * t * t;
        case Family::sine:
            return 1.0 - std::cos(t * pi / 2.0);
    }
    return t;
}

double eased(Function function, double t) noexcept {
    constexpr auto first = static_cast<unsigned>(Function::ease_in_back);
    const unsigned index = static_cast<unsigned>(function) - first;
    const auto family = static_cast<Family>(index % 10);
    constexpr double overshoot = 1.70158;
    constexpr double period = 3.0;
    switch (index / 10) {
        case 0:
            return ease_in(family, t, overshoot, period);
        case 2:
            return 1.0 - ease_in(family, 1.0 - t, overshoot, period);
        default:
            break;
    }
    // There and back again; back and elastic swing wider than their halves would.
    const auto half = [family](double u) { return ease_in(family, u, overshoot * 1.525, period * 1.5) / 2.0; };
    return t < 0.5 ? half(2.0 * t) : 1.0 - half(2.0 - 2.0 * t);
}

double in_degrees(double angle) noexcept {
    return angle / radians_per_degree;
}

// Into [-180, 180).
double min_angle(double degrees) noexcept {
    return degrees - 360.0 * std::floor((degrees + 180.0) / 360.0);
}
// From one angle to another by the shorter way; exactly half a turn goes as the numbers stand, as in D55.
double shorter_way(double from, double to) noexcept {
    const double way = min_angle(to - from);
    return way == -180.0 && to > from ? 180.0 : way;
}

}  // namespace

std::span<const FunctionInfo> functions() noexcept {
    return known;
}

std::optional<Function> function_named(std::string_view name) noexcept {
    const auto found = std::find_if(known.begin(), known.end(),
                                    [name](const FunctionInfo& function) { return function.name == name; });
    return found == known.end() ? std::nullopt : std::optional(static_cast<Function>(found - known.begin()));
}

double rounded(double value) noexcept {
    const double below = std::floor(value);
    return value - below >= 0.5 ? below + 1.0 : below;
}

double call(Function function, double a, double b, double c) noexcept {
    switch (function) {
        case Function::abs:
            return std::abs(a);
        case Function::acos:
            return in_degrees(std::acos(a));
        case Function::asin:
            return in_degrees(std::asin(a));
        case Function::atan:
            return in_degrees(std::atan(a));
        case Function::atan2:
            return in_degrees(std::atan2(a, b));
        case Function::ceil:
            return std::ceil(a);
        case Function::clamp:
            return clamped(a, b, c);
        case Function::copy_sign:
            return std::copysign(a, b);
        case Function::cos:
            return cosine(a);
        case Function::exp:
            return std::exp(a);
        case Function::floor:
            return std::floor(a);
        case Function::hermite_blend:
            return a * a * (3.0 - 2.0 * a);
        case Function::inverse_lerp:
            return b == a ? 0.0 : (c - a) / (b - a);
        case Function::lerp:
            return a + (b - a) * c;
        case Function::lerprotate:
            return a + shorter_way(a, b) * c;
        case Function::ln:
            return std::log(a);
        case Function::max:
            return greatest(a, b);
        case Function::min:
            return least(a, b);
        case Function::min_angle:
            return min_angle(a);
        case Function::mod:
            return b == 0.0 ? 0.0 : std::fmod(a, b);
        case Function::pow:
            return std::pow(a, b);
        case Function::round:
            return rounded(a);
        case Function::sign:
            return a > 0.0 ? 1.0 : -1.0;
        case Function::sin:
            return sine(a);
        case Function::sqrt:
            return std::sqrt(a);
        case Function::trunc:
            return std::trunc(a);
        case Function::die_roll:
        case Function::die_roll_integer:
        case Function::random:
        case Function::random_integer:
            return 0.0;
        default:
            return a + (b - a) * eased(function, std::clamp(c, 0.0, 1.0));
    }
}

std::string nearest_function(std::string_view name) {
    std::vector<std::string_view> names{"pi"};
    for (const FunctionInfo& function : known) {
        names.push_back(function.name);
    }
    return text::nearest_word(name, names);
}

}  // namespace emoted::molang
