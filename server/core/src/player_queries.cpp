#include "player_queries.hpp"

#include "placement.hpp"

#include <cmath>

namespace emoted::core {
namespace {

// Below this, squared, a player stands (format section 7).
constexpr double least_movement_squared = 1e-10;

void set_vitals(molang::PlayerQueries& queries, const protocol::Vitals& vitals) noexcept {
    const auto seconds = [](std::uint32_t ticks) { return static_cast<double>(ticks) / ticks_per_second; };
    queries.health = static_cast<double>(vitals.health);
    queries.max_health = static_cast<double>(vitals.max_health);
    queries.hurt_time = vitals.hurt_time;
    queries.death_ticks = vitals.death_ticks;
    queries.invulnerable_ticks = vitals.invulnerable_ticks;
    queries.player_level = vitals.level;
    queries.item_in_use_duration = seconds(vitals.item_in_use_duration);
    queries.item_remaining_use_duration = seconds(vitals.item_remaining_use_duration);
    queries.item_max_use_duration = seconds(vitals.item_max_use_duration);
    queries.sleep_rotation = static_cast<double>(vitals.sleep_rotation);
}

}  // namespace

void Movement::move_to(const Vec3d& at) noexcept {
    last_ = {at.x - at_.x, at.y - at_.y, at.z - at_.z};
    walked_ += std::hypot(last_.x, last_.z);
    at_ = at;
}

molang::PlayerQueries player_queries(const Player& player, const Movement& movement) noexcept {
    const protocol::PlayerState& state = player.state->reported;
    molang::PlayerQueries queries;
    const double head = wrap_degrees(static_cast<double>(state.head_yaw));
    const double body = wrap_degrees(static_cast<double>(state.body_yaw.value_or(state.head_yaw)));
    queries.head_x_rotation = static_cast<double>(state.pitch);
    queries.head_y_rotation = head;
    queries.body_y_rotation = body;
    queries.target_x_rotation = queries.head_x_rotation;
    queries.target_y_rotation = wrap_degrees(head - body);
    queries.eye_target_x_rotation = queries.target_x_rotation;
    queries.eye_target_y_rotation = queries.target_y_rotation;

    const Vec3d& moved = movement.last();
    queries.ground_speed = std::hypot(moved.x, moved.z) * ticks_per_second;
    queries.vertical_speed = moved.y * ticks_per_second;
    const double squared = moved.x * moved.x + moved.y * moved.y + moved.z * moved.z;
    queries.is_moving = squared > least_movement_squared ? 1 : 0;
    queries.modified_distance_moved = movement.walked();
    queries.walk_distance = movement.walked();

    namespace flag = protocol::player_flag;
    const auto is = [&state](std::uint32_t bit) { return (state.flags & bit) != 0 ? 1.0 : 0.0; };
    queries.is_alive = is(flag::alive);
    queries.is_on_ground = is(flag::on_ground);
    queries.is_sneaking = is(flag::sneaking);
    queries.is_sprinting = is(flag::sprinting);
    queries.is_swimming = is(flag::swimming);
    queries.is_gliding = is(flag::gliding);
    queries.is_riding = is(flag::riding);
    queries.is_using_item = is(flag::using_item);
    queries.is_sleeping = is(flag::sleeping);
    queries.is_on_fire = is(flag::on_fire);
    queries.is_in_water = is(flag::in_water);
    queries.head_is_in_water = is(flag::eyes_in_water);
    queries.is_in_lava = is(flag::in_lava);
    queries.is_in_water_or_rain = is(flag::in_water_or_rain);
    queries.is_spectator = is(flag::spectator);
    queries.item_is_charged = is(flag::item_charged);
    queries.is_emoting = 1;
    if (state.vitals) {
        set_vitals(queries, *state.vitals);
    }
    return queries;
}

}  // namespace emoted::core
