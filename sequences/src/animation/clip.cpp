#include "animation/motion.hpp"

#include <emoted/sequences/clip.hpp>

#include <algorithm>

namespace emoted {

MotionCache& MotionCache::operator=(const MotionCache& other) noexcept {
    if (this != &other) {
        delete made_.exchange(nullptr);
    }
    return *this;
}

MotionCache::~MotionCache() {
    delete made_.load();
}

const Motion& MotionCache::of(const Clip& clip) const {
    const Motion* made = made_.load();
    if (made == nullptr) {
        auto ours = animation::make_motion(clip);
        // Of several threads that come first together, one keeps its own and the others take that.
        if (made_.compare_exchange_strong(made, ours.get())) {
            made = ours.release();
        }
    }
    return *made;
}

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
