// All contests, by the file that makes them.
#pragma once

#include "bench/contest.hpp"

#include <vector>

namespace emoted::bench {

[[nodiscard]] std::vector<Contest> sampler_contests();
[[nodiscard]] std::vector<Contest> decompose_contests();
[[nodiscard]] std::vector<Contest> molang_contests();
[[nodiscard]] std::vector<Contest> plan_contests();
[[nodiscard]] std::vector<Contest> load_contests();

}  // namespace emoted::bench
