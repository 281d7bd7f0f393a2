#include "stop_conditions.hpp"

#include "match_conditions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace emoted::core {

using protocol::ActionKind;
using protocol::EndReason;

namespace {

// Exactly the distance must pass wherever in the world it is walked: a coordinate is off by up to half of its last
// place, so a distance of two points by up to one and a half.
double rounding(const Vec3d& a, const Vec3d& b) noexcept {
    const double furthest = std::max({std::abs(a.x), std::abs(a.z), std::abs(b.x), std::abs(b.z)});
    return 2 * (std::nextafter(furthest, std::numeric_limits<double>::infinity()) - furthest);
}

}  // namespace

std::optional<EndReason> polled_stop(const Player& participant, const Standing& standing,
                                     const StopConditions& conditions) {
    if (!participant.alive() || participant.server != standing.server || participant.dimension != standing.dimension) {
        return EndReason::player_unavailable;
    }
    if (conditions.submerge && (participant.state->reported.flags & protocol::player_flag::eyes_in_water) != 0) {
        return EndReason::submerged;
    }
    if (conditions.movement_distance > 0 &&
        horizontal_distance(standing.moved_from, participant.position()) >
            conditions.movement_distance + rounding(standing.moved_from, participant.position())) {
        return EndReason::moved;
    }
    return std::nullopt;
}

std::optional<EndReason> action_stop(const protocol::PlayerAction& action, const StopConditions& conditions) {
    const auto when = [](bool condition, EndReason reason) {
        return condition ? std::optional<EndReason>(reason) : std::nullopt;
    };
    switch (action.kind) {
        case ActionKind::jump:
            return when(conditions.jump, EndReason::jumped);
        case ActionKind::ride:
            return when(conditions.ride, EndReason::mounted);
        case ActionKind::damage:
            // Only damage really taken counts.
            return when(conditions.damage && action.amount.value_or(1) > 0, EndReason::damaged);
        case ActionKind::attack:
            return when(conditions.attack, EndReason::attacked);
        case ActionKind::game_mode_change:
            return when(conditions.game_mode_change, EndReason::game_mode_changed);
        case ActionKind::death:
            return EndReason::player_unavailable;
    }
    return std::nullopt;
}

}  // namespace emoted::core
