#include "sequence/node_union.hpp"

#include "text/json_parser.hpp"

#include <emoted/sequences/limits.hpp>

#include <algorithm>
#include <unordered_map>

namespace emoted::sequence {
namespace {

// Names and SNBT aside, everything a display entity and a node of a clip's table take in a packet, rounded up.
constexpr std::size_t display_bytes = 192;
constexpr std::size_t clip_bytes = 16;
constexpr std::size_t table_entry_bytes = 5;

struct UnionNode {
    ClipIndex clip;
    NodeIndex node;
    std::optional<DisplayIndex> display;  // nothing for an anchor
};
using UnionNodes = std::unordered_map<std::string_view, UnionNode>;

[[nodiscard]] bool same_json(const std::string& a, const std::string& b) {
    if (a == b) {
        return true;
    }
    const auto left = text::parse_json(a);
    const auto right = text::parse_json(b);
    return left && right && *left == *right;
}

[[nodiscard]] bool same_skin_source(const std::optional<SkinBinding>& a, const std::optional<SkinBinding>& b) {
    if (!a || !b) {
        return a.has_value() == b.has_value();
    }
    return a->participant == b->participant && a->part == b->part && a->order == b->order;
}

// What the two differ in; empty if they can be one display.
[[nodiscard]] std::string_view difference(const Node& a, const Node& b) {
    if (a.type != b.type) {
        return "type";
    }
    if (a.space != b.space) {
        return "space";
    }
    if (!(a.entity_nbt == b.entity_nbt)) {
        return "entity NBT";
    }
    if (const auto* const item = std::get_if<ItemContent>(&a.content)) {
        const auto& other = std::get<ItemContent>(b.content);
        if (!(item->item == other.item)) {
            return "item";
        }
        if (item->context != other.context) {
            return "item display context";
        }
        return same_skin_source(a.skin, b.skin) ? "" : "skin";
    }
    if (const auto* const block = std::get_if<BlockContent>(&a.content)) {
        return block->state == std::get<BlockContent>(b.content).state ? "" : "block state";
    }
    if (const auto* const text = std::get_if<TextContent>(&a.content)) {
        return same_json(text->component_json, std::get<TextContent>(b.content).component_json) ? "" : "text";
    }
    return {};
}

[[nodiscard]] bool has_partner_node(const Clip& clip) {
    return std::any_of(clip.nodes.begin(), clip.nodes.end(),
                       [](const Node& node) { return node.space == Space::partner; });
}

void add_clip(NodeUnion& out, UnionNodes& nodes, ClipIndex index, const std::shared_ptr<const Clip>& clip) {
    ClipUse use;
    use.clip = clip;
    use.display_of_node.reserve(clip->nodes.size());
    for (std::uint32_t i = 0; i < clip->nodes.size(); ++i) {
        const Node& node = clip->nodes[i];
        const auto [known, is_new] = nodes.emplace(node.id, UnionNode{index, NodeIndex(i), std::nullopt});
        UnionNode& entry = known->second;
        if (is_new && node.type != NodeType::anchor) {
            entry.display = DisplayIndex(static_cast<std::uint32_t>(out.layout.displays.size()));
            out.layout.displays.push_back({node.id, node.type, node.space, index, NodeIndex(i), std::nullopt});
        } else if (!is_new) {
            const Clip& first = *out.layout.clips[entry.clip.value()].clip;
            const std::string_view what = difference(first.nodes[entry.node.value()], node);
            if (!what.empty() && out.conflicts.size() < limits::max_diagnostics_per_file) {
                out.conflicts.push_back({entry.clip, index, node.id, what});
            }
        }
        use.display_of_node.push_back(entry.display);
    }
    out.layout.clips.push_back(std::move(use));
}

// One "_" longer until no copy has the id of a node.
[[nodiscard]] std::string copy_prefix(const std::vector<const Display*>& sources, const UnionNodes& nodes) {
    std::string prefix = "__partner__";
    while (std::any_of(sources.begin(), sources.end(),
                       [&](const Display* source) { return nodes.count(prefix + source->node_id) != 0; })) {
        prefix.push_back('_');
    }
    return prefix;
}

void add_partner_copies(Layout& layout, const UnionNodes& nodes) {
    std::vector<bool> copied(layout.displays.size());
    for (ClipUse& use : layout.clips) {
        use.mirrored = !has_partner_node(*use.clip);
        for (const std::optional<DisplayIndex>& display : use.display_of_node) {
            if (use.mirrored && display && layout.displays[display->value()].space == Space::initiator) {
                copied[display->value()] = true;
            }
        }
    }
    std::vector<const Display*> sources;
    for (std::size_t i = 0; i < copied.size(); ++i) {
        if (copied[i]) {
            sources.push_back(&layout.displays[i]);
        }
    }
    const std::string prefix = copy_prefix(sources, nodes);
    std::vector<Display> copies;
    for (const Display* const source : sources) {
        Display copy = *source;
        copy.node_id = prefix + source->node_id;
        copy.space = Space::partner;
        copy.mirror_of = DisplayIndex(static_cast<std::uint32_t>(source - layout.displays.data()));
        copies.push_back(std::move(copy));
    }
    layout.displays.insert(layout.displays.end(), std::make_move_iterator(copies.begin()),
                           std::make_move_iterator(copies.end()));
}

[[nodiscard]] std::size_t content_bytes(const NodeContent& content) {
    if (const auto* const item = std::get_if<ItemContent>(&content)) {
        const auto* const fixed = std::get_if<FixedItem>(&item->item);
        return fixed == nullptr ? 0 : nbt::to_snbt(fixed->stack).size();
    }
    if (const auto* const block = std::get_if<BlockContent>(&content)) {
        return nbt::to_snbt(block->state).size();
    }
    const auto* const text = std::get_if<TextContent>(&content);
    return text == nullptr ? 0 : text->component_json.size();
}

}  // namespace

NodeUnion unite_nodes(const std::vector<std::shared_ptr<const Clip>>& clips, bool two_player) {
    NodeUnion out;
    UnionNodes nodes;
    for (std::uint32_t i = 0; i < clips.size(); ++i) {
        add_clip(out, nodes, ClipIndex(i), clips[i]);
    }
    if (two_player) {
        add_partner_copies(out.layout, nodes);
    }
    return out;
}

std::size_t playback_start_bytes(const Layout& layout) {
    std::size_t bytes = 0;
    for (const Display& display : layout.displays) {
        const Node& node = layout.clips[display.clip.value()].clip->nodes[display.node.value()];
        bytes +=
            display_bytes + display.node_id.size() + content_bytes(node.content) + node.display.remaining_snbt.size();
    }
    for (const ClipUse& use : layout.clips) {
        bytes += clip_bytes + use.clip->id.size() + table_entry_bytes * use.display_of_node.size();
    }
    return bytes;
}

}  // namespace emoted::sequence
