// Runs contests in turns and prints what came out.
#pragma once

#include "bench/contest.hpp"

#include <iosfwd>
#include <vector>

namespace emoted::bench {

struct Rounds {
    Size size = Size::full;
    int count = 15;
    double seconds_per_side = 0.04;  // of each round
};

// True if every result was right and, unless the size is quick, no median was under its floor.
[[nodiscard]] bool run(const std::vector<Contest>& contests, const Rounds& rounds, std::ostream& out);

}  // namespace emoted::bench
