// Loads a daemon with simulated proxies and players and reports what they saw.
//
// Starts follow a schedule drawn from the seed before the run and never wait for the daemon; a latency counts from the
// planned moment, so a stall of the daemon (or of this tool, whose own lateness is reported too) cannot hide.
#pragma once

#include "load_client.hpp"

#include <chrono>
#include <cstdint>
#include <iosfwd>

namespace emoted::load {

struct LoadOptions {
    Target target;
    std::uint32_t players = 100;
    std::uint32_t proxies = 2;
    std::chrono::seconds duration{30};
    std::uint64_t seed = 1;
};

// Prints a report to `out`. 0: no rule was broken; 1: some were, and the report lists them. Throws std::runtime_error
// if the daemon cannot be reached or a link is lost.
int run_load(const LoadOptions& options, std::ostream& out);

}  // namespace emoted::load
