// When the next tick is due: an absolute schedule, so that a late tick does not move the ones after it.
//
// A value for one thread. Pure arithmetic: the moment is an argument; only the tick loop reads a clock.
//
// Late ticks are caught up, but at most `max_catch_up` of them: what is later than that is skipped, the schedule is
// re-anchored and the skipped ticks are counted. A skipped tick is time that the world never sees; tick numbers stay
// without a gap (D52).
#pragma once

#include <chrono>
#include <cstdint>

namespace emoted::app {

class TickSchedule {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds period{50};

    // The first tick is due one period after `start`.
    TickSchedule(Clock::time_point start, std::uint32_t max_catch_up) noexcept;

    [[nodiscard]] Clock::time_point next() const noexcept { return next_; }
    // Whether a tick is due at `now`; if so it is taken and next() moves on.
    [[nodiscard]] bool take(Clock::time_point now) noexcept;
    // Ticks given up so far.
    [[nodiscard]] std::uint64_t skipped() const noexcept { return skipped_; }

private:
    Clock::time_point next_;
    std::uint32_t max_catch_up_;
    std::uint64_t skipped_ = 0;
};

}  // namespace emoted::app
