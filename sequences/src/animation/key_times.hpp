// The rules that the keys of every channel keep: the first at 0, strictly rising, none past the end (format section
// 4.3).
#pragma once

#include "animation/build_report.hpp"

#include <emoted/sequences/units.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace emoted::animation {

class KeyTimes {
public:
    KeyTimes(std::optional<TickCount> duration, BuildReport& report) : duration_(duration), report_(report) {}

    void check(const std::optional<TickCount>& time, const Pointer& track, std::size_t index) {
        if (!time) {
            report_.incomplete();
            previous_.reset();
            return;
        }
        const auto fault = [&](std::string message, std::string expected) {
            report_.fault(track / index / "time", DiagnosticCode::invalid_timeline,
                          {.message = std::move(message), .expected = std::move(expected)});
        };
        if (index == 0 && time->value() != 0) {
            fault("the first key is not at the start", "\"0t\"");
        } else if (previous_ && *time <= *previous_) {
            fault("the key is not after the one before it, which is at " + std::to_string(previous_->value()) + "t",
                  "rising times");
        } else if (duration_ && *time > *duration_) {
            fault("the key is after the end", "at most the duration, " + std::to_string(duration_->value()) + "t");
        }
        previous_ = time;
    }

private:
    std::optional<TickCount> duration_;
    BuildReport& report_;
    std::optional<TickCount> previous_;
};

[[nodiscard]] inline std::int32_t to_tick(const std::optional<TickCount>& time) noexcept {
    return static_cast<std::int32_t>(time.value_or(TickCount(0)).value());
}

}  // namespace emoted::animation
