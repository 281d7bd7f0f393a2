// What a playback will be, from a playable and a seed alone: the chosen clips with their ticks, and the draws that
// chose them, for whoever wants to know why. And how long it can get.
//
// Values and pure functions; any thread.
#pragma once

#include <emoted/sequences/playable.hpp>
#include <emoted/sequences/playback.hpp>
#include <emoted/sequences/units.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace emoted {

// How the candidate of one repetition of an emote step was chosen (format section 2.4). A step that has nothing but one
// control id makes no choice.
struct Choice {
    std::uint32_t step = 0;
    std::uint32_t repetition = 0;
    std::size_t chosen = 0;               // index in the step's candidates
    std::optional<std::size_t> excluded;  // the one that could not be chosen again
    // The draw was a number below `total`, the sum of the weights of those not excluded; where the step has no weights
    // each counts as 1. Nothing was drawn where there is only one candidate.
    std::uint32_t total = 1;
    std::optional<std::uint32_t> drawn;
    TickCount at;                          // of the branch, where its time line had come to
    TickCount delay;                       // the loop delay of the clip before, which this one waited for
    std::optional<std::size_t> segment{};  // index in the branch's segments; nothing for a control
};
// The weight of a candidate in that draw; 0 if it was excluded. Its chance is this out of `total`.
[[nodiscard]] std::uint32_t weight_in(const Choice& choice, const EmoteStep<ClipIndex>& step,
                                      std::size_t candidate) noexcept;

struct PlannedWait {
    std::uint32_t step = 0;
    TickCount from;  // of the branch
    TickCount to;
};

struct PlannedBranch {
    Branch branch;
    std::vector<Choice> choices;     // in the order in which they were made; none for an animation or an offer
    std::vector<PlannedWait> waits;  // likewise
};

struct SequencePlan {
    std::uint64_t seed = 0;
    std::vector<PlannedBranch> branches;  // main; for a two-player sequence offer, matched and timed_out
};

// The branches are those that plan() makes. What Molang draws has no part in them (D50).
[[nodiscard]] SequencePlan plan_sequence(const Playable& playable, std::uint64_t seed);

// The steps that this branch plays; null for the branch of an animation, for an offer, and for one that the playable
// has not.
[[nodiscard]] const Steps<ClipIndex>* steps_of(const Playable& playable, BranchKind kind) noexcept;

struct BranchLengths {
    TickCount shortest{1};
    double expected = 1;  // the mean over all seeds, exactly but for rounding
    TickCount longest{1};
};
// Over every course that the choices of this branch can take. Time grows with repetitions times candidates.
[[nodiscard]] BranchLengths branch_lengths(const Playable& playable, BranchKind kind);
// `have_pose`: as for plan_steps().
[[nodiscard]] BranchLengths lengths_of(const Steps<ClipIndex>& steps, const Layout& layout, bool have_pose);

}  // namespace emoted
