#include "stop_conditions.hpp"

#include "match_conditions.hpp"

namespace emoted::core {

using protocol::ActionKind;
using protocol::EndReason;

std::optional<EndReason> polled_stop(const Player& participant, const Standing& standing,
                                     const StopConditions& conditions) {
    if (!participant.alive() || participant.server != standing.server || participant.dimension != standing.dimension) {
        return EndReason::player_unavailable;
    }
    if (conditions.submerge && (participant.state->reported.flags & protocol::player_flag::eyes_in_water) != 0) {
        return EndReason::submerged;
    }
    if (conditions.movement_distance > 0 &&
        horizontal_distance(standing.moved_from, participant.position()) > conditions.movement_distance) {
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
