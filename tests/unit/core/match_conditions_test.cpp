#include "match_conditions.hpp"

#include <catch2/catch.hpp>

using namespace emoted;
using namespace emoted::core;
using protocol::JoinFailure;

namespace {

Player at(Vec3d position, float yaw) {
    Player player;
    player.link = 1;
    protocol::PlayerState state;
    state.position = position;
    state.head_yaw = yaw;
    player.state = KnownState{state, 100, 0};
    return player;
}

std::optional<JoinFailure> failure(const Player& initiator, const Player& joiner, const OfferStanding& offer = {},
                                   std::uint64_t tick = 100) {
    return first_failure(initiator, joiner, offer, tick, Settings::Matching{});
}

}  // namespace

TEST_CASE("matching conditions: distance, height, same spot and facing") {
    struct Case {
        Vec3d to;
        float initiator_yaw, joiner_yaw;
        std::optional<JoinFailure> expected;
    };
    const auto one = GENERATE(values<Case>({
        {{0, 0, 1.2}, 0, 180, std::nullopt},
        {{0, 0, 2.0}, 0, 180, std::nullopt},
        {{0, 0, 2.01}, 0, 180, JoinFailure::too_far},
        {{0, 1.0, 1.2}, 0, 180, std::nullopt},
        {{0, 1.01, 1.2}, 0, 180, JoinFailure::too_high},
        {{0, -1.01, 1.2}, 0, 180, JoinFailure::too_high},
        {{0, 0, 0}, 0, 180, JoinFailure::same_spot},
        {{0, 0, 1e-4}, 0, 180, JoinFailure::same_spot},
        {{0, 0, 1.2}, 90, 180, JoinFailure::facing},
        {{0, 0, 1.2}, 0, 90, JoinFailure::facing},
        {{-1, 0, 1}, 45, -135, std::nullopt},
        {{0, 0, 1}, 45, 180, std::nullopt},
        {{0, 0, 1}, 46, 180, JoinFailure::facing},
        {{0, 0, 1}, 0, 135, std::nullopt},
        {{0, 0, 1}, 0, 134, JoinFailure::facing},
        {{0, 0, 1}, 360, 540, std::nullopt},
    }));
    CHECK(failure(at({}, one.initiator_yaw), at(one.to, one.joiner_yaw)) == one.expected);
}

TEST_CASE("D8: the first failing condition is named, in this order") {
    Player initiator = at({}, 0);
    Player joiner = at({0, 1.5, 5}, 0);
    OfferStanding offer{false, true};
    initiator.state->reported.flags = 0;
    CHECK(failure(initiator, joiner, offer, 300) == JoinFailure::dead);
    initiator.state->reported.flags = protocol::player_flag::alive;
    CHECK(failure(initiator, joiner, offer, 300) == JoinFailure::older_version);
    offer.same_version = true;
    CHECK(failure(initiator, joiner, offer, 300) == JoinFailure::reserved);
    offer.reserved_by_other = false;
    CHECK(failure(initiator, joiner, offer, 300) == JoinFailure::stale_state);
    CHECK(failure(initiator, joiner, offer) == JoinFailure::too_high);
    joiner.state->reported.position = {0, 0, 5};
    CHECK(failure(initiator, joiner, offer) == JoinFailure::too_far);
    joiner.state->reported.position = {};
    CHECK(failure(initiator, joiner, offer) == JoinFailure::same_spot);
    joiner.state->reported.position = {0, 0, 1};
    CHECK(failure(initiator, joiner, offer) == JoinFailure::facing);
    joiner.state->reported.head_yaw = 180;
    CHECK(failure(initiator, joiner, offer) == std::nullopt);
}

TEST_CASE("D11: both states must be younger than five seconds, their age at the proxy included") {
    const Player fresh = at({}, 0);
    Player other = at({0, 0, 1}, 180);
    CHECK(failure(fresh, other, {}, 199) == std::nullopt);
    CHECK(failure(fresh, other, {}, 200) == JoinFailure::stale_state);
    other.state->age_ms = 50;
    CHECK(failure(fresh, other, {}, 198) == std::nullopt);
    CHECK(failure(fresh, other, {}, 199) == JoinFailure::stale_state);
    other.state->age_ms = 0;
    other.link.reset();  // their proxy is lost
    CHECK(failure(fresh, other) == JoinFailure::stale_state);
}
