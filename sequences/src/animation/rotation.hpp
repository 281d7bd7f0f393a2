// What the animation code does with rotations besides the public euler_xyz_degrees() and slerp().
#pragma once

#include <emoted/sequences/units.hpp>

namespace emoted::animation {

// Columns of a rotation matrix: column[i] is where axis i goes.
struct Rotation {
    Vec3d column[3];
};

[[nodiscard]] constexpr double dot(const Vec3d& a, const Vec3d& b) noexcept {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
[[nodiscard]] constexpr double dot(const Quatd& a, const Quatd& b) noexcept {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
[[nodiscard]] constexpr Vec3d cross(const Vec3d& a, const Vec3d& b) noexcept {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
[[nodiscard]] constexpr Vec3d scaled(const Vec3d& v, double factor) noexcept {
    return {v.x * factor, v.y * factor, v.z * factor};
}
[[nodiscard]] constexpr Vec3d minus(const Vec3d& a, const Vec3d& b) noexcept {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
[[nodiscard]] constexpr Quatd negated(const Quatd& q) noexcept {
    return {-q.x, -q.y, -q.z, -q.w};
}
[[nodiscard]] constexpr Quatd conjugated(const Quatd& q) noexcept {
    return {-q.x, -q.y, -q.z, q.w};
}
[[nodiscard]] constexpr Quatd widened(const Quatf& q) noexcept {
    return {q.x, q.y, q.z, q.w};
}
// To the precision of a pose. Adding zero makes -0 into 0, so that equal poses are equal bytes too.
[[nodiscard]] constexpr float narrowed(double value) noexcept {
    return static_cast<float>(value) + 0.0F;
}
[[nodiscard]] constexpr Quatf narrowed(const Quatd& q) noexcept {
    return {narrowed(q.x), narrowed(q.y), narrowed(q.z), narrowed(q.w)};
}
[[nodiscard]] constexpr Vec3f narrowed(const Vec3d& v) noexcept {
    return {narrowed(v.x), narrowed(v.y), narrowed(v.z)};
}

[[nodiscard]] double length(const Vec3d& v) noexcept;
// First b, then a.
[[nodiscard]] Quatd multiplied(const Quatd& a, const Quatd& b) noexcept;
// The identity for a quaternion of no length.
[[nodiscard]] Quatd normalized(const Quatd& q) noexcept;
[[nodiscard]] Rotation to_rotation(const Quatd& unit) noexcept;
// Columns must be orthonormal and right-handed.
[[nodiscard]] Quatd to_quaternion(const Rotation& rotation) noexcept;
// q or -q, whichever is on the side of `like`: both turn alike, but components then move evenly from tick to tick.
[[nodiscard]] Quatd on_side_of(const Quatd& like, const Quatd& q) noexcept;

}  // namespace emoted::animation
