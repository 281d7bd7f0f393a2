#include "start_limit.hpp"

#include <catch2/catch.hpp>

using namespace emoted;
using core::Settings;
using core::StartLimit;

namespace {

Settings::Starts three_in_ten() {
    Settings::Starts settings;
    settings.per_player = 3;
    settings.window = TickCount(10);
    return settings;
}

}  // namespace

TEST_CASE("a player may start so often in any window, and waits until the first start has left it") {
    StartLimit limit(three_in_ten());
    const Uuid anna{{1}};
    for (const std::uint64_t tick : {100U, 101U, 104U}) {
        CHECK(limit.remaining(anna, tick) == TickCount(0));
        limit.count(anna, tick);
    }
    CHECK(limit.remaining(anna, 104) == TickCount(6));
    CHECK(limit.remaining(anna, 109) == TickCount(1));
    CHECK(limit.remaining(anna, 110) == TickCount(0));
    limit.count(anna, 110);
    // The window slides: now it is the start at 101 that stands in the way.
    CHECK(limit.remaining(anna, 110) == TickCount(1));
    CHECK(limit.remaining(anna, 111) == TickCount(0));
    CHECK(limit.remaining(Uuid{{2}}, 110) == TickCount(0));
}

TEST_CASE("a limit of 0 is none and remembers nothing") {
    Settings::Starts settings = three_in_ten();
    settings.per_player = 0;
    StartLimit limit(settings);
    for (int i = 0; i < 100; ++i) {
        limit.count(Uuid{}, 5);
    }
    CHECK(limit.remaining(Uuid{}, 5) == TickCount(0));
    CHECK(limit.size() == 0);
}

TEST_CASE("players whose starts have left the window are forgotten") {
    StartLimit limit(three_in_ten());
    limit.count(Uuid{{1}}, 5);
    limit.count(Uuid{{2}}, 6);
    limit.sweep(15);
    CHECK(limit.size() == 1);
    limit.sweep(16);
    CHECK(limit.size() == 0);
}
