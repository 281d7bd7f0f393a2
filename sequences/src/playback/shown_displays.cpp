#include "playback/shown_displays.hpp"

#include <algorithm>

namespace emoted {

ShownDisplays::ShownDisplays(const Layout& layout)
    : displays_(layout.displays.size()), has_copy_(displays_.size(), 0), in_clip_(displays_.size(), 0) {
    for (const Display& display : layout.displays) {
        if (display.mirror_of) {
            has_copy_[display.mirror_of->value()] = 1;
        }
    }
}

void ShownDisplays::receive(const ClipUse& use, const PoseUpdate& update) noexcept {
    displays_[use.display_of_node[update.node.value()]->value()].receive(update, clock_);
}

void ShownDisplays::hide_others(const ClipUse& use) noexcept {
    std::fill(in_clip_.begin(), in_clip_.end(), std::uint8_t{0});
    for_each_display(use, [this](NodeIndex, DisplayIndex display) { in_clip_[display.value()] = 1; });
    for (std::size_t i = 0; i < displays_.size(); ++i) {
        if (in_clip_[i] == 0) {
            displays_[i].hide();
        }
    }
}

}  // namespace emoted
