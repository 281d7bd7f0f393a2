// What nodes and NBT tracks have in common: SNBT texts in files, and what entity data must and must not hold (D51).
#pragma once

#include "animation/build_report.hpp"

#include <emoted/sequences/snbt.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace emoted::animation {

// The compound that `snbt`, the text at `at`, is; nothing after a report.
[[nodiscard]] std::optional<nbt::Compound> read_compound(const std::string& snbt, const Pointer& at,
                                                         BuildReport& report);

// Reports each of `names` that `data` has at the top.
void forbid_members(const nbt::Compound& data, std::span<const std::string_view> names, const Pointer& at,
                    BuildReport& report);

// The id of an item or block, member `key` of its compound, with its namespace; nothing after a report, or if it is
// not there and need not be.
enum class Presence : std::uint8_t { required, optional };
[[nodiscard]] std::optional<std::string> read_resource(const nbt::Compound& compound, std::string_view key,
                                                       Presence presence, const Pointer& at, BuildReport& report);

}  // namespace emoted::animation
