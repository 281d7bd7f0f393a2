#include "match_conditions.hpp"

#include "placement.hpp"

#include <emoted/core/limits.hpp>

#include <cmath>

namespace emoted::core {
namespace {

constexpr double pi = 3.14159265358979323846;

// Purely horizontal: pitch is ignored. (dx, dz) leads to the other and is `distance` long.
bool faces(double yaw, double dx, double dz, double distance) noexcept {
    const double radians = wrap_degrees(yaw) * pi / 180;
    const double along = (-std::sin(radians) * dx + std::cos(radians) * dz) / distance;
    return along >= std::cos(limits::match_facing_degrees * pi / 180) - limits::match_facing_epsilon;
}

}  // namespace

double horizontal_distance(const Vec3d& a, const Vec3d& b) noexcept {
    const double dx = b.x - a.x;
    const double dz = b.z - a.z;
    return std::sqrt(dx * dx + dz * dz);
}

std::optional<protocol::JoinFailure> first_failure(const Player& initiator, const Player& joiner,
                                                   const OfferStanding& offer, std::uint64_t tick,
                                                   const Settings::Matching& settings) {
    using protocol::JoinFailure;
    if (!initiator.alive() || !joiner.alive()) {
        return JoinFailure::dead;
    }
    if (!offer.same_version) {
        return JoinFailure::older_version;
    }
    if (offer.reserved_by_other) {
        return JoinFailure::reserved;
    }
    // A player whose proxy is lost is nowhere to be seen, however young the last report is.
    if (!initiator.link || !joiner.link || !initiator.state_fresh(tick, settings.max_state_age) ||
        !joiner.state_fresh(tick, settings.max_state_age)) {
        return JoinFailure::stale_state;
    }
    const Vec3d& from = initiator.position();
    const Vec3d& to = joiner.position();
    if (std::abs(to.y - from.y) > limits::match_vertical) {
        return JoinFailure::too_high;
    }
    const double dx = to.x - from.x;
    const double dz = to.z - from.z;
    const double squared = dx * dx + dz * dz;
    if (squared > limits::match_horizontal * limits::match_horizontal) {
        return JoinFailure::too_far;
    }
    if (squared <= limits::match_same_spot_squared) {
        return JoinFailure::same_spot;
    }
    const double distance = std::sqrt(squared);
    if (!faces(initiator.yaw(), dx, dz, distance) || !faces(joiner.yaw(), -dx, -dz, distance)) {
        return JoinFailure::facing;
    }
    return std::nullopt;
}

}  // namespace emoted::core
