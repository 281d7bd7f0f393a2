// The time line of a course: what lies where, in ticks of the playback.
#pragma once

#include "explain/explanation.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace emoted::explain {

struct TimeLineEntry {
    enum class Kind : std::uint8_t {
        segment,     // a clip plays
        transition,  // blends to the next clip's first pose
        loop_delay,  // holds the last pose, as the clip asks for
        wait,        // likewise, as a step asks for
        partner,     // likewise, until a partner comes or the time is up
        control,     // a control id was chosen: takes no time
    };
    Kind kind{};
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    std::size_t branch = 0;             // index in the plan
    std::optional<ClipIndex> clip;      // of all but wait, partner and control
    std::optional<std::uint32_t> step;  // index in the branch's steps
    std::optional<std::size_t> choice;  // segment, control: index in the branch's choices
    std::optional<Control> control;
};

// In the order in which they happen, without gaps. What the course does not reach is left out.
[[nodiscard]] std::vector<TimeLineEntry> time_line(const Explanation& explanation, const ExplainedCourse& course);

// "$.steps[0].matched[2]"
[[nodiscard]] std::string step_path(BranchKind kind, std::uint32_t step);
[[nodiscard]] std::string candidate_name(const Playable& playable, const Candidate<ClipIndex>& candidate);
[[nodiscard]] const char* name_of(TimeLineEntry::Kind kind) noexcept;

}  // namespace emoted::explain
