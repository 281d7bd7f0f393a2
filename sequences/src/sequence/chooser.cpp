#include "sequence/chooser.hpp"

#include <emoted/sequences/playback.hpp>

#include <algorithm>
#include <cassert>

namespace emoted {
namespace {

[[nodiscard]] std::size_t count_clips(const EmoteStep<ClipIndex>& step) noexcept {
    const auto clips = std::count_if(step.candidates.begin(), step.candidates.end(),
                                     [](const Candidate<ClipIndex>& candidate) { return candidate.is_clip(); });
    return static_cast<std::size_t>(clips);
}

}  // namespace

Chooser::Chooser(const EmoteStep<ClipIndex>& step) noexcept : step_(&step), excludes_previous_(count_clips(step) > 1) {
    for (const Candidate<ClipIndex>& candidate : step.candidates) {
        total_weight_ += static_cast<std::uint32_t>(candidate.weight);
    }
}

const Candidate<ClipIndex>& Chooser::next(DrawSource& draws) {
    const std::size_t index = choose(excludes_previous_ ? last_clip_ : std::nullopt, draws);
    const Candidate<ClipIndex>& chosen = step_->candidates[index];
    if (chosen.is_clip()) {
        last_clip_ = index;
    }
    return chosen;
}

std::size_t Chooser::choose(std::optional<std::size_t> excluded, DrawSource& draws) const {
    const auto& candidates = step_->candidates;
    if (candidates.size() == 1) {
        return 0;
    }
    if (!step_->weighted) {
        const auto count = static_cast<std::uint32_t>(candidates.size());
        if (!excluded) {
            return draws.below(count);
        }
        const std::size_t drawn = draws.below(count - 1);
        return drawn >= *excluded ? drawn + 1 : drawn;
    }
    const std::uint32_t without =
        excluded ? static_cast<std::uint32_t>(candidates[*excluded].weight) : std::uint32_t{0};
    std::int64_t rest = draws.below(total_weight_ - without);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (i == excluded) {
            continue;
        }
        rest -= candidates[i].weight;
        if (rest < 0) {
            return i;
        }
    }
    assert(false && "a draw lies below the sum of the weights");
    return candidates.size() - 1;
}

}  // namespace emoted
