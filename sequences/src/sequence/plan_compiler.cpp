#include "sequence/chooser.hpp"

#include <emoted/sequences/playback.hpp>

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

void place_repetitions(const EmoteStep<ClipIndex>& step, std::uint32_t step_index, const Layout& layout,
                       DrawSource& draws, TimeLine& line) {
    if (step.candidates.size() == 1 && !step.candidates.front().is_clip()) {
        return;  // nothing to choose and nothing to add, however often it is repeated
    }
    Chooser chooser(step);
    // A clip's pause is added only once another clip of the step is known to follow, so never at the step's end.
    TickCount pause;
    for (std::int64_t repetition = 0; repetition < step.repeat; ++repetition) {
        const Candidate<ClipIndex>& chosen = chooser.next(draws);
        if (const ClipIndex* clip = std::get_if<ClipIndex>(&chosen.choice)) {
            line.place(*clip, pause, step.transition, step_index, static_cast<std::uint32_t>(repetition));
            pause = pause_after(*layout.clips[clip->value()].clip);
        } else if (std::get<Control>(chosen.choice) == Control::break_repeat) {
            return;
        }
    }
}

[[nodiscard]] Branch single_clip(ClipIndex clip, const Layout& layout) {
    TimeLine line(layout, false);
    line.place(clip, TickCount(0), TickCount(0), 0, 0);
    return std::move(line).finish();
}

// The steps that `kind` plays, null if the playable has no such branch or it needs no choices.
[[nodiscard]] const Steps<ClipIndex>* steps_of(const Sequence& sequence, BranchKind kind) noexcept {
    if (const auto* await = std::get_if<AwaitPartner<ClipIndex>>(&sequence.content)) {
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
    return kind == BranchKind::main ? &std::get<Steps<ClipIndex>>(sequence.content) : nullptr;
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

Branch plan_steps(const Steps<ClipIndex>& steps, const Layout& layout, bool have_pose, DrawSource& draws) {
    TimeLine line(layout, have_pose);
    std::uint32_t index = 0;
    for (const Step<ClipIndex>& step : steps) {
        if (const auto* emote = std::get_if<EmoteStep<ClipIndex>>(&step)) {
            place_repetitions(*emote, index, layout, draws, line);
        } else {
            line.wait(std::get<WaitStep>(step).ticks);
        }
        ++index;
    }
    return std::move(line).finish();
}

namespace {

Branch choose(const Playable& playable, BranchKind kind, std::uint64_t seed) {
    if (!playable.sequence) {
        assert(kind == BranchKind::main);
        return single_clip(ClipIndex(0), playable.layout);
    }
    if (const auto* await = std::get_if<AwaitPartner<ClipIndex>>(&playable.sequence->content);
        await != nullptr && kind == BranchKind::offer) {
        return single_clip(await->offer, playable.layout);
    }
    const Steps<ClipIndex>* steps = steps_of(*playable.sequence, kind);
    assert(steps != nullptr && "the playable has no such branch");
    if (steps == nullptr) {
        return {};
    }
    RandomDraws draws(seed, random_label(kind));
    const bool have_pose = kind == BranchKind::matched || kind == BranchKind::timed_out;
    return plan_steps(*steps, playable.layout, have_pose, draws);
}

}  // namespace

Branch plan(const Playable& playable, BranchKind kind, std::uint64_t seed) {
    Branch branch = choose(playable, kind, seed);
    branch.kind = kind;
    branch.seed = seed;
    return branch;
}

}  // namespace emoted
