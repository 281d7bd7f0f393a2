#include "animation/easing.hpp"

#include <emoted/sequences/sampling.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <cctype>
#include <string>

using emoted::ease;
using emoted::Easing;

namespace {

struct Row {
    Easing in, out, in_out;
    std::array<double, 3> in_at, out_at;  // at .25, .5, .75
    double in_out_quarter, in_out_three_quarters;
};

// The table of format section 4.5, digit by digit.
const Row table[] = {
    {Easing::in_sine,
     Easing::out_sine,
     Easing::in_out_sine,
     {.076120, .292893, .617317},
     {.382683, .707107, .923880},
     .146447,
     .853553},
    {Easing::in_quad, Easing::out_quad, Easing::in_out_quad, {.0625, .25, .5625}, {.4375, .75, .9375}, .125, .875},
    {Easing::in_cubic,
     Easing::out_cubic,
     Easing::in_out_cubic,
     {.015625, .125, .421875},
     {.578125, .875, .984375},
     .0625,
     .9375},
    {Easing::in_quart,
     Easing::out_quart,
     Easing::in_out_quart,
     {.003906, .0625, .316406},
     {.683594, .9375, .996094},
     .03125,
     .96875},
    {Easing::in_quint,
     Easing::out_quint,
     Easing::in_out_quint,
     {.000977, .03125, .237305},
     {.762695, .96875, .999023},
     .015625,
     .984375},
    {Easing::in_expo,
     Easing::out_expo,
     Easing::in_out_expo,
     {.005524, .03125, .176777},
     {.823223, .96875, .994476},
     .015625,
     .984375},
    {Easing::in_circ,
     Easing::out_circ,
     Easing::in_out_circ,
     {.031754, .133975, .338562},
     {.661438, .866025, .968246},
     .066987,
     .933013},
    {Easing::in_back,
     Easing::out_back,
     Easing::in_out_back,
     {-.064137, -.087698, .182590},
     {.817410, 1.087697, 1.064137},
     -.043849,
     1.043849},
    {Easing::in_elastic,
     Easing::out_elastic,
     Easing::in_out_elastic,
     {.442389, 1.0, 1.039628},
     {-.039628, 0.0, .557611},
     .5,
     .5},
    {Easing::in_bounce,
     Easing::out_bounce,
     Easing::in_out_bounce,
     {.472656, .53125, .890625},
     {.109375, .46875, .527344},
     .265625,
     .734375},
};

}  // namespace

TEST_CASE("D23: easings agree with the table of the format") {
    for (const Row& row : table) {
        CAPTURE(static_cast<int>(row.in));
        for (std::size_t i = 0; i < 3; ++i) {
            const double v = 0.25 * static_cast<double>(i + 1);
            CHECK(ease(row.in, v) == Approx(row.in_at.at(i)).margin(1.5e-6));
            CHECK(ease(row.out, v) == Approx(row.out_at.at(i)).margin(1.5e-6));
        }
        CHECK(ease(row.in_out, 0.25) == Approx(row.in_out_quarter).margin(1.5e-6));
        CHECK(ease(row.in_out, 0.75) == Approx(row.in_out_three_quarters).margin(1.5e-6));
    }
}

TEST_CASE("every easing leads from 0 to 1, and step holds") {
    for (const auto& [name, easing] : emoted::animation::easing_names()) {
        CAPTURE(std::string(name));
        CHECK(ease(easing, 0.0) == Approx(0.0).margin(1e-12));
        CHECK(ease(easing, 1.0) == Approx(1.0).margin(1e-12));
    }
    CHECK(ease(Easing::linear, 0.3) == 0.3);
    for (const double v : {0.0, 0.5, 1.0}) {
        CHECK(ease(Easing::step, v) == 0.0);
    }
}

TEST_CASE("easing names are matched whatever their case, and every easing has one") {
    std::size_t count = 0;
    for (const auto& [name, easing] : emoted::animation::easing_names()) {
        CHECK(emoted::animation::easing_named(name) == easing);
        std::string loud(name);
        for (char& letter : loud) {
            letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
        }
        CHECK(emoted::animation::easing_named(loud) == easing);
        CHECK(static_cast<std::size_t>(easing) == ++count);
    }
    CHECK(count == static_cast<std::size_t>(Easing::in_out_bounce));
    CHECK_FALSE(emoted::animation::easing_named("step"));
    CHECK_FALSE(emoted::animation::easing_named("ease_in"));
    CHECK_FALSE(emoted::animation::easing_named(""));
    CHECK_FALSE(emoted::animation::easing_named("linear "));
}
