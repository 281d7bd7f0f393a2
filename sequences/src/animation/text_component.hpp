// Text components in the two forms that the game knows: JSON, as emote files and the wire have it, and NBT, as entity
// data has it.
#pragma once

#include <emoted/sequences/snbt.hpp>

#include <string>
#include <string_view>

namespace emoted::animation {

// `json` must be well formed. true and false become bytes; null members and elements, which NBT has not, are left out.
[[nodiscard]] nbt::Tag component_to_nbt(std::string_view json);
// The bytes 0 and 1 become false and true: a component has no other use for bytes.
[[nodiscard]] std::string component_to_json(const nbt::Tag& component);

}  // namespace emoted::animation
