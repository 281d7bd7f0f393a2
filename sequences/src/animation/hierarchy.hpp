// Who is whose parent, in which space, and in which order nodes stand in a clip.
#pragma once

#include "animation/build_report.hpp"
#include "animation/raw_animation.hpp"
#include "text/suggestions.hpp"

#include <emoted/sequences/units.hpp>

#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace emoted::animation {

// Indices are those of the raw nodes unless they are NodeIndex (of the clip). Views into the raw nodes.
struct Hierarchy {
    std::unordered_map<std::string_view, std::size_t> by_id;
    std::vector<std::optional<std::size_t>> parent;  // empty too where the parent was faulty
    std::vector<std::optional<Space>> space;         // own or inherited; empty where unknown
    std::vector<std::size_t> order;                  // parents before children, else as in the file; all nodes
    std::vector<NodeIndex> clip_index;               // the inverse of `order`
    std::vector<std::string_view> names;             // in file order, to suggest from
    mutable text::Suggestions suggestions;
};

// Reports unknown parents and, once each at its first node, cycles.
[[nodiscard]] Hierarchy resolve_hierarchy(std::span<const RawNode> nodes, BuildReport& report);

// The node that a member names; reports unknown_node, with the nearest name, if there is none, unless there are no
// nodes at all.
[[nodiscard]] std::optional<std::size_t> find_node(const Hierarchy& hierarchy, std::string_view id, const Pointer& at,
                                                   BuildReport& report);

}  // namespace emoted::animation
