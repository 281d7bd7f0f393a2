// What the members of an animation's events are.
#pragma once

#include "animation/rule_words.hpp"

#include <emoted/sequences/clip.hpp>

#include <cstdint>

namespace emoted::animation {

inline constexpr std::array<std::pair<std::string_view, EventSourceType>, 3> source_words{{
    {"player", EventSourceType::player},
    {"server", EventSourceType::server},
    {"node", EventSourceType::node},
}};
enum class Origin : std::uint8_t { root, node };
inline constexpr std::array<std::pair<std::string_view, Origin>, 2> origin_words{{
    {"root", Origin::root},
    {"node", Origin::node},
}};

namespace rules {

inline constexpr MemberRule event_node{.name = "node", .value = rule::text, .help = "the name of a node of this file"};
inline constexpr MemberRule unread_node{
    .name = "node", .presence = Presence::ignored, .help = "only the type \"node\" names a node"};
inline constexpr const MemberRule* named_node_members[] = {&event_node};
inline constexpr ObjectRule named_node{.members = named_node_members};
inline constexpr const MemberRule* no_node_members[] = {&unread_node};
inline constexpr ObjectRule no_node{.members = no_node_members};
inline constexpr CaseRule source_cases[] = {
    {.when = When::is, .member = "type", .word = "node", .then = &named_node},
    {.when = When::is, .member = "type", .word = "player", .then = &no_node},
    {.when = When::is, .member = "type", .word = "server", .then = &no_node},
};
inline constexpr CaseRule origin_cases[] = {
    {.when = When::is, .member = "type", .word = "node", .then = &named_node},
    {.when = When::is, .member = "type", .word = "root", .then = &no_node},
};

inline constexpr auto source_names = text::names_of(source_words);
inline constexpr MemberRule source_type{
    .name = "type", .value = rule::word(source_names), .help = "as whom the commands run"};
inline constexpr const MemberRule* source_members[] = {&source_type};
inline constexpr ObjectRule source_object{.name = "source", .members = source_members, .cases = source_cases};

inline constexpr auto origin_names = text::names_of(origin_words);
inline constexpr MemberRule origin_type{
    .name = "type", .value = rule::word(origin_names), .help = "where the commands run: at the root or at a node"};
inline constexpr MemberRule offset{.name = "offset",
                                   .presence = Presence::optional,
                                   .value = coordinates,
                                   .help = "blocks from there, along the axes of the root or the node",
                                   .fallback = "[0, 0, 0]"};
inline constexpr const MemberRule* origin_members[] = {&origin_type, &offset};
inline constexpr ObjectRule origin_object{.name = "origin", .members = origin_members, .cases = origin_cases};

inline constexpr MemberRule event_time{
    .name = "time", .value = rule::time(0), .help = "when, before the duration; in the order of the list"};
inline constexpr MemberRule no_event_time{
    .name = "time", .presence = Presence::ignored, .help = "only timeline events have a time"};
inline constexpr MemberRule source{
    .name = "source", .value = rule::object(source_object), .help = "who runs the commands"};
inline constexpr MemberRule origin{
    .name = "origin", .value = rule::object(origin_object), .help = "the place at which they run"};
inline constexpr ValueRule command{.kind = text::ValueKind::not_blank, .most_count = limits::max_command_characters};
inline constexpr MemberRule commands{
    .name = "commands",
    .value = rule::array(command),
    .help = "commands without the leading slash; the operator decides which are allowed"};
inline constexpr const MemberRule* timed_members[] = {&event_time, &source, &origin, &commands};
inline constexpr ObjectRule timed_event{.name = "timeline_event", .members = timed_members};
inline constexpr const MemberRule* untimed_members[] = {&no_event_time, &source, &origin, &commands};
inline constexpr ObjectRule untimed_event{.name = "event", .members = untimed_members};

inline constexpr ValueRule timed = rule::object(timed_event);
inline constexpr ValueRule untimed = rule::object(untimed_event);
inline constexpr MemberRule start_events{.name = "start",
                                         .presence = Presence::optional,
                                         .value = rule::array(untimed),
                                         .help = "run when the emote starts; sequences cannot use such an animation"};
inline constexpr MemberRule timeline_events{.name = "timeline",
                                            .presence = Presence::optional,
                                            .value = rule::array(timed),
                                            .help = "run when their time has come"};
inline constexpr MemberRule loop_events{.name = "loop",
                                        .presence = Presence::optional,
                                        .value = rule::array(untimed),
                                        .help = "run at the end of a cycle; sequences cannot use such an animation"};
inline constexpr MemberRule stop_events{.name = "stop",
                                        .presence = Presence::optional,
                                        .value = rule::array(untimed),
                                        .help = "run when the emote ends; sequences cannot use such an animation"};
inline constexpr const MemberRule* events_members[] = {&start_events, &timeline_events, &loop_events, &stop_events};
inline constexpr ObjectRule events_object{.name = "events", .members = events_members};
inline constexpr MemberRule events{.name = "events",
                                   .presence = Presence::optional,
                                   .value = rule::object(events_object),
                                   .help = "commands that run along with the animation"};

}  // namespace rules
}  // namespace emoted::animation
