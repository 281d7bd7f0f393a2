#include "cooldowns.hpp"

#include <catch2/catch.hpp>

using namespace emoted;
using core::Cooldowns;

TEST_CASE("D12: a cooldown is of one player and one emote and ends on time") {
    Cooldowns cooldowns;
    const Uuid anna{{1}};
    const Uuid bert{{2}};
    cooldowns.start(anna, "t:a", 10, TickCount(5));
    CHECK(cooldowns.remaining(anna, "t:a", 10) == TickCount(5));
    CHECK(cooldowns.remaining(anna, "t:a", 14) == TickCount(1));
    CHECK(cooldowns.remaining(anna, "t:a", 15) == TickCount(0));
    CHECK(cooldowns.remaining(anna, "t:b", 10) == TickCount(0));
    CHECK(cooldowns.remaining(bert, "t:a", 10) == TickCount(0));
}

TEST_CASE("a cooldown of no ticks is none, and what has run out is forgotten") {
    Cooldowns cooldowns;
    cooldowns.start(Uuid{}, "t:a", 0, TickCount(0));
    CHECK(cooldowns.size() == 0);
    cooldowns.start(Uuid{}, "t:a", 0, TickCount(5));
    cooldowns.start(Uuid{}, "t:b", 0, TickCount(6));
    cooldowns.sweep(5);
    CHECK(cooldowns.size() == 1);
    CHECK(cooldowns.remaining(Uuid{}, "t:b", 5) == TickCount(1));
}
