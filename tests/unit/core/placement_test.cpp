#include "placement.hpp"

#include <catch2/catch.hpp>

using namespace emoted;
using namespace emoted::core;

namespace {

void check_at(const Vec3d& is, const Vec3d& expected) {
    CHECK(is.x == Approx(expected.x).margin(1e-9));
    CHECK(is.y == Approx(expected.y).margin(1e-9));
    CHECK(is.z == Approx(expected.z).margin(1e-9));
}

Placement local(double left, double up, double forward) {
    return {true, {left, up, forward}, true, 0};
}

}  // namespace

TEST_CASE("degrees are wrapped from -180 up to but not 180") {
    const auto [degrees, wrapped] = GENERATE(
        table<double, double>({{0, 0}, {180, -180}, {-180, -180}, {179.5, 179.5}, {350, -10}, {-190, 170}, {720, 0}}));
    CHECK(wrap_degrees(degrees) == wrapped);
}

TEST_CASE("D40: a yaw on the wire is the nearest of 256 steps") {
    const auto [degrees, angle] = GENERATE(table<double, int>({{0, 0},
                                                               {90, 64},
                                                               {-90, 192},
                                                               {180, 128},
                                                               {0.70, 0},
                                                               {0.703125, 1},
                                                               {0.71, 1},
                                                               {-0.703125, 0},
                                                               {-0.71, 255},
                                                               {359.9, 0}}));
    CHECK(int{byte_angle(degrees)} == angle);
    CHECK(int{root_angle(degrees)} == ((angle + 128) & 0xFF));
    CHECK(wrap_degrees(facing_of(root_angle(degrees)) - degrees) == Approx(0).margin(0.704));
}

TEST_CASE("a root turns its content by 180 minus the yaw it faces") {
    const auto [yaw, expected] = GENERATE(
        table<double, Vec3d>({{0, {10, 20, 27}}, {90, {13, 20, 30}}, {180, {10, 20, 33}}, {-90, {7, 20, 30}}}));
    const Vec3d turned = turn_content(root_angle(yaw), {0, 0, 3});
    check_at({10 + turned.x, 20 + turned.y, 30 + turned.z}, expected);
}

TEST_CASE("relative coordinates: left, up and forward of a yaw, or along the world's axes") {
    check_at(placement_offset(local(0, 0, 1.2), 0), {0, 0, 1.2});
    check_at(placement_offset(local(0, 0, 1.2), 90), {-1.2, 0, 0});
    check_at(placement_offset(local(1, 2, 0), 0), {1, 2, 0});
    check_at(placement_offset(local(1, 0, 0), 90), {0, 0, 1});
    check_at(placement_offset({false, {1, 2, 3}, true, 0}, 90), {1, 2, 3});
    CHECK(wrap_degrees(placement_yaw({true, {}, true, 180}, 170)) == -10);
    CHECK(placement_yaw({true, {}, false, 45}, 170) == 45);
}

TEST_CASE("the view follows the player only past the deadzone") {
    const auto [view, player, deadzone, after] = GENERATE(table<double, double, double, double>(
        {{0, 90, 50, 40}, {0, 50, 50, 0}, {0, -90, 50, -40}, {170, -170, 10, 180}, {0, 30, 0, 30}, {0, 180, 180, 0}}));
    CHECK(follow_view(view, player, deadzone) == Approx(after));
}

TEST_CASE("D39: view rotation turns each root about its own position") {
    const Participants participants{{true, {0, 0, 0}, true, 0}, local(0, 0, 2)};
    Participants facing = participants;
    facing.partner.yaw = 180;
    SceneRoots roots(facing, {100, 64, 200}, 0);
    CHECK(roots.root(Space::partner).position == Vec3d{100, 64, 202});
    CHECK(int{roots.root(Space::partner).angle} == int{root_angle(180)});
    roots.set_view(90);
    CHECK(roots.root(Space::partner).position == Vec3d{100, 64, 202});
    CHECK(int{roots.root(Space::partner).angle} == int{root_angle(270)});
    CHECK(int{roots.root(Space::initiator).angle} == int{root_angle(90)});
}

TEST_CASE("without participants all roots are the player's own") {
    const SceneRoots roots(std::nullopt, {1, 2, 3}, 45);
    const Space space = GENERATE(Space::scene, Space::initiator, Space::partner);
    CHECK(roots.root(space).position == Vec3d{1, 2, 3});
    CHECK(int{roots.root(space).angle} == int{root_angle(45)});
}
