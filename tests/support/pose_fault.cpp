#include "support/pose_fault.hpp"

#include <cmath>

namespace emoted::test {
namespace {

constexpr double tolerance = 1e-5;

double product(const Quatf& a, const Quatf& b) {
    return static_cast<double>(a.x) * static_cast<double>(b.x) + static_cast<double>(a.y) * static_cast<double>(b.y) +
           static_cast<double>(a.z) * static_cast<double>(b.z) + static_cast<double>(a.w) * static_cast<double>(b.w);
}
bool is_unit(const Quatf& q) {
    return std::abs(product(q, q) - 1.0) < 1e-5;
}

}  // namespace

Matrix4 widened(const Affine& affine) {
    Matrix4 matrix{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 4; ++column) {
            matrix.at(row).at(column) = affine.m[row][column];
        }
    }
    matrix[3][3] = 1;
    return matrix;
}

std::string pose_fault(const NodePose& pose, const Affine& world, const NaiveNode& expected, bool is_anchor,
                       const NodePose* before) {
    const double drawn = naive_distance(naive_render(pose), expected.world);
    if (!(drawn < tolerance)) {
        return "the pose is " + std::to_string(drawn) + " off";
    }
    if (const double off = naive_distance(widened(world), expected.world); !(off < 1e-9)) {
        return "the world matrix is " + std::to_string(off) + " off";
    }
    if (!is_anchor && pose.visible != expected.visible) {
        return "the visibility is wrong";
    }
    if (!is_unit(pose.left_rotation) || !is_unit(pose.right_rotation)) {
        return "a rotation is no unit quaternion";
    }
    // Of q and -q the one on the side of the last, or a client would spin the long way.
    if (before != nullptr && (product(pose.left_rotation, before->left_rotation) < -1e-6 ||
                              product(pose.right_rotation, before->right_rotation) < -1e-6)) {
        return "a rotation changed its sign";
    }
    return {};
}

}  // namespace emoted::test
