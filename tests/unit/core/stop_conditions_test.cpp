#include "stop_conditions.hpp"

#include <catch2/catch.hpp>

using namespace emoted;
using namespace emoted::core;
using protocol::ActionKind;
using protocol::EndReason;

namespace {

Player player_at(Vec3d position, std::uint32_t flags = protocol::player_flag::alive) {
    Player player;
    player.server = "lobby";
    player.dimension = "a:b";
    protocol::PlayerState state;
    state.position = position;
    state.flags = flags;
    player.state = KnownState{state, 0, 0};
    return player;
}

StopConditions all_on() {
    StopConditions conditions;
    conditions.movement_distance = 0.5;
    conditions.jump = conditions.submerge = conditions.ride = true;
    conditions.damage = conditions.attack = conditions.game_mode_change = true;
    return conditions;
}

}  // namespace

TEST_CASE("movement is horizontal, strictly more than the distance, and 0 never stops") {
    const auto [to, distance, stops] = GENERATE(table<Vec3d, double, bool>({
        {{0.5, 0, 0}, 0.5, false},
        {{0.51, 0, 0}, 0.5, true},
        {{0, 99, 0}, 0.5, false},
        {{0.3, 0, 0.4}, 0.5, false},
        {{0.31, 0, 0.4}, 0.5, true},
        {{100, 0, 0}, 0, false},
    }));
    StopConditions conditions;
    conditions.movement_distance = distance;
    const auto reason = polled_stop(player_at(to), {"lobby", "a:b", {}}, conditions);
    CHECK(reason == (stops ? std::optional(EndReason::moved) : std::nullopt));
}

TEST_CASE("exactly the distance is no movement beyond it, anywhere in the world") {
    StopConditions conditions;
    conditions.movement_distance = 0.1;
    for (const double far : {0.0, 0.3, 1'000.3, 1e6 + 0.7, 29'999'984.2, -29'999'984.3}) {
        for (const Vec3d& step : {Vec3d{0.1, 0, 0}, Vec3d{-0.1, 0, 0}, Vec3d{0, 5, 0.1}, Vec3d{0.06, 0, -0.08}}) {
            CAPTURE(far, step.x, step.z);
            const Vec3d from{far, 64, -far};
            const auto moved = [&](double factor) {
                const Vec3d to{from.x + step.x * factor, from.y + step.y, from.z + step.z * factor};
                return polled_stop(player_at(to), {"lobby", "a:b", from}, conditions);
            };
            CHECK_FALSE(moved(1));
            CHECK(moved(1.00001) == EndReason::moved);
        }
    }
}

TEST_CASE("unavailable comes before submerged, submerged before moved") {
    using namespace protocol::player_flag;
    const Standing here{"lobby", "a:b", {}};
    CHECK(polled_stop(player_at({9, 0, 0}, eyes_in_water), here, all_on()) == EndReason::player_unavailable);
    CHECK(polled_stop(player_at({9, 0, 0}, alive | eyes_in_water), here, all_on()) == EndReason::submerged);
    CHECK(polled_stop(player_at({9, 0, 0}, alive | in_water), here, all_on()) == EndReason::moved);
    CHECK(polled_stop(player_at({}), {"other", "a:b", {}}, {}) == EndReason::player_unavailable);
    CHECK(polled_stop(player_at({}), {"lobby", "b:c", {}}, {}) == EndReason::player_unavailable);
    CHECK(polled_stop(player_at({}, alive | eyes_in_water), here, {}) == std::nullopt);
}

TEST_CASE("D29: actions stop where the condition is set, and only then") {
    const auto [kind, reason] =
        GENERATE(table<ActionKind, EndReason>({{ActionKind::jump, EndReason::jumped},
                                               {ActionKind::ride, EndReason::mounted},
                                               {ActionKind::damage, EndReason::damaged},
                                               {ActionKind::attack, EndReason::attacked},
                                               {ActionKind::game_mode_change, EndReason::game_mode_changed}}));
    CHECK(action_stop({0, kind, std::nullopt}, all_on()) == reason);
    CHECK(action_stop({0, kind, std::nullopt}, {}) == std::nullopt);
}

TEST_CASE("damage counts if any was taken, death always ends") {
    CHECK(action_stop({0, ActionKind::damage, 0.0F}, all_on()) == std::nullopt);
    CHECK(action_stop({0, ActionKind::damage, 0.5F}, all_on()) == EndReason::damaged);
    CHECK(action_stop({0, ActionKind::death, std::nullopt}, {}) == EndReason::player_unavailable);
}
