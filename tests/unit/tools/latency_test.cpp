#include "emote_load/latency.hpp"

#include <catch2/catch.hpp>

using emoted::load::Latency;
using namespace std::chrono_literals;

TEST_CASE("percentiles are samples, by nearest rank") {
    Latency latency;
    CHECK(latency.percentile(0.5) == 0ns);
    CHECK(latency.summary() == "no samples");
    for (int i = 100; i >= 1; --i) {
        latency.add(std::chrono::milliseconds(i));
    }
    CHECK(latency.percentile(0.5) == 50ms);
    CHECK(latency.percentile(0.95) == 95ms);
    CHECK(latency.percentile(0.99) == 99ms);
    CHECK(latency.percentile(1) == 100ms);
    CHECK(latency.percentile(0.001) == 1ms);
}
