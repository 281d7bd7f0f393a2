// What the members of an animation's tracks and their keys are.
#pragma once

#include "animation/rule_words.hpp"

#include <cstdint>

namespace emoted::animation {

enum class Interpolation : std::uint8_t { step, linear };
inline constexpr std::array<std::pair<std::string_view, Interpolation>, 2> interpolation_words{{
    {"step", Interpolation::step},
    {"linear", Interpolation::linear},
}};

// The names of all easings.
[[nodiscard]] std::span<const std::string_view> easing_words();

namespace rules {

inline constexpr ValueRule molang_text{.kind = text::ValueKind::not_blank, .most_count = limits::max_molang_characters};

// A key's value is written once, or as the value before it and the value after it.
inline constexpr ValueRule component_kinds[] = {coordinate, molang_text};
inline constexpr ValueRule component = rule::either(component_kinds);
inline constexpr ValueRule components = rule::array(component, 3, 3);
inline constexpr MemberRule key_time{
    .name = "time", .value = rule::time(0), .help = "when; the first key is at 0t, later ones rise up to the duration"};
inline constexpr MemberRule value{
    .name = "value", .value = components, .help = "x, y and z: numbers, or Molang expressions in strings"};
inline constexpr MemberRule pre{
    .name = "pre", .value = components, .help = "the value that the way to this key leads to, where a jump is wanted"};
inline constexpr MemberRule post{
    .name = "post", .value = components, .help = "the value from this key on, where a jump is wanted"};
inline constexpr MemberRule no_value{
    .name = "value", .presence = Presence::excluded, .help = "the key has pre and post"};
inline constexpr const MemberRule* whole_members[] = {&value};
inline constexpr ObjectRule whole_key{.members = whole_members};
inline constexpr const MemberRule* split_members[] = {&pre, &post, &no_value};
inline constexpr ObjectRule split_key{.members = split_members};

inline constexpr MemberRule no_easing{.name = "easing", .presence = Presence::excluded, .help = "a step is not eased"};
inline constexpr const MemberRule* step_members[] = {&no_easing};
inline constexpr ObjectRule step_key{.members = step_members};
inline constexpr CaseRule key_cases[] = {
    {.when = When::absent, .member = "pre", .other = "post", .then = &whole_key},
    {.when = When::present, .member = "pre", .then = &split_key},
    {.when = When::present, .member = "post", .then = &split_key},
    {.when = When::is, .member = "interpolation", .word = "step", .then = &step_key},
};

inline constexpr auto interpolation_names = text::names_of(interpolation_words);
inline constexpr MemberRule interpolation{
    .name = "interpolation",
    .presence = Presence::optional,
    .value = rule::word(interpolation_names),
    .help = "how the way to the next key goes: step holds the value; must not stand in the last key",
    .fallback = "\"linear\""};
inline constexpr MemberRule easing{.name = "easing",
                                   .presence = Presence::optional,
                                   .value = {.kind = text::ValueKind::any_case_word, .word_list = easing_words},
                                   .help = "the pace of the way to the next key; must not stand in the last key",
                                   .fallback = "\"linear\""};
inline constexpr const MemberRule* key_members[] = {&key_time, &interpolation, &easing};
inline constexpr ObjectRule key_object{.name = "key", .members = key_members, .cases = key_cases};

inline constexpr std::string_view visibility_switches = "visibility switches at the key";
inline constexpr ValueRule visibility_kinds[] = {rule::boolean, molang_text};
inline constexpr MemberRule visible_value{.name = "value",
                                          .value = rule::either(visibility_kinds),
                                          .help =
                                              "whether it is seen from here on; a Molang expression in a string "
                                              "shows it where it is not 0"};
inline constexpr MemberRule no_interpolation{
    .name = "interpolation", .presence = Presence::forbidden, .help = visibility_switches};
inline constexpr MemberRule no_ease{.name = "easing", .presence = Presence::forbidden, .help = visibility_switches};
inline constexpr MemberRule no_pre{.name = "pre", .presence = Presence::forbidden, .help = visibility_switches};
inline constexpr MemberRule no_post{.name = "post", .presence = Presence::forbidden, .help = visibility_switches};
inline constexpr const MemberRule* visible_key_members[] = {&key_time, &visible_value, &no_interpolation,
                                                            &no_ease,  &no_pre,        &no_post};
inline constexpr ObjectRule visible_key_object{.name = "visible_key", .members = visible_key_members};

inline constexpr MemberRule select{
    .name = "select", .value = molang_text, .help = "which of the options: a Molang expression that counts from 0"};
inline constexpr MemberRule options{
    .name = "options", .value = rule::array(rule::text, 2), .help = "SNBT compounds, of which one is merged"};
inline constexpr const MemberRule* choice_members[] = {&select, &options};
inline constexpr ObjectRule choice_object{.name = "nbt_choice", .members = choice_members, .closed = true};
inline constexpr ValueRule nbt_kinds[] = {rule::text, rule::object(choice_object)};
inline constexpr MemberRule nbt_value{
    .name = "value",
    .value = rule::either(nbt_kinds),
    .help =
        "what is merged into the entity data: an SNBT compound, or the choice of one; later keys write only what "
        "the first one declares"};
inline constexpr const MemberRule* nbt_key_members[] = {&key_time, &nbt_value};
inline constexpr ObjectRule nbt_key_object{.name = "nbt_key", .members = nbt_key_members, .closed = true};

inline constexpr ValueRule key = rule::object(key_object);
inline constexpr ValueRule visible_key = rule::object(visible_key_object);
inline constexpr ValueRule nbt_key = rule::object(nbt_key_object);
inline constexpr MemberRule position_track{.name = "position",
                                           .presence = Presence::optional,
                                           .value = rule::array(key, 1),
                                           .help = "replaces the position of the node's transform"};
inline constexpr MemberRule rotation_track{.name = "rotation",
                                           .presence = Presence::optional,
                                           .value = rule::array(key, 1),
                                           .help = "replaces its rotation; goes the shortest way between two keys"};
inline constexpr MemberRule scale_track{
    .name = "scale", .presence = Presence::optional, .value = rule::array(key, 1), .help = "replaces its scale"};
inline constexpr MemberRule visible_track{.name = "visible",
                                          .presence = Presence::optional,
                                          .value = rule::array(visible_key, 1),
                                          .help = "replaces the node's visibility; not for anchors"};
inline constexpr MemberRule nbt_track{.name = "nbt",
                                      .presence = Presence::optional,
                                      .value = rule::array(nbt_key, 1),
                                      .help = "changes entity data; not for anchors"};
inline constexpr const MemberRule* tracks_members[] = {&position_track, &rotation_track, &scale_track, &visible_track,
                                                       &nbt_track};
inline constexpr std::array<std::string_view, 5> track_names{"position", "rotation", "scale", "visible", "nbt"};
inline constexpr ObjectRule tracks_object{
    .name = "node_tracks", .members = tracks_members, .at_least_one_of = track_names};
inline constexpr ValueRule node_tracks = rule::object(tracks_object);
inline constexpr MemberRule tracks{
    .name = "tracks", .value = rule::map(node_tracks), .help = "what moves, by the names of nodes"};

}  // namespace rules
}  // namespace emoted::animation
