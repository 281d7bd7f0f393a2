// What the members of a sequence file are.
#pragma once

#include "library/emote_rules.hpp"
#include "text/member_rule.hpp"

#include <limits>

namespace emoted::sequence {

// What the weights of a list of candidates add up to.
inline constexpr std::int64_t weight_total = 100;

namespace rules {

using text::CaseRule;
using text::MemberRule;
using text::ObjectRule;
using text::Presence;
using text::ValueRule;
namespace rule = text::rule;
using When = CaseRule::When;

// participants
inline constexpr MemberRule position{
    .name = "position",
    .value = rule::text,
    .help =
        "three offsets in blocks, all ~ (along the world's axes from the scene's origin) or all ^ (left, up, ahead "
        "of the initiator), such as \"^ ^ ^1.2\""};
inline constexpr MemberRule rotation{
    .name = "rotation",
    .value = rule::text,
    .help = "yaw and pitch in degrees; with ~ relative to the initiator's, such as \"~180 0\""};
inline constexpr const MemberRule* placement_members[] = {&position, &rotation};
inline constexpr ObjectRule placement_object{.name = "placement", .members = placement_members};
inline constexpr MemberRule initiator{
    .name = "initiator", .value = rule::object(placement_object), .help = "where the player stands who starts it"};
inline constexpr MemberRule partner{
    .name = "partner", .value = rule::object(placement_object), .help = "where the player stands who joins"};
inline constexpr const MemberRule* participants_members[] = {&initiator, &partner};
inline constexpr ObjectRule participants_object{.name = "participants", .members = participants_members};
inline constexpr MemberRule participants{.name = "participants",
                                         .presence = Presence::optional,
                                         .value = rule::object(participants_object),
                                         .help =
                                             "makes it a sequence for two players; then the one step awaits the "
                                             "partner"};

// What animations set and sequences do not.
inline constexpr MemberRule standalone{
    .name = "standalone", .presence = Presence::ignored, .help = "a sequence can always be played directly"};
inline constexpr MemberRule rotation_deadzone{
    .name = "rotation_deadzone", .presence = Presence::ignored, .help = "each animation brings its own"};
inline constexpr MemberRule playback{
    .name = "playback", .presence = Presence::ignored, .help = "a sequence plays once"};

inline constexpr const MemberRule* settings_members[] = {
    &library::rules::cooldown, &library::rules::player, &standalone, &rotation_deadzone, &playback,
    &library::rules::callbacks};
inline constexpr ObjectRule settings_object{.name = "settings", .members = settings_members};
inline constexpr MemberRule settings{.name = "settings",
                                     .value = rule::object(settings_object),
                                     .help = "how it is played; stands for the settings of its animations"};

// Steps of a linear sequence and of a branch: an animation or a wait.
inline constexpr ValueRule weight = rule::integer(1, weight_total);
inline constexpr ValueRule candidate_kinds[] = {rule::identifier, weight};
inline constexpr ValueRule candidate = rule::either(candidate_kinds);
inline constexpr ValueRule emote_kinds[] = {rule::identifier, rule::array(candidate, 1)};
inline constexpr MemberRule emote{
    .name = "emote",
    .presence = Presence::optional,
    .value = rule::either(emote_kinds),
    .help =
        "the id of an animation, or a list to choose from each time: ids alone for equal chances, or ids and weights "
        "in turn that total 100; emote:continue uses a repetition up without playing, emote:break ends the step"};
inline constexpr MemberRule wait{.name = "wait",
                                 .presence = Presence::optional,
                                 .value = rule::time(1),
                                 .help = "holds the last pose; only between two steps that play something"};
inline constexpr MemberRule repeat{.name = "repeat",
                                   .presence = Presence::optional,
                                   .value = rule::integer(1, std::numeric_limits<std::int32_t>::max()),
                                   .help = "how many times; each chooses anew",
                                   .fallback = "1"};
inline constexpr MemberRule transition{.name = "transition",
                                       .presence = Presence::optional,
                                       .value = rule::time(0),
                                       .help = "how long the way from the pose before takes, each time",
                                       .fallback = "\"0t\""};
inline constexpr const MemberRule* emote_step_members[] = {&repeat, &transition};
inline constexpr ObjectRule emote_step{.members = emote_step_members};
inline constexpr MemberRule no_repeated_wait{
    .name = "repeat", .presence = Presence::forbidden, .help = "a wait does not repeat"};
inline constexpr MemberRule no_blended_wait{
    .name = "transition", .presence = Presence::forbidden, .help = "a wait has no pose to blend to"};
inline constexpr const MemberRule* wait_step_members[] = {&no_repeated_wait, &no_blended_wait};
inline constexpr ObjectRule wait_step{.members = wait_step_members};
inline constexpr CaseRule step_cases[] = {
    {.when = When::present, .member = "emote", .then = &emote_step},
    {.when = When::present, .member = "wait", .then = &wait_step},
};
inline constexpr MemberRule no_await_partner{
    .name = "await_partner", .presence = Presence::excluded, .help = "a branch cannot wait for a partner again"};
inline constexpr const MemberRule* step_members[] = {&emote, &wait, &no_await_partner};
inline constexpr std::array<std::string_view, 2> step_kinds{"emote", "wait"};
inline constexpr ObjectRule step_object{
    .name = "step", .members = step_members, .cases = step_cases, .exactly_one_of = step_kinds};
inline constexpr ValueRule step = rule::object(step_object);

// The step of a sequence for two.
inline constexpr MemberRule offer{.name = "emote",
                                  .value = {.kind = text::ValueKind::identifier,
                                            .words = library::rules::control_ids,
                                            .most_count = limits::max_identifier_characters},
                                  .help = "the animation that the initiator plays while waiting"};
inline constexpr MemberRule timeout{.name = "timeout",
                                    .value = rule::time(1),
                                    .help = "how long the initiator waits, from the end of the offer's animation"};
inline constexpr const MemberRule* await_members[] = {&offer, &timeout};
inline constexpr ObjectRule await_object{.name = "await_partner", .members = await_members};
inline constexpr MemberRule await_partner{.name = "await_partner",
                                          .value = rule::object(await_object),
                                          .help = "offers the sequence to a partner and waits for one"};
inline constexpr MemberRule matched{
    .name = "matched", .value = rule::array(step, 1), .help = "what both play once a partner has joined"};
inline constexpr MemberRule timeout_branch{
    .name = "timeout", .value = rule::array(step, 1), .help = "what the initiator plays if nobody has"};
inline constexpr MemberRule no_repeated_await{
    .name = "repeat", .presence = Presence::forbidden, .help = "waiting for a partner does not repeat"};
inline constexpr MemberRule no_blended_await{
    .name = "transition", .presence = Presence::forbidden, .help = "waiting for a partner has no pose to blend to"};
inline constexpr MemberRule no_emote{
    .name = "emote", .presence = Presence::excluded, .help = "the step awaits a partner"};
inline constexpr MemberRule no_wait{
    .name = "wait", .presence = Presence::excluded, .help = "the step awaits a partner"};
inline constexpr const MemberRule* await_step_members[] = {
    &await_partner, &matched, &timeout_branch, &no_repeated_await, &no_blended_await, &no_emote, &no_wait};
inline constexpr ObjectRule await_step_object{.name = "await_step", .members = await_step_members};
inline constexpr ValueRule await_step = rule::object(await_step_object);

inline constexpr MemberRule steps{
    .name = "steps", .value = rule::array(rule::anything, 1), .help = "what is played, one after the other"};
inline constexpr MemberRule linear_steps{
    .name = "steps", .value = rule::array(step, 1), .help = "what is played, one after the other"};
inline constexpr MemberRule pair_steps{
    .name = "steps", .value = rule::array(await_step, 1, 1), .help = "the one step, which awaits the partner"};
inline constexpr const MemberRule* linear_members[] = {&linear_steps};
inline constexpr ObjectRule linear_sequence{.members = linear_members};
inline constexpr const MemberRule* pair_members[] = {&pair_steps};
inline constexpr ObjectRule pair_sequence{.members = pair_members};
inline constexpr CaseRule sequence_cases[] = {
    {.when = When::present, .member = "participants", .then = &pair_sequence},
    {.when = When::absent, .member = "participants", .then = &linear_sequence},
};

inline constexpr std::array<std::string_view, 1> own_kind{"sequence"};
inline constexpr MemberRule type{.name = "type", .value = rule::word(own_kind), .help = library::rules::type.help};
inline constexpr const MemberRule* sequence_members[] = {&type,
                                                         &library::rules::schema_version,
                                                         &library::rules::schema,
                                                         &library::rules::target_minecraft_version,
                                                         &library::rules::id,
                                                         &library::rules::metadata,
                                                         &participants,
                                                         &settings,
                                                         &steps,
                                                         &standalone,
                                                         &rotation_deadzone,
                                                         &playback,
                                                         &library::rules::callbacks};
inline constexpr ObjectRule sequence_object{.name = "sequence", .members = sequence_members, .cases = sequence_cases};

}  // namespace rules
}  // namespace emoted::sequence
