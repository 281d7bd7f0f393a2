// What the members of an animation file are. Its nodes, tracks and events have tables of their own.
#pragma once

#include "animation/event_rules.hpp"
#include "animation/node_rules.hpp"
#include "animation/track_rules.hpp"
#include "library/emote_rules.hpp"
#include "text/member_rule.hpp"

#include <emoted/sequences/clip.hpp>

namespace emoted::animation {

inline constexpr std::array<std::pair<std::string_view, PlaybackMode>, 4> mode_words{{
    {"once", PlaybackMode::once},
    {"hold", PlaybackMode::hold},
    {"loop", PlaybackMode::loop},
    {"server_sync", PlaybackMode::server_sync},
}};

namespace rules {

// settings
inline constexpr MemberRule standalone{.name = "standalone",
                                       .value = rule::boolean,
                                       .help = "whether it can be played by itself; if not, only sequences use it"};
inline constexpr MemberRule rotation_deadzone{
    .name = "rotation_deadzone",
    .presence = Presence::optional,
    .value = rule::number(0, 180),
    .help = "how far the player can turn before the emote turns along, in degrees",
    .fallback = "50"};
inline constexpr MemberRule display_interpolation{.name = "display_interpolation",
                                                  .presence = Presence::optional,
                                                  .value = rule::time(0, limits::max_display_interpolation_ticks),
                                                  .help = "how long clients take from one pose to the next",
                                                  .fallback = "\"1t\""};

inline constexpr auto mode_names = text::names_of(mode_words);
inline constexpr MemberRule mode{
    .name = "mode",
    .value = rule::word(mode_names),
    .help =
        "once: plays and ends; hold: keeps its last pose until it is stopped; loop: begins anew; server_sync: loops "
        "in step with the server's time"};
inline constexpr MemberRule loop_delay{.name = "loop_delay",
                                       .presence = Presence::optional,
                                       .value = rule::time(0),
                                       .help =
                                           "how long the last pose is held before a loop begins anew; only with loop "
                                           "and server_sync",
                                       .fallback = "\"0t\""};
inline constexpr MemberRule loop_start{
    .name = "loop_start", .presence = Presence::ignored, .help = library::rules::later_format};
inline constexpr MemberRule loop_end{
    .name = "loop_end", .presence = Presence::ignored, .help = library::rules::later_format};
inline constexpr const MemberRule* playback_members[] = {&mode, &loop_delay, &loop_start, &loop_end};
inline constexpr ObjectRule playback_object{.name = "playback", .members = playback_members};
inline constexpr MemberRule playback{
    .name = "playback", .value = rule::object(playback_object), .help = "what happens at the end"};

inline constexpr const MemberRule* settings_members[] = {
    &standalone, &library::rules::cooldown, &rotation_deadzone, &display_interpolation, &library::rules::player,
    &playback,   &library::rules::callbacks};
inline constexpr ObjectRule settings_object{.name = "settings", .members = settings_members};
inline constexpr MemberRule settings{
    .name = "settings", .value = rule::object(settings_object), .help = "how it is played"};

// molang
inline constexpr MemberRule initialize{.name = "initialize",
                                       .presence = Presence::optional,
                                       .value = molang_text,
                                       .help = "runs once at the start of every cycle"};
inline constexpr MemberRule tick{.name = "tick",
                                 .presence = Presence::optional,
                                 .value = molang_text,
                                 .help = "runs before the tracks of every tick, the first included"};
inline constexpr const MemberRule* molang_members[] = {&initialize, &tick};
inline constexpr ObjectRule molang_object{.name = "molang", .members = molang_members};
inline constexpr MemberRule molang{.name = "molang",
                                   .presence = Presence::optional,
                                   .value = rule::object(molang_object),
                                   .help = "programs that set the variables which tracks read"};

// timeline
inline constexpr MemberRule duration{
    .name = "duration", .value = rule::time(1, limits::max_clip_ticks), .help = "how long one cycle is"};
inline constexpr const MemberRule* timeline_members[] = {&duration, &tracks, &events, &library::rules::callbacks};
inline constexpr ObjectRule timeline_object{.name = "timeline", .members = timeline_members};
inline constexpr MemberRule timeline{
    .name = "timeline", .value = rule::object(timeline_object), .help = "what moves when, and what happens"};

inline constexpr std::array<std::string_view, 1> own_kind{"animation"};
inline constexpr MemberRule type{.name = "type", .value = rule::word(own_kind), .help = library::rules::type.help};
inline constexpr const MemberRule* animation_members[] = {&type,
                                                          &library::rules::schema_version,
                                                          &library::rules::schema,
                                                          &library::rules::target_minecraft_version,
                                                          &library::rules::id,
                                                          &library::rules::metadata,
                                                          &settings,
                                                          &molang,
                                                          &nodes,
                                                          &timeline,
                                                          &library::rules::callbacks};
inline constexpr ObjectRule animation_object{.name = "animation", .members = animation_members};

}  // namespace rules
}  // namespace emoted::animation
