// May these two be partners? The conditions of the page and of D8 to D11, without line of sight, which needs the world.
//
// Pure.
#pragma once

#include "player.hpp"

#include <emoted/core/settings.hpp>

#include <cstdint>
#include <optional>

namespace emoted::core {

// Of the feet, over x and z.
[[nodiscard]] double horizontal_distance(const Vec3d& a, const Vec3d& b) noexcept;

// What the offer itself says about joining it.
struct OfferStanding {
    bool same_version = true;
    bool reserved_by_other = false;
};

// The first condition that fails, in the order of D8. Both players are in one server and dimension (the caller looks
// nowhere else); the joiner has a state and is alive at the request, and may have died since.
[[nodiscard]] std::optional<protocol::JoinFailure> first_failure(const Player& initiator, const Player& joiner,
                                                                 const OfferStanding& offer, std::uint64_t tick,
                                                                 const Settings::Matching& settings);

}  // namespace emoted::core
