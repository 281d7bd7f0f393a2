#include "placement.hpp"

#include <cmath>
#include <cstddef>

namespace emoted::core {
namespace {

constexpr double pi = 3.14159265358979323846;

struct SinCos {
    double sin = 0, cos = 1;
};

// Exact at quarter turns, so that a scene along an axis has no dust in its positions.
SinCos sin_cos(double degrees) noexcept {
    const double wrapped = wrap_degrees(degrees);
    if (wrapped == 0) {
        return {0, 1};
    }
    if (wrapped == 90) {
        return {1, 0};
    }
    if (wrapped == -90) {
        return {-1, 0};
    }
    if (wrapped == -180) {
        return {0, -1};
    }
    const double radians = wrapped * pi / 180;
    return {std::sin(radians), std::cos(radians)};
}

constexpr std::uint8_t half_turn = 128;

}  // namespace

double wrap_degrees(double degrees) noexcept {
    const double wrapped = std::fmod(degrees + 180, 360);
    return wrapped < 0 ? wrapped + 180 : wrapped - 180;
}

std::uint8_t byte_angle(double degrees) noexcept {
    const auto steps = static_cast<std::int64_t>(std::floor(wrap_degrees(degrees) * 256 / 360 + 0.5));
    return static_cast<std::uint8_t>(steps & 0xFF);
}

std::uint8_t root_angle(double facing) noexcept {
    return static_cast<std::uint8_t>(byte_angle(facing) ^ half_turn);
}

double facing_of(std::uint8_t root_angle) noexcept {
    return wrap_degrees(static_cast<double>(root_angle ^ half_turn) * 360 / 256);
}

Vec3d placement_offset(const Placement& placement, double yaw) noexcept {
    if (!placement.local) {
        return placement.offset;
    }
    const auto [sin, cos] = sin_cos(yaw);
    const Vec3d& by = placement.offset;  // left, up, forward
    return {by.x * cos - by.z * sin, by.y, by.x * sin + by.z * cos};
}

double placement_yaw(const Placement& placement, double yaw) noexcept {
    return placement.yaw_relative ? yaw + placement.yaw : placement.yaw;
}

Vec3d turn_content(std::uint8_t root_angle, const Vec3d& local) noexcept {
    const auto [sin, cos] = sin_cos(-static_cast<double>(root_angle) * 360 / 256);
    return {local.x * cos + local.z * sin, local.y, local.z * cos - local.x * sin};
}

double follow_view(double view, double player_yaw, double deadzone) noexcept {
    const double difference = wrap_degrees(player_yaw - view);
    if (std::abs(difference) <= deadzone) {
        return view;
    }
    return view + difference - std::copysign(deadzone, difference);
}

SceneRoots::SceneRoots(const std::optional<Participants>& participants, const Vec3d& origin, double yaw) noexcept
    : origin_(origin), yaw_(yaw), view_(yaw) {
    roots_.fill({Vec3d{}, yaw});
    if (participants) {
        const auto resolve = [&](const Placement& placement) {
            return Resolved{placement_offset(placement, yaw), placement_yaw(placement, yaw)};
        };
        roots_[static_cast<std::size_t>(Space::initiator)] = resolve(participants->initiator);
        roots_[static_cast<std::size_t>(Space::partner)] = resolve(participants->partner);
    }
}

PlacedRoot SceneRoots::root(Space space) const noexcept {
    const Resolved& resolved = roots_[static_cast<std::size_t>(space)];
    return {{origin_.x + resolved.offset.x, origin_.y + resolved.offset.y, origin_.z + resolved.offset.z},
            root_angle(resolved.yaw + (view_ - yaw_))};
}

}  // namespace emoted::core
