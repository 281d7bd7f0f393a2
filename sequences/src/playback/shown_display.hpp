// A display as an exact client shows it: what it was last sent, and how far it is on the way there.
//
// Minecraft starts every interpolation at what is on show at that moment, all channels together (D43). Times are ticks
// of one clock, which the owner chooses.
#pragma once

#include <emoted/sequences/playback.hpp>

#include <cstdint>

namespace emoted {

// The pose a client shows `fraction` of the way: rotations the short way round (D55), the rest straight.
[[nodiscard]] NodePose interpolated(const NodePose& from, const NodePose& to, double fraction) noexcept;

class ShownDisplay {
public:
    void receive(const PoseUpdate& update, std::int64_t clock) noexcept;
    // The display is not of the clip that begins.
    void hide() noexcept { visible_ = false; }

    [[nodiscard]] bool visible() const noexcept { return visible_; }
    // Visible, and was so before this tick.
    [[nodiscard]] bool visible_before(std::int64_t clock) const noexcept { return visible_ && visible_since_ < clock; }
    [[nodiscard]] const NodePose& target() const noexcept { return to_; }
    [[nodiscard]] NodePose pose_at(std::int64_t clock) const noexcept;
    [[nodiscard]] std::uint8_t remaining_ticks(std::int64_t clock) const noexcept;

private:
    NodePose from_;
    NodePose to_;
    std::int64_t sent_at_ = 0;
    std::int64_t visible_since_ = 0;
    std::uint8_t duration_ = 0;
    bool visible_ = false;
};

}  // namespace emoted
