#include "playback/transition.hpp"

#include <algorithm>
#include <limits>

namespace emoted {
namespace {

// The most ticks that one update's interpolation can carry.
constexpr std::int64_t max_piece = std::numeric_limits<decltype(PoseUpdate::interpolation_ticks)>::max();

}  // namespace

Transition::Transition(const Layout& layout) : moves_(layout.displays.size(), 0), origins_(layout.displays.size()) {}

void Transition::begin(const Segment& segment, const ClipUse& use, ClipFrames& arriving,
                       const ShownDisplays& displays) {
    arriving_ = &arriving;
    use_ = &use;
    length_ = (segment.start - segment.blend_from).value();
    std::fill(moves_.begin(), moves_.end(), std::uint8_t{0});
    for_each_display(use, [&](NodeIndex node, DisplayIndex display) {
        if (displays.visible_before(display) && arriving.poses()[node.value()].visible) {
            moves_[display.value()] = 1;
            origins_[display.value()] = displays.pose_at(display);
        }
    });
}

bool Transition::append_piece(std::int64_t passed, const ShownDisplays& displays, std::vector<PoseUpdate>& out) const {
    if (passed % max_piece != 0) {
        return false;
    }
    const std::int64_t piece = std::min(length_ - passed, max_piece);
    const bool last = passed + piece == length_;
    const double fraction = static_cast<double>(passed + piece) / static_cast<double>(length_);
    for_each_display(*use_, [&](NodeIndex node, DisplayIndex display) {
        if (!moves(display)) {
            return;
        }
        const NodePose& destination = arriving_->poses()[node.value()];
        PoseUpdate update;
        update.node = node;
        update.pose = last ? destination : interpolated(origins_[display.value()], destination, fraction);
        update.channels = changed_transform(displays.target(display), update.pose);
        update.interpolation_ticks = static_cast<std::uint8_t>(piece);
        if (update.channels != 0) {
            out.push_back(update);
        }
    });
    return true;
}

void Transition::append_rest(bool copies_appear, const ShownDisplays& displays, std::vector<PoseUpdate>& out) const {
    for_each_display(*use_, [&](NodeIndex node, DisplayIndex display) {
        PoseUpdate update;
        update.node = node;
        update.pose = arriving_->poses()[node.value()];
        if (update.pose.visible) {
            const bool appears = !displays.visible(display) || (copies_appear && displays.has_copy(display));
            update.channels =
                appears ? PoseUpdate::all_channels : changed_transform(displays.target(display), update.pose);
        } else if (displays.visible(display)) {
            update.channels = PoseUpdate::visibility;
        }
        if (update.channels != 0) {
            out.push_back(update);
        }
    });
}

}  // namespace emoted
