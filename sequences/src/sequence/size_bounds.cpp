#include "sequence/size_bounds.hpp"

#include <algorithm>
#include <limits>

namespace emoted::sequence {
namespace {

constexpr std::int64_t saturated = std::numeric_limits<std::int64_t>::max();

// Both are at least 0.
[[nodiscard]] std::int64_t saturating_add(std::int64_t a, std::int64_t b) noexcept {
    return a > saturated - b ? saturated : a + b;
}
[[nodiscard]] std::int64_t saturating_multiply(std::int64_t a, std::int64_t b) noexcept {
    return b != 0 && a > saturated / b ? saturated : a * b;
}

[[nodiscard]] const Clip& clip_at(const Layout& layout, ClipIndex index) {
    return *layout.clips[index.value()].clip;
}

[[nodiscard]] std::int64_t loop_delay(const Clip& clip) noexcept {
    return clip.mode == PlaybackMode::loop ? clip.loop_delay.value() : 0;
}

// One repetition of the step's longest clip; 0 if it has only control ids.
[[nodiscard]] std::int64_t longest_repetition(const EmoteStep<ClipIndex>& step, const Layout& layout) {
    std::int64_t longest = 0;
    for (const Candidate<ClipIndex>& candidate : step.candidates) {
        if (const auto* const index = std::get_if<ClipIndex>(&candidate.choice)) {
            const Clip& clip = clip_at(layout, *index);
            longest = std::max(longest, step.transition.value() + clip.duration.value() + loop_delay(clip));
        }
    }
    return longest;
}

// Adds up one list and reports each limit once, where it is passed.
class Bound {
public:
    Bound(std::string_view name, std::string_view unit, std::int64_t most) : name_(name), unit_(unit), most_(most) {}

    // True the first time that the total passes the limit.
    [[nodiscard]] bool passes(std::int64_t amount) noexcept {
        const bool before = total_ > most_;
        total_ = saturating_add(total_, amount);
        return !before && total_ > most_;
    }

    void report(text::JsonReader& reader, std::string_view pointer) const {
        reader.fault_at(pointer, DiagnosticCode::limit_exceeded,
                        {.message = "the sequence can get longer than limits." + name_ +
                                    " allows: " + std::to_string(total_) + ' ' + unit_ + " up to here",
                         .expected = "at most " + std::to_string(most_) + ' ' + unit_});
    }

private:
    std::string name_;
    std::string unit_;
    std::int64_t most_;
    std::int64_t total_ = 0;
};

void check_list(StepList list, const Steps<ClipIndex>& steps, const Layout& layout, const Limits& limits,
                text::JsonReader& reader) {
    Bound ticks("max_sequence_ticks", "ticks", limits.max_sequence_ticks);
    Bound segments("max_segments", "segments", limits.max_segments);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const StepPlace place{list, i};
        if (const auto* const wait = std::get_if<WaitStep>(&steps[i])) {
            if (ticks.passes(wait->ticks.value())) {
                ticks.report(reader, pointer_to_member(place, "wait"));
            }
            continue;
        }
        const auto& step = std::get<EmoteStep<ClipIndex>>(steps[i]);
        if (ticks.passes(saturating_multiply(step.repeat, longest_repetition(step, layout)))) {
            ticks.report(reader, pointer_to_repeat(place, reader.document()));
        }
        if (segments.passes(step.repeat)) {
            segments.report(reader, pointer_to_repeat(place, reader.document()));
        }
    }
}

}  // namespace

void check_size(const Sequence& sequence, const Layout& layout, const Limits& limits, text::JsonReader& reader) {
    if (const auto* const steps = std::get_if<Steps<ClipIndex>>(&sequence.content)) {
        check_list(StepList::linear, *steps, layout, limits, reader);
        return;
    }
    const auto& await = std::get<AwaitPartner<ClipIndex>>(sequence.content);
    Bound offer("max_sequence_ticks", "ticks", limits.max_sequence_ticks);
    if (offer.passes(clip_at(layout, await.offer).duration.value())) {
        offer.report(reader, offer_pointer);
    }
    check_list(StepList::matched, await.matched, layout, limits, reader);
    check_list(StepList::timed_out, await.timed_out, layout, limits, reader);
}

TickCount advertised_duration(const Steps<ClipIndex>& steps, const Layout& layout) {
    std::int64_t offset = 0;
    bool have_pose = false;
    for (const Step<ClipIndex>& step : steps) {
        if (const auto* const wait = std::get_if<WaitStep>(&step)) {
            offset += wait->ticks.value();
            continue;
        }
        const auto& emote = std::get<EmoteStep<ClipIndex>>(step);
        // A first candidate that is a control id adds nothing, whether it continues or breaks.
        const auto* const index = std::get_if<ClipIndex>(&emote.candidates.front().choice);
        if (index == nullptr) {
            continue;
        }
        const Clip& clip = clip_at(layout, *index);
        const std::int64_t blends = have_pose ? emote.repeat : emote.repeat - 1;
        offset += emote.repeat * clip.duration.value() + blends * emote.transition.value() +
                  (emote.repeat - 1) * loop_delay(clip);
        have_pose = true;
    }
    return TickCount(std::max<std::int64_t>(offset, 1));
}

}  // namespace emoted::sequence
