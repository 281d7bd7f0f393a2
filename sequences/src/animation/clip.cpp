#include <emoted/sequences/clip.hpp>

#include <algorithm>

namespace emoted {

std::optional<NodeIndex> Clip::find_node(std::string_view node_id) const noexcept {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].id == node_id) {
            return NodeIndex(static_cast<std::uint32_t>(i));
        }
    }
    return std::nullopt;
}

bool Clip::has_events(EventGroup group) const noexcept {
    return std::any_of(events.begin(), events.end(), [group](const ClipEvent& event) { return event.group == group; });
}

}  // namespace emoted
