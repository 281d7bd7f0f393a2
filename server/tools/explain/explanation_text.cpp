#include "explain/explanation.hpp"
#include "explain/time_line.hpp"

#include <emoted/sequences/diagnostic.hpp>

#include <boost/describe/enum_to_string.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <ostream>
#include <string>
#include <string_view>

namespace emoted::explain {
namespace {

// More candidates than a line can hold are counted instead.
constexpr std::size_t max_named_candidates = 12;
// Names of displays in a line, likewise.
constexpr std::size_t max_named_displays = 8;
constexpr std::size_t max_named_spans = 12;
constexpr std::size_t max_printed_uses = 6;
constexpr std::size_t max_printed_events = 200;

[[nodiscard]] std::string ticks(std::int64_t count) {
    return fmt::format("{} {} ({:.2f} s)", count, count == 1 ? "tick" : "ticks",
                       static_cast<double>(count) / ticks_per_second);
}

[[nodiscard]] std::string counted(std::uint64_t count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

[[nodiscard]] std::string range(std::uint64_t from, std::uint64_t to) {
    return fmt::format("{:>6}..{:<6}", from, to);
}

[[nodiscard]] std::string mode_of(const Clip& clip) {
    switch (clip.mode) {
        case PlaybackMode::once:
            return "once";
        case PlaybackMode::hold:
            return "hold";
        case PlaybackMode::loop:
            return clip.loop_delay > TickCount(0) ? fmt::format("loop, delay {}", clip.loop_delay.value()) : "loop";
        case PlaybackMode::server_sync:
            break;
    }
    return "server_sync";
}

[[nodiscard]] std::string percent(std::uint32_t weight, std::uint32_t total) {
    // Hundredths of a percent, rounded half up, in whole numbers: the same everywhere.
    const std::uint64_t hundredths = (std::uint64_t{weight} * 20'000 + total) / (2 * std::uint64_t{total});
    std::string text = fmt::format("{}.{:02}", hundredths / 100, hundredths % 100);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') {
        text.pop_back();
    }
    return text + " %";
}

// Everybody from outside goes through here: ids and file names are an author's.
[[nodiscard]] std::string place_of(const RelatedPlace& place) {
    std::string text = safe_line(place.source);
    if (place.position) {
        text += fmt::format(":{}:{}", place.position->line, place.position->column);
    }
    return text;
}

class Printer {
public:
    Printer(std::ostream& out, const Explanation& explanation)
        : out_(out), explanation_(explanation), playable_(*explanation.playable) {}

    void print() {
        print_head();
        print_clips();
        print_lengths();
        for (const ExplainedCourse& course : explanation_.courses) {
            print_course(course);
        }
        out_.flush();
    }

private:
    template <class... Values>
    void line(fmt::format_string<Values...> format, Values&&... values) {
        out_ << fmt::format(format, std::forward<Values>(values)...) << '\n';
    }

    void print_head() {
        const char* const kind = !playable_.sequence      ? "animation"
                                 : playable_.two_player() ? "two-player sequence"
                                                          : "sequence";
        line("{} ({}), {}, {}", playable_.id, safe_line(playable_.metadata.name), kind, safe_line(playable_.source));
        line("seed {}", explanation_.plan.seed);
        if (!playable_.standalone) {
            line("not standalone: only as a part of sequences");
        }
        if (!playable_.sequence && playable_.layout.clips.front().clip->mode != PlaybackMode::once) {
            line("has no end of its own: one round is shown, then it is stopped");
        }
    }

    void print_clips() {
        line("\nclips");
        for (const ClipLink& link : explanation_.links) {
            const Clip& clip = *playable_.layout.clips[link.clip.value()].clip;
            line("  {:<3} {}: {}, {}{}, {}", link.clip.value(), link.id, ticks(clip.duration.value()), mode_of(clip),
                 playable_.layout.clips[link.clip.value()].mirrored ? ", mirrored for the partner" : "",
                 place_of(link.owner));
            for (std::size_t i = 0; i < std::min(link.uses.size(), max_printed_uses); ++i) {
                line("      used by {} {}", place_of(link.uses[i]), link.uses[i].path);
            }
            if (link.uses.size() > max_printed_uses) {
                line("      and in {} more places", link.uses.size() - max_printed_uses);
            }
            if (!clip.dynamic_nodes.empty()) {
                line("      Molang computes {}; what follows is for a player who stands still",
                     counted(clip.dynamic_nodes.size(), "node"));
            }
        }
    }

    void print_lengths() {
        line("\nlengths");
        for (std::size_t i = 0; i < explanation_.lengths.size(); ++i) {
            const BranchLengths& lengths = explanation_.lengths[i];
            const Branch& branch = explanation_.plan.branches[i].branch;
            const std::string name = fmt::format("{:<9}", random_label(branch.kind));
            if (lengths.shortest == lengths.longest) {
                line("  {}{} always", name, ticks(lengths.longest.value()));
            } else {
                line("  {}with this seed {}; shortest {}, expected {:.2f}, longest {}", name,
                     ticks(branch.total.value()), lengths.shortest.value(), lengths.expected, lengths.longest.value());
            }
        }
        if (explanation_.partner) {
            line("  a partner can join in ticks 0..{}; before {} they wait until the offer ends",
                 explanation_.partner->end(), explanation_.partner->offer_ticks);
        }
    }

    void print_course(const ExplainedCourse& course) {
        const Rehearsed& rehearsed = course.course.rehearsed;
        switch (course.kind) {
            case BranchKind::main:
                line("\ncourse, {}", ticks(static_cast<std::int64_t>(rehearsed.ticks)));
                break;
            case BranchKind::offer:
                line("\ncourse: nobody has joined yet when it is broken off, {}",
                     ticks(static_cast<std::int64_t>(rehearsed.ticks)));
                break;
            case BranchKind::matched:
                line("\ncourse: a partner asks to join in tick {} and is matched in tick {}, {}", *course.partner_at,
                     rehearsed.branch_tick, ticks(static_cast<std::int64_t>(rehearsed.ticks)));
                break;
            case BranchKind::timed_out:
                line("\ncourse: {} time-out in tick {}, {}",
                     course.partner_at ? fmt::format("a partner who asks in tick {} is too late;", *course.partner_at)
                                       : "nobody joins;",
                     rehearsed.branch_tick, ticks(static_cast<std::int64_t>(rehearsed.ticks)));
                break;
        }
        if (!rehearsed.failure.empty()) {
            line("  it fails: {}", safe_line(rehearsed.failure));
        } else if (!rehearsed.end && !rehearsed.endless) {
            line("  it goes on: this is as far as it was followed");
        }
        print_time_line(course);
        print_hidden(course.course);
        print_traffic(course.course);
    }

    void print_time_line(const ExplainedCourse& course) {
        line("\n  time line, in ticks from..to");
        const std::vector<TimeLineEntry> entries = time_line(explanation_, course);
        const std::vector<ListedEvent>& events = course.course.events;
        std::size_t event = 0;
        const auto print_events_before = [&](std::uint64_t tick) {
            for (; event < events.size() && events[event].tick < tick; ++event) {
                print_event(events[event], event);
            }
        };
        for (const TimeLineEntry& entry : entries) {
            print_events_before(entry.from);
            print_entry(entry);
        }
        print_events_before(static_cast<std::uint64_t>(-1));
        const std::uint64_t more = course.course.events_not_listed +
                                   (events.size() > max_printed_events ? events.size() - max_printed_events : 0);
        if (more != 0) {
            line("    and {} more", counted(more, "event"));
        }
        if (entries.empty()) {
            line("    nothing");
        }
    }

    void print_entry(const TimeLineEntry& entry) {
        const BranchKind kind = explanation_.plan.branches[entry.branch].branch.kind;
        const std::string where = entry.step ? "  " + step_path(kind, *entry.step) : std::string();
        const std::string at = range(entry.from, entry.to);
        const auto clip_id = [&] { return std::string_view(playable_.layout.clips[entry.clip->value()].clip->id); };
        switch (entry.kind) {
            case TimeLineEntry::Kind::segment:
                line("    {} {}{}{}", at, clip_id(), where, round_of(entry, kind));
                print_draw(entry, kind);
                break;
            case TimeLineEntry::Kind::transition:
                line("    {} transition to {}{}", at, clip_id(), where);
                break;
            case TimeLineEntry::Kind::loop_delay:
                line("    {} loop delay of {}{}", at, clip_id(), where);
                break;
            case TimeLineEntry::Kind::wait:
                line("    {} wait{}", at, where);
                break;
            case TimeLineEntry::Kind::partner:
                line("    {} waits for a partner", at);
                break;
            case TimeLineEntry::Kind::control:
                line("    {:>6}         {}{}{}", entry.from,
                     *entry.control == Control::break_repeat ? "emote:break" : "emote:continue", where,
                     round_of(entry, kind));
                print_draw(entry, kind);
                break;
        }
    }

    [[nodiscard]] const EmoteStep<ClipIndex>& step_of(const TimeLineEntry& entry, BranchKind kind) const {
        return std::get<EmoteStep<ClipIndex>>((*steps_of(playable_, kind))[*entry.step]);
    }

    [[nodiscard]] std::string round_of(const TimeLineEntry& entry, BranchKind kind) const {
        if (!entry.choice || step_of(entry, kind).repeat == 1) {
            return {};
        }
        return fmt::format(", repetition {} of {}",
                           explanation_.plan.branches[entry.branch].choices[*entry.choice].repetition + 1,
                           step_of(entry, kind).repeat);
    }

    void print_draw(const TimeLineEntry& entry, BranchKind kind) {
        if (!entry.choice) {
            return;
        }
        const Choice& choice = explanation_.plan.branches[entry.branch].choices[*entry.choice];
        if (!choice.drawn) {
            return;
        }
        const EmoteStep<ClipIndex>& step = step_of(entry, kind);
        std::string text;
        std::size_t named = 0;
        for (std::size_t i = 0; i < step.candidates.size(); ++i) {
            // The chosen one is always named.
            if (named >= max_named_candidates && i != choice.chosen) {
                continue;
            }
            ++named;
            const std::uint32_t weight = weight_in(choice, step, i);
            text += fmt::format("{}{}{} {}", text.empty() ? "" : ", ", i == choice.chosen ? ">" : "",
                                candidate_name(playable_, step.candidates[i]),
                                weight == 0 ? "excluded" : percent(weight, choice.total));
        }
        if (named < step.candidates.size()) {
            text += fmt::format(", and {} more", step.candidates.size() - named);
        }
        line("                     drew {} of 0..{}: {}", *choice.drawn, choice.total - 1, text);
    }

    void print_event(const ListedEvent& event, std::size_t number) {
        if (number >= max_printed_events) {
            return;
        }
        std::string commands;
        for (const std::string& command : event.commands) {
            commands += commands.empty() ? "" : "; ";
            commands += safe_line(command);
        }
        const std::string source = event.source == protocol::EventSource::node
                                       ? "node " + safe_line(event.node)
                                       : boost::describe::enum_to_string(event.source, "?");
        line("    {:>6}         event {} from {}: {}", event.tick, boost::describe::enum_to_string(event.kind, "?"),
             source, commands.empty() ? "no command that may be sent" : commands);
    }

    void print_hidden(const Course& course) {
        const std::vector<Display>& displays = playable_.layout.displays;
        const auto copies = std::count_if(displays.begin(), displays.end(),
                                          [](const Display& display) { return display.mirror_of.has_value(); });
        line("\n  displays: {}{}, at most {} shown at once", counted(displays.size(), "display"),
             copies == 0 ? std::string() : fmt::format(" ({} of them copies for the partner)", copies),
             course.most_shown);
        // Those that are hidden at the same times stand together, in the order of the first.
        std::vector<std::pair<std::vector<Span>, std::vector<std::size_t>>> groups;
        std::map<std::vector<std::pair<std::uint64_t, std::uint64_t>>, std::size_t> group_of;
        for (std::size_t i = 0; i < displays.size(); ++i) {
            std::vector<std::pair<std::uint64_t, std::uint64_t>> key;
            for (const Span& span : course.hidden[i]) {
                key.emplace_back(span.from, span.to);
            }
            const auto [found, fresh] = group_of.try_emplace(std::move(key), groups.size());
            if (fresh) {
                groups.emplace_back(course.hidden[i], std::vector<std::size_t>());
            }
            groups[found->second].second.push_back(i);
        }
        for (const auto& [spans, members] : groups) {
            std::string times;
            for (std::size_t i = 0; i < std::min(spans.size(), max_named_spans); ++i) {
                times += fmt::format(" {}..{}", spans[i].from, spans[i].to);
            }
            if (spans.size() > max_named_spans) {
                times += fmt::format(" and {} more times", spans.size() - max_named_spans);
            }
            std::string names;
            for (std::size_t i = 0; i < std::min(members.size(), max_named_displays); ++i) {
                names += (i == 0 ? "" : ", ") + safe_line(displays[members[i]].node_id);
            }
            if (members.size() > max_named_displays) {
                names += fmt::format(" and {} more", members.size() - max_named_displays);
            }
            line("    {}{}: {}", spans.empty() ? "always shown" : "hidden", times, names);
        }
    }

    void print_traffic(const Course& course) {
        const Traffic& traffic = course.traffic;
        line("\n  bytes for one viewer, in the binary encoding");
        for (const Traffic::Kind& kind : traffic.kinds) {
            line("    {:<16}{:>8} x {:>10} bytes", kind.name, kind.messages, kind.bytes);
        }
        const double seconds =
            std::max(static_cast<double>(course.rehearsed.ticks) / ticks_per_second, 1.0 / ticks_per_second);
        line("    the start {}; then {:.0f} a second; at most {}, in second {}", traffic.start_bytes,
             static_cast<double>(traffic.rest_bytes) / seconds, traffic.busiest_second_bytes, traffic.busiest_second);
    }

    std::ostream& out_;
    const Explanation& explanation_;
    const Playable& playable_;
};

}  // namespace

void print_text(std::ostream& out, const Explanation& explanation) {
    Printer(out, explanation).print();
}

}  // namespace emoted::explain
