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

Chooser::Draw Chooser::next(DrawSource& draws) {
    const Draw draw = choose(excludes_previous_ ? last_clip_ : std::nullopt, draws);
    if (step_->candidates[draw.chosen].is_clip()) {
        last_clip_ = draw.chosen;
    }
    return draw;
}

Chooser::Draw Chooser::choose(std::optional<std::size_t> excluded, DrawSource& draws) const {
    const auto& candidates = step_->candidates;
    Draw draw;
    if (candidates.size() == 1) {
        return draw;
    }
    draw.excluded = excluded;
    if (!step_->weighted) {
        draw.total = static_cast<std::uint32_t>(candidates.size() - (excluded ? 1 : 0));
        draw.drawn = draws.below(draw.total);
        draw.chosen = *draw.drawn + (excluded && *draw.drawn >= *excluded ? 1U : 0U);
        return draw;
    }
    draw.total = total_weight_ - (excluded ? static_cast<std::uint32_t>(candidates[*excluded].weight) : 0U);
    draw.drawn = draws.below(draw.total);
    std::int64_t rest = *draw.drawn;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (i == excluded) {
            continue;
        }
        rest -= candidates[i].weight;
        if (rest < 0) {
            draw.chosen = i;
            return draw;
        }
    }
    assert(false && "a draw lies below the sum of the weights");
    draw.chosen = candidates.size() - 1;
    return draw;
}

}  // namespace emoted
