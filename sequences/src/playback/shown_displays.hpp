// All displays of one playback as an exact client shows them. One thread.
#pragma once

#include "playback/shown_display.hpp"

#include <emoted/sequences/playable.hpp>

#include <cstdint>
#include <vector>

namespace emoted {

// Calls visit(NodeIndex, DisplayIndex) for every node of the clip that has a display.
template <class Visit>
void for_each_display(const ClipUse& use, Visit visit) {
    for (std::uint32_t i = 0; i < use.display_of_node.size(); ++i) {
        if (use.display_of_node[i]) {
            visit(NodeIndex(i), *use.display_of_node[i]);
        }
    }
}

class ShownDisplays {
public:
    explicit ShownDisplays(const Layout& layout);

    // The playback's own clock goes on by a tick.
    void tick() noexcept { ++clock_; }

    // `use`: the clip that the update's node is of.
    void receive(const ClipUse& use, const PoseUpdate& update) noexcept;
    // Hides what the clip that begins has no node for.
    void hide_others(const ClipUse& use) noexcept;

    [[nodiscard]] bool visible(DisplayIndex display) const noexcept { return at(display).visible(); }
    // Visible, and was so before this tick.
    [[nodiscard]] bool visible_before(DisplayIndex display) const noexcept {
        return at(display).visible_before(clock_);
    }
    [[nodiscard]] const NodePose& target(DisplayIndex display) const noexcept { return at(display).target(); }
    [[nodiscard]] NodePose pose_at(DisplayIndex display) const noexcept { return at(display).pose_at(clock_); }
    [[nodiscard]] std::uint8_t remaining_ticks(DisplayIndex display) const noexcept {
        return at(display).remaining_ticks(clock_);
    }
    // A partner copy repeats it (D48).
    [[nodiscard]] bool has_copy(DisplayIndex display) const noexcept { return has_copy_[display.value()] != 0; }

private:
    [[nodiscard]] const ShownDisplay& at(DisplayIndex display) const noexcept { return displays_[display.value()]; }

    std::int64_t clock_ = 0;
    std::vector<ShownDisplay> displays_;
    std::vector<std::uint8_t> has_copy_;
    std::vector<std::uint8_t> in_clip_;  // scratch
};

}  // namespace emoted
