#include "playback/entity_data.hpp"

#include "animation/display_data.hpp"
#include "playback/clip_frames.hpp"

#include <algorithm>
#include <utility>

namespace emoted {
namespace {

[[nodiscard]] bool same(const NodeContent& a, const NodeContent& b) {
    if (const auto* const item = std::get_if<ItemContent>(&a)) {
        const auto& other = std::get<ItemContent>(b);
        return item->item == other.item && item->context == other.context;
    }
    if (const auto* const block = std::get_if<BlockContent>(&a)) {
        return block->state == std::get<BlockContent>(b).state;
    }
    const auto* const text = std::get_if<TextContent>(&a);
    return text == nullptr || text->component_json == std::get<TextContent>(b).component_json;
}

[[nodiscard]] const Node& node_of(const Layout& layout, const Display& display) {
    return layout.clips[display.clip.value()].clip->nodes[display.node.value()];
}

}  // namespace

EntityData::EntityData(const Layout& layout) : tracks_(layout.clips.size()) {
    std::vector<std::optional<std::size_t>> slot_of(layout.displays.size());
    for (std::size_t c = 0; c < layout.clips.size(); ++c) {
        const ClipUse& use = layout.clips[c];
        for (std::size_t n = 0; n < use.clip->nodes.size(); ++n) {
            const auto& display = use.display_of_node[n];
            if (use.clip->tracks[n].nbt.empty() || !display) {
                continue;
            }
            auto& slot = slot_of[display->value()];
            if (!slot) {
                slot = slots_.size();
                const Node& node = node_of(layout, layout.displays[display->value()]);
                slots_.push_back(
                    {*display, &node, animation::to_entity_data(node), std::nullopt, {node.content, node.display}});
            }
            tracks_[c].push_back({*slot, NodeIndex(static_cast<std::uint32_t>(n))});
        }
    }
}

void EntityData::begin(ClipIndex clip, const ClipFrames& frames, std::vector<DataUpdate>& out) {
    clip_ = clip.value();
    const std::vector<Track>& tracks = tracks_[clip_];
    next_key_.assign(tracks.size(), 0);
    if (slots_.empty()) {
        return;
    }
    std::vector<std::optional<nbt::Compound>> wanted(slots_.size());
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        nbt::Compound data = slots_[tracks[i].slot].base;
        if (merge_due(frames, tracks[i].node, next_key_[i], data)) {
            wanted[tracks[i].slot] = std::move(data);
        }
    }
    for (std::size_t i = 0; i < slots_.size(); ++i) {
        show(slots_[i], std::move(wanted[i]), out);
    }
}

void EntityData::pass(const ClipFrames& frames, std::vector<DataUpdate>& out) {
    const std::vector<Track>& tracks = tracks_[clip_];
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        const NbtTrack& keys = frames.clip().tracks[tracks[i].node.value()].nbt;
        if (next_key_[i] == keys.ticks.size() || keys.ticks[next_key_[i]] > frames.at().value()) {
            continue;
        }
        Slot& slot = slots_[tracks[i].slot];
        nbt::Compound data = slot.data ? *slot.data : slot.base;
        static_cast<void>(merge_due(frames, tracks[i].node, next_key_[i], data));
        show(slot, std::move(data), out);
    }
}

std::vector<DataUpdate> EntityData::changed() const {
    std::vector<DataUpdate> out;
    for (const Slot& slot : slots_) {
        if (slot.data) {
            out.push_back({slot.display, &slot.shown, !same(slot.shown.content, slot.node->content)});
        }
    }
    return out;
}

// Takes the data over, and says so if it is other data than before.
void EntityData::show(Slot& slot, std::optional<nbt::Compound> data, std::vector<DataUpdate>& out) {
    if (data && *data == slot.base) {
        data.reset();
    }
    const bool unchanged = data && slot.data ? *data == *slot.data : data.has_value() == slot.data.has_value();
    if (unchanged) {
        return;
    }
    slot.data = std::move(data);
    DisplayData shown = slot.data ? animation::to_display_data(*slot.node, *slot.data)
                                  : DisplayData{slot.node->content, slot.node->display};
    std::swap(shown, slot.shown);
    out.push_back({slot.display, &slot.shown, !same(shown.content, slot.shown.content)});
}

// Merges the patches of the keys that have been passed since, and says if there are any.
bool EntityData::merge_due(const ClipFrames& frames, NodeIndex node, std::uint32_t& next, nbt::Compound& data) {
    const NbtTrack& keys = frames.clip().tracks[node.value()].nbt;
    const std::uint32_t first = next;
    for (; next < keys.ticks.size() && keys.ticks[next] <= frames.at().value(); ++next) {
        const auto* const choice = std::get_if<NbtChoice>(&keys.patches[next]);
        nbt::merge(data, choice == nullptr ? std::get<nbt::Compound>(keys.patches[next])
                                           : choice->options[frames.chosen(node, next)]);
    }
    return next != first;
}

}  // namespace emoted
