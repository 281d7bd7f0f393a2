#include "animation/rotation.hpp"

#include "support/naive_sampler.hpp"

#include <emoted/sequences/sampling.hpp>

#include <catch2/catch.hpp>

#include <cmath>

using emoted::euler_xyz_degrees;
using emoted::Quatd;
using emoted::slerp;
using emoted::animation::dot;

namespace {

void check_same_turn(const Quatd& a, const Quatd& b) {
    CHECK(std::abs(dot(a, b)) == Approx(1.0).margin(1e-12));
}

}  // namespace

TEST_CASE("Euler angles turn about X, then Y, then Z of the turned axes: q = Rx * Ry * Rz") {
    for (const double x : {-170.0, -30.0, 0.0, 45.0, 90.0, 400.0}) {
        for (const double y : {-90.0, 0.0, 10.0, 90.0, 200.0}) {
            for (const double z : {-60.0, 0.0, 180.0}) {
                const emoted::test::Matrix4 expected = emoted::test::naive_euler_xyz(x, y, z);
                const emoted::Affine actual = emoted::to_affine({{}, {x, y, z}, {1, 1, 1}});
                for (std::size_t row = 0; row < 3; ++row) {
                    for (std::size_t column = 0; column < 3; ++column) {
                        CHECK(actual.m[row][column] == Approx(expected.at(row).at(column)).margin(1e-12));
                    }
                }
            }
        }
    }
}

TEST_CASE("a rotation survives the way through its matrix") {
    for (const double x : {-179.0, -91.0, 0.0, 91.0, 179.0}) {
        for (const double y : {-179.0, -91.0, 0.0, 91.0, 179.0}) {
            for (const double z : {-179.0, -91.0, 0.0, 91.0, 179.0}) {
                const Quatd q = euler_xyz_degrees({x, y, z});
                check_same_turn(emoted::animation::to_quaternion(emoted::animation::to_rotation(q)), q);
            }
        }
    }
}

TEST_CASE("D55: rotations go the short way") {
    const Quatd from = euler_xyz_degrees({0, 0, 170});
    const Quatd to = euler_xyz_degrees({0, 0, -170});
    check_same_turn(slerp(from, to, 0.5), euler_xyz_degrees({0, 0, 180}));
    check_same_turn(slerp(from, to, 0.25), euler_xyz_degrees({0, 0, 175}));
    check_same_turn(slerp(from, to, 1.0), to);
    // As quaternions 0 and 350 degrees lie apart; the way is 10 degrees back.
    check_same_turn(slerp(euler_xyz_degrees({0, 0, 0}), euler_xyz_degrees({0, 350, 0}), 0.5),
                    euler_xyz_degrees({0, -5, 0}));
}

TEST_CASE("D55: half a turn goes as the quaternions stand") {
    check_same_turn(slerp(euler_xyz_degrees({0, 0, 0}), euler_xyz_degrees({0, 180, 0}), 0.5),
                    euler_xyz_degrees({0, 90, 0}));
    check_same_turn(slerp(euler_xyz_degrees({0, 0, 0}), euler_xyz_degrees({0, -180, 0}), 0.5),
                    euler_xyz_degrees({0, -90, 0}));
    // The same within rounding: a dot product of -5e-7 does not turn the way round, one of -2e-6 does.
    const auto from = Quatd{};
    check_same_turn(slerp(from, Quatd{0, 1, 0, -5e-7}, 0.5),
                    emoted::animation::normalized(Quatd{0, std::sqrt(0.5), 0, std::sqrt(0.5) - 2.5e-7}));
    CHECK(slerp(from, Quatd{0, 1, 0, -2e-6}, 0.5).y < 0);
}

TEST_CASE("rotations may overshoot, and equal or nearly equal ends give no trouble") {
    check_same_turn(slerp(euler_xyz_degrees({0, 0, 0}), euler_xyz_degrees({90, 0, 0}), 1.1),
                    euler_xyz_degrees({99, 0, 0}));
    check_same_turn(slerp(euler_xyz_degrees({0, 0, 0}), euler_xyz_degrees({90, 0, 0}), -0.1),
                    euler_xyz_degrees({-9, 0, 0}));
    const Quatd q = euler_xyz_degrees({10, 20, 30});
    check_same_turn(slerp(q, q, 0.3), q);
    const Quatd near = euler_xyz_degrees({10, 20, 30 + 1e-9});
    check_same_turn(slerp(q, near, 0.5), q);
    const Quatd small = slerp(Quatd{}, euler_xyz_degrees({1e-4, 0, 0}), 0.5);
    CHECK(small.x == Approx(euler_xyz_degrees({5e-5, 0, 0}).x).epsilon(1e-9));
}
