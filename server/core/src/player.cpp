#include "player.hpp"

namespace emoted::core {
namespace {

constexpr std::uint64_t milliseconds_per_tick = 1'000 / ticks_per_second;
constexpr float default_eye_height = 1.62F;

}  // namespace

Vec3d Player::eyes() const noexcept {
    Vec3d at = position();
    at.y += static_cast<double>(state->reported.eye_height.value_or(default_eye_height));
    return at;
}

bool Player::state_fresh(std::uint64_t tick, TickCount limit) const noexcept {
    if (!state) {
        return false;
    }
    const std::uint64_t age_ms = (tick - state->confirmed_tick) * milliseconds_per_tick + state->age_ms;
    return age_ms < static_cast<std::uint64_t>(limit.value()) * milliseconds_per_tick;
}

}  // namespace emoted::core
