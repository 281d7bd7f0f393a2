// What the animation code does with rotations besides the public euler_xyz_degrees() and slerp().
#pragma once

#include <emoted/sequences/units.hpp>

#include <algorithm>
#include <cmath>

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

[[nodiscard]] inline double length(const Vec3d& v) noexcept {
    return std::sqrt(dot(v, v));
}
// First b, then a.
[[nodiscard]] inline Quatd multiplied(const Quatd& a, const Quatd& b) noexcept {
    return {
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
    };
}
// The identity for a quaternion of no length.
[[nodiscard]] inline Quatd normalized(const Quatd& q) noexcept {
    const double size = std::sqrt(dot(q, q));
    if (!(size > 0.0)) {
        return {};
    }
    const double inverse = 1.0 / size;
    return {q.x * inverse, q.y * inverse, q.z * inverse, q.w * inverse};
}
[[nodiscard]] inline Rotation to_rotation(const Quatd& q) noexcept {
    return {{
        {1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.z * q.w), 2 * (q.x * q.z - q.y * q.w)},
        {2 * (q.x * q.y - q.z * q.w), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z + q.x * q.w)},
        {2 * (q.x * q.z + q.y * q.w), 2 * (q.y * q.z - q.x * q.w), 1 - 2 * (q.x * q.x + q.y * q.y)},
    }};
}
// Columns must be orthonormal and right-handed.
[[nodiscard]] inline Quatd to_quaternion(const Rotation& rotation) noexcept {
    const auto& [x, y, z] = rotation.column;
    // The products of the quaternion's components with one of them, four times. The largest of them loses nothing to
    // cancellation; it is looked up, since a branch would be guessed wrong half of the time.
    const double trace = x.x + y.y + z.z;
    const Quatd products[4] = {
        {1 + x.x - y.y - z.z, x.y + y.x, x.z + z.x, y.z - z.y},
        {x.y + y.x, 1 + y.y - x.x - z.z, y.z + z.y, z.x - x.z},
        {x.z + z.x, y.z + z.y, 1 + z.z - x.x - y.y, x.y - y.x},
        {y.z - z.y, z.x - x.z, x.y - y.x, 1 + trace},
    };
    const int of_first = y.y > x.x ? 1 : 0;
    const double first = std::max(x.x, y.y);
    const int of_second = trace > z.z ? 3 : 2;
    const double second = std::max(trace, z.z);
    return normalized(products[first > second ? of_first : of_second]);
}
// q or -q, whichever is on the side of `like`: both turn alike, but components then move evenly from tick to tick.
[[nodiscard]] inline Quatd on_side_of(const Quatd& like, const Quatd& q) noexcept {
    return dot(like, q) < 0.0 ? negated(q) : q;
}

// The shortest way from one unit quaternion to another (D55), as slerp() goes it.
struct Turn {
    Quatd aside;         // unit and perpendicular to where the turn begins, or zero
    double angle = 0.0;  // between the quaternions, radians: half of what is turned through
};
[[nodiscard]] Turn turn_between(const Quatd& from, const Quatd& to) noexcept;
// `way` 0 is `from`, 1 the end of the turn.
[[nodiscard]] Quatd turned(const Quatd& from, const Turn& turn, double way) noexcept;

}  // namespace emoted::animation
