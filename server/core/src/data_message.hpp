// Changed entity data of displays as it travels.
#pragma once

#include <emoted/protocol/messages.hpp>
#include <emoted/sequences/playback.hpp>

#include <span>
#include <vector>

namespace emoted::core {

// Whether its content differs or not, a text travels whole: its options are part of it.
[[nodiscard]] protocol::DisplayUpdate display_update(const DataUpdate& update);
// In as many parts as packets ask for, in order.
[[nodiscard]] std::vector<std::vector<protocol::DisplayUpdate>> display_updates(std::span<const DataUpdate> data);

}  // namespace emoted::core
