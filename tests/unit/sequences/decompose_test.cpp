#include "support/naive_sampler.hpp"

#include <emoted/sequences/random.hpp>
#include <emoted/sequences/sampling.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

using emoted::Affine;
using emoted::decompose;
using emoted::NodePose;
using emoted::Quatf;
using emoted::to_affine;
using emoted::Vec3d;
using emoted::Vec3f;
using emoted::test::Matrix4;

namespace {

Matrix4 widen(const Affine& a) {
    Matrix4 m{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 4; ++column) {
            m.at(row).at(column) = a.m[row][column];
        }
    }
    m[3][3] = 1;
    return m;
}

void check_recomposes(const Affine& matrix, const NodePose& pose) {
    CHECK(emoted::test::naive_distance(emoted::test::naive_render(pose), widen(matrix)) < 1e-5);
    const auto size = [](const Quatf& q) {
        return std::sqrt(static_cast<double>(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w));
    };
    CHECK(size(pose.left_rotation) == Approx(1.0).margin(1e-6));
    CHECK(size(pose.right_rotation) == Approx(1.0).margin(1e-6));
}

double turn_between(const Quatf& a, const Quatf& b) {
    const double dot = static_cast<double>(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w);
    return 2.0 * std::acos(std::min(1.0, std::abs(dot))) * 57.29577951308232;
}

void check_near(const Vec3f& actual, const Vec3f& expected, double margin = 1e-6) {
    CHECK(static_cast<double>(actual.x) == Approx(static_cast<double>(expected.x)).margin(margin));
    CHECK(static_cast<double>(actual.y) == Approx(static_cast<double>(expected.y)).margin(margin));
    CHECK(static_cast<double>(actual.z) == Approx(static_cast<double>(expected.z)).margin(margin));
}

// The squares of the singular values a second way: repeated multiplication of M^T * M brings out the largest, which is
// then taken away.
std::array<double, 3> naive_sizes(const Affine& a) {
    double s[3][3] = {};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            for (const auto& row : a.m) {
                s[i][j] += row[i] * row[j];
            }
        }
    }
    std::array<double, 3> sizes{};
    for (double& size : sizes) {
        std::array<double, 3> v{0.61, 0.53, 0.59};
        double value = 0;
        for (int step = 0; step < 4000; ++step) {
            std::array<double, 3> next{};
            for (std::size_t i = 0; i < 3; ++i) {
                next.at(i) = s[i][0] * v[0] + s[i][1] * v[1] + s[i][2] * v[2];
            }
            value = std::sqrt(next[0] * next[0] + next[1] * next[1] + next[2] * next[2]);
            if (value == 0) {
                break;
            }
            v = {next[0] / value, next[1] / value, next[2] / value};
        }
        size = std::sqrt(value);
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) {
                s[i][j] -= value * v.at(i) * v.at(j);
            }
        }
    }
    return sizes;
}

Affine sheared(double parent_turn, double child_turn) {
    const Affine parent = to_affine({{0.5, 1, 0}, {10, 20, parent_turn}, {2, 1, 0.5}});
    const Affine child = to_affine({{0, 1, 0}, {child_turn, 15, child_turn * 0.5}, {1, 1.5, 0.7}});
    return parent * child;
}

}  // namespace

TEST_CASE("without shear the right rotation is exactly the identity") {
    for (const Vec3d scale : {Vec3d{1, 1, 1}, Vec3d{0.9375, 0.46875, 0.46875}, Vec3d{3, 2, 1}, Vec3d{1e-3, 5, 40}}) {
        for (const Vec3d rotation : {Vec3d{0, 0, 0}, Vec3d{55.3, 18.15, -17.5}, Vec3d{90, 0, 0}, Vec3d{0, 180, 0}}) {
            const Affine matrix = to_affine({{1, 2, 3}, rotation, scale});
            const NodePose pose = decompose(matrix, nullptr);
            check_recomposes(matrix, pose);
            CHECK(pose.right_rotation == Quatf{});
            check_near(pose.scale,
                       {static_cast<float>(scale.x), static_cast<float>(scale.y), static_cast<float>(scale.z)}, 1e-5);
            check_near(pose.translation, {1, 2, 3});
        }
    }
}

TEST_CASE("a chain of even scales is no shear, whatever rounding it gathered") {
    Affine matrix = to_affine({{0, 0.7, 0}, {-7.5, 3, 1}, {0.9375, 0.9375, 0.9375}});
    for (int i = 0; i < 30; ++i) {
        matrix = matrix * to_affine({{0.1, 0.2, 0}, {13.7, -5, 29}, {0.97, 0.97, 0.97}});
    }
    matrix = matrix * to_affine({{0, 0, 0}, {1, 2, 3}, {0.5, 1, 0.25}});
    const NodePose pose = decompose(matrix, nullptr);
    check_recomposes(matrix, pose);
    CHECK(pose.right_rotation == Quatf{});
}

TEST_CASE("negative scales: mirrored matrices keep their hand") {
    for (const Vec3d scale :
         {Vec3d{-1, 1, 1}, Vec3d{1, -2, 1}, Vec3d{1, 1, -0.5}, Vec3d{-1, -2, -3}, Vec3d{-1, -2, 3}}) {
        const Affine matrix = to_affine({{0, 0, 0}, {12, 34, 56}, scale});
        const NodePose pose = decompose(matrix, nullptr);
        check_recomposes(matrix, pose);
        CHECK(pose.right_rotation == Quatf{});
        CHECK((pose.scale.x * pose.scale.y * pose.scale.z < 0) == (scale.x * scale.y * scale.z < 0));
    }
}

TEST_CASE("a scale that passes through zero changes its sign and nothing turns") {
    NodePose pose = decompose(to_affine({{}, {20, 30, 40}, {1, 2, 3}}), nullptr);
    const Quatf left = pose.left_rotation;
    for (int i = 9; i >= -10; --i) {
        const Affine matrix = to_affine({{}, {20, 30, 40}, {0.1 * i, 2, 3}});
        pose = decompose(matrix, &pose);
        check_recomposes(matrix, pose);
        CHECK(turn_between(pose.left_rotation, left) < 0.1);
        CHECK(static_cast<double>(pose.scale.x) == Approx(0.1 * i).margin(1e-6));
    }
}

TEST_CASE("a quick turn is a turn, not two mirrored axes") {
    NodePose pose;
    for (int i = 0; i < 40; ++i) {
        pose = decompose(to_affine({{}, {i * 107.0, 0, 0}, {1, 2, 3}}), &pose);
        check_near(pose.scale, {1, 2, 3}, 1e-5);
    }
}

TEST_CASE("zero scales give numbers, and what cannot be seen stays as it was") {
    for (const Vec3d scale : {Vec3d{0, 0, 0}, Vec3d{0, 1, 1}, Vec3d{1, 0, 0}, Vec3d{0, 0, 2}, Vec3d{1, 1, 0}}) {
        for (const bool first : {true, false}) {
            NodePose pose = decompose(to_affine({{}, {30, 60, 10}, {1, 1.5, 2}}), nullptr);
            const NodePose before = pose;
            const Affine matrix = to_affine({{4, 5, 6}, {30, 60, 10}, scale});
            pose = decompose(matrix, first ? nullptr : &pose);
            check_recomposes(matrix, pose);
            check_near(pose.translation, {4, 5, 6});
            if (!first) {
                CHECK(turn_between(pose.left_rotation, before.left_rotation) < 0.1);
                CHECK(turn_between(pose.right_rotation, before.right_rotation) < 0.1);
                check_near(pose.scale,
                           {static_cast<float>(scale.x), static_cast<float>(scale.y), static_cast<float>(scale.z)});
            }
        }
    }
    // A plane seen through shear.
    const Affine flat = to_affine({{}, {10, 0, 30}, {2, 0, 1}}) * to_affine({{}, {0, 40, 20}, {1, 1, 3}});
    check_recomposes(flat, decompose(flat, nullptr));
}

TEST_CASE("tiny and huge matrices come apart as well as others") {
    for (const double size : {1e-30, 1e-12, 1e12, 1e30}) {
        Affine matrix = sheared(25, 50);
        for (auto& row : matrix.m) {
            for (double& entry : row) {
                entry *= size;
            }
        }
        const NodePose pose = decompose(matrix, nullptr);
        const NodePose plain = decompose(sheared(25, 50), nullptr);
        CHECK(turn_between(pose.left_rotation, plain.left_rotation) < 0.1);
        CHECK(static_cast<double>(pose.scale.x) == Approx(static_cast<double>(plain.scale.x) * size).epsilon(1e-5));
    }
}

TEST_CASE("random products recompose, and their sizes are the singular values") {
    emoted::Random random(11, "decompose");
    const auto draw = [&](double least, double most) { return least + (most - least) * random.real(); };
    for (int round = 0; round < 300; ++round) {
        Affine matrix;
        const int depth = 1 + static_cast<int>(random.below(4));
        for (int i = 0; i < depth; ++i) {
            matrix = matrix * to_affine({{draw(-2, 2), draw(-2, 2), draw(-2, 2)},
                                         {draw(-180, 180), draw(-180, 180), draw(-180, 180)},
                                         {draw(-2, 2), draw(0.2, 2), draw(0.2, 2)}});
        }
        const NodePose pose = decompose(matrix, nullptr);
        check_recomposes(matrix, pose);
        std::array<double, 3> sizes{std::abs(static_cast<double>(pose.scale.x)),
                                    std::abs(static_cast<double>(pose.scale.y)),
                                    std::abs(static_cast<double>(pose.scale.z))};
        std::sort(sizes.rbegin(), sizes.rend());
        const std::array<double, 3> expected = naive_sizes(matrix);
        for (std::size_t i = 0; i < 3; ++i) {
            CHECK(sizes.at(i) == Approx(expected.at(i)).margin(2e-3 * expected[0]));
        }
    }
}

TEST_CASE("over a turning sheared chain nothing flips from tick to tick") {
    // One degree and a half of turn at most between two ticks: an answer that swapped axes or signs would turn by 90.
    NodePose pose = decompose(sheared(0, 0), nullptr);
    for (int i = 1; i < 2000; ++i) {
        const Affine matrix = sheared(i * 0.5, i * 0.9);
        const NodePose next = decompose(matrix, &pose);
        check_recomposes(matrix, next);
        REQUIRE(turn_between(next.left_rotation, pose.left_rotation) < 20);
        REQUIRE(turn_between(next.right_rotation, pose.right_rotation) < 20);
        REQUIRE(std::abs(static_cast<double>(next.scale.x - pose.scale.x)) < 0.2);
        // The same side, so that the components move evenly too.
        REQUIRE(next.left_rotation.x * pose.left_rotation.x + next.left_rotation.y * pose.left_rotation.y +
                    next.left_rotation.z * pose.left_rotation.z + next.left_rotation.w * pose.left_rotation.w >
                0.0F);
        pose = next;
    }
}

TEST_CASE("an instant without shear inside a sheared motion does not jump") {
    // Behind uneven scales, a child that turns through 90 degrees is unsheared exactly there.
    const Affine parent = to_affine({{}, {}, {2, 1, 1}});
    NodePose pose = decompose(parent, nullptr);
    for (int degrees = 0; degrees <= 360; degrees += 5) {
        const Affine matrix = parent * to_affine({{}, {0, 0, static_cast<double>(degrees)}, {1, 1, 1}});
        const NodePose next = decompose(matrix, &pose);
        check_recomposes(matrix, next);
        CHECK(turn_between(next.left_rotation, pose.left_rotation) < 6);
        CHECK(turn_between(next.right_rotation, pose.right_rotation) < 6);
        check_near(next.scale, {2, 1, 1}, 1e-5);
        pose = next;
    }
}

TEST_CASE("the same matrix again gives the same pose, bit for bit") {
    const Affine matrix = sheared(33, 71);
    const NodePose once = decompose(matrix, nullptr);
    const NodePose twice = decompose(matrix, &once);
    const NodePose thrice = decompose(matrix, &twice);
    CHECK(twice == thrice);
    check_near(twice.scale, once.scale);
}
