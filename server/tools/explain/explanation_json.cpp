#include "explain/explanation.hpp"
#include "explain/time_line.hpp"

#include <emoted/sequences/diagnostic.hpp>

#include <boost/describe/enum_to_string.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <ostream>
#include <string>

namespace emoted::explain {
namespace {

namespace json = boost::json;

constexpr int explanation_version = 1;
// A step may have as many candidates as there are animations, and as many repetitions as there may be segments.
constexpr std::size_t max_candidates = 64;

template <class Enum>
[[nodiscard]] const char* word(Enum value) {
    return boost::describe::enum_to_string(value, "unknown");
}

[[nodiscard]] json::object place_object(const RelatedPlace& place) {
    json::object out{{"file", safe_line(place.source)}, {"path", place.path}, {"pointer", place.pointer}};
    if (place.position) {
        out["line"] = place.position->line;
        out["column"] = place.position->column;
        out["offset"] = place.position->offset;
    }
    return out;
}

[[nodiscard]] json::array clips_array(const Explanation& explanation) {
    json::array out;
    for (const ClipLink& link : explanation.links) {
        const ClipUse& use = explanation.playable->layout.clips[link.clip.value()];
        constexpr const char* modes[] = {"once", "hold", "loop", "server_sync"};
        json::array uses;
        for (const RelatedPlace& place : link.uses) {
            uses.push_back(place_object(place));
        }
        out.push_back(json::object{{"id", link.id},
                                   {"duration", use.clip->duration.value()},
                                   {"mode", modes[static_cast<std::size_t>(use.clip->mode)]},
                                   {"loop_delay", use.clip->loop_delay.value()},
                                   {"mirrored", use.mirrored},
                                   {"dynamic_nodes", use.clip->dynamic_nodes.size()},
                                   {"owner", place_object(link.owner)},
                                   {"used_by", std::move(uses)}});
    }
    return out;
}

[[nodiscard]] json::array branches_array(const Explanation& explanation) {
    json::array out;
    for (std::size_t i = 0; i < explanation.lengths.size(); ++i) {
        const Branch& branch = explanation.plan.branches[i].branch;
        const BranchLengths& lengths = explanation.lengths[i];
        out.push_back(json::object{{"branch", random_label(branch.kind)},
                                   {"ticks", branch.total.value()},
                                   {"shortest", lengths.shortest.value()},
                                   {"expected", lengths.expected},
                                   {"longest", lengths.longest.value()}});
    }
    return out;
}

[[nodiscard]] json::object draw_object(const Playable& playable, const Choice& choice,
                                       const EmoteStep<ClipIndex>& step) {
    json::object out{{"repetition", choice.repetition}, {"of", step.repeat}, {"total", choice.total}};
    if (choice.drawn) {
        out["drawn"] = *choice.drawn;
    }
    json::array candidates;
    std::size_t left_out = 0;
    for (std::size_t i = 0; i < step.candidates.size(); ++i) {
        if (candidates.size() >= max_candidates && i != choice.chosen) {
            ++left_out;
            continue;
        }
        candidates.push_back(json::object{{"id", candidate_name(playable, step.candidates[i])},
                                          {"weight", weight_in(choice, step, i)},
                                          {"chosen", i == choice.chosen}});
    }
    out["candidates"] = std::move(candidates);
    if (left_out != 0) {
        out["candidates_left_out"] = left_out;
    }
    return out;
}

[[nodiscard]] json::array time_line_array(const Explanation& explanation, const ExplainedCourse& course) {
    json::array out;
    for (const TimeLineEntry& entry : time_line(explanation, course)) {
        const PlannedBranch& planned = explanation.plan.branches[entry.branch];
        json::object one{{"kind", name_of(entry.kind)}, {"from", entry.from}, {"to", entry.to}};
        one["branch"] = random_label(planned.branch.kind);
        if (entry.clip) {
            one["clip"] = explanation.playable->layout.clips[entry.clip->value()].clip->id;
        }
        if (entry.control) {
            one["control"] = *entry.control == Control::break_repeat ? "emote:break" : "emote:continue";
        }
        if (entry.step) {
            one["path"] = step_path(planned.branch.kind, *entry.step);
        }
        if (entry.choice) {
            const auto& steps = *steps_of(*explanation.playable, planned.branch.kind);
            one["draw"] = draw_object(*explanation.playable, planned.choices[*entry.choice],
                                      std::get<EmoteStep<ClipIndex>>(steps[*entry.step]));
        }
        out.push_back(std::move(one));
    }
    return out;
}

[[nodiscard]] json::array events_array(const Course& course) {
    json::array out;
    for (const ListedEvent& event : course.events) {
        json::object one{{"tick", event.tick}, {"kind", word(event.kind)}, {"source", word(event.source)}};
        if (!event.node.empty()) {
            one["node"] = event.node;
        }
        json::array commands;
        for (const std::string& command : event.commands) {
            commands.emplace_back(command);
        }
        one["commands"] = std::move(commands);
        out.push_back(std::move(one));
    }
    return out;
}

[[nodiscard]] json::array displays_array(const Explanation& explanation, const Course& course) {
    json::array out;
    const std::vector<Display>& displays = explanation.playable->layout.displays;
    for (std::size_t i = 0; i < displays.size(); ++i) {
        json::object one{
            {"node", displays[i].node_id}, {"type", word(displays[i].type)}, {"space", word(displays[i].space)}};
        if (displays[i].mirror_of) {
            one["mirror_of"] = displays[i].mirror_of->value();
        }
        json::array hidden;
        for (const Span& span : course.hidden[i]) {
            hidden.push_back(json::array{span.from, span.to});
        }
        one["hidden"] = std::move(hidden);
        out.push_back(std::move(one));
    }
    return out;
}

[[nodiscard]] json::object traffic_object(const Course& course) {
    const Traffic& traffic = course.traffic;
    json::object messages;
    for (const Traffic::Kind& kind : traffic.kinds) {
        messages[kind.name] = json::object{{"messages", kind.messages}, {"bytes", kind.bytes}};
    }
    const std::uint64_t ticks = course.rehearsed.ticks == 0 ? 1 : course.rehearsed.ticks;
    return {
        {"start", traffic.start_bytes},
        {"rest", traffic.rest_bytes},
        {"per_second", traffic.rest_bytes * ticks_per_second / ticks},
        {"busiest_second", json::object{{"second", traffic.busiest_second}, {"bytes", traffic.busiest_second_bytes}}},
        {"messages", std::move(messages)}};
}

[[nodiscard]] json::object course_object(const Explanation& explanation, const ExplainedCourse& taken) {
    const Course& course = taken.course;
    const Rehearsed& rehearsed = course.rehearsed;
    json::object out{{"course", random_label(taken.kind)}, {"ticks", rehearsed.ticks}};
    if (taken.partner_at) {
        out["partner_at"] = *taken.partner_at;
    }
    if (taken.branches.size() > 1) {
        out["branch_at"] = rehearsed.branch_tick;
    }
    out["endless"] = rehearsed.endless;
    out["broken_off"] = rehearsed.failure.empty() && !rehearsed.end;
    if (!rehearsed.failure.empty()) {
        out["failure"] = safe_line(rehearsed.failure);
    }
    out["time_line"] = time_line_array(explanation, taken);
    out["events"] = events_array(course);
    out["events_left_out"] = course.events_not_listed;
    out["most_shown"] = course.most_shown;
    out["displays"] = displays_array(explanation, course);
    out["spans_left_out"] = course.spans_not_listed;
    out["bytes"] = traffic_object(course);
    return out;
}

}  // namespace

void print_json(std::ostream& out, const Explanation& explanation) {
    const Playable& playable = *explanation.playable;
    json::object head{{"version", explanation_version},
                      {"id", playable.id},
                      {"name", playable.metadata.name},
                      {"kind", playable.sequence ? "sequence" : "animation"},
                      {"two_player", playable.two_player()},
                      {"standalone", playable.standalone},
                      {"file", safe_line(playable.source)},
                      // 64 bits are too many for the numbers of most readers.
                      {"seed", std::to_string(explanation.plan.seed)},
                      {"clips", clips_array(explanation)},
                      {"branches", branches_array(explanation)}};
    if (explanation.partner) {
        head["partner"] = json::object{{"offer", explanation.partner->offer_ticks},
                                       {"timeout", explanation.partner->timeout_ticks},
                                       {"end", explanation.partner->end()}};
    }
    const std::string text = json::serialize(head);
    out << text.substr(0, text.size() - 1) << ",\"courses\":[";
    const char* before = "\n";
    for (const ExplainedCourse& course : explanation.courses) {
        out << before << json::serialize(course_object(explanation, course));
        before = ",\n";
    }
    out << "\n]}\n";
    out.flush();
}

}  // namespace emoted::explain
