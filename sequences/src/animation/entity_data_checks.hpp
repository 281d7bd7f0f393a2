// What nodes and NBT tracks have in common: SNBT texts in files, and what entity data must and must not hold (D51).
#pragma once

#include "animation/build_report.hpp"
#include "animation/display_option_rules.hpp"

#include <emoted/sequences/snbt.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace emoted::animation {

// The compound that `snbt`, the text at `at`, is; nothing after a report.
[[nodiscard]] std::optional<nbt::Compound> read_compound(const std::string& snbt, const Pointer& at,
                                                         BuildReport& report);

// A compound, the text that it was read from and the pointer to that text, for reports.
struct EntityData {
    const nbt::Compound& data;
    std::string_view snbt;
    const Pointer& at;
};

// Where in the text a report about a member belongs: at its name or at its value. `path` leads to it from the outside
// in. Nothing if there is no such member.
[[nodiscard]] std::optional<std::size_t> name_place(const EntityData& data, std::span<const std::string_view> path);
[[nodiscard]] std::optional<std::size_t> value_place(const EntityData& data, std::span<const std::string_view> path);

// Reports each of `names` that `data` has at the top.
void forbid_members(const EntityData& data, std::span<const std::string_view> names, BuildReport& report);

// Warns of display options that the game would not take, of names that look like one, and of options that the type does
// not have: nothing else would tell the author, since the game drops them in silence.
void check_display_options(NodeType type, const EntityData& data, Extent extent, BuildReport& report);

// The same for the parts of an item stack and of a block state that are no names of the game's registries (D51); `path`
// leads to the stack or state.
void check_item_stack(const EntityData& data, std::span<const std::string_view> path, const nbt::Compound& stack,
                      BuildReport& report);
void check_block_state(const EntityData& data, std::span<const std::string_view> path, const nbt::Compound& state,
                       BuildReport& report);

// The id of an item or block, member `key` of `compound`, to which `path` leads, with its namespace; nothing after a
// report, or if it is not there and need not be.
enum class Presence : std::uint8_t { required, optional };
[[nodiscard]] std::optional<std::string> read_resource(const EntityData& data, std::vector<std::string_view> path,
                                                       const nbt::Compound& compound, std::string_view key,
                                                       Presence presence, BuildReport& report);

}  // namespace emoted::animation
