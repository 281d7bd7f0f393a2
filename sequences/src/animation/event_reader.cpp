#include "animation/event_reader.hpp"

#include "animation/elements.hpp"

#include <utility>

namespace emoted::animation {
namespace {

using text::ArrayCursor;
using text::Field;
using text::ObjectCursor;

constexpr std::array<std::pair<std::string_view, EventSourceType>, 3> source_words{{
    {"player", EventSourceType::player},
    {"server", EventSourceType::server},
    {"node", EventSourceType::node},
}};
enum class Origin : std::uint8_t { root, node };
constexpr std::array<std::pair<std::string_view, Origin>, 2> origin_words{{
    {"root", Origin::root},
    {"node", Origin::node},
}};

constexpr std::string_view node_unread = "only the type \"node\" names a node";

std::optional<std::string> read_node_id(ObjectCursor& object) {
    const auto node = object.required("node").string();
    return node ? std::optional(std::string(*node)) : std::nullopt;
}

void read_source(ObjectCursor source, RawEvent& event) {
    event.source = source.required("type").word<EventSourceType>(source_words);
    if (event.source == EventSourceType::node) {
        event.source_node = read_node_id(source);
    } else {
        source.ignore("node", node_unread);
    }
    source.finish();
}

void read_origin(ObjectCursor origin, RawEvent& event) {
    const auto type = origin.required("type").word<Origin>(origin_words);
    event.from_node = type == Origin::node;
    if (event.from_node) {
        event.origin_node = read_node_id(origin);
    } else {
        origin.ignore("node", node_unread);
    }
    event.offset = origin.optional("offset").vector().value_or(Vec3d{});
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
    ObjectCursor object = element_object(field);
    if (!object) {
        return event;
    }
    if (group == EventGroup::timeline) {
        event.time = object.required("time").time(TickCount(0));
    } else {
        object.ignore("time", "only timeline events have a time");
    }
    read_source(object.required("source").object(), event);
    read_origin(object.required("origin").object(), event);
    event.commands = read_commands(object.required("commands").array());
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

std::array<std::vector<RawEvent>, 4> read_events(const Field& events) {
    std::array<std::vector<RawEvent>, 4> raw;
    ObjectCursor object = events.object();
    for (const EventGroup group : {EventGroup::start, EventGroup::timeline, EventGroup::loop, EventGroup::stop}) {
        const ArrayCursor array = object.optional(to_string(group)).array();
        for (std::size_t i = 0; i < array.size(); ++i) {
            raw.at(static_cast<std::size_t>(group)).push_back(read_event(group, array[i]));
        }
    }
    object.finish();
    return raw;
}

}  // namespace emoted::animation
