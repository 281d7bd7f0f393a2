// What the members of an animation's nodes are.
#pragma once

#include "animation/item_context.hpp"
#include "animation/rule_words.hpp"

#include <emoted/sequences/clip.hpp>

#include <limits>

namespace emoted::animation {

inline constexpr std::array<std::pair<std::string_view, NodeType>, 4> type_words{{
    {"item_display", NodeType::item_display},
    {"block_display", NodeType::block_display},
    {"text_display", NodeType::text_display},
    {"anchor", NodeType::anchor},
}};
inline constexpr std::array<std::pair<std::string_view, Space>, 3> space_words{{
    {"scene", Space::scene},
    {"initiator", Space::initiator},
    {"partner", Space::partner},
}};
inline constexpr std::array<std::pair<std::string_view, Space>, 2> participant_words{{
    {"initiator", Space::initiator},
    {"partner", Space::partner},
}};
inline constexpr std::array<std::pair<std::string_view, SkinPart>, 6> part_words{{
    {"head", SkinPart::head},
    {"body", SkinPart::body},
    {"left_arm", SkinPart::left_arm},
    {"right_arm", SkinPart::right_arm},
    {"left_leg", SkinPart::left_leg},
    {"right_leg", SkinPart::right_leg},
}};
enum class ItemSource : std::uint8_t { participant_hand };
inline constexpr std::array<std::pair<std::string_view, ItemSource>, 1> item_source_words{{
    {"participant_hand", ItemSource::participant_hand},
}};
inline constexpr std::array<std::pair<std::string_view, Arm>, 2> arm_words{{
    {"left", Arm::left},
    {"right", Arm::right},
}};

namespace rules {

inline constexpr MemberRule position{
    .name = "position", .value = coordinates, .help = "blocks: x to the player's right, y up, -z ahead"};
inline constexpr MemberRule rotation{
    .name = "rotation", .value = coordinates, .help = "degrees about x, y and z, applied in the order z, y, x"};
inline constexpr MemberRule scale{.name = "scale", .value = coordinates, .help = "factors along x, y and z"};
inline constexpr const MemberRule* transform_members[] = {&position, &rotation, &scale};
inline constexpr ObjectRule transform_object{.name = "transform", .members = transform_members};

// skin
inline constexpr auto part_names = text::names_of(part_words);
inline constexpr auto participant_names = text::names_of(participant_words);
inline constexpr MemberRule part{
    .name = "part", .value = rule::word(part_names), .help = "the part of the player's skin that is shown"};
inline constexpr MemberRule order{.name = "order",
                                  .value = rule::integer(0, std::numeric_limits<std::int32_t>::max()),
                                  .help = "nodes of one part are slices of it, from the top down by this number"};
inline constexpr MemberRule participant{.name = "participant",
                                        .presence = Presence::optional,
                                        .value = rule::word(participant_names),
                                        .help = "whose skin it is; must be the space of the node",
                                        .fallback = "\"initiator\""};
inline constexpr const MemberRule* skin_members[] = {&part, &order, &participant};
inline constexpr ObjectRule skin_object{.name = "skin", .members = skin_members};

// item_source
inline constexpr auto item_source_names = text::names_of(item_source_words);
inline constexpr auto arm_names = text::names_of(arm_words);
inline constexpr MemberRule item_source_type{
    .name = "type", .value = rule::word(item_source_names), .help = "where the item comes from"};
inline constexpr MemberRule arm{
    .name = "arm", .value = rule::word(arm_names), .help = "the arm whose hand holds the item"};
inline constexpr const MemberRule* item_source_members[] = {&item_source_type, &arm};
inline constexpr ObjectRule item_source_object{.name = "item_source", .members = item_source_members};

// What a node of each type has.
inline constexpr auto context_names = text::names_of(item_context_words);
inline constexpr MemberRule item_source{
    .name = "item_source",
    .presence = Presence::optional,
    .value = rule::object(item_source_object),
    .help = "shows what the participant of the node's space holds, in place of item_stack_snbt"};
inline constexpr MemberRule item_stack{
    .name = "item_stack_snbt", .value = rule::text, .help = "the item stack in SNBT, such as {id:\"minecraft:stick\"}"};
inline constexpr MemberRule no_item_stack{
    .name = "item_stack_snbt", .presence = Presence::excluded, .help = "the item is given by item_source"};
inline constexpr const MemberRule* fixed_item_members[] = {&item_stack};
inline constexpr ObjectRule fixed_item{.members = fixed_item_members};
inline constexpr const MemberRule* held_item_members[] = {&no_item_stack};
inline constexpr ObjectRule held_item{.members = held_item_members};
inline constexpr CaseRule item_cases[] = {
    {.when = When::present, .member = "item_source", .then = &held_item},
    {.when = When::absent, .member = "item_source", .then = &fixed_item},
};
inline constexpr MemberRule item_display{
    .name = "item_display", .value = rule::word(context_names), .help = "the display context of the item's model"};
inline constexpr MemberRule skin{
    .name = "skin",
    .presence = Presence::optional,
    .value = rule::object(skin_object),
    .help = "shows a part of a participant's skin; the item must be a minecraft:player_head"};
inline constexpr const MemberRule* item_members[] = {&item_source, &item_display, &skin};
inline constexpr ObjectRule item_node{.members = item_members, .cases = item_cases};

inline constexpr MemberRule unskinned{
    .name = "skin", .presence = Presence::ignored, .help = "only item displays are skinned"};
inline constexpr MemberRule block_state{.name = "block_state_snbt",
                                        .value = rule::text,
                                        .help = "the block state in SNBT, such as {Name:\"minecraft:stone\"}"};
inline constexpr const MemberRule* block_members[] = {&block_state, &unskinned};
inline constexpr ObjectRule block_node{.members = block_members};

inline constexpr MemberRule node_text{
    .name = "text", .value = rule::anything, .help = "the text component, as the game takes it"};
inline constexpr const MemberRule* text_members[] = {&node_text, &unskinned};
inline constexpr ObjectRule text_node{.members = text_members};

inline constexpr MemberRule invisible{
    .name = "visible", .presence = Presence::forbidden, .help = "an anchor has no entity that could be seen"};
inline constexpr MemberRule no_entity{
    .name = "entity_nbt", .presence = Presence::forbidden, .help = "an anchor has no entity"};
inline constexpr const MemberRule* anchor_members[] = {&invisible, &no_entity, &unskinned};
inline constexpr ObjectRule anchor_node{.members = anchor_members};

inline constexpr MemberRule visible{.name = "visible",
                                    .presence = Presence::optional,
                                    .value = rule::boolean,
                                    .help = "whether it is seen where no track says so",
                                    .fallback = "true"};
inline constexpr MemberRule entity_nbt{
    .name = "entity_nbt",
    .presence = Presence::optional,
    .value = rule::text,
    .help = "more data of the display entity in SNBT, such as {billboard:\"center\"}",
    .fallback = "\"{}\""};
inline constexpr const MemberRule* display_members[] = {&visible, &entity_nbt};
inline constexpr ObjectRule display_node{.members = display_members};

// A root has a space, a child a parent.
inline constexpr auto space_names = text::names_of(space_words);
inline constexpr MemberRule space{
    .name = "space",
    .value = rule::word(space_names),
    .help = "what the node hangs on: the place of the scene, or a participant; children are where their parent is"};
inline constexpr MemberRule no_space{
    .name = "space", .presence = Presence::forbidden, .help = "a child is in the space of its parent"};
inline constexpr const MemberRule* root_members[] = {&space};
inline constexpr ObjectRule root_node{.members = root_members};
inline constexpr const MemberRule* child_members[] = {&no_space};
inline constexpr ObjectRule child_node{.members = child_members};

inline constexpr CaseRule node_cases[] = {
    {.when = When::present, .member = "parent", .then = &child_node},
    {.when = When::absent, .member = "parent", .then = &root_node},
    {.when = When::is, .member = "type", .word = "item_display", .then = &display_node},
    {.when = When::is, .member = "type", .word = "block_display", .then = &display_node},
    {.when = When::is, .member = "type", .word = "text_display", .then = &display_node},
    {.when = When::is, .member = "type", .word = "item_display", .then = &item_node},
    {.when = When::is, .member = "type", .word = "block_display", .then = &block_node},
    {.when = When::is, .member = "type", .word = "text_display", .then = &text_node},
    {.when = When::is, .member = "type", .word = "anchor", .then = &anchor_node},
};
inline constexpr auto type_names = text::names_of(type_words);
inline constexpr MemberRule node_type{
    .name = "type",
    .value = rule::word(type_names),
    .help = "the display entity that the node is; an anchor is none and only moves its children"};
inline constexpr MemberRule parent{.name = "parent",
                                   .presence = Presence::optional,
                                   .value = rule::text,
                                   .help = "the name of the node that this one moves with"};
inline constexpr MemberRule transform{.name = "transform",
                                      .value = rule::object(transform_object),
                                      .help = "where the node is relative to its parent or space, without tracks"};
inline constexpr const MemberRule* node_members[] = {&node_type, &parent, &transform};
inline constexpr ObjectRule node_object{.name = "node", .members = node_members, .cases = node_cases};

inline constexpr ValueRule node = rule::object(node_object);
inline constexpr MemberRule nodes{.name = "nodes",
                                  .value = rule::map(node, 1, limits::max_nodes_per_clip),
                                  .help = "the display entities and anchors, by names of your own"};

}  // namespace rules
}  // namespace emoted::animation
