#include "sequence/chooser.hpp"

#include <emoted/sequences/playback.hpp>
#include <emoted/sequences/sequence_plan.hpp>

#include <algorithm>
#include <cassert>
#include <utility>
#include <variant>

namespace emoted {
namespace {

class RandomDraws final : public DrawSource {
public:
    RandomDraws(std::uint64_t seed, std::string_view label) noexcept : random_(seed, label) {}
    [[nodiscard]] std::uint32_t below(std::uint32_t n) override { return random_.below(n); }

private:
    Random random_;
};

// Puts chosen clips one behind the other on the time line (format section 2.5).
class TimeLine {
public:
    TimeLine(const Layout& layout, bool have_pose) noexcept : layout_(&layout), have_pose_(have_pose) {}

    void wait(TickCount ticks) noexcept { offset_ += ticks; }
    [[nodiscard]] TickCount offset() const noexcept { return offset_; }
    [[nodiscard]] std::size_t segments() const noexcept { return branch_.segments.size(); }

    // `delay`: the pause that the clip before asks for, since it was of the same step.
    void place(ClipIndex clip, TickCount delay, TickCount transition, std::uint32_t step, std::uint32_t repetition) {
        offset_ += delay;
        Segment segment;
        segment.clip = clip;
        segment.blend_from = offset_;
        segment.start = have_pose_ ? offset_ + transition : offset_;
        segment.end = segment.start + layout_->clips[clip.value()].clip->duration;
        segment.step = step;
        segment.repetition = repetition;
        offset_ = segment.end;
        have_pose_ = true;
        branch_.segments.push_back(segment);
    }

    [[nodiscard]] Branch finish() && {
        branch_.total = std::max(offset_, TickCount(1));
        return std::move(branch_);
    }

private:
    const Layout* layout_;
    bool have_pose_;
    TickCount offset_;
    Branch branch_;
};

[[nodiscard]] TickCount pause_after(const Clip& clip) noexcept {
    return clip.mode == PlaybackMode::loop ? clip.loop_delay : TickCount(0);
}

// `record` may be null: a playback needs the segments only.
void place_repetitions(const EmoteStep<ClipIndex>& step, std::uint32_t step_index, const Layout& layout,
                       DrawSource& draws, TimeLine& line, PlannedBranch* record) {
    if (step.candidates.size() == 1 && !step.candidates.front().is_clip()) {
        return;  // nothing to choose and nothing to add, however often it is repeated
    }
    Chooser chooser(step);
    // A clip's pause is added only once another clip of the step is known to follow, so never at the step's end.
    TickCount pause;
    for (std::int64_t number = 0; number < step.repeat; ++number) {
        const auto repetition = static_cast<std::uint32_t>(number);
        const Chooser::Draw draw = chooser.next(draws);
        const auto& choice = step.candidates[draw.chosen].choice;
        const auto* const clip = std::get_if<ClipIndex>(&choice);
        if (record != nullptr) {
            Choice& made = record->choices.emplace_back(
                Choice{step_index, repetition, draw.chosen, draw.excluded, draw.total, draw.drawn, line.offset(), {}});
            if (clip != nullptr) {
                made.delay = pause;
                made.segment = line.segments();
            }
        }
        if (clip != nullptr) {
            line.place(*clip, pause, step.transition, step_index, repetition);
            pause = pause_after(*layout.clips[clip->value()].clip);
        } else if (std::get<Control>(choice) == Control::break_repeat) {
            return;
        }
    }
}

[[nodiscard]] Branch single_clip(ClipIndex clip, const Layout& layout) {
    TimeLine line(layout, false);
    line.place(clip, TickCount(0), TickCount(0), 0, 0);
    return std::move(line).finish();
}

}  // namespace

std::string_view random_label(BranchKind kind) noexcept {
    switch (kind) {
        case BranchKind::main:
            return "main";
        case BranchKind::offer:
            return "offer";
        case BranchKind::matched:
            return "matched";
        case BranchKind::timed_out:
            return "timeout";
    }
    return {};
}

const Steps<ClipIndex>* steps_of(const Playable& playable, BranchKind kind) noexcept {
    if (!playable.sequence) {
        return nullptr;
    }
    if (const auto* await = std::get_if<AwaitPartner<ClipIndex>>(&playable.sequence->content)) {
        switch (kind) {
            case BranchKind::matched:
                return &await->matched;
            case BranchKind::timed_out:
                return &await->timed_out;
            case BranchKind::main:
            case BranchKind::offer:
                return nullptr;
        }
    }
    return kind == BranchKind::main ? &std::get<Steps<ClipIndex>>(playable.sequence->content) : nullptr;
}

std::uint32_t weight_in(const Choice& choice, const EmoteStep<ClipIndex>& step, std::size_t candidate) noexcept {
    if (candidate == choice.excluded) {
        return 0;
    }
    // The only candidate of a step is not drawn, whatever its weight.
    return step.weighted && choice.drawn ? static_cast<std::uint32_t>(step.candidates[candidate].weight) : 1U;
}

namespace {

[[nodiscard]] Branch place_steps(const Steps<ClipIndex>& steps, const Layout& layout, bool have_pose, DrawSource& draws,
                                 PlannedBranch* record) {
    TimeLine line(layout, have_pose);
    std::uint32_t index = 0;
    for (const Step<ClipIndex>& step : steps) {
        if (const auto* emote = std::get_if<EmoteStep<ClipIndex>>(&step)) {
            place_repetitions(*emote, index, layout, draws, line, record);
        } else {
            const TickCount from = line.offset();
            line.wait(std::get<WaitStep>(step).ticks);
            if (record != nullptr) {
                record->waits.push_back({index, from, line.offset()});
            }
        }
        ++index;
    }
    return std::move(line).finish();
}

[[nodiscard]] Branch choose(const Playable& playable, BranchKind kind, std::uint64_t seed, PlannedBranch* record) {
    if (!playable.sequence) {
        assert(kind == BranchKind::main);
        return single_clip(ClipIndex(0), playable.layout);
    }
    if (const auto* await = std::get_if<AwaitPartner<ClipIndex>>(&playable.sequence->content);
        await != nullptr && kind == BranchKind::offer) {
        return single_clip(await->offer, playable.layout);
    }
    const Steps<ClipIndex>* steps = steps_of(playable, kind);
    assert(steps != nullptr && "the playable has no such branch");
    if (steps == nullptr) {
        return {};
    }
    RandomDraws draws(seed, random_label(kind));
    const bool have_pose = kind == BranchKind::matched || kind == BranchKind::timed_out;
    return place_steps(*steps, playable.layout, have_pose, draws, record);
}

[[nodiscard]] Branch planned(const Playable& playable, BranchKind kind, std::uint64_t seed, PlannedBranch* record) {
    Branch branch = choose(playable, kind, seed, record);
    branch.kind = kind;
    branch.seed = seed;
    return branch;
}

}  // namespace

Branch plan_steps(const Steps<ClipIndex>& steps, const Layout& layout, bool have_pose, DrawSource& draws) {
    return place_steps(steps, layout, have_pose, draws, nullptr);
}

Branch plan(const Playable& playable, BranchKind kind, std::uint64_t seed) {
    return planned(playable, kind, seed, nullptr);
}

SequencePlan plan_sequence(const Playable& playable, std::uint64_t seed) {
    SequencePlan result;
    result.seed = seed;
    const std::vector<BranchKind> kinds =
        playable.two_player() ? std::vector{BranchKind::offer, BranchKind::matched, BranchKind::timed_out}
                              : std::vector{BranchKind::main};
    for (const BranchKind kind : kinds) {
        PlannedBranch& one = result.branches.emplace_back();
        one.branch = planned(playable, kind, seed, &one);
    }
    return result;
}

}  // namespace emoted
