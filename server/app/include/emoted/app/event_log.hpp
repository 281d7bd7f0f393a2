// Turns what happens in the world into log lines.
//
// The world's thread calls it.
#pragma once

#include <emoted/app/log.hpp>
#include <emoted/core/network.hpp>

#include <string_view>

namespace emoted::app {

// "playback ended", "partner matched" ...
[[nodiscard]] std::string_view message_of(core::WorldEvent::Kind kind) noexcept;
[[nodiscard]] LogLevel level_of(core::WorldEvent::Kind kind) noexcept;
// Every value that is known, empty ones included (they are left out of the line).
[[nodiscard]] LogFields fields_of(const core::WorldEvent& event);

void log_event(Log& log, const core::WorldEvent& event);

}  // namespace emoted::app
