#include "expectation.hpp"

#include <variant>

namespace emoted::load {

ExpectedBranch expected_branch(const Playable& playable, BranchKind kind, std::uint64_t seed) {
    const Branch branch = plan(playable, kind, seed);
    ExpectedBranch expected;
    for (const Segment& segment : branch.segments) {
        ExpectedSegment one;
        one.tick = static_cast<std::uint64_t>(segment.start.value());
        one.clip = playable.layout.clips.at(segment.clip.value()).clip->id;
        expected.segments.push_back(std::move(one));
    }
    expected.length = static_cast<std::uint64_t>(branch.total.value());
    return expected;
}

std::uint64_t timeout_ticks(const Playable& playable) {
    const auto* await = playable.sequence ? std::get_if<AwaitPartner<ClipIndex>>(&playable.sequence->content) : nullptr;
    return await == nullptr ? 0 : static_cast<std::uint64_t>(await->timeout.value());
}

}  // namespace emoted::load
