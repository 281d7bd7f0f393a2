// P1, P1b, P2, P3: choosing and timing the clips of a sequence, which happens once for every start.
#include "bench/contests.hpp"
#include "support/clip_maker.hpp"
#include "support/naive_planner.hpp"

#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/playback.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace emoted::bench {
namespace {

using Playables = std::shared_ptr<const Playable>;

constexpr std::uint64_t seeds = 64;

Playables playable_of(Steps<ClipIndex> steps) {
    std::vector<std::shared_ptr<const Clip>> clips;
    for (int i = 0; i < 6; ++i) {
        test::ClipMaker maker("bench:clip" + std::to_string(i), 10 + i);
        clips.push_back((i % 2 == 0 ? maker.loops(3) : maker).make());
    }
    return test::linear(std::move(clips), std::move(steps));
}

// As an author writes it: equal and weighted choices, controls, waits, blends.
Steps<ClipIndex> ten_steps() {
    using test::break_choice;
    using test::clip_choice;
    using test::continue_choice;
    using test::emote;
    return {emote({clip_choice(0)}),
            emote({clip_choice(1), clip_choice(2), clip_choice(3)}, 5),
            test::wait(20),
            emote({clip_choice(2, 50), clip_choice(3, 30), continue_choice(15), break_choice(5)}, 10),
            emote({clip_choice(4)}, 2, 4),
            test::wait(5),
            emote({clip_choice(1, 10), clip_choice(2, 20), clip_choice(5, 70)}, 4, 2),
            emote({clip_choice(0), continue_choice()}, 6),
            test::wait(10),
            emote({clip_choice(5)}, 1, 6)};
}

Steps<ClipIndex> segments(std::int64_t count) {
    return {test::emote({test::clip_choice(0, 50), test::clip_choice(1, 30), test::clip_choice(2, 20)}, count)};
}

// Ends after a few of its repetitions, however many it has.
Steps<ClipIndex> soon_ended(std::int64_t repeat) {
    return {test::emote({test::clip_choice(0), test::clip_choice(1), test::break_choice()}, repeat)};
}

test::NaiveBranch plain_plan(const Playable& playable, std::uint64_t seed) {
    Random random(seed, random_label(BranchKind::main));
    return test::naive_plan(std::get<Steps<ClipIndex>>(playable.sequence->content), playable.layout, false,
                            [&random](std::uint32_t n) { return random.below(n); });
}

std::size_t check(const Playable& playable, std::uint64_t seed) {
    const Branch branch = plan(playable, BranchKind::main, seed);
    test::NaiveBranch found;
    for (const Segment& segment : branch.segments) {
        found.segments.push_back({segment.clip.value(), segment.blend_from.value(), segment.start.value(),
                                  segment.end.value(), segment.step, segment.repetition});
    }
    found.total = branch.total.value();
    if (!(found == plain_plan(playable, seed))) {
        throw WrongResult("seed " + std::to_string(seed) + " is planned otherwise than by the format");
    }
    return branch.segments.size();
}

// Keeps a plan from being found needless.
std::size_t kept = 0;

Side planning(const Playables& playable, double units) {
    return {[playable, seed = std::uint64_t{0}]() mutable {
                kept += plan(*playable, BranchKind::main, seed++ % seeds).segments.size();
            },
            units};
}

Side plain_planning(const Playables& playable, double units) {
    return {[playable, seed = std::uint64_t{0}]() mutable {
                kept += plain_plan(*playable, seed++ % seeds).segments.size();
            },
            units};
}

Sides against_plain(const Playables& playable, double units) {
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        check(*playable, seed);
    }
    return {planning(playable, units), plain_planning(playable, units)};
}

// Work that grew with the square of the segments would come to ten.
Sides long_against_short(Size size) {
    const auto side = [](std::int64_t count) {
        const Playables playable = playable_of(segments(count));
        if (check(*playable, 1) != static_cast<std::size_t>(count)) {
            throw WrongResult("not every repetition is a segment");
        }
        return planning(playable, static_cast<double>(count));
    };
    const std::int64_t most = size == Size::full ? Limits{}.max_segments / 2 : 1000;
    return {side(most), side(most / 10)};
}

Sides many_repeats_against_few() {
    const Playables many = playable_of(soon_ended(Limits{}.max_segments));
    const Playables few = playable_of(soon_ended(200));
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        if (check(*many, seed) != check(*few, seed)) {
            throw WrongResult("the two do not end after the same repetition");
        }
    }
    return {planning(many, 1), planning(few, 1)};
}

}  // namespace

std::vector<Contest> plan_contests() {
    constexpr std::int64_t most = Limits{}.max_segments;
    return {
        {"P1", "a plan of a ten-step sequence; against the plain planner", "plan", 2, 4, Measure::speed,
         [](Size) { return against_plain(playable_of(ten_steps()), 1); }},
        {"P1b", "a plan of max_segments; against the plain planner", "segment", 1.6, 2.2, Measure::speed,
         [](Size) { return against_plain(playable_of(segments(most)), static_cast<double>(most)); }},
        {"P2", "a segment among 5,000; against one among 500", "segment", 1.5, 1.2, Measure::cost, long_against_short},
        {"P3", "a plan of max_segments repetitions that breaks off early; against one of 200", "plan", 1.5, 1.2,
         Measure::cost, [](Size) { return many_repeats_against_few(); }},
    };
}

}  // namespace emoted::bench
