// What must be seen of a playback, worked out from the emote files and the seed alone.
#pragma once

#include <emoted/sequences/library.hpp>
#include <emoted/sequences/playback.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace emoted::load {

struct ExpectedSegment {
    std::uint64_t tick = 0;  // of the branch
    std::string clip;
    friend bool operator==(const ExpectedSegment&, const ExpectedSegment&) = default;
};

struct ExpectedBranch {
    std::vector<ExpectedSegment> segments;
    std::uint64_t length = 1;  // ticks
};

[[nodiscard]] ExpectedBranch expected_branch(const Playable& playable, BranchKind kind, std::uint64_t seed);
// Ticks that an offer waits after its animation.
[[nodiscard]] std::uint64_t timeout_ticks(const Playable& playable);

}  // namespace emoted::load
