// The typed fields of a display, which a start and a change have in common.
#pragma once

#include <emoted/protocol/messages.hpp>
#include <emoted/sequences/clip.hpp>
#include <emoted/sequences/snbt.hpp>

#include <variant>

namespace emoted::core {

// All but the item of a participant's hand, which is no data of the display.
template <class Fields>
void fill_own_content(Fields& fields, const NodeContent& content, const DisplayOptions& options) {
    if (const auto* const item = std::get_if<ItemContent>(&content)) {
        fields.item_context = item->context;
        if (const auto* const fixed = std::get_if<FixedItem>(&item->item)) {
            fields.item_snbt = nbt::to_snbt(fixed->stack);
        }
    } else if (const auto* const block = std::get_if<BlockContent>(&content)) {
        fields.block_state_snbt = nbt::to_snbt(block->state);
    } else if (const auto* const text = std::get_if<TextContent>(&content)) {
        protocol::TextOptions& out = fields.text.emplace();
        out.component_json = text->component_json;
        out.line_width = options.line_width;
        out.background = options.background;
        out.opacity = options.text_opacity;
        out.shadow = options.text_shadow;
        out.see_through = options.see_through;
        out.default_background = options.default_background;
        out.alignment = options.alignment;
    }
}

template <class Fields>
void fill_options(Fields& fields, const DisplayOptions& options) {
    fields.billboard = options.billboard;
    if (options.block_light && options.sky_light) {
        fields.brightness = protocol::BrightnessOverride{*options.block_light, *options.sky_light};
    }
    fields.view_range = options.view_range;
    fields.shadow_radius = options.shadow_radius;
    fields.shadow_strength = options.shadow_strength;
    fields.width = options.width;
    fields.height = options.height;
    fields.glowing = options.glowing;
    fields.glow_color_override = options.glow_color_override;
    fields.remaining_snbt = options.remaining_snbt;
}

}  // namespace emoted::core
