// Splits entity NBT into typed display options and the rest.
#pragma once

#include <emoted/sequences/clip.hpp>
#include <emoted/sequences/snbt.hpp>

namespace emoted::animation {

// A value of another type or out of range stays in `remaining_snbt`; so do the text options of other displays.
[[nodiscard]] DisplayOptions to_display_options(NodeType type, nbt::Compound entity_nbt);

}  // namespace emoted::animation
