// Everything that `emoted explain` says about one emote, gathered.
//
// Sans I/O; the same arguments give the same explanation, on every platform.
#pragma once

#include "explain/course.hpp"

#include <emoted/core/settings.hpp>
#include <emoted/sequences/clip_links.hpp>
#include <emoted/sequences/library.hpp>
#include <emoted/sequences/sequence_plan.hpp>

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <vector>

namespace emoted::explain {

struct ExplainOptions {
    std::uint64_t seed = 0;
    // Two-player sequences: only the course that this takes; absent: that in which a partner comes during the offer,
    // and that in which nobody does.
    std::optional<std::uint64_t> partner_at;
    std::uint64_t most_ticks = 1'728'000;  // of one course; what lies beyond is left out, and the explanation says so
    core::Settings settings{};
};

// A branch of the plan on the time line of a course.
struct PlacedBranch {
    std::size_t branch = 0;    // index in the plan
    std::uint64_t begins = 0;  // tick of the playback that is the branch's tick 0
};

struct ExplainedCourse {
    BranchKind kind = BranchKind::main;  // main, matched, timed_out; offer if neither was reached
    std::optional<std::uint64_t> partner_at;
    std::vector<PlacedBranch> branches;
    Course course;
};

// Ticks of the playback in which a partner who asks to join is matched, half open.
struct PartnerWindow {
    std::uint64_t offer_ticks = 0;    // who comes earlier waits until the offer's animation ends
    std::uint64_t timeout_ticks = 0;  // after it
    [[nodiscard]] std::uint64_t end() const noexcept { return offer_ticks + timeout_ticks; }
};

struct Explanation {
    std::shared_ptr<const Playable> playable;
    SequencePlan plan;
    std::vector<BranchLengths> lengths;  // by branch of the plan
    std::vector<ClipLink> links;
    std::optional<PartnerWindow> partner;  // two-player sequences
    std::vector<ExplainedCourse> courses;  // never empty
};

[[nodiscard]] Explanation explain_emote(const std::shared_ptr<const Library>& library,
                                        std::shared_ptr<const Playable> playable, const ExplainOptions& options);

// For a person.
void print_text(std::ostream& out, const Explanation& explanation);
// One object; `version` counts up when a field changes its meaning or goes away.
void print_json(std::ostream& out, const Explanation& explanation);

}  // namespace emoted::explain
