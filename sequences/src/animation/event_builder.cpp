#include "animation/event_reader.hpp"
#include "animation/node_builder.hpp"
#include "animation/timeline_builder.hpp"
#include "text/printable.hpp"

#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/utf8.hpp>

#include <algorithm>

namespace emoted::animation {
namespace {

// D44: what a command does is judged by its first word alone, so `execute` does what `execute` may.
std::string_view first_word(std::string_view command) noexcept {
    constexpr std::string_view own_namespace = "minecraft:";
    std::string_view word = command.substr(0, command.find(' '));
    if (word.substr(0, own_namespace.size()) == own_namespace) {
        word.remove_prefix(own_namespace.size());
    }
    return word;
}

bool has_control_characters(std::string_view command) noexcept {
    return std::any_of(command.begin(), command.end(), [](char letter) {
        const auto byte = static_cast<unsigned char>(letter);
        return byte < 0x20 || byte == 0x7F;
    });
}

class EventBuilder {
public:
    EventBuilder(const RawAnimation& raw, const Hierarchy& hierarchy, std::span<const std::string> allowed,
                 BuildReport& report)
        : raw_(raw), hierarchy_(hierarchy), allowed_(allowed), report_(report) {}

    ClipEvent build(EventGroup group, const RawEvent& raw, const Pointer& at) {
        ClipEvent event;
        event.group = group;
        if (group == EventGroup::timeline) {
            event.at = build_time(raw.time, at / "time");
        }
        if (!raw.source || (raw.source == EventSourceType::node && !raw.source_node) ||
            (raw.from_node && !raw.origin_node)) {
            report_.incomplete();
        }
        event.source = raw.source.value_or(EventSourceType::server);
        if (raw.source_node) {
            const Pointer node_at = at / "source" / "node";
            const auto node = find_node(hierarchy_, *raw.source_node, node_at, report_);
            if (node && raw_.nodes[*node].type == NodeType::anchor) {
                report_.fault(
                    node_at, DiagnosticCode::invalid_value,
                    {.message = "an anchor has no entity that could run commands", .expected = "a display node"});
            }
            event.source_node = index_of(node);
        }
        if (raw.origin_node) {
            event.origin_node = index_of(find_node(hierarchy_, *raw.origin_node, at / "origin" / "node", report_));
        }
        check_magnitudes(raw.offset, at / "origin" / "offset", report_);
        event.offset = raw.offset;
        event.commands = build_commands(raw, at / "commands");
        return event;
    }

private:
    std::optional<NodeIndex> index_of(std::optional<std::size_t> node) const {
        return node ? std::optional(hierarchy_.clip_index[*node]) : std::nullopt;
    }

    TickCount build_time(const std::optional<TickCount>& time, const Pointer& at) {
        if (!time) {
            report_.incomplete();
            return {};
        }
        if (raw_.duration && *time >= *raw_.duration) {
            // D18.
            report_.fault(at, DiagnosticCode::invalid_timeline,
                          {.message = "the event is not before the end",
                           .expected = "less than the duration, " + std::to_string(raw_.duration->value()) + "t"});
        } else if (*time < latest_) {
            report_.fault(at, DiagnosticCode::invalid_timeline,
                          {.message = "the event is before the one above it, which is at " +
                                      std::to_string(latest_.value()) + "t",
                           .expected = "events in the order of their times"});
        }
        latest_ = std::max(latest_, *time);
        return *time;
    }

    std::vector<std::string> build_commands(const RawEvent& raw, const Pointer& at) {
        std::vector<std::string> commands;
        std::size_t bytes = 0;
        for (std::size_t i = 0; i < raw.commands.size(); ++i) {
            if (!raw.commands[i]) {
                report_.incomplete();
            } else if (check_command(*raw.commands[i], at / i)) {
                bytes += raw.commands[i]->size();
                commands.push_back(*raw.commands[i]);
            }
        }
        if (bytes > limits::max_event_bytes) {
            report_.fault(at, DiagnosticCode::limit_exceeded,
                          {.message = "the commands of this event take " + std::to_string(bytes) + " bytes",
                           .expected = "at most " + std::to_string(limits::max_event_bytes) + " (max_event_bytes)"});
        }
        return commands;
    }

    // True if the command is to be sent.
    bool check_command(const std::string& command, const Pointer& at) {
        if (command.front() == '/') {
            report_.fault(at, DiagnosticCode::invalid_value,
                          {.message = "the command begins with a slash", .expected = "the command without it"});
            return false;
        }
        if (has_control_characters(command)) {
            report_.fault(
                at, DiagnosticCode::invalid_value,
                {.message = "the command has control characters in it", .expected = "one line of plain text"});
            return false;
        }
        if (const std::size_t length = text::count_code_points(command); length > limits::max_command_characters) {
            report_.fault(at, DiagnosticCode::limit_exceeded,
                          {.message = "the command is " + std::to_string(length) + " characters long",
                           .expected = "at most " + std::to_string(limits::max_command_characters) +
                                       " (max_command_characters)"});
            return false;
        }
        const std::string_view word = first_word(command);
        if (std::find(allowed_.begin(), allowed_.end(), word) == allowed_.end()) {
            report_.warn(at, DiagnosticCode::command_not_allowed,
                         {.message = "the command " + text::quoted(word) + " is not allowed and will not be sent",
                          .expected = allowed_words(),
                          .hint = "the operator decides which commands emotes may use"});
            return false;
        }
        return true;
    }

    [[nodiscard]] std::string allowed_words() const {
        std::string words;
        for (const std::string& word : allowed_) {
            words += (words.empty() ? "" : ", ") + word;
        }
        return words.empty() ? "no command at all" : words;
    }

    const RawAnimation& raw_;
    const Hierarchy& hierarchy_;
    std::span<const std::string> allowed_;
    BuildReport& report_;
    TickCount latest_;
};

}  // namespace

std::vector<ClipEvent> build_events(const RawAnimation& raw, const Hierarchy& hierarchy,
                                    std::span<const std::string> allowed_commands, BuildReport& report) {
    std::vector<ClipEvent> events;
    EventBuilder builder(raw, hierarchy, allowed_commands, report);
    for (const EventGroup group : {EventGroup::start, EventGroup::timeline, EventGroup::loop, EventGroup::stop}) {
        const auto& entries = raw.events.at(static_cast<std::size_t>(group));
        const Pointer at = Pointer() / "timeline" / "events" / to_string(group);
        for (std::size_t i = 0; i < entries.size(); ++i) {
            events.push_back(builder.build(group, entries[i], at / i));
        }
    }
    return events;
}

}  // namespace emoted::animation
