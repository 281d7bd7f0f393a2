#include <emoted/net/handshake_backoff.hpp>

#include <catch2/catch.hpp>

using emoted::net::HandshakeBackoff;
using namespace std::chrono_literals;

namespace {
const HandshakeBackoff::TimePoint start{1h};
}

TEST_CASE("the first failures cost nothing, then the wait doubles up to a minute") {
    HandshakeBackoff backoff;
    for (int i = 0; i < 3; ++i) {
        backoff.failed("10.0.0.1", start);
        CHECK(backoff.wait("10.0.0.1", start) == 0s);
    }
    backoff.failed("10.0.0.1", start);
    CHECK(backoff.wait("10.0.0.1", start) == 1s);
    CHECK(backoff.wait("10.0.0.1", start + 400ms) == 600ms);
    CHECK(backoff.wait("10.0.0.1", start + 1s) == 0s);
    backoff.failed("10.0.0.1", start + 1s);
    CHECK(backoff.wait("10.0.0.1", start + 1s) == 2s);
    for (int i = 0; i < 50; ++i) {
        backoff.failed("10.0.0.1", start + 2s);
    }
    CHECK(backoff.wait("10.0.0.1", start + 2s) == 60s);
    // Nobody else waits.
    CHECK(backoff.wait("10.0.0.2", start + 2s) == 0s);
}

TEST_CASE("a success or a long silence clears the slate") {
    HandshakeBackoff backoff;
    for (int i = 0; i < 10; ++i) {
        backoff.failed("a", start);
        backoff.failed("b", start);
    }
    backoff.succeeded("a");
    CHECK(backoff.wait("a", start) == 0s);
    backoff.failed("b", start + 11min);
    CHECK(backoff.wait("b", start + 11min) == 0s);
}

TEST_CASE("a flood from many addresses holds a bounded number of entries") {
    HandshakeBackoff backoff;
    for (int i = 0; i < 4; ++i) {
        backoff.failed("first", start);
    }
    CHECK(backoff.wait("first", start) > 0s);
    for (std::size_t i = 0; i < HandshakeBackoff::max_addresses; ++i) {
        backoff.failed("address " + std::to_string(i), start + 1ms);
    }
    CHECK(backoff.wait("first", start + 1ms) == 0s);  // the oldest made room
}
