// How long a branch can get: shortest, longest, and in the mean, with the exclusion of section 2.4.
#include <emoted/sequences/sequence_plan.hpp>

#include <algorithm>
#include <functional>

namespace emoted {
namespace {

[[nodiscard]] const Clip& clip_of(const Layout& layout, ClipIndex index) {
    return *layout.clips[index.value()].clip;
}

[[nodiscard]] std::int64_t pause_after(const Clip& clip) noexcept {
    return clip.mode == PlaybackMode::loop ? clip.loop_delay.value() : 0;
}

// One emote step, as numbers.
struct StepNumbers {
    struct ClipNumbers {
        double weight = 1;
        std::int64_t ticks = 1;  // with its transition
        std::int64_t pause = 0;
    };
    std::vector<ClipNumbers> clips;
    double clip_weight = 0;
    double continue_weight = 0;
    double break_weight = 0;
    bool excludes = false;

    StepNumbers(const EmoteStep<ClipIndex>& step, const Layout& layout) {
        for (const Candidate<ClipIndex>& candidate : step.candidates) {
            const double weight = step.weighted ? candidate.weight : 1;
            if (const auto* const index = std::get_if<ClipIndex>(&candidate.choice)) {
                const Clip& clip = clip_of(layout, *index);
                clips.push_back({weight, step.transition.value() + clip.duration.value(), pause_after(clip)});
                clip_weight += weight;
            } else if (std::get<Control>(candidate.choice) == Control::continue_repeat) {
                continue_weight += weight;
            } else {
                break_weight += weight;
            }
        }
        excludes = clips.size() > 1;
    }
    [[nodiscard]] double total() const noexcept { return clip_weight + continue_weight + break_weight; }
    [[nodiscard]] bool can_choose_nothing() const noexcept { return continue_weight > 0 || break_weight > 0; }
};

// The least or most ticks of a course of `repeat` clips, the first with its transition. `Better` is less or greater.
template <class Better>
[[nodiscard]] std::int64_t extreme(const StepNumbers& step, std::int64_t repeat, Better better) {
    const auto& clips = step.clips;
    std::vector<std::int64_t> ending(clips.size());  // the best course so far that ends with this clip
    for (std::size_t i = 0; i < clips.size(); ++i) {
        ending[i] = clips[i].ticks;
    }
    for (std::int64_t repetition = 1; repetition < repeat; ++repetition) {
        // With its pause, for whatever comes next: the best, and the best besides.
        std::size_t best = 0;
        std::optional<std::size_t> second;
        const auto value = [&](std::size_t i) { return ending[i] + clips[i].pause; };
        for (std::size_t i = 1; i < clips.size(); ++i) {
            if (better(value(i), value(best))) {
                second = best;
                best = i;
            } else if (!second || better(value(i), value(*second))) {
                second = i;
            }
        }
        const std::int64_t first_value = value(best);
        const std::int64_t second_value = second ? value(*second) : 0;
        for (std::size_t i = 0; i < clips.size(); ++i) {
            ending[i] = (step.excludes && i == best ? second_value : first_value) + clips[i].ticks;
        }
    }
    return *std::max_element(ending.begin(), ending.end(), [&](auto a, auto b) { return better(b, a); });
}

struct Expectation {
    double ticks = 0;    // with a transition before every clip
    double nothing = 1;  // the chance that no clip was chosen
};

// The chances of what was chosen last, repetition by repetition.
[[nodiscard]] Expectation expect(const StepNumbers& step, std::int64_t repeat) {
    const auto& clips = step.clips;
    Expectation result;
    std::vector<double> last(clips.size());  // the chance that the step goes on and this clip was its last
    double none = 1;                         // that it goes on and has chosen none yet
    for (std::int64_t repetition = 0; repetition < repeat; ++repetition) {
        // The sum over what was last of its chance out of what is left to draw from.
        double shares = none / step.total();
        double pauses = 0;
        for (std::size_t i = 0; i < clips.size(); ++i) {
            const double without = step.excludes ? clips[i].weight : 0;
            const double share = last[i] / (step.total() - without);
            shares += share;
            pauses += share * (step.clip_weight - without) * static_cast<double>(clips[i].pause);
        }
        result.ticks += pauses;
        for (std::size_t i = 0; i < clips.size(); ++i) {
            const double share = last[i] / (step.total() - (step.excludes ? clips[i].weight : 0));
            const double chosen = clips[i].weight * (step.excludes ? shares - share : shares);
            result.ticks += chosen * static_cast<double>(clips[i].ticks);
            last[i] = chosen + share * step.continue_weight;
        }
        result.nothing -= none * step.clip_weight / step.total();
        none *= step.continue_weight / step.total();
    }
    result.nothing = std::clamp(result.nothing, 0.0, 1.0);
    return result;
}

}  // namespace

BranchLengths lengths_of(const Steps<ClipIndex>& steps, const Layout& layout, bool have_pose) {
    std::int64_t shortest = 0;
    std::int64_t longest = 0;
    double expected = 0;
    bool pose_at_least = have_pose;  // in the shortest course
    bool pose_at_most = have_pose;   // in the longest
    double no_pose = have_pose ? 0 : 1;
    bool waits = false;
    for (const Step<ClipIndex>& step : steps) {
        if (const auto* const wait = std::get_if<WaitStep>(&step)) {
            shortest += wait->ticks.value();
            longest += wait->ticks.value();
            expected += static_cast<double>(wait->ticks.value());
            waits = true;
            continue;
        }
        const auto& emote = std::get<EmoteStep<ClipIndex>>(step);
        const StepNumbers numbers(emote, layout);
        if (numbers.clips.empty()) {
            continue;
        }
        const std::int64_t transition = emote.transition.value();
        longest += extreme(numbers, emote.repeat, std::greater<>()) - (pose_at_most ? 0 : transition);
        pose_at_most = true;
        // A course that chooses nothing is shorter than any other: a clip takes at least one tick.
        if (!numbers.can_choose_nothing()) {
            shortest += extreme(numbers, emote.repeat, std::less<>()) - (pose_at_least ? 0 : transition);
            pose_at_least = true;
        }
        const Expectation mean = expect(numbers, emote.repeat);
        expected += mean.ticks - no_pose * (1 - mean.nothing) * static_cast<double>(transition);
        no_pose *= mean.nothing;
    }
    BranchLengths lengths;
    lengths.shortest = TickCount(std::max<std::int64_t>(shortest, 1));
    lengths.longest = TickCount(std::max<std::int64_t>(longest, 1));
    // Where nothing at all is chosen, one tick passes all the same (D16).
    if (!waits) {
        double empty = 1;
        for (const Step<ClipIndex>& step : steps) {
            const auto& emote = std::get<EmoteStep<ClipIndex>>(step);
            const StepNumbers numbers(emote, layout);
            empty *= numbers.clips.empty() ? 1 : expect(numbers, emote.repeat).nothing;
        }
        expected += empty;
    }
    lengths.expected = expected;
    return lengths;
}

BranchLengths branch_lengths(const Playable& playable, BranchKind kind) {
    if (const Steps<ClipIndex>* const steps = steps_of(playable, kind)) {
        return lengths_of(*steps, playable.layout, kind == BranchKind::matched || kind == BranchKind::timed_out);
    }
    const TickCount ticks = plan(playable, kind, 0).total;
    return {ticks, static_cast<double>(ticks.value()), ticks};
}

}  // namespace emoted
