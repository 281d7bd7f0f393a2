#include "animation/node_reader.hpp"

#include "animation/elements.hpp"
#include "animation/node_rules.hpp"

#include <emoted/sequences/limits.hpp>

#include <utility>

namespace emoted::animation {
namespace {

using text::Field;
using text::ObjectCursor;

std::optional<std::string> owned(std::optional<std::string_view> view) {
    return view ? std::optional(std::string(*view)) : std::nullopt;
}

RawTransform read_transform(ObjectCursor transform) {
    RawTransform raw;
    raw.position = transform.vector(rules::position);
    raw.rotation = transform.vector(rules::rotation);
    raw.scale = transform.vector(rules::scale);
    transform.finish();
    return raw;
}

std::optional<RawSkin> read_skin(ObjectCursor skin) {
    if (!skin) {
        return std::nullopt;
    }
    RawSkin raw;
    raw.part = skin.word(rules::part, part_words);
    const auto order = skin.integer(rules::order);
    raw.order = order ? std::optional(static_cast<std::uint32_t>(*order)) : std::nullopt;
    raw.participant = skin.word(rules::participant, participant_words).value_or(raw.participant);
    skin.finish();
    return raw;
}

std::optional<Arm> read_hand(ObjectCursor source) {
    const auto type = source.word(rules::item_source_type, item_source_words);
    const auto arm = source.word(rules::arm, arm_words);
    source.finish();
    return type ? arm : std::nullopt;
}

void read_item(ObjectCursor& node, RawNode& raw) {
    const Field hand = node.get(rules::item_source);
    if (hand.present()) {
        const Field stack = node.get(rules::no_item_stack);
        if (stack.present()) {
            hand.fault(DiagnosticCode::forbidden_member,
                       {.message = "the item is given twice", .expected = "either item_stack_snbt or item_source"});
        }
        raw.item_stack_snbt = owned(stack.string());
        raw.hand = read_hand(hand.object(rules::item_source_object));
    } else {
        raw.item_stack_snbt = owned(node.text(rules::item_stack));
    }
    raw.item_display = node.word(rules::item_display, item_context_words);
    raw.skin = read_skin(node.object(rules::skin));
}

void read_content(ObjectCursor& node, RawNode& raw) {
    switch (*raw.type) {
        case NodeType::item_display:
            read_item(node, raw);
            return;
        case NodeType::block_display:
            raw.block_state_snbt = owned(node.text(rules::block_state));
            break;
        case NodeType::text_display:
            raw.text = node.get(rules::node_text).compact_text();
            break;
        case NodeType::anchor:
            node.check_against(rules::invisible);
            node.check_against(rules::no_entity);
            break;
    }
    node.check_against(rules::unskinned);
}

RawNode read_node(std::string_view id, const Field& field) {
    RawNode raw;
    raw.id = id;
    ObjectCursor node = element_object(field, rules::node_object);
    if (!node) {
        return raw;
    }
    raw.type = node.word(rules::node_type, type_words);
    const Field parent = node.get(rules::parent);
    if (parent.present()) {
        raw.parent = owned(parent.string());
        node.check_against(rules::no_space);
    } else {
        raw.space = node.word(rules::space, space_words);
    }
    raw.transform = read_transform(node.object(rules::transform));
    if (raw.type != NodeType::anchor) {
        raw.visible = node.boolean(rules::visible).value_or(raw.visible);
        raw.entity_nbt = node.text(rules::entity_nbt).value_or("{}");
    }
    if (raw.type) {
        read_content(node, raw);
        node.finish();
    }
    return raw;
}

}  // namespace

std::vector<RawNode> read_nodes(const Field& nodes) {
    std::vector<RawNode> raw;
    ObjectCursor object = nodes.object();
    if (!object) {
        return raw;
    }
    const auto members = object.members();
    if (members.size() < rules::nodes.value.least_count) {
        nodes.fault(DiagnosticCode::invalid_value, {.message = "there are no nodes", .expected = "at least one node"});
    }
    if (members.size() > rules::nodes.value.most_count) {
        nodes.fault(DiagnosticCode::limit_exceeded,
                    {.message = "there are " + std::to_string(members.size()) + " nodes",
                     .expected = "at most " + std::to_string(limits::max_nodes_per_clip) + " (max_nodes_per_clip)"});
        return raw;
    }
    raw.reserve(members.size());
    for (const auto& [id, field] : members) {
        if (id.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos) {
            field.fault(DiagnosticCode::invalid_value, {.message = "the node's name is blank", .expected = "a name"});
        }
        raw.push_back(read_node(id, field));
    }
    return raw;
}

}  // namespace emoted::animation
