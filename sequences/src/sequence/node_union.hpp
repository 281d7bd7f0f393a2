// The displays of a playback: the union of the nodes of all its clips, and the copies for a partner.
//
// Format sections 2.8 and 3.2 with D34 (parents may differ), D35 and D48 (copies per clip).
#pragma once

#include <emoted/sequences/playable.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace emoted::sequence {

// Two clips use one node id for things that cannot be one display.
struct NodeConflict {
    ClipIndex first;  // where the id was mentioned first
    ClipIndex other;
    std::string node_id;
    std::string_view what;  // "item", "entity NBT", ...
};

struct NodeUnion {
    Layout layout;
    std::vector<NodeConflict> conflicts;  // the layout is good only without; at most as many as are reported of a file
};

// `clips` in order of first mention.
[[nodiscard]] NodeUnion unite_nodes(const std::vector<std::shared_ptr<const Clip>>& clips, bool two_player);

// An upper bound of the bytes of the message that starts a playback with this layout, without its players.
[[nodiscard]] std::size_t playback_start_bytes(const Layout& layout);

}  // namespace emoted::sequence
