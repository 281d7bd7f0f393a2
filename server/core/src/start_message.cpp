#include "start_message.hpp"

#include <emoted/sequences/snbt.hpp>

namespace emoted::core {
namespace {

using protocol::DisplayEntity;
using protocol::Role;

Role role_of(Space space) noexcept {
    return space == Space::partner ? Role::partner : Role::initiator;
}

void fill_content(DisplayEntity& entity, const Node& node) {
    if (const auto* const item = std::get_if<ItemContent>(&node.content)) {
        entity.item_context = item->context;
        if (const auto* const fixed = std::get_if<FixedItem>(&item->item)) {
            entity.item_snbt = nbt::to_snbt(fixed->stack);
        } else {
            entity.held_item = protocol::HeldItem{role_of(entity.space), std::get<HandItem>(item->item).arm};
        }
    } else if (const auto* const block = std::get_if<BlockContent>(&node.content)) {
        entity.block_state_snbt = nbt::to_snbt(block->state);
    } else if (const auto* const text = std::get_if<TextContent>(&node.content)) {
        protocol::TextOptions options;
        options.component_json = text->component_json;
        options.line_width = node.display.line_width;
        options.background = node.display.background;
        options.opacity = node.display.text_opacity;
        options.shadow = node.display.text_shadow;
        options.see_through = node.display.see_through;
        options.default_background = node.display.default_background;
        options.alignment = node.display.alignment;
        entity.text = std::move(options);
    }
}

void fill_options(DisplayEntity& entity, const DisplayOptions& options) {
    entity.billboard = options.billboard;
    if (options.block_light && options.sky_light) {
        entity.brightness = protocol::BrightnessOverride{*options.block_light, *options.sky_light};
    }
    entity.view_range = options.view_range;
    entity.shadow_radius = options.shadow_radius;
    entity.shadow_strength = options.shadow_strength;
    entity.width = options.width;
    entity.height = options.height;
    entity.glowing = options.glowing;
    entity.glow_color_override = options.glow_color_override;
    entity.remaining_snbt = options.remaining_snbt;
}

DisplayEntity display_entity(const Layout& layout, const Display& display) {
    const Node& node = layout.clips[display.clip.value()].clip->nodes[display.node.value()];
    DisplayEntity entity;
    entity.type = display.type;
    entity.space = display.space;
    entity.node_id = display.node_id;
    if (display.mirror_of) {
        entity.mirror_of = display.mirror_of->value();
    }
    fill_content(entity, node);
    fill_options(entity, node.display);
    if (node.skin) {
        // A partner copy wears the partner's skin.
        entity.skin =
            protocol::SkinRows{role_of(display.space), node.skin->part, node.skin->row_from, node.skin->row_to};
    }
    return entity;
}

}  // namespace

std::vector<DisplayEntity> display_entities(const Layout& layout) {
    std::vector<DisplayEntity> entities;
    entities.reserve(layout.displays.size());
    for (const Display& display : layout.displays) {
        entities.push_back(display_entity(layout, display));
    }
    return entities;
}

std::vector<protocol::ClipTable> clip_tables(const Layout& layout) {
    std::vector<protocol::ClipTable> tables;
    tables.reserve(layout.clips.size());
    for (const ClipUse& use : layout.clips) {
        protocol::ClipTable& table = tables.emplace_back();
        table.clip_id = use.clip->id;
        table.mirrored = use.mirrored;
        table.display_of_node.reserve(use.display_of_node.size());
        for (const auto& display : use.display_of_node) {
            table.display_of_node.push_back(display ? static_cast<std::int32_t>(display->value()) : -1);
        }
    }
    return tables;
}

}  // namespace emoted::core
