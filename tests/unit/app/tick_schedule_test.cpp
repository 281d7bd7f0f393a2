#include <emoted/app/tick_schedule.hpp>

#include <catch2/catch.hpp>

using emoted::app::TickSchedule;
using namespace std::chrono_literals;

namespace {
const TickSchedule::Clock::time_point start{};
}

TEST_CASE("a tick is due every 50 ms on an absolute schedule") {
    TickSchedule schedule(start, 10);
    CHECK_FALSE(schedule.take(start));
    CHECK_FALSE(schedule.take(start + 50ms - 1ns));
    CHECK(schedule.take(start + 50ms));
    CHECK_FALSE(schedule.take(start + 50ms));
    // A late tick does not move the next one.
    CHECK(schedule.take(start + 130ms));
    CHECK(schedule.next() == start + 150ms);
    CHECK(schedule.skipped() == 0);
}

TEST_CASE("late ticks are caught up to the bound") {
    TickSchedule schedule(start, 3);
    // Ticks 1 to 4 are due: one in time and three late ones.
    const auto now = start + 200ms;
    for (int i = 0; i < 4; ++i) {
        CHECK(schedule.take(now));
    }
    CHECK_FALSE(schedule.take(now));
    CHECK(schedule.skipped() == 0);
    CHECK(schedule.next() == start + 250ms);
}

TEST_CASE("D52: what is later than the bound is skipped and counted, and the schedule keeps its phase") {
    TickSchedule schedule(start, 3);
    const auto now = start + 1020ms;  // 20 are due
    int taken = 0;
    while (schedule.take(now)) {
        ++taken;
    }
    CHECK(taken == 4);
    CHECK(schedule.skipped() == 16);
    CHECK(schedule.next() == start + 1050ms);
}

TEST_CASE("without catch-up every late tick is skipped") {
    TickSchedule schedule(start, 0);
    CHECK(schedule.take(start + 500ms));
    CHECK_FALSE(schedule.take(start + 500ms));
    CHECK(schedule.skipped() == 9);
}
