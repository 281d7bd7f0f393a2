// The choices and times of a branch, written once more straight from the format (sections 2.4 and 2.5), slowly and with
// nothing shared with the product but the data types.
#pragma once

#include <emoted/sequences/playable.hpp>

#include <cstdint>
#include <functional>
#include <vector>

namespace emoted::test {

struct NaiveSegment {
    std::uint32_t clip = 0;
    std::int64_t blend_from = 0;
    std::int64_t start = 0;
    std::int64_t end = 0;
    std::uint32_t step = 0;
    std::uint32_t repetition = 0;
    friend bool operator==(const NaiveSegment&, const NaiveSegment&) noexcept = default;
};
struct NaiveBranch {
    std::vector<NaiveSegment> segments;
    std::int64_t total = 0;
    friend bool operator==(const NaiveBranch&, const NaiveBranch&) noexcept = default;
};

// draw(n): in [0, n).
[[nodiscard]] NaiveBranch naive_plan(const Steps<ClipIndex>& steps, const Layout& layout, bool have_pose,
                                     const std::function<std::uint32_t(std::uint32_t)>& draw);

}  // namespace emoted::test
