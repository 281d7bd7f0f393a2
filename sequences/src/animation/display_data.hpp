// A display's entity data as the game has it, content included, and as typed fields.
//
// An emote file gives a node's content and its entity NBT apart; a key of an NBT track may touch both by the game's own
// names. So patches are merged into the whole, and the whole is split again.
#pragma once

#include <emoted/sequences/clip.hpp>
#include <emoted/sequences/snbt.hpp>

namespace emoted::animation {

// Without the item of a node that shows a participant's: that is no data of its own.
[[nodiscard]] nbt::Compound to_entity_data(const Node& node);

// What a node shows whose entity data has become `data`. Content that is as the node has it is taken over word for
// word.
[[nodiscard]] DisplayData to_display_data(const Node& node, nbt::Compound data);

}  // namespace emoted::animation
