// What ends a playback besides its own end (format section 6).
//
// Pure. Conditions from states are polled once a tick; actions act when they arrive (D37).
#pragma once

#include "player.hpp"

#include <emoted/protocol/messages.hpp>
#include <emoted/sequences/clip.hpp>

#include <optional>
#include <string_view>

namespace emoted::core {

// Where and how a participant takes part.
struct Standing {
    std::string_view server;
    std::string_view dimension;
    Vec3d moved_from;
};

// In this order: unavailable, submerged, moved.
[[nodiscard]] std::optional<protocol::EndReason> polled_stop(const Player& participant, const Standing& standing,
                                                             const StopConditions& conditions);
[[nodiscard]] std::optional<protocol::EndReason> action_stop(const protocol::PlayerAction& action,
                                                             const StopConditions& conditions);

}  // namespace emoted::core
