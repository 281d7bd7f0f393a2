#include <emoted/net/handshake_backoff.hpp>

#include <catch2/catch.hpp>

using emoted::net::HandshakeBackoff;
using namespace std::chrono_literals;

namespace {
const HandshakeBackoff::TimePoint start{1h};
}

TEST_CASE("the first failures of a name cost nothing, then the wait doubles up to a minute") {
    HandshakeBackoff backoff;
    for (int i = 0; i < 3; ++i) {
        backoff.failed("10.0.0.1", "north", start);
        CHECK(backoff.wait("10.0.0.1", "north", start) == 0s);
    }
    backoff.failed("10.0.0.1", "north", start);
    CHECK(backoff.wait("10.0.0.1", "north", start) == 1s);
    CHECK(backoff.wait("10.0.0.1", "north", start + 400ms) == 600ms);
    CHECK(backoff.wait("10.0.0.1", "north", start + 1s) == 0s);
    backoff.failed("10.0.0.1", "north", start + 1s);
    CHECK(backoff.wait("10.0.0.1", "north", start + 1s) == 2s);
    for (int i = 0; i < 20; ++i) {
        backoff.failed("10.0.0.1", "north", start + 2s);
    }
    CHECK(backoff.wait("10.0.0.1", "north", start + 2s) == 60s);
    // Nobody else waits: neither other names at that address nor that name elsewhere.
    CHECK(backoff.wait("10.0.0.1", "south", start + 2s) == 0s);
    CHECK(backoff.wait("10.0.0.2", "north", start + 2s) == 0s);
}

TEST_CASE("an address has a budget of its own, whatever names it gives") {
    HandshakeBackoff backoff;
    for (int i = 0; i < 29; ++i) {
        backoff.failed("a", "name " + std::to_string(i), start);
        CHECK(backoff.wait("a", "another", start) == 0s);
    }
    backoff.failed("a", "name 29", start);
    CHECK(backoff.wait("a", "another", start) == 10s);
    CHECK(backoff.wait("b", "another", start) == 0s);
    CHECK(backoff.wait("a", "another", start + 10s) == 0s);
    // Used up: from now on one failure for each interval.
    backoff.failed("a", "name 30", start + 10s);
    CHECK(backoff.wait("a", "another", start + 10s) == 10s);
    // The success of one name does not pay for the guesses at others.
    backoff.succeeded("a", "another");
    CHECK(backoff.wait("a", "another", start + 10s) == 10s);
}

TEST_CASE("proxies that go on with an old secret never lock out the others behind their address") {
    HandshakeBackoff backoff;
    auto now = start;
    for (int minute = 0; minute < 120; ++minute, now += 1min) {
        for (const char* const stale : {"one", "two", "three", "four"}) {
            if (backoff.wait("nat", stale, now) == 0s) {
                backoff.failed("nat", stale, now);
            }
        }
        CHECK(backoff.wait("nat", "healthy", now) == 0s);
    }
}

TEST_CASE("a success or a long silence clears the slate of a name") {
    HandshakeBackoff backoff;
    for (int i = 0; i < 10; ++i) {
        backoff.failed("a", "north", start);
        backoff.failed("b", "north", start);
    }
    backoff.succeeded("a", "north");
    CHECK(backoff.wait("a", "north", start) == 0s);
    backoff.failed("b", "north", start + 11min);
    CHECK(backoff.wait("b", "north", start + 11min) == 0s);
}

TEST_CASE("a flood from many addresses holds a bounded number of entries") {
    HandshakeBackoff backoff;
    for (int i = 0; i < 4; ++i) {
        backoff.failed("first", "north", start);
    }
    for (int i = 0; i < 40; ++i) {
        backoff.failed("second", "name " + std::to_string(i), start);
    }
    CHECK(backoff.wait("first", "north", start) > 0s);
    CHECK(backoff.wait("second", "north", start) > 0s);
    for (std::size_t i = 0; i < HandshakeBackoff::max_entries; ++i) {
        backoff.failed("address " + std::to_string(i), "north", start + 1ms);
    }
    CHECK(backoff.wait("first", "north", start + 1ms) == 0s);  // the oldest name made room
    // An address with little to answer for makes room, not the one with most.
    CHECK(backoff.wait("second", "another", start + 1ms) > 0s);
}
