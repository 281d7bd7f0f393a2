// What an operator may set about the world; config/ fills it, its ranges and help are there.
//
// Plain values; set before the world is made.
#pragma once

#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/units.hpp>

#include <cstdint>

namespace emoted::core {

struct Settings {
    struct Matching {
        // Both players' states must be younger than this to match (D11).
        TickCount max_state_age{100};
        // A line-of-sight query that is not answered in this time counts as unknown (D38).
        TickCount line_of_sight_timeout{4};
        // An answer counts this long for its ordered pair (D38).
        TickCount line_of_sight_max_age{10};
    } matching;
    struct Viewers {
        // Blocks, horizontal and vertical, from a playback's scene to a viewer; hysteresis keeps a viewer at the edge
        // from flickering: one is added within `range` and removed beyond `range + hysteresis`.
        double range = 64;
        double hysteresis = 8;
    } viewers;
    // What one player may start by request in any `window`; 0 is unlimited. Admins are not counted.
    struct Starts {
        std::uint32_t per_player = 20;
        TickCount window{200};
    } starts;
    // How long the playbacks of a lost proxy's players go on (D30).
    TickCount proxy_grace{100};
    // Display entities alive per backend server, hidden ones and partner copies included; 0 is unlimited (D36).
    std::uint32_t max_displays = 16'384;
    // Molang steps of one playback and of all playbacks, in one tick (D21).
    std::int64_t molang_steps = Limits{}.molang_steps;
    std::int64_t molang_world_steps = Limits{}.molang_world_steps;
    // Entity data and commands of all playbacks, in any second (emoted::limits::max_data_bytes_per_second).
    std::int64_t data_bytes_per_second = Limits{}.data_bytes_per_second;
};

}  // namespace emoted::core
