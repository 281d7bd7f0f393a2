#include "animation/rotation.hpp"

#include <emoted/sequences/sampling.hpp>

#include <cmath>
#include <numbers>

namespace emoted {
namespace animation {

Turn turn_between(const Quatd& from, const Quatd& to) noexcept {
    // D55: half a turn (a dot product of 0, up to rounding) goes as the quaternions stand.
    constexpr double half_turn_margin = -1e-6;
    const Quatd end = dot(from, to) < half_turn_margin ? negated(to) : to;
    const Quatd sum{from.x + end.x, from.y + end.y, from.z + end.z, from.w + end.w};
    const Quatd difference{end.x - from.x, end.y - from.y, end.z - from.z, end.w - from.w};
    // From both lengths: exact for small angles too, where the arc cosine is not.
    const double angle = 2.0 * std::atan2(std::sqrt(dot(difference, difference)), std::sqrt(dot(sum, sum)));
    const double sine = std::sin(angle);
    if (!(sine > 1e-9)) {
        return {{0, 0, 0, 0}, 0.0};
    }
    const double cosine = std::cos(angle);
    return {{(end.x - from.x * cosine) / sine, (end.y - from.y * cosine) / sine, (end.z - from.z * cosine) / sine,
             (end.w - from.w * cosine) / sine},
            angle};
}

Quatd turned(const Quatd& from, const Turn& turn, double way) noexcept {
    const double cosine = std::cos(way * turn.angle);
    const double sine = std::sin(way * turn.angle);
    const Quatd& aside = turn.aside;
    return {from.x * cosine + aside.x * sine, from.y * cosine + aside.y * sine, from.z * cosine + aside.z * sine,
            from.w * cosine + aside.w * sine};
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
    return animation::normalized(animation::turned(a, animation::turn_between(a, b), t));
}

}  // namespace emoted
