// What the members are that both kinds of emote files have.
#pragma once

#include "text/member_rule.hpp"

#include <cstdint>

namespace emoted::library {

enum class FileKind : std::uint8_t { animation, sequence };
inline constexpr std::array<std::pair<std::string_view, FileKind>, 2> kind_words{{
    {"animation", FileKind::animation},
    {"sequence", FileKind::sequence},
}};

// Ids that control the repetitions of a sequence's step and so can name no emote.
inline constexpr std::string_view continue_id = "emote:continue";
inline constexpr std::string_view break_id = "emote:break";

namespace rules {

using text::MemberRule;
using text::ObjectRule;
using text::Presence;
namespace rule = text::rule;

inline constexpr std::int64_t supported_version = 4;
inline constexpr std::string_view later_format = "it belongs to a later format and has no effect here";

inline constexpr auto kind_names = text::names_of(kind_words);
inline constexpr MemberRule type{.name = "type", .value = rule::word(kind_names), .help = "what the file holds"};
inline constexpr MemberRule schema_version{.name = "schema_version",
                                           .value = rule::integer(supported_version, supported_version),
                                           .help = "the version of the format"};
inline constexpr MemberRule schema{
    .name = "$schema", .presence = Presence::optional, .help = "where editors find the schema of this file; not read"};
inline constexpr MemberRule target_minecraft_version{
    .name = "target_minecraft_version",
    .presence = Presence::optional,
    .help = "the game version that the file was made for, such as \"26.3\"; a note for converters, not read"};

inline constexpr std::array<std::string_view, 2> control_ids{continue_id, break_id};
inline constexpr MemberRule id{
    .name = "id",
    .value = {.kind = text::ValueKind::identifier,
              .words = control_ids,
              .most_count = limits::max_identifier_characters},
    .help = "the name by which the emote is played and referred to; unique among all files, in lower case"};

inline constexpr MemberRule metadata_name{
    .name = "name", .value = rule::not_blank, .help = "the name that players see in commands and menus"};
inline constexpr MemberRule metadata_description{
    .name = "description", .value = rule::text, .help = "the description that players see; may be empty"};
inline constexpr const MemberRule* metadata_members[] = {&metadata_name, &metadata_description};
inline constexpr ObjectRule metadata_object{.name = "metadata", .members = metadata_members};
inline constexpr MemberRule metadata{
    .name = "metadata",
    .value = rule::object(metadata_object),
    .help = "what is shown about the emote; members of your own are kept as they are and passed on"};

inline constexpr MemberRule movement_distance{
    .name = "movement_distance",
    .value = rule::number(0),
    .help =
        "the emote stops when a participant has moved farther than this from the start, in blocks, up and down not "
        "counted; 0 never stops it, and a single player's emote then follows the player"};
inline constexpr MemberRule jump{
    .name = "jump", .value = rule::boolean, .help = "whether a jump of a participant stops the emote"};
inline constexpr MemberRule submerge{
    .name = "submerge", .value = rule::boolean, .help = "whether it stops when a participant's eyes are under water"};
inline constexpr MemberRule ride{
    .name = "ride", .value = rule::boolean, .help = "whether it stops when a participant mounts something"};
inline constexpr MemberRule damage{
    .name = "damage", .value = rule::boolean, .help = "whether it stops when a participant is hurt"};
inline constexpr MemberRule attack{
    .name = "attack", .value = rule::boolean, .help = "whether it stops when a participant attacks an entity"};
inline constexpr MemberRule game_mode_change{.name = "game_mode_change",
                                             .value = rule::boolean,
                                             .help = "whether it stops when a participant's game mode changes"};
inline constexpr const MemberRule* stop_condition_members[] = {
    &movement_distance, &jump, &submerge, &ride, &damage, &attack, &game_mode_change};
inline constexpr ObjectRule stop_conditions_object{.name = "stop_conditions", .members = stop_condition_members};

inline constexpr MemberRule hidden{
    .name = "hidden", .value = rule::boolean, .help = "whether participants themselves are hidden while they play"};
inline constexpr MemberRule stop_conditions{.name = "stop_conditions",
                                            .value = rule::object(stop_conditions_object),
                                            .help = "what ends the emote early, for all participants at once"};
inline constexpr const MemberRule* player_members[] = {&hidden, &stop_conditions};
inline constexpr ObjectRule player_object{.name = "player", .members = player_members};
inline constexpr MemberRule player{
    .name = "player", .value = rule::object(player_object), .help = "how participants are treated while it plays"};

inline constexpr MemberRule cooldown{
    .name = "cooldown",
    .value = rule::time(0),
    .help = "how long a player has to wait after a start before they can start this emote again"};

inline constexpr MemberRule callbacks{.name = "callbacks", .presence = Presence::ignored, .help = later_format};

}  // namespace rules
}  // namespace emoted::library
