#include "support/clip_maker.hpp"
#include "support/emote_files.hpp"
#include "support/naive_planner.hpp"

#include <emoted/sequences/library.hpp>
#include <emoted/sequences/sequence_plan.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace t = emoted::test;
using emoted::BranchKind;
using emoted::BranchLengths;
using emoted::Candidate;
using emoted::Choice;
using emoted::ClipIndex;
using emoted::EmoteStep;
using emoted::Layout;
using emoted::PlannedBranch;
using emoted::Segment;
using emoted::SequencePlan;
using emoted::Step;
using emoted::Steps;
using emoted::TickCount;

namespace {

constexpr int clip_count = 4;

[[nodiscard]] std::vector<std::shared_ptr<const emoted::Clip>> some_clips(emoted::Random& random) {
    std::vector<std::shared_ptr<const emoted::Clip>> made;
    for (int i = 0; i < clip_count; ++i) {
        t::ClipMaker maker("t:" + std::string(1, static_cast<char>('a' + i)), 1 + random.below(6));
        if (random.below(2) == 0) {
            maker.loops(random.below(4));
        }
        made.push_back(maker.make());
    }
    return made;
}

[[nodiscard]] EmoteStep<ClipIndex> some_step(emoted::Random& random, std::uint32_t most_repeat) {
    const bool weighted = random.below(2) == 0;
    std::vector<Candidate<ClipIndex>> candidates;
    for (std::uint32_t i = 0; i < clip_count; ++i) {
        if (random.below(2) == 0) {
            candidates.push_back(t::clip_choice(i, weighted ? 10 : 0));
        }
    }
    if (candidates.empty()) {
        candidates.push_back(t::clip_choice(random.below(clip_count), weighted ? 10 : 0));
    }
    if (random.below(3) == 0) {
        candidates.push_back(t::continue_choice(weighted ? 10 : 0));
    }
    if (random.below(3) == 0) {
        candidates.push_back(t::break_choice(weighted ? 10 : 0));
    }
    if (weighted) {
        int rest = 100 - 10 * static_cast<int>(candidates.size());
        for (auto& candidate : candidates) {
            const int more = static_cast<int>(random.below(static_cast<std::uint32_t>(rest) + 1));
            candidate.weight += more;
            rest -= more;
        }
        candidates.back().weight += rest;
    }
    return t::emote(std::move(candidates), 1 + random.below(most_repeat), random.below(3));
}

[[nodiscard]] Steps<ClipIndex> some_steps(emoted::Random& random, std::uint32_t most_repeat) {
    Steps<ClipIndex> steps{some_step(random, most_repeat)};
    if (random.below(2) == 0) {
        steps.emplace_back(t::wait(1 + random.below(5)));
        steps.emplace_back(some_step(random, most_repeat));
    } else if (random.below(2) == 0) {
        steps.emplace_back(some_step(random, most_repeat));
    }
    return steps;
}

// Every course that the draws can take, by trying all answers: draws are numbered, and the odometer of their answers
// runs through. The chance of a course is the product of one out of each bound.
struct AllCourses {
    std::int64_t shortest = 0;
    std::int64_t longest = 0;
    double mean = 0;
    double chances = 0;
};
[[nodiscard]] AllCourses all_courses(const Steps<ClipIndex>& steps, const Layout& layout, bool have_pose) {
    AllCourses result;
    std::vector<std::uint32_t> answers;
    std::vector<std::uint32_t> bounds;
    for (bool first = true;; first = false) {
        bounds.clear();
        double chance = 1;
        const t::NaiveBranch branch = t::naive_plan(steps, layout, have_pose, [&](std::uint32_t n) {
            bounds.push_back(n);
            if (bounds.size() > answers.size()) {
                answers.push_back(0);
            }
            chance /= n;
            return answers[bounds.size() - 1];
        });
        result.shortest = first ? branch.total : std::min(result.shortest, branch.total);
        result.longest = std::max(result.longest, branch.total);
        result.mean += chance * static_cast<double>(branch.total);
        result.chances += chance;
        answers.resize(bounds.size());
        while (!answers.empty() && answers.back() + 1 == bounds[answers.size() - 1]) {
            answers.pop_back();
        }
        if (answers.empty()) {
            return result;
        }
        ++answers.back();
    }
}

}  // namespace

TEST_CASE("lengths: shortest, longest and mean are those of all courses together") {
    emoted::Random random(11, "lengths");
    int with_choices = 0;
    for (int round = 0; round < 400; ++round) {
        const Layout layout = t::lay_out(some_clips(random));
        Steps<ClipIndex> steps = some_steps(random, 3);
        // Every ticket of a weighted step is a draw of its own: keep the number of courses small.
        std::size_t tickets = 1;
        for (const Step<ClipIndex>& step : steps) {
            if (const auto* const emote = std::get_if<EmoteStep<ClipIndex>>(&step)) {
                const std::size_t each = emote->candidates.size() == 1 ? 1 : emote->weighted ? 100 : 5;
                for (std::int64_t i = 0; i < emote->repeat; ++i) {
                    tickets *= each;
                }
            }
        }
        if (tickets > 200'000) {
            continue;
        }
        const bool have_pose = random.below(2) == 0;
        const AllCourses expected = all_courses(steps, layout, have_pose);
        REQUIRE(expected.chances == Approx(1.0));
        const BranchLengths lengths = emoted::lengths_of(steps, layout, have_pose);
        CAPTURE(round, have_pose);
        REQUIRE(lengths.shortest.value() == expected.shortest);
        REQUIRE(lengths.longest.value() == expected.longest);
        REQUIRE(lengths.expected == Approx(expected.mean).epsilon(1e-9));
        with_choices += expected.shortest != expected.longest ? 1 : 0;
    }
    CHECK(with_choices > 100);
}

TEST_CASE("lengths: of ten thousand repetitions they are there at once, and those of no choice are the plan's") {
    emoted::Random random(12, "lengths");
    const auto clips = some_clips(random);
    const auto playable = t::linear(
        clips,
        {t::emote({t::clip_choice(0, 50), t::clip_choice(1, 30), t::continue_choice(19), t::break_choice(1)}, 10'000)});
    const BranchLengths lengths = emoted::branch_lengths(*playable, BranchKind::main);
    CHECK(lengths.shortest < lengths.longest);
    CHECK(lengths.expected > static_cast<double>(lengths.shortest.value()));
    CHECK(lengths.expected < static_cast<double>(lengths.longest.value()));
    const auto fixed = t::linear(clips, {t::emote({t::clip_choice(2)}, 7, 2)});
    const BranchLengths one = emoted::branch_lengths(*fixed, BranchKind::main);
    CHECK(one.shortest == one.longest);
    CHECK(one.expected == Approx(static_cast<double>(one.longest.value())));
    CHECK(emoted::plan(*fixed, BranchKind::main, 5).total == one.longest);
    CHECK(emoted::branch_lengths(*t::animation(clips[0]), BranchKind::main).longest == clips[0]->duration);
}

TEST_CASE("lengths: D16: where nothing can be chosen, one tick") {
    emoted::Random random(13, "lengths");
    const Layout layout = t::lay_out(some_clips(random));
    const BranchLengths lengths = emoted::lengths_of({t::emote({t::break_choice()}, 5)}, layout, false);
    CHECK(lengths.shortest == TickCount(1));
    CHECK(lengths.longest == TickCount(1));
    CHECK(lengths.expected == 1);
}

TEST_CASE("a sequence plan has the branches of plan(), and says how each segment was chosen") {
    emoted::Random random(14, "plans");
    for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
        const Steps<ClipIndex> steps = some_steps(random, 6);
        const auto playable = t::linear(some_clips(random), steps);
        const SequencePlan plan = emoted::plan_sequence(*playable, seed);
        REQUIRE(plan.seed == seed);
        REQUIRE(plan.branches.size() == 1);
        const PlannedBranch& planned = plan.branches.front();
        const emoted::Branch again = emoted::plan(*playable, BranchKind::main, seed);
        REQUIRE(planned.branch.total == again.total);
        REQUIRE(planned.branch.segments.size() == again.segments.size());

        std::size_t segment = 0;
        emoted::Random draws(seed, "main");
        for (std::size_t i = 0; i < planned.choices.size(); ++i) {
            const Choice& choice = planned.choices[i];
            const auto& step = std::get<EmoteStep<ClipIndex>>(steps[choice.step]);
            // The weights add up to what was drawn from, and the draw falls on the one that was chosen.
            std::uint32_t sum = 0;
            for (std::size_t c = 0; c < step.candidates.size(); ++c) {
                const std::uint32_t weight = emoted::weight_in(choice, step, c);
                if (choice.drawn && c == choice.chosen) {
                    REQUIRE(*choice.drawn >= sum);
                    REQUIRE(*choice.drawn < sum + weight);
                }
                sum += weight;
            }
            REQUIRE(sum == choice.total);
            if (choice.drawn) {
                REQUIRE(draws.below(choice.total) == *choice.drawn);
            }
            REQUIRE(choice.segment.has_value() == step.candidates[choice.chosen].is_clip());
            if (choice.segment) {
                REQUIRE(*choice.segment == segment);
                const Segment& placed = planned.branch.segments[segment++];
                REQUIRE(placed.step == choice.step);
                REQUIRE(placed.repetition == choice.repetition);
                REQUIRE(placed.clip == std::get<ClipIndex>(step.candidates[choice.chosen].choice));
                REQUIRE(placed.blend_from == choice.at + choice.delay);
            }
        }
        REQUIRE(segment == planned.branch.segments.size());
        // Segments, their transitions, delays and waits cover the branch without a gap.
        std::int64_t covered = 0;
        for (const Segment& placed : planned.branch.segments) {
            covered += (placed.end - placed.blend_from).value();
        }
        for (const Choice& choice : planned.choices) {
            covered += choice.delay.value();
        }
        for (const emoted::PlannedWait& wait : planned.waits) {
            covered += (wait.to - wait.from).value();
        }
        REQUIRE(std::max<std::int64_t>(covered, 1) == planned.branch.total.value());
    }
}

TEST_CASE("a two-player sequence has three branches, each with choices of its own") {
    emoted::Random random(15, "plans");
    emoted::AwaitPartner<ClipIndex> await;
    await.offer = ClipIndex(0);
    await.timeout = TickCount(20);
    await.matched = {t::emote({t::clip_choice(1), t::clip_choice(2)}, 4)};
    await.timed_out = {t::emote({t::clip_choice(2), t::clip_choice(3)}, 4)};
    const auto playable = t::two_player(some_clips(random), await);
    const SequencePlan plan = emoted::plan_sequence(*playable, 9);
    REQUIRE(plan.branches.size() == 3);
    const BranchKind kinds[] = {BranchKind::offer, BranchKind::matched, BranchKind::timed_out};
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(plan.branches[i].branch.kind == kinds[i]);
        CHECK(plan.branches[i].branch.seed == 9);
        CHECK(plan.branches[i].branch.total == emoted::plan(*playable, kinds[i], 9).total);
    }
    CHECK(plan.branches[0].choices.empty());
    CHECK(plan.branches[1].choices.size() == 4);
    CHECK(emoted::steps_of(*playable, BranchKind::offer) == nullptr);
    CHECK(emoted::steps_of(*playable, BranchKind::main) == nullptr);
}

TEST_CASE("D50: what Molang draws has no part in the plan") {
    t::AnimationFile still;
    still.id = "t:still";
    t::AnimationFile other;
    other.id = "t:other";
    const std::string sequence = R"({"type": "sequence", "schema_version": 4, "id": "t:s", "metadata": {"name": "S",
        "description": ""}, "settings": {"cooldown": "0t", "player": {"hidden": true, "stop_conditions":
        {"movement_distance": 1, "jump": false, "submerge": false, "ride": false, "damage": false, "attack": false,
        "game_mode_change": false}}}, "steps": [{"emote": ["t:still", "t:other", "emote:continue"], "repeat": 40}]})";
    const auto plain = t::library_of({t::file_of(still), t::file_of(other), {"s.json", sequence, {}, 0}});
    still.x = "math.random(0, 1)";
    const auto drawing = t::library_of({t::file_of(still), t::file_of(other), {"s.json", sequence, {}, 0}});
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const SequencePlan a = emoted::plan_sequence(*plain->find("t:s"), seed);
        const SequencePlan b = emoted::plan_sequence(*drawing->find("t:s"), seed);
        REQUIRE(a.branches[0].choices.size() == b.branches[0].choices.size());
        for (std::size_t i = 0; i < a.branches[0].choices.size(); ++i) {
            REQUIRE(a.branches[0].choices[i].drawn == b.branches[0].choices[i].drawn);
            REQUIRE(a.branches[0].choices[i].at == b.branches[0].choices[i].at);
        }
    }
}
