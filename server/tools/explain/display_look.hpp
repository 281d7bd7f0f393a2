// What a display looks like in a preview: a box in a colour, with a label where a box says too little.
//
// Pure.
#pragma once

#include <emoted/protocol/messages.hpp>
#include <emoted/sequences/units.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace emoted::explain {

struct DisplayLook {
    // The box in the display's own space, in blocks: a head item, which skin slices are, reaches 0.25 to the sides and
    // 0.5 down; another item is a plate, a block a cube, a text a thin sign.
    Vec3d from;
    Vec3d to;
    std::uint8_t red = 0, green = 0, blue = 0;
    bool face = false;  // a head: marked where it looks
    std::string label;  // empty for skins
};
[[nodiscard]] DisplayLook look_of(const protocol::DisplayEntity& display);

// What a change of its data makes of the label; nothing if the change leaves it.
[[nodiscard]] std::optional<std::string> label_of(const protocol::DisplayUpdate& update);

}  // namespace emoted::explain
