#include <emoted/app/tick_schedule.hpp>

namespace emoted::app {

TickSchedule::TickSchedule(Clock::time_point start, std::uint32_t max_catch_up) noexcept
    : next_(start + period), max_catch_up_(max_catch_up) {}

bool TickSchedule::take(Clock::time_point now) noexcept {
    if (now < next_) {
        return false;
    }
    const auto behind = (now - next_) / period;
    if (behind > max_catch_up_) {
        // Whole periods, so that the schedule keeps its phase.
        const auto given_up = behind - max_catch_up_;
        skipped_ += static_cast<std::uint64_t>(given_up);
        next_ += given_up * period;
    }
    next_ += period;
    return true;
}

}  // namespace emoted::app
