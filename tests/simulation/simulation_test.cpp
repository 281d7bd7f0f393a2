#include "simulation.hpp"

#include <catch2/catch.hpp>

using namespace emoted::test;

namespace {

constexpr std::uint64_t ticks = 600;

std::string replay(std::uint64_t seed) {
    return "replay with: network_simulation --seed " + std::to_string(seed) + " --ticks " + std::to_string(ticks) +
           " --trace";
}

}  // namespace

TEST_CASE("the network keeps its promises under faults") {
    SimulationCount all;
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        INFO(replay(seed));
        SimulationCount count;
        REQUIRE_NOTHROW(count = Simulation(seed).run(ticks));
        all.starts += count.starts;
        all.matches += count.matches;
        all.timeouts += count.timeouts;
    }
    // The days were bad, not empty.
    CHECK(all.starts > 1'000);
    CHECK(all.matches > 100);
    CHECK(all.timeouts > 50);
}

TEST_CASE("the same seed makes the same run, byte for byte") {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        INFO(replay(seed));
        const SimulationCount first = Simulation(seed).run(ticks);
        const SimulationCount second = Simulation(seed).run(ticks);
        CHECK(first.messages == second.messages);
        CHECK(first.fingerprint == second.fingerprint);
    }
}
