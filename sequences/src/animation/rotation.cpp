#include "animation/rotation.hpp"

#include <emoted/sequences/sampling.hpp>

#include <cmath>
#include <numbers>

namespace emoted {
namespace animation {

double length(const Vec3d& v) noexcept {
    return std::sqrt(dot(v, v));
}

Quatd multiplied(const Quatd& a, const Quatd& b) noexcept {
    return {
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
    };
}

Quatd normalized(const Quatd& q) noexcept {
    const double size = std::sqrt(dot(q, q));
    if (!(size > 0.0)) {
        return {};
    }
    return {q.x / size, q.y / size, q.z / size, q.w / size};
}

Rotation to_rotation(const Quatd& q) noexcept {
    return {{
        {1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.z * q.w), 2 * (q.x * q.z - q.y * q.w)},
        {2 * (q.x * q.y - q.z * q.w), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z + q.x * q.w)},
        {2 * (q.x * q.z + q.y * q.w), 2 * (q.y * q.z - q.x * q.w), 1 - 2 * (q.x * q.x + q.y * q.y)},
    }};
}

Quatd to_quaternion(const Rotation& rotation) noexcept {
    const auto& [x, y, z] = rotation.column;
    // Whichever component is largest is divided by, so that none is lost to cancellation.
    const double trace = x.x + y.y + z.z;
    Quatd q;
    if (trace >= x.x && trace >= y.y && trace >= z.z) {
        q = {y.z - z.y, z.x - x.z, x.y - y.x, 1 + trace};
    } else if (x.x >= y.y && x.x >= z.z) {
        q = {1 + x.x - y.y - z.z, x.y + y.x, x.z + z.x, y.z - z.y};
    } else if (y.y >= z.z) {
        q = {x.y + y.x, 1 + y.y - x.x - z.z, y.z + z.y, z.x - x.z};
    } else {
        q = {x.z + z.x, y.z + z.y, 1 + z.z - x.x - y.y, x.y - y.x};
    }
    return normalized(q);
}

Quatd on_side_of(const Quatd& like, const Quatd& q) noexcept {
    return dot(like, q) < 0.0 ? negated(q) : q;
}

}  // namespace animation

Quatd euler_xyz_degrees(Vec3d degrees) noexcept {
    constexpr double half_radian = std::numbers::pi / 360.0;
    const Quatd x{std::sin(degrees.x * half_radian), 0, 0, std::cos(degrees.x * half_radian)};
    const Quatd y{0, std::sin(degrees.y * half_radian), 0, std::cos(degrees.y * half_radian)};
    const Quatd z{0, 0, std::sin(degrees.z * half_radian), std::cos(degrees.z * half_radian)};
    return animation::multiplied(animation::multiplied(x, y), z);
}

Quatd slerp(const Quatd& a, const Quatd& b, double t) noexcept {
    // D55: half a turn (a dot product of 0, up to rounding) goes as the quaternions stand.
    constexpr double half_turn_margin = -1e-6;
    const Quatd to = animation::dot(a, b) < half_turn_margin ? animation::negated(b) : b;
    const Quatd sum{a.x + to.x, a.y + to.y, a.z + to.z, a.w + to.w};
    const Quatd difference{a.x - to.x, a.y - to.y, a.z - to.z, a.w - to.w};
    // From both lengths: exact for small angles too, where the arc cosine is not.
    const double angle =
        2.0 * std::atan2(std::sqrt(animation::dot(difference, difference)), std::sqrt(animation::dot(sum, sum)));
    const double whole = std::sin(angle);
    double from_weight = 1.0 - t;
    double to_weight = t;
    if (whole > 1e-9) {
        from_weight = std::sin((1.0 - t) * angle) / whole;
        to_weight = std::sin(t * angle) / whole;
    }
    return animation::normalized({a.x * from_weight + to.x * to_weight, a.y * from_weight + to.y * to_weight,
                                  a.z * from_weight + to.z * to_weight, a.w * from_weight + to.w * to_weight});
}

}  // namespace emoted
