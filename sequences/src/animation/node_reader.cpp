#include "animation/node_reader.hpp"

#include "animation/elements.hpp"

#include <emoted/sequences/limits.hpp>

#include <limits>
#include <utility>

namespace emoted::animation {
namespace {

using text::Field;
using text::ObjectCursor;

constexpr std::array<std::pair<std::string_view, NodeType>, 4> type_words{{
    {"item_display", NodeType::item_display},
    {"block_display", NodeType::block_display},
    {"text_display", NodeType::text_display},
    {"anchor", NodeType::anchor},
}};
constexpr std::array<std::pair<std::string_view, Space>, 3> space_words{{
    {"scene", Space::scene},
    {"initiator", Space::initiator},
    {"partner", Space::partner},
}};
constexpr std::array<std::pair<std::string_view, Space>, 2> participant_words{{
    {"initiator", Space::initiator},
    {"partner", Space::partner},
}};
constexpr std::array<std::pair<std::string_view, SkinPart>, 6> part_words{{
    {"head", SkinPart::head},
    {"body", SkinPart::body},
    {"left_arm", SkinPart::left_arm},
    {"right_arm", SkinPart::right_arm},
    {"left_leg", SkinPart::left_leg},
    {"right_leg", SkinPart::right_leg},
}};
enum class ItemSource : std::uint8_t { participant_hand };
constexpr std::array<std::pair<std::string_view, ItemSource>, 1> source_words{{
    {"participant_hand", ItemSource::participant_hand},
}};
constexpr std::array<std::pair<std::string_view, Arm>, 2> arm_words{{
    {"left", Arm::left},
    {"right", Arm::right},
}};
constexpr std::array<std::pair<std::string_view, ItemDisplayContext>, 10> context_words{{
    {"none", ItemDisplayContext::none},
    {"thirdperson_lefthand", ItemDisplayContext::thirdperson_lefthand},
    {"thirdperson_righthand", ItemDisplayContext::thirdperson_righthand},
    {"firstperson_lefthand", ItemDisplayContext::firstperson_lefthand},
    {"firstperson_righthand", ItemDisplayContext::firstperson_righthand},
    {"head", ItemDisplayContext::head},
    {"gui", ItemDisplayContext::gui},
    {"ground", ItemDisplayContext::ground},
    {"fixed", ItemDisplayContext::fixed},
    {"on_shelf", ItemDisplayContext::on_shelf},
}};

std::optional<std::string> owned(std::optional<std::string_view> view) {
    return view ? std::optional(std::string(*view)) : std::nullopt;
}

RawTransform read_transform(ObjectCursor transform) {
    RawTransform raw;
    raw.position = transform.required("position").vector();
    raw.rotation = transform.required("rotation").vector();
    raw.scale = transform.required("scale").vector();
    transform.finish();
    return raw;
}

std::optional<RawSkin> read_skin(const Field& field) {
    ObjectCursor skin = field.object();
    if (!skin) {
        return std::nullopt;
    }
    RawSkin raw;
    raw.part = skin.required("part").word<SkinPart>(part_words);
    const auto order = skin.required("order").integer(0, std::numeric_limits<std::int32_t>::max());
    raw.order = order ? std::optional(static_cast<std::uint32_t>(*order)) : std::nullopt;
    raw.participant = skin.optional("participant").word<Space>(participant_words).value_or(Space::initiator);
    skin.finish();
    return raw;
}

std::optional<Arm> read_hand(const Field& field) {
    ObjectCursor source = field.object();
    const auto type = source.required("type").word<ItemSource>(source_words);
    const auto arm = source.required("arm").word<Arm>(arm_words);
    source.finish();
    return type ? arm : std::nullopt;
}

void read_item(ObjectCursor& node, RawNode& raw) {
    const Field hand = node.optional("item_source");
    if (hand.present()) {
        const Field stack = node.optional("item_stack_snbt");
        if (stack.present()) {
            hand.fault(DiagnosticCode::forbidden_member,
                       {.message = "the item is given twice", .expected = "either item_stack_snbt or item_source"});
        }
        raw.item_stack_snbt = owned(stack.string());
        raw.hand = read_hand(hand);
    } else {
        raw.item_stack_snbt = owned(node.required("item_stack_snbt").string());
    }
    raw.item_display = node.required("item_display").word<ItemDisplayContext>(context_words);
    raw.skin = read_skin(node.optional("skin"));
}

void read_content(ObjectCursor& node, RawNode& raw) {
    switch (*raw.type) {
        case NodeType::item_display:
            read_item(node, raw);
            return;
        case NodeType::block_display:
            raw.block_state_snbt = owned(node.required("block_state_snbt").string());
            break;
        case NodeType::text_display:
            raw.text = node.required("text").compact_text();
            break;
        case NodeType::anchor:
            node.forbid("visible", "an anchor has no entity that could be seen");
            node.forbid("entity_nbt", "an anchor has no entity");
            break;
    }
    node.ignore("skin", "only item displays are skinned");
}

RawNode read_node(std::string_view id, const Field& field) {
    RawNode raw;
    raw.id = id;
    ObjectCursor node = element_object(field);
    if (!node) {
        return raw;
    }
    raw.type = node.required("type").word<NodeType>(type_words);
    const Field parent = node.optional("parent");
    if (parent.present()) {
        raw.parent = owned(parent.string());
        node.forbid("space", "a child is in the space of its parent");
    } else {
        raw.space = node.required("space").word<Space>(space_words);
    }
    raw.transform = read_transform(node.required("transform").object());
    if (raw.type != NodeType::anchor) {
        raw.visible = node.optional("visible").boolean().value_or(true);
        raw.entity_nbt = node.optional("entity_nbt").string().value_or("{}");
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
    if (members.empty()) {
        nodes.fault(DiagnosticCode::invalid_value, {.message = "there are no nodes", .expected = "at least one node"});
    }
    if (members.size() > limits::max_nodes_per_clip) {
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
