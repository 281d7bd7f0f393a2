// The way from what is on show to the first pose of the next clip (format section 2.6, D56). One thread.
#pragma once

#include "playback/clip_frames.hpp"
#include "playback/shown_displays.hpp"

#include <emoted/sequences/playback.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace emoted {

class Transition {
public:
    explicit Transition(const Layout& layout);

    // `arriving` must stand at the clip's first pose and stay there until end(). Displays take part that were visible
    // before this tick, still are and will be.
    void begin(const Segment& segment, const ClipUse& use, ClipFrames& arriving, const ShownDisplays& displays);
    [[nodiscard]] bool under_way() const noexcept { return arriving_ != nullptr; }
    [[nodiscard]] bool moves(DisplayIndex display) const noexcept { return moves_[display.value()] != 0; }
    // Appends what is to be sent `passed` ticks after the beginning and tells whether anything may be: a piece begins
    // as often as one update's interpolation allows, each a stretch of the same straight way.
    bool append_piece(std::int64_t passed, const ShownDisplays& displays, std::vector<PoseUpdate>& out) const;
    // Appends what the blend could not bring when the clip begins: nodes that appear or go, and the whole pose of those
    // whose copies appear.
    void append_rest(bool copies_appear, const ShownDisplays& displays, std::vector<PoseUpdate>& out) const;
    // Gives the frames back.
    ClipFrames* end() noexcept { return std::exchange(arriving_, nullptr); }

private:
    ClipFrames* arriving_ = nullptr;
    const ClipUse* use_ = nullptr;
    std::int64_t length_ = 0;          // ticks
    std::vector<std::uint8_t> moves_;  // by DisplayIndex
    std::vector<NodePose> origins_;    // likewise: what was on show when it began
};

}  // namespace emoted
