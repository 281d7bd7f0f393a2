#include "start_message.hpp"

#include "display_fields.hpp"

namespace emoted::core {
namespace {

using protocol::DisplayEntity;
using protocol::Role;

Role role_of(Space space) noexcept {
    return space == Space::partner ? Role::partner : Role::initiator;
}

void fill_content(DisplayEntity& entity, const Node& node) {
    if (const auto* const item = std::get_if<ItemContent>(&node.content)) {
        if (const auto* const hand = std::get_if<HandItem>(&item->item)) {
            entity.held_item = protocol::HeldItem{role_of(entity.space), hand->arm};
        }
    }
    fill_own_content(entity, node.content, node.display);
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

ShowBytes show_bytes(const Playable& playable) noexcept {
    constexpr std::size_t pose_bytes = 64;
    const std::size_t late = playable.traffic.data + pose_bytes * playable.layout.displays.size();
    return {playable.traffic.start + late, late};
}

}  // namespace emoted::core
