// Where the parts of a sequence stand in its file, for faults that are found after it was read.
#pragma once

#include <emoted/sequences/json_document.hpp>
#include <emoted/sequences/sequence.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace emoted::sequence {

enum class StepList : std::uint8_t { linear, matched, timed_out };

// A step, by list and index; cheap, in contrast to its pointer.
struct StepPlace {
    StepList list = StepList::linear;
    std::size_t step = 0;
};

[[nodiscard]] std::string pointer_to(const StepPlace& place);
[[nodiscard]] std::string pointer_to_member(const StepPlace& place, std::string_view member);
// `candidate` of the step's list; one id without a list stands at "emote" itself.
[[nodiscard]] std::string pointer_to_candidate(const StepPlace& place, std::size_t candidate, bool weighted,
                                               const text::JsonDocument& document);
// Without a look at the file: of a step with one candidate, whether it stands in a list or not, "emote" itself.
[[nodiscard]] std::string pointer_to_candidate(const StepPlace& place, std::size_t candidate,
                                               const EmoteStep<ClipIndex>& step);
// How the format's documents write one of these pointers: $.steps[2].emote[0].
[[nodiscard]] std::string path_of(std::string_view pointer);
// What makes the step long: "repeat" if it is written, else "emote".
[[nodiscard]] std::string pointer_to_repeat(const StepPlace& place, const text::JsonDocument& document);

inline constexpr std::string_view offer_pointer = "/steps/0/await_partner/emote";

}  // namespace emoted::sequence
