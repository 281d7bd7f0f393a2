#include "support/naive_planner.hpp"

#include <optional>

namespace emoted::test {
namespace {

struct Item {
    bool is_wait = false;
    std::int64_t wait = 0;
    std::uint32_t clip = 0;
    std::uint32_t step = 0;
    std::uint32_t repetition = 0;
    std::int64_t transition = 0;
};

// Every chance as a ticket in an urn: a candidate of weight w has w tickets in file order, an equal one has one; the
// tickets of the excluded candidate are left out, and the ticket drawn names the candidate.
[[nodiscard]] std::uint32_t draw_ticket(const EmoteStep<ClipIndex>& step, std::optional<std::uint32_t> excluded,
                                        const std::function<std::uint32_t(std::uint32_t)>& draw) {
    std::vector<std::uint32_t> urn;
    for (std::uint32_t i = 0; i < step.candidates.size(); ++i) {
        if (excluded.has_value() && *excluded == i) {
            continue;
        }
        const int tickets = step.candidates[0].weight == 0 ? 1 : step.candidates[i].weight;
        for (int k = 0; k < tickets; ++k) {
            urn.push_back(i);
        }
    }
    return urn.at(draw(static_cast<std::uint32_t>(urn.size())));
}

[[nodiscard]] std::vector<Item> choose_items(const Steps<ClipIndex>& steps,
                                             const std::function<std::uint32_t(std::uint32_t)>& draw) {
    std::vector<Item> items;
    for (std::uint32_t s = 0; s < steps.size(); ++s) {
        if (std::holds_alternative<WaitStep>(steps[s])) {
            Item item;
            item.is_wait = true;
            item.wait = std::get<WaitStep>(steps[s]).ticks.value();
            items.push_back(item);
            continue;
        }
        const auto& step = std::get<EmoteStep<ClipIndex>>(steps[s]);
        std::int64_t animations = 0;
        for (const auto& candidate : step.candidates) {
            if (candidate.choice.index() == 0) {
                ++animations;
            }
        }
        std::optional<std::uint32_t> previous;
        for (std::int64_t repetition = 0; repetition < step.repeat; ++repetition) {
            std::optional<std::uint32_t> excluded;
            if (animations > 1) {
                excluded = previous;
            }
            std::uint32_t choice = 0;
            if (step.candidates.size() > 1) {
                choice = draw_ticket(step, excluded, draw);
            }
            const auto& chosen = step.candidates.at(choice).choice;
            if (chosen.index() == 0) {
                Item item;
                item.clip = std::get<0>(chosen).value();
                item.step = s;
                item.repetition = static_cast<std::uint32_t>(repetition);
                item.transition = step.transition.value();
                items.push_back(item);
                previous = choice;
            } else if (std::get<1>(chosen) == Control::break_repeat) {
                break;
            }
        }
    }
    return items;
}

}  // namespace

NaiveBranch naive_plan(const Steps<ClipIndex>& steps, const Layout& layout, bool have_pose,
                       const std::function<std::uint32_t(std::uint32_t)>& draw) {
    const std::vector<Item> items = choose_items(steps, draw);
    NaiveBranch branch;
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].is_wait) {
            offset = offset + items[i].wait;
            continue;
        }
        const Clip& clip = *layout.clips.at(items[i].clip).clip;
        NaiveSegment segment;
        segment.clip = items[i].clip;
        segment.step = items[i].step;
        segment.repetition = items[i].repetition;
        segment.blend_from = offset;
        segment.start = offset + (have_pose ? items[i].transition : 0);
        segment.end = segment.start + clip.duration.value();
        offset = segment.end;
        // The next chosen clip of the same step is the next item, since a step holds no waits.
        const bool another_follows =
            i + 1 < items.size() && !items[i + 1].is_wait && items[i + 1].step == items[i].step;
        if (another_follows && clip.mode == PlaybackMode::loop) {
            offset = offset + clip.loop_delay.value();
        }
        have_pose = true;
        branch.segments.push_back(segment);
    }
    branch.total = offset < 1 ? 1 : offset;
    return branch;
}

}  // namespace emoted::test
