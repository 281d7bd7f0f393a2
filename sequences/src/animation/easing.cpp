#include "animation/easing.hpp"

#include <emoted/sequences/sampling.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace emoted {
namespace {

using Shape = double (*)(double) noexcept;

// The shapes of format section 4.5, as "in". Products instead of pow: the same bits everywhere.
double in_linear(double v) noexcept {
    return v;
}
double in_sine(double v) noexcept {
    return 1.0 - std::cos(std::numbers::pi * v / 2.0);
}
double in_quad(double v) noexcept {
    return v * v;
}
double in_cubic(double v) noexcept {
    return v * v * v;
}
double in_quart(double v) noexcept {
    return v * v * v * v;
}
double in_quint(double v) noexcept {
    return v * v * v * v * v;
}
double in_expo(double v) noexcept {
    return v <= 0.0 ? 0.0 : std::exp2(10.0 * (v - 1.0));
}
double in_circ(double v) noexcept {
    return 1.0 - std::sqrt(std::max(0.0, 1.0 - v * v));
}

double in_back(double v) noexcept {
    constexpr double overshoot = 1.70158;
    return v * v * ((overshoot + 1.0) * v - overshoot);
}

// D23: elastic and bounce are the format's own shapes, the reverse of the names' usual meaning.
double in_elastic(double v) noexcept {
    const double swing = std::cos(std::numbers::pi * v / 2.0);
    return 1.0 - swing * swing * swing * std::cos(std::numbers::pi * v);
}

double in_bounce(double v) noexcept {
    const auto arc = [v](double factor, double middle, double floor) {
        return factor * (v - middle) * (v - middle) + floor;
    };
    return std::min({arc(121.0 / 16.0, 0.0, 0.0), arc(121.0 / 8.0, 6.0 / 11.0, 0.5), arc(121.0 / 4.0, 9.0 / 11.0, 0.75),
                     arc(121.0 / 2.0, 10.5 / 11.0, 0.875)});
}

double as_in(Shape in, double v) noexcept {
    return in(v);
}
double as_out(Shape in, double v) noexcept {
    return 1.0 - in(1.0 - v);
}
double as_in_out(Shape in, double v) noexcept {
    return v < 0.5 ? in(2.0 * v) / 2.0 : 1.0 - in(2.0 * (1.0 - v)) / 2.0;
}

struct NamedEasing {
    std::string_view name;
    Easing easing;
    double (*direction)(Shape, double) noexcept;
    Shape shape;
};

constexpr std::array named_easings{
    NamedEasing{"linear", Easing::linear, as_in, in_linear},
    NamedEasing{"ease_in_sine", Easing::in_sine, as_in, in_sine},
    NamedEasing{"ease_out_sine", Easing::out_sine, as_out, in_sine},
    NamedEasing{"ease_in_out_sine", Easing::in_out_sine, as_in_out, in_sine},
    NamedEasing{"ease_in_quad", Easing::in_quad, as_in, in_quad},
    NamedEasing{"ease_out_quad", Easing::out_quad, as_out, in_quad},
    NamedEasing{"ease_in_out_quad", Easing::in_out_quad, as_in_out, in_quad},
    NamedEasing{"ease_in_cubic", Easing::in_cubic, as_in, in_cubic},
    NamedEasing{"ease_out_cubic", Easing::out_cubic, as_out, in_cubic},
    NamedEasing{"ease_in_out_cubic", Easing::in_out_cubic, as_in_out, in_cubic},
    NamedEasing{"ease_in_quart", Easing::in_quart, as_in, in_quart},
    NamedEasing{"ease_out_quart", Easing::out_quart, as_out, in_quart},
    NamedEasing{"ease_in_out_quart", Easing::in_out_quart, as_in_out, in_quart},
    NamedEasing{"ease_in_quint", Easing::in_quint, as_in, in_quint},
    NamedEasing{"ease_out_quint", Easing::out_quint, as_out, in_quint},
    NamedEasing{"ease_in_out_quint", Easing::in_out_quint, as_in_out, in_quint},
    NamedEasing{"ease_in_expo", Easing::in_expo, as_in, in_expo},
    NamedEasing{"ease_out_expo", Easing::out_expo, as_out, in_expo},
    NamedEasing{"ease_in_out_expo", Easing::in_out_expo, as_in_out, in_expo},
    NamedEasing{"ease_in_circ", Easing::in_circ, as_in, in_circ},
    NamedEasing{"ease_out_circ", Easing::out_circ, as_out, in_circ},
    NamedEasing{"ease_in_out_circ", Easing::in_out_circ, as_in_out, in_circ},
    NamedEasing{"ease_in_back", Easing::in_back, as_in, in_back},
    NamedEasing{"ease_out_back", Easing::out_back, as_out, in_back},
    NamedEasing{"ease_in_out_back", Easing::in_out_back, as_in_out, in_back},
    NamedEasing{"ease_in_elastic", Easing::in_elastic, as_in, in_elastic},
    NamedEasing{"ease_out_elastic", Easing::out_elastic, as_out, in_elastic},
    NamedEasing{"ease_in_out_elastic", Easing::in_out_elastic, as_in_out, in_elastic},
    NamedEasing{"ease_in_bounce", Easing::in_bounce, as_in, in_bounce},
    NamedEasing{"ease_out_bounce", Easing::out_bounce, as_out, in_bounce},
    NamedEasing{"ease_in_out_bounce", Easing::in_out_bounce, as_in_out, in_bounce},
};

constexpr char lower(char letter) noexcept {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

}  // namespace

double ease(Easing easing, double v) noexcept {
    if (easing == Easing::step) {
        return 0.0;
    }
    // The table stands in the order of the enumerators after `step`.
    const NamedEasing& entry = named_easings[static_cast<std::size_t>(easing) - 1];
    return entry.direction(entry.shape, v);
}

namespace animation {

std::span<const std::pair<std::string_view, Easing>> easing_names() noexcept {
    static constexpr auto names = [] {
        std::array<std::pair<std::string_view, Easing>, named_easings.size()> pairs;
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            pairs[i] = {named_easings[i].name, named_easings[i].easing};
        }
        return pairs;
    }();
    return names;
}

std::optional<Easing> easing_named(std::string_view name) noexcept {
    for (const NamedEasing& entry : named_easings) {
        if (std::equal(name.begin(), name.end(), entry.name.begin(), entry.name.end(),
                       [](char written, char known) { return lower(written) == known; })) {
            return entry.easing;
        }
    }
    return std::nullopt;
}

}  // namespace animation
}  // namespace emoted
