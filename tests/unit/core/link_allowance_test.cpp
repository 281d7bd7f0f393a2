#include "link_allowance.hpp"

#include <emoted/core/limits.hpp>

#include <catch2/catch.hpp>

using namespace emoted;
using core::LinkAllowance;
using core::limits::link_shows_burst_bytes;
using core::limits::link_shows_tick_bytes;

TEST_CASE("a link carries a burst of starts, then so many bytes in a tick, each link its own") {
    LinkAllowance allowance;
    CHECK(allowance.wait(1, link_shows_burst_bytes, 5) == TickCount(0));
    CHECK(allowance.take(1, link_shows_burst_bytes, 5));
    CHECK(allowance.wait(1, 1, 5) == TickCount(1));
    CHECK_FALSE(allowance.take(1, 1, 5));
    CHECK(allowance.take(2, link_shows_burst_bytes, 5));

    CHECK(allowance.wait(1, 2 * link_shows_tick_bytes, 5) == TickCount(2));
    CHECK(allowance.wait(1, 2 * link_shows_tick_bytes + 1, 5) == TickCount(3));
    CHECK_FALSE(allowance.take(1, 2 * link_shows_tick_bytes, 6));
    CHECK(allowance.take(1, 2 * link_shows_tick_bytes, 7));
    CHECK_FALSE(allowance.take(1, 1, 7));

    // What is not used does not grow beyond the burst.
    CHECK(allowance.take(1, link_shows_burst_bytes, 1'000'000));
    CHECK_FALSE(allowance.take(1, 1, 1'000'000));
    allowance.forget(1);
    CHECK(allowance.take(1, 1, 1'000'000));
}
