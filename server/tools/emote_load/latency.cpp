#include "latency.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace emoted::load {

Latency::Duration Latency::percentile(double share) const {
    if (samples_.empty()) {
        return Duration::zero();
    }
    std::vector<Duration> sorted = samples_;
    std::sort(sorted.begin(), sorted.end());
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
    return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}

std::string Latency::summary() const {
    if (samples_.empty()) {
        return "no samples";
    }
    const auto ms = [this](double share) {
        return std::chrono::duration<double, std::milli>(percentile(share)).count();
    };
    return fmt::format("p50 {:.1f} ms, p95 {:.1f} ms, p99 {:.1f} ms, max {:.1f} ms ({} samples)", ms(0.5), ms(0.95),
                       ms(0.99), ms(1), samples_.size());
}

}  // namespace emoted::load
