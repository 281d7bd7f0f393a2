#include "support/clip_maker.hpp"
#include "support/naive_planner.hpp"

#include <emoted/sequences/playback.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

namespace t = emoted::test;
using emoted::Branch;
using emoted::BranchKind;
using emoted::ClipIndex;
using emoted::EmoteStep;
using emoted::Layout;
using emoted::PlaybackMode;
using emoted::Segment;
using emoted::Steps;
using emoted::TickCount;

namespace {

// Gives the draws named, notes the bounds asked for.
class ScriptedDraws final : public emoted::DrawSource {
public:
    ScriptedDraws(std::initializer_list<std::uint32_t> values) : values_(values) {}
    std::uint32_t below(std::uint32_t n) override {
        REQUIRE(bounds.size() < values_.size());
        const std::uint32_t value = values_[bounds.size()];
        REQUIRE(value < n);
        bounds.push_back(n);
        return value;
    }
    [[nodiscard]] bool used_up() const noexcept { return bounds.size() == values_.size(); }
    std::vector<std::uint32_t> bounds;

private:
    std::vector<std::uint32_t> values_;
};

class SeededDraws final : public emoted::DrawSource {
public:
    explicit SeededDraws(std::uint64_t seed) : random_(seed, "test") {}
    std::uint32_t below(std::uint32_t n) override {
        ++count;
        return random_.below(n);
    }
    std::size_t count = 0;

private:
    emoted::Random random_;
};

// Clips 0, 1, 2 ... of these lengths; a negative delay: once, else loop with that delay.
struct Length {
    std::int64_t duration = 1;
    std::int64_t loop_delay = -1;
};
[[nodiscard]] Layout clips(std::initializer_list<Length> lengths) {
    std::vector<std::shared_ptr<const emoted::Clip>> made;
    for (const Length& length : lengths) {
        t::ClipMaker maker("t:clip", length.duration);
        if (length.loop_delay >= 0) {
            maker.loops(length.loop_delay);
        }
        made.push_back(maker.make());
    }
    return t::lay_out(made);
}

[[nodiscard]] std::vector<std::uint32_t> chosen(const Branch& branch) {
    std::vector<std::uint32_t> result;
    for (const Segment& segment : branch.segments) {
        result.push_back(segment.clip.value());
    }
    return result;
}

[[nodiscard]] std::vector<std::int64_t> starts(const Branch& branch) {
    std::vector<std::int64_t> result;
    for (const Segment& segment : branch.segments) {
        result.push_back(segment.start.value());
    }
    return result;
}

[[nodiscard]] Branch planned(const Steps<ClipIndex>& steps, const Layout& layout,
                             std::initializer_list<std::uint32_t> draws, bool have_pose = false) {
    ScriptedDraws source(draws);
    Branch branch = emoted::plan_steps(steps, layout, have_pose, source);
    CHECK(source.used_up());
    return branch;
}

using Numbers = std::vector<std::uint32_t>;
using Ticks = std::vector<std::int64_t>;

[[nodiscard]] t::NaiveBranch as_naive(const Branch& branch) {
    t::NaiveBranch result;
    for (const Segment& segment : branch.segments) {
        result.segments.push_back({segment.clip.value(), segment.blend_from.value(), segment.start.value(),
                                   segment.end.value(), segment.step, segment.repetition});
    }
    result.total = branch.total.value();
    return result;
}

}  // namespace

TEST_CASE("a single candidate is chosen without a draw") {
    const Layout layout = clips({{2}});
    CHECK(chosen(planned({t::emote({t::clip_choice(0)}, 3)}, layout, {})) == Numbers{0, 0, 0});
    CHECK(chosen(planned({t::emote({t::clip_choice(0, 100)}, 2)}, layout, {})) == Numbers{0, 0});
    CHECK(chosen(planned({t::emote({t::continue_choice()}, 2'147'483'647)}, layout, {})).empty());
    CHECK(chosen(planned({t::emote({t::break_choice(100)}, 5)}, layout, {})).empty());
}

TEST_CASE("equal chances: with an exclusion one less is drawn, and a draw at or past it moves up") {
    const Layout layout = clips({{1}, {1}, {1}});
    const Steps<ClipIndex> steps{t::emote({t::clip_choice(0), t::clip_choice(1), t::clip_choice(2)}, 4)};
    ScriptedDraws draws{1, 0, 0, 1};
    CHECK(chosen(emoted::plan_steps(steps, layout, false, draws)) == Numbers{1, 0, 1, 2});
    CHECK(draws.bounds == Numbers{3, 2, 2, 2});
}

TEST_CASE("equal chances: two clips alternate, still with a draw each") {
    const Layout layout = clips({{1}, {1}});
    ScriptedDraws draws{1, 0, 0, 0};
    const Branch branch =
        emoted::plan_steps({t::emote({t::clip_choice(0), t::clip_choice(1)}, 4)}, layout, false, draws);
    CHECK(chosen(branch) == Numbers{1, 0, 1, 0});
    CHECK(draws.bounds == Numbers{2, 1, 1, 1});
}

TEST_CASE("weights: walked in file order, the excluded one left out of sum and walk") {
    const Layout layout = clips({{1}, {1}, {1}});
    const Steps<ClipIndex> steps{t::emote({t::clip_choice(0, 10), t::clip_choice(1, 20), t::clip_choice(2, 70)}, 3)};
    ScriptedDraws draws{15, 0, 89};
    CHECK(chosen(emoted::plan_steps(steps, layout, false, draws)) == Numbers{1, 0, 2});
    CHECK(draws.bounds == Numbers{100, 80, 90});
}

TEST_CASE("weights: every draw goes to the candidate in whose share it falls") {
    const Layout layout = clips({{1}, {1}, {1}});
    const Steps<ClipIndex> steps{t::emote({t::clip_choice(0, 10), t::clip_choice(1, 20), t::clip_choice(2, 70)})};
    for (std::uint32_t draw = 0; draw < 100; ++draw) {
        const std::uint32_t expected = draw < 10 ? 0 : draw < 30 ? 1 : 2;
        REQUIRE(chosen(planned(steps, layout, {draw})) == Numbers{expected});
    }
}

TEST_CASE("the weight of an excluded clip is spread over controls too") {
    const Layout layout = clips({{1}, {1}});
    const Steps<ClipIndex> steps{
        t::emote({t::clip_choice(0, 60), t::clip_choice(1, 10), t::continue_choice(20), t::break_choice(10)}, 3)};
    // After clip 0 forty are left: 1 below 10, continue below 30, break below 40.
    for (std::uint32_t draw = 0; draw < 40; ++draw) {
        if (draw < 10) {
            REQUIRE(chosen(planned(steps, layout, {0, draw, 0})) == Numbers{0, 1, 0});
        } else if (draw < 30) {
            REQUIRE(chosen(planned(steps, layout, {0, draw, 0})) == Numbers{0, 1});
        } else {
            REQUIRE(chosen(planned(steps, layout, {0, draw})) == Numbers{0});
        }
    }
}

TEST_CASE("conformance 10: three equal candidates never repeat, one clip with continue may") {
    const Layout layout = clips({{1}, {1}, {1}});
    const Steps<ClipIndex> steps{t::emote({t::clip_choice(0), t::clip_choice(1), t::clip_choice(2)}, 20)};
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        SeededDraws draws(seed);
        const Numbers result = chosen(emoted::plan_steps(steps, layout, false, draws));
        REQUIRE(result.size() == 20);
        REQUIRE(std::adjacent_find(result.begin(), result.end()) == result.end());
    }
    CHECK(chosen(planned({t::emote({t::clip_choice(0), t::continue_choice()}, 3)}, layout, {0, 0, 0})) ==
          Numbers{0, 0, 0});
}

TEST_CASE("conformance 11: continue uses up a repetition and keeps the exclusion") {
    const Layout layout = clips({{1}, {1}});
    const Steps<ClipIndex> steps{t::emote({t::clip_choice(0), t::clip_choice(1), t::continue_choice()}, 3)};
    // a, continue, then of {b, continue} the first.
    ScriptedDraws draws{0, 1, 0};
    const Branch branch = emoted::plan_steps(steps, layout, false, draws);
    CHECK(chosen(branch) == Numbers{0, 1});
    CHECK(draws.bounds == Numbers{3, 2, 2});
    CHECK(branch.segments[1].repetition == 2);
    // Continue may follow continue.
    CHECK(chosen(planned(steps, layout, {2, 2, 2})).empty());
}

TEST_CASE("break ends its own step only") {
    const Layout layout = clips({{3}, {4}});
    const Branch branch =
        planned({t::emote({t::clip_choice(0), t::break_choice()}, 5), t::emote({t::clip_choice(1)})}, layout, {0, 1});
    CHECK(chosen(branch) == Numbers{0, 1});
    CHECK(starts(branch) == Ticks{0, 3});
}

TEST_CASE("the exclusion does not cross steps") {
    const Layout layout = clips({{1}, {1}});
    const auto step = t::emote({t::clip_choice(0), t::clip_choice(1)});
    ScriptedDraws draws{0, 0};
    CHECK(chosen(emoted::plan_steps({step, step}, layout, false, draws)) == Numbers{0, 0});
    CHECK(draws.bounds == Numbers{2, 2});
}

TEST_CASE("conformance 13: controls neither create nor keep a loop delay") {
    const Layout layout = clips({{2, 4}, {3}});
    const Branch branch = planned(
        {t::emote({t::clip_choice(0), t::continue_choice(), t::break_choice()}, 6), t::emote({t::clip_choice(1)})},
        layout, {0, 1, 0, 2});
    CHECK(chosen(branch) == Numbers{0, 0, 1});
    CHECK(starts(branch) == Ticks{0, 6, 8});
    CHECK(branch.total == TickCount(11));
}

TEST_CASE("conformance 14: no loop delay after the last repetition") {
    const Layout layout = clips({{2}, {3, 2}});
    const Branch branch = planned({t::emote({t::clip_choice(0)}), t::emote({t::clip_choice(1)}, 2)}, layout, {});
    CHECK(starts(branch) == Ticks{0, 2, 7});
    CHECK(branch.total == TickCount(10));
}

TEST_CASE("a trailing continue leaves no delay behind") {
    const Layout layout = clips({{2, 4}, {3}});
    const Branch branch = planned(
        {t::emote({t::clip_choice(0), t::continue_choice()}, 3), t::emote({t::clip_choice(1)})}, layout, {0, 1, 1});
    CHECK(starts(branch) == Ticks{0, 2});
    CHECK(branch.total == TickCount(5));
}

TEST_CASE("the delay is that of the clip just played, and only in loop mode") {
    const Layout layout = clips({{2, 7}, {3}});
    const auto both = t::emote({t::clip_choice(0), t::clip_choice(1)}, 3);
    CHECK(starts(planned({both}, layout, {0, 0, 0})) == Ticks{0, 9, 12});  // 0 +7, 1 +0, 0
    CHECK(starts(planned({both}, layout, {1, 0, 0})) == Ticks{0, 3, 12});

    // A delay of any other mode would count for nothing.
    const Layout once = t::lay_out({t::ClipMaker("t:a", 2).mode(PlaybackMode::once, 5).make()});
    CHECK(starts(planned({t::emote({t::clip_choice(0)}, 2)}, once, {})) == Ticks{0, 2});
}

TEST_CASE("a wait between steps") {
    const Layout layout = clips({{2}, {3}});
    const Branch branch =
        planned({t::emote({t::clip_choice(0)}), t::wait(5), t::emote({t::clip_choice(1)})}, layout, {});
    CHECK(starts(branch) == Ticks{0, 7});
    CHECK(branch.total == TickCount(10));
    CHECK(branch.segments[1].step == 2);
}

TEST_CASE("conformance 16: a transition before every clip but the very first") {
    const Layout layout = clips({{2}, {3}});
    const Branch branch =
        planned({t::emote({t::clip_choice(0)}, 1, 4), t::emote({t::clip_choice(1)}, 1, 4)}, layout, {});
    REQUIRE(branch.segments.size() == 2);
    CHECK(branch.segments[0].blend_from == TickCount(0));
    CHECK(branch.segments[0].start == TickCount(0));
    CHECK(branch.segments[1].blend_from == TickCount(2));
    CHECK(branch.segments[1].start == TickCount(6));
    CHECK(branch.segments[1].end == TickCount(9));
    CHECK(branch.total == TickCount(9));
}

TEST_CASE("order of a seam: end, loop delay or wait, transition, start") {
    const Layout layout = clips({{2, 3}, {5}});
    const Branch branch =
        planned({t::emote({t::clip_choice(0)}, 2, 4), t::wait(10), t::emote({t::clip_choice(1)}, 1, 6)}, layout, {});
    REQUIRE(branch.segments.size() == 3);
    CHECK(branch.segments[1].blend_from == TickCount(5));
    CHECK(branch.segments[1].start == TickCount(9));
    CHECK(branch.segments[2].blend_from == TickCount(21));
    CHECK(branch.segments[2].start == TickCount(27));
    CHECK(branch.total == TickCount(32));
}

TEST_CASE("a branch with a held pose has a transition before its first clip") {
    const Layout layout = clips({{2}});
    const Branch branch = planned({t::emote({t::clip_choice(0)}, 1, 4)}, layout, {}, true);
    REQUIRE(branch.segments.size() == 1);
    CHECK(branch.segments[0].blend_from == TickCount(0));
    CHECK(branch.segments[0].start == TickCount(4));
    CHECK(branch.total == TickCount(6));
}

TEST_CASE("D16: nothing chosen lasts one tick, a first step that chose nothing leaves its wait") {
    const Layout layout = clips({{2}});
    const auto either = t::emote({t::clip_choice(0), t::continue_choice()});
    const Branch nothing = planned({either}, layout, {1});
    CHECK(nothing.segments.empty());
    CHECK(nothing.total == TickCount(1));

    const Branch late = planned({either, t::wait(5), either}, layout, {1, 0});
    CHECK(starts(late) == Ticks{5});
    CHECK(late.total == TickCount(7));
}

// A sanitizer takes five to twenty times as long for each; what it looks for shows in fewer.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int generated_lists = 10'000;
#else
constexpr int generated_lists = 100'000;
#endif

TEST_CASE("the choices equal those of a second implementation on generated step lists") {
    emoted::Random random(20'260'101, "generated");
    // By duration and delay; the first of each plays once.
    std::vector<std::vector<std::shared_ptr<const emoted::Clip>>> kinds(10);
    for (std::int64_t duration = 1; duration < 10; ++duration) {
        kinds[static_cast<std::size_t>(duration)].push_back(t::ClipMaker("t:clip", duration).make());
        for (std::int64_t delay = 0; delay < 5; ++delay) {
            kinds[static_cast<std::size_t>(duration)].push_back(t::ClipMaker("t:clip", duration).loops(delay).make());
        }
    }
    std::size_t segments = 0;
    std::size_t transitions = 0;
    for (int round = 0; round < generated_lists; ++round) {
        std::vector<std::shared_ptr<const emoted::Clip>> made;
        const std::uint32_t clip_count = 1 + random.below(6);
        for (std::uint32_t c = 0; c < clip_count; ++c) {
            const std::uint32_t duration = 1 + random.below(9);
            made.push_back(kinds[duration][random.below(2) == 0 ? 1 + random.below(5) : 0]);
        }
        const Layout layout = t::lay_out(made);

        Steps<ClipIndex> steps;
        const std::uint32_t step_count = 1 + random.below(5);
        bool wait_allowed = false;
        for (std::uint32_t s = 0; s < step_count; ++s) {
            if (wait_allowed && random.below(3) == 0) {
                steps.emplace_back(t::wait(1 + random.below(7)));
                wait_allowed = false;
            }
            std::vector<emoted::Candidate<ClipIndex>> candidates;
            for (std::uint32_t c = 0; c < clip_count; ++c) {
                if (random.below(3) != 0) {
                    candidates.push_back(t::clip_choice(c));
                }
            }
            if (random.below(3) == 0) {
                candidates.push_back(t::continue_choice());
            }
            if (random.below(4) == 0 || candidates.empty()) {
                candidates.push_back(t::break_choice());
            }
            for (std::size_t i = candidates.size(); i > 1; --i) {
                std::swap(candidates[i - 1], candidates[random.below(static_cast<std::uint32_t>(i))]);
            }
            if (random.below(2) == 0) {
                // Weights of at least 1 that come to 100.
                std::int32_t rest = 100 - static_cast<std::int32_t>(candidates.size());
                for (auto& candidate : candidates) {
                    const auto part = static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(rest) + 1));
                    candidate.weight = 1 + part;
                    rest -= part;
                }
                candidates.back().weight += rest;
            }
            steps.emplace_back(t::emote(std::move(candidates), 1 + random.below(8), random.below(2) * random.below(9)));
            wait_allowed = true;
        }

        const bool have_pose = random.below(2) == 0;
        const std::uint64_t seed = random.next();
        SeededDraws ours(seed);
        SeededDraws theirs(seed);
        const Branch branch = emoted::plan_steps(steps, layout, have_pose, ours);
        const t::NaiveBranch expected =
            t::naive_plan(steps, layout, have_pose, [&theirs](std::uint32_t n) { return theirs.below(n); });
        REQUIRE(as_naive(branch) == expected);
        REQUIRE(ours.count == theirs.count);

        // What holds of every branch.
        std::int64_t covered = 0;
        for (std::size_t i = 0; i < branch.segments.size(); ++i) {
            const Segment& segment = branch.segments[i];
            REQUIRE(segment.blend_from.value() >= covered);
            REQUIRE(segment.start >= segment.blend_from);
            REQUIRE(segment.end > segment.start);
            covered = segment.end.value();
            ++segments;
            transitions += segment.start > segment.blend_from ? 1U : 0U;
            if (i > 0 && branch.segments[i - 1].step == segment.step) {
                REQUIRE(branch.segments[i - 1].repetition < segment.repetition);
                const auto& step = std::get<EmoteStep<ClipIndex>>(steps[segment.step]);
                const auto animations = std::count_if(step.candidates.begin(), step.candidates.end(),
                                                      [](const auto& candidate) { return candidate.is_clip(); });
                REQUIRE((animations == 1 || branch.segments[i - 1].clip != segment.clip));
            }
        }
        REQUIRE(branch.total.value() >= std::max<std::int64_t>(covered, 1));
    }
    // The generator reaches what it is for.
    CHECK(segments > std::size_t{4} * generated_lists);
    CHECK(transitions > std::size_t{generated_lists} / 2);
}

TEST_CASE("one draw for each repetition, however long the list") {
    std::vector<emoted::Candidate<ClipIndex>> candidates;
    std::vector<std::shared_ptr<const emoted::Clip>> made;
    for (std::uint32_t c = 0; c < 100; ++c) {
        candidates.push_back(t::clip_choice(c, 1));
        made.push_back(t::ClipMaker("t:clip", 1).make());
    }
    SeededDraws draws(1);
    const Branch branch = emoted::plan_steps({t::emote(std::move(candidates), 10'000)}, t::lay_out(made), false, draws);
    CHECK(branch.segments.size() == 10'000);
    CHECK(branch.total == TickCount(10'000));
    CHECK(draws.count == 10'000);
}

TEST_CASE("plan: an animation and an offer are one segment in any mode") {
    for (const PlaybackMode mode :
         {PlaybackMode::once, PlaybackMode::loop, PlaybackMode::hold, PlaybackMode::server_sync}) {
        const auto playable = t::animation(t::ClipMaker("t:a", 7).mode(mode, 3).make());
        const Branch branch = emoted::plan(*playable, BranchKind::main, 5);
        REQUIRE(branch.segments.size() == 1);
        CHECK(branch.segments[0].start == TickCount(0));
        CHECK(branch.segments[0].end == TickCount(7));
        CHECK(branch.total == TickCount(7));
    }
}

TEST_CASE("plan: the branches of a two-player sequence") {
    emoted::AwaitPartner<ClipIndex> await;
    await.offer = ClipIndex(2);
    await.matched = {t::emote({t::clip_choice(0)}, 2, 3)};
    await.timed_out = {t::emote({t::clip_choice(1)})};
    const auto playable = t::two_player(
        {t::ClipMaker("t:a", 2).make(), t::ClipMaker("t:b", 3).make(), t::ClipMaker("t:c", 4).loops(9).make()}, await);
    const Branch offer = emoted::plan(*playable, BranchKind::offer, 1);
    CHECK(chosen(offer) == Numbers{2});
    CHECK(offer.total == TickCount(4));
    // The held pose of the offer gives the first clip of either branch its transition.
    const Branch matched = emoted::plan(*playable, BranchKind::matched, 1);
    CHECK(starts(matched) == Ticks{3, 8});
    CHECK(matched.total == TickCount(10));
    CHECK(starts(emoted::plan(*playable, BranchKind::timed_out, 1)) == Ticks{0});
}

TEST_CASE("D50: labels of the streams") {
    CHECK(emoted::random_label(BranchKind::main) == "main");
    CHECK(emoted::random_label(BranchKind::matched) == "matched");
    CHECK(emoted::random_label(BranchKind::timed_out) == "timeout");
    CHECK(emoted::random_label(BranchKind::offer) == "offer");
}

TEST_CASE("D50: each branch draws from its own stream, from nothing but the seed") {
    const auto step = t::emote({t::clip_choice(0), t::clip_choice(1), t::clip_choice(2)}, 12);
    const std::vector<std::shared_ptr<const emoted::Clip>> made{
        t::ClipMaker("t:a", 1).make(), t::ClipMaker("t:b", 1).make(), t::ClipMaker("t:c", 1).make()};
    emoted::AwaitPartner<ClipIndex> await;
    await.matched = {step};
    await.timed_out = {step};
    const auto pair = t::two_player(made, await);
    const auto solo = t::linear(made, {step});
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        for (const BranchKind kind : {BranchKind::matched, BranchKind::timed_out, BranchKind::main}) {
            const auto& playable = kind == BranchKind::main ? *solo : *pair;
            emoted::Random random(seed, emoted::random_label(kind));
            const bool have_pose = kind != BranchKind::main;
            const t::NaiveBranch expected = t::naive_plan({step}, playable.layout, have_pose,
                                                          [&random](std::uint32_t n) { return random.below(n); });
            REQUIRE(as_naive(emoted::plan(playable, kind, seed)) == expected);
            REQUIRE(as_naive(emoted::plan(playable, kind, seed)) == expected);  // again: nothing is remembered
        }
    }
}

namespace {

// Clip and start of every segment, then the total: "a0 b2 | 5".
[[nodiscard]] std::string described(const Branch& branch) {
    std::string text;
    for (const Segment& segment : branch.segments) {
        text += static_cast<char>('a' + static_cast<char>(segment.clip.value()));
        text += std::to_string(segment.start.value()) + ' ';
    }
    return text + "| " + std::to_string(branch.total.value());
}

}  // namespace

TEST_CASE("D50: golden plans stay what they are on every platform and in every version") {
    const std::vector<std::shared_ptr<const emoted::Clip>> made{
        t::ClipMaker("t:a", 2).loops(1).make(), t::ClipMaker("t:b", 3).make(), t::ClipMaker("t:c", 5).loops(4).make()};
    const Steps<ClipIndex> steps{
        t::emote({t::clip_choice(0), t::clip_choice(1), t::clip_choice(2)}, 4),
        t::wait(10),
        t::emote({t::clip_choice(0, 50), t::clip_choice(2, 30), t::continue_choice(15), t::break_choice(5)}, 6, 2),
    };
    const auto playable = t::linear(made, steps);
    struct Golden {
        std::uint64_t seed;
        const char* plan;
    };
    const Golden goldens[] = {
        {0U, "b0 c3 a12 b15 c30 a41 | 43"},
        {1U, "c0 b9 a12 b15 a30 c35 | 40"},
        {2U, "c0 a9 c12 b21 a36 c41 a52 c57 a68 c73 | 78"},
        {3U, "c0 b9 c12 b21 a36 c41 a52 c57 | 62"},
        {7U, "a0 c3 a12 b15 c30 a41 c46 a57 | 59"},
        {0xFFFFFFFFFFFFFFFFULL, "a0 c3 b12 a15 a29 c34 a45 c50 | 55"},
        {0x123456789ABCDEF0U, "b0 a3 b6 c9 c26 a37 c42 a53 c58 | 63"},
    };
    for (const Golden& golden : goldens) {
        CAPTURE(golden.seed);
        CHECK(described(emoted::plan(*playable, BranchKind::main, golden.seed)) == golden.plan);
    }
}
