// What Molang programs can ask about the player who plays, and what they may cost (format section 7, D19 to D22).
//
// Values only; safe to use from any thread.
#pragma once

#include <emoted/sequences/units.hpp>

#include <cstdint>

namespace emoted::molang {

// A program of a clip's script.
using ProgramIndex = Index<struct ProgramTag>;

// Always about the initiator. Flags are 0 or 1; what nobody knows is 0. Named as in the format: q.<name>.
struct PlayerQueries {
    // Degrees. Yaw and pitch of the look; x is up and down, y is left and right.
    double target_x_rotation = 0;      // pitch of the head
    double target_y_rotation = 0;      // of the head against the body, -180..180
    double body_x_rotation = 0;        // 0: bodies stand upright
    double body_y_rotation = 0;        // -180..180
    double head_x_rotation = 0;        // pitch of the head
    double head_y_rotation = 0;        // -180..180
    double eye_target_x_rotation = 0;  // as target
    double eye_target_y_rotation = 0;
    double ground_speed = 0;             // blocks a second, horizontal
    double vertical_speed = 0;           // blocks a second, up is positive
    double modified_distance_moved = 0;  // blocks walked since the playback began
    double walk_distance = 0;            // likewise
    double is_moving = 0;
    double is_on_ground = 0;
    double is_sneaking = 0;
    double is_sprinting = 0;
    double is_swimming = 0;
    double is_gliding = 0;
    double is_riding = 0;
    double is_using_item = 0;
    double is_sleeping = 0;
    double is_emoting = 0;
    double item_is_charged = 0;
    double sleep_rotation = 0;  // degrees
    double is_on_fire = 0;
    double is_in_water = 0;
    double health = 0;  // half hearts
    double max_health = 0;
    double is_alive = 0;
    double is_spectator = 0;
    double head_is_in_water = 0;
    double is_in_lava = 0;
    double is_in_water_or_rain = 0;
    double hurt_time = 0;                    // ticks
    double death_ticks = 0;                  // ticks
    double invulnerable_ticks = 0;           // ticks
    double player_level = 0;                 // experience levels
    double item_in_use_duration = 0;         // seconds
    double item_remaining_use_duration = 0;  // seconds
    double item_max_use_duration = 0;        // seconds
};

// How many steps may still be taken: one for each evaluated syntax node, n for a roll of n dice. Below zero: there were
// too few, and what was being evaluated has no value.
struct StepBudget {
    std::int64_t left = 0;
    [[nodiscard]] bool exhausted() const noexcept { return left < 0; }
};

}  // namespace emoted::molang
