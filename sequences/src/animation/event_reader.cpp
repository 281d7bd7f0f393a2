#include "animation/event_reader.hpp"

#include "animation/elements.hpp"
#include "animation/event_rules.hpp"

#include <utility>

namespace emoted::animation {
namespace {

using text::ArrayCursor;
using text::Field;
using text::ObjectCursor;

std::optional<std::string> read_node_id(ObjectCursor& object) {
    const auto node = object.text(rules::event_node);
    return node ? std::optional(std::string(*node)) : std::nullopt;
}

void read_source(ObjectCursor source, RawEvent& event) {
    event.source = source.word(rules::source_type, source_words);
    if (event.source == EventSourceType::node) {
        event.source_node = read_node_id(source);
    } else {
        source.check_against(rules::unread_node);
    }
    source.finish();
}

void read_origin(ObjectCursor origin, RawEvent& event) {
    const auto type = origin.word(rules::origin_type, origin_words);
    event.from_node = type == Origin::node;
    if (event.from_node) {
        event.origin_node = read_node_id(origin);
    } else {
        origin.check_against(rules::unread_node);
    }
    event.offset = origin.vector(rules::offset).value_or(event.offset);
    origin.finish();
}

std::vector<std::optional<std::string>> read_commands(const ArrayCursor& array) {
    std::vector<std::optional<std::string>> commands;
    for (std::size_t i = 0; i < array.size(); ++i) {
        const auto command = array[i].not_blank();
        if (!command && !array[i].present()) {
            array[i].fault(DiagnosticCode::wrong_type,
                           {.message = "null where a command should stand", .expected = "a command in a string"});
        }
        commands.push_back(command ? std::optional(std::string(*command)) : std::nullopt);
    }
    return commands;
}

RawEvent read_event(EventGroup group, const Field& field) {
    RawEvent event;
    const bool timed = group == EventGroup::timeline;
    ObjectCursor object = element_object(field, timed ? rules::timed_event : rules::untimed_event);
    if (!object) {
        return event;
    }
    if (timed) {
        event.time = object.time(rules::event_time);
    } else {
        object.check_against(rules::no_event_time);
    }
    read_source(object.object(rules::source), event);
    read_origin(object.object(rules::origin), event);
    event.commands = read_commands(object.array(rules::commands));
    object.finish();
    return event;
}

}  // namespace

std::string_view to_string(EventGroup group) noexcept {
    switch (group) {
        case EventGroup::start:
            return "start";
        case EventGroup::timeline:
            return "timeline";
        case EventGroup::loop:
            return "loop";
        case EventGroup::stop:
            break;
    }
    return "stop";
}

std::array<std::vector<RawEvent>, 4> read_events(ObjectCursor events) {
    constexpr std::array<std::pair<EventGroup, const text::MemberRule*>, 4> groups{{
        {EventGroup::start, &rules::start_events},
        {EventGroup::timeline, &rules::timeline_events},
        {EventGroup::loop, &rules::loop_events},
        {EventGroup::stop, &rules::stop_events},
    }};
    std::array<std::vector<RawEvent>, 4> raw;
    for (const auto& [group, rule] : groups) {
        const ArrayCursor array = events.array(*rule);
        for (std::size_t i = 0; i < array.size(); ++i) {
            raw.at(static_cast<std::size_t>(group)).push_back(read_event(group, array[i]));
        }
    }
    events.finish();
    return raw;
}

}  // namespace emoted::animation
