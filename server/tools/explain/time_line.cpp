#include "explain/time_line.hpp"

#include <algorithm>
#include <variant>

namespace emoted::explain {
namespace {

using Kind = TimeLineEntry::Kind;

class Line {
public:
    Line(const Explanation& explanation, const ExplainedCourse& course)
        : explanation_(explanation), end_(course.course.rehearsed.ticks) {}

    void add(const PlacedBranch& placed) {
        branch_ = placed.branch;
        begins_ = placed.begins;
        const PlannedBranch& planned = explanation_.plan.branches[placed.branch];
        if (planned.choices.empty()) {
            for (const Segment& segment : planned.branch.segments) {
                add_segment(segment, std::nullopt, std::nullopt);
            }
        }
        auto wait = planned.waits.begin();
        const auto add_waits_before = [&](std::uint32_t step) {
            for (; wait != planned.waits.end() && wait->step < step; ++wait) {
                add(Kind::wait, wait->from, wait->to).step = wait->step;
            }
        };
        for (std::size_t i = 0; i < planned.choices.size(); ++i) {
            const Choice& choice = planned.choices[i];
            add_waits_before(choice.step);
            if (!choice.segment) {
                add_control(choice, i);
                continue;
            }
            if (choice.delay > TickCount(0)) {
                TimeLineEntry& delay = add(Kind::loop_delay, choice.at, choice.at + choice.delay);
                delay.clip = planned.branch.segments[*choice.segment - 1].clip;
                delay.step = choice.step;
            }
            add_segment(planned.branch.segments[*choice.segment], choice.step, i);
        }
        add_waits_before(static_cast<std::uint32_t>(-1));
    }

    void add_waiting(std::uint64_t from, std::uint64_t to) {
        begins_ = 0;
        branch_ = 0;
        if (to > from) {
            add(Kind::partner, TickCount(static_cast<std::int64_t>(from)), TickCount(static_cast<std::int64_t>(to)));
        }
    }

    [[nodiscard]] std::vector<TimeLineEntry> finish() && {
        // Broken off: the rest was not played.
        entries_.erase(std::remove_if(entries_.begin(), entries_.end(),
                                      [this](const TimeLineEntry& entry) { return entry.from > end_; }),
                       entries_.end());
        return std::move(entries_);
    }

private:
    TimeLineEntry& add(Kind kind, TickCount from, TickCount to) {
        TimeLineEntry& entry = entries_.emplace_back();
        entry.kind = kind;
        entry.from = begins_ + static_cast<std::uint64_t>(from.value());
        entry.to = begins_ + static_cast<std::uint64_t>(to.value());
        entry.branch = branch_;
        return entry;
    }

    void add_segment(const Segment& segment, std::optional<std::uint32_t> step, std::optional<std::size_t> choice) {
        if (segment.start > segment.blend_from) {
            TimeLineEntry& blend = add(Kind::transition, segment.blend_from, segment.start);
            blend.clip = segment.clip;
            blend.step = step;
        }
        TimeLineEntry& entry = add(Kind::segment, segment.start, segment.end);
        entry.clip = segment.clip;
        entry.step = step;
        entry.choice = choice;
    }

    void add_control(const Choice& choice, std::size_t index) {
        const Steps<ClipIndex>& steps =
            *steps_of(*explanation_.playable, explanation_.plan.branches[branch_].branch.kind);
        const auto& step = std::get<EmoteStep<ClipIndex>>(steps[choice.step]);
        TimeLineEntry& entry = add(Kind::control, choice.at, choice.at);
        entry.step = choice.step;
        entry.choice = index;
        entry.control = std::get<Control>(step.candidates[choice.chosen].choice);
    }

    const Explanation& explanation_;
    std::uint64_t end_;
    std::uint64_t begins_ = 0;
    std::size_t branch_ = 0;
    std::vector<TimeLineEntry> entries_;
};

}  // namespace

std::vector<TimeLineEntry> time_line(const Explanation& explanation, const ExplainedCourse& course) {
    Line line(explanation, course);
    line.add(course.branches.front());
    if (explanation.partner) {
        const bool went_on = course.branches.size() > 1;
        line.add_waiting(explanation.partner->offer_ticks,
                         went_on ? course.branches.back().begins : course.course.rehearsed.ticks);
        if (went_on) {
            line.add(course.branches.back());
        }
    }
    return std::move(line).finish();
}

std::string step_path(BranchKind kind, std::uint32_t step) {
    const std::string number = '[' + std::to_string(step) + ']';
    switch (kind) {
        case BranchKind::main:
            return "$.steps" + number;
        case BranchKind::matched:
            return "$.steps[0].matched" + number;
        case BranchKind::timed_out:
            return "$.steps[0].timeout" + number;
        case BranchKind::offer:
            break;
    }
    return "$.steps[0].await_partner";
}

std::string candidate_name(const Playable& playable, const Candidate<ClipIndex>& candidate) {
    if (const auto* const clip = std::get_if<ClipIndex>(&candidate.choice)) {
        return playable.layout.clips[clip->value()].clip->id;
    }
    return std::get<Control>(candidate.choice) == Control::continue_repeat ? "emote:continue" : "emote:break";
}

const char* name_of(Kind kind) noexcept {
    switch (kind) {
        case Kind::segment:
            return "segment";
        case Kind::transition:
            return "transition";
        case Kind::loop_delay:
            return "loop_delay";
        case Kind::wait:
            return "wait";
        case Kind::partner:
            return "partner";
        case Kind::control:
            break;
    }
    return "control";
}

}  // namespace emoted::explain
