// Collects durations and tells their percentiles.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace emoted::load {

class Latency {
public:
    using Duration = std::chrono::steady_clock::duration;
    void add(Duration duration) { samples_.push_back(duration); }
    [[nodiscard]] std::size_t count() const noexcept { return samples_.size(); }
    // The smallest sample that `share` (0..1] of all samples do not exceed; zero without samples.
    [[nodiscard]] Duration percentile(double share) const;
    // "p50 1.2 ms, p95 ..., p99 ..., max ... (n samples)"
    [[nodiscard]] std::string summary() const;

private:
    std::vector<Duration> samples_;
};

}  // namespace emoted::load
