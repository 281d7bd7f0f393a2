#include "support/clip_maker.hpp"

#include <emoted/sequences/playback.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace t = emoted::test;
using emoted::Candidate;
using emoted::ClipIndex;
using emoted::Control;

namespace {

using Chances = std::map<std::string, double>;

[[nodiscard]] char name_of(ClipIndex clip) {
    return static_cast<char>('a' + static_cast<char>(clip.value()));
}

// The exact chance of every course of one step: the tree of all its choices, each with its share of what may be chosen.
void add_courses(const emoted::EmoteStep<ClipIndex>& step, std::int64_t left, const Candidate<ClipIndex>* previous,
                 const std::string& course, double chance, Chances& chances) {
    if (left == 0) {
        chances[course] += chance;
        return;
    }
    double clips = 0;
    for (const auto& candidate : step.candidates) {
        clips += candidate.is_clip() ? 1 : 0;
    }
    const auto share = [&](const Candidate<ClipIndex>& candidate) {
        if (clips > 1 && &candidate == previous) {
            return 0.0;
        }
        return step.weighted ? static_cast<double>(candidate.weight) : 1.0;
    };
    double whole = 0;
    for (const auto& candidate : step.candidates) {
        whole += share(candidate);
    }
    for (const auto& candidate : step.candidates) {
        const double next = chance * share(candidate) / whole;
        if (next == 0.0) {
            continue;
        }
        if (candidate.is_clip()) {
            add_courses(step, left - 1, &candidate, course + name_of(std::get<ClipIndex>(candidate.choice)), next,
                        chances);
        } else if (std::get<Control>(candidate.choice) == Control::continue_repeat) {
            add_courses(step, left - 1, previous, course, next, chances);
        } else {
            chances[course] += next;
        }
    }
}

// Plans with the seeds 0, 1, 2 ... and compares how often each course came with how often it should have.
void check_distribution(const emoted::EmoteStep<ClipIndex>& step) {
    constexpr int plans = 100'000;  // of the seven steps below: 1.9 million draws at most
    Chances expected;
    add_courses(step, step.repeat, nullptr, "", 1.0, expected);
    const auto playable = t::linear(
        {t::ClipMaker("t:a", 1).make(), t::ClipMaker("t:b", 1).make(), t::ClipMaker("t:c", 1).make()}, {step});
    std::map<std::string, int> seen;
    for (std::uint64_t seed = 0; seed < plans; ++seed) {
        std::string course;
        for (const emoted::Segment& segment : emoted::plan(*playable, emoted::BranchKind::main, seed).segments) {
            course += name_of(segment.clip);
        }
        REQUIRE(expected.count(course) == 1);
        ++seen[course];
    }
    double chi_square = 0;
    double degrees = -1;
    for (const auto& [course, chance] : expected) {
        const double mean = chance * plans;
        REQUIRE(mean >= 5);  // else the bound below means nothing
        const double off = seen[course] - mean;
        chi_square += off * off / mean;
        degrees += 1;
        CAPTURE(course, mean, seen[course]);
        CHECK(std::abs(off) < 4.5 * std::sqrt(mean));
    }
    // Mean `degrees`, deviation sqrt(2 * degrees): four of them. The seeds are fixed, so this passes always or never.
    CAPTURE(chi_square, degrees);
    CHECK(chi_square < degrees + 4 * std::sqrt(2 * degrees) + 4);
}

}  // namespace

TEST_CASE("equal candidates come equally often, without immediate repeats") {
    check_distribution(t::emote({t::clip_choice(0), t::clip_choice(1), t::clip_choice(2)}, 1));
    check_distribution(t::emote({t::clip_choice(0), t::clip_choice(1), t::clip_choice(2)}, 4));
}

TEST_CASE("weights are kept, and normalised after an exclusion") {
    check_distribution(t::emote({t::clip_choice(0, 30), t::clip_choice(1, 40), t::clip_choice(2, 30)}, 1));
    check_distribution(t::emote({t::clip_choice(0, 10), t::clip_choice(1, 20), t::clip_choice(2, 70)}, 3));
}

TEST_CASE("controls take part in the chances") {
    check_distribution(
        t::emote({t::clip_choice(0, 50), t::clip_choice(1, 30), t::continue_choice(15), t::break_choice(5)}, 3));
    check_distribution(t::emote({t::clip_choice(0), t::continue_choice(), t::clip_choice(1), t::break_choice()}, 3));
    check_distribution(t::emote({t::clip_choice(0), t::continue_choice()}, 4));
}
