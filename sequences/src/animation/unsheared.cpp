#include "animation/unsheared.hpp"

#include "animation/affine.hpp"
#include "animation/rotation.hpp"

#include <emoted/sequences/limits.hpp>

#include <algorithm>
#include <cmath>

namespace emoted::animation {
namespace {

double held(double value) noexcept {
    return std::clamp(value, -limits::max_world_magnitude, limits::max_world_magnitude);
}
void hold_finite(Affine& matrix) noexcept {
    for (auto& row : matrix.m) {
        for (double& entry : row) {
            entry = held(entry);
        }
    }
}

bool same_size(const Vec3d& scale) noexcept {
    const double x = std::abs(scale.x);
    const double margin = 1e-12 * x;
    return std::abs(std::abs(scale.y) - x) <= margin && std::abs(std::abs(scale.z) - x) <= margin;
}

Unsheared chain(const Unsheared& parent, const Quatd& rotation, const Vec3d& scale) noexcept {
    if (!parent.valid) {
        return {};
    }
    const Vec3d size{held(parent.scale.x * scale.x), held(parent.scale.y * scale.y), held(parent.scale.z * scale.z)};
    if (same_size(parent.scale)) {
        // A mirror in front of a rotation is the rotation about the mirrored axis behind it: D * R = (D * R * D) * D.
        const Vec3d mirror{std::copysign(1.0, parent.scale.x), std::copysign(1.0, parent.scale.y),
                           std::copysign(1.0, parent.scale.z)};
        const double handed = mirror.x * mirror.y * mirror.z;
        const Quatd mirrored{rotation.x * mirror.x * handed, rotation.y * mirror.y * handed,
                             rotation.z * mirror.z * handed, rotation.w};
        return {normalized(multiplied(parent.rotation, mirrored)), size, true};
    }
    const bool turned = rotation.x != 0.0 || rotation.y != 0.0 || rotation.z != 0.0;
    return turned ? Unsheared{} : Unsheared{parent.rotation, size, true};
}

}  // namespace

General child_of(const General& parent, const Vec3d& position, const Quatd& rotation, const Vec3d& scale) noexcept {
    General node{parent.world * compose(position, rotation, scale), chain(parent.parts, rotation, scale)};
    hold_finite(node.world);
    return node;
}

void set_pose(NodePose& pose, const General& node) noexcept {
    if (!node.parts.valid || !(pose.right_rotation == Quatf{})) {
        pose = decompose(node.world, &pose);
        return;
    }
    const auto& m = node.world.m;
    pose.left_rotation = narrowed(on_side_of(widened(pose.left_rotation), node.parts.rotation));
    pose.scale = narrowed(node.parts.scale);
    pose.translation = narrowed(Vec3d{m[0][3], m[1][3], m[2][3]});
}

}  // namespace emoted::animation
