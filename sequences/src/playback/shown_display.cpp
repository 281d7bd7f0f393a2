#include "playback/shown_display.hpp"

namespace emoted {
namespace {

[[nodiscard]] float mixed(float from, float to, double fraction) noexcept {
    const double start = static_cast<double>(from);
    return static_cast<float>(start + (static_cast<double>(to) - start) * fraction);
}

[[nodiscard]] Vec3f mixed(const Vec3f& from, const Vec3f& to, double fraction) noexcept {
    return {mixed(from.x, to.x, fraction), mixed(from.y, to.y, fraction), mixed(from.z, to.z, fraction)};
}

[[nodiscard]] Quatd widened(const Quatf& q) noexcept {
    return {static_cast<double>(q.x), static_cast<double>(q.y), static_cast<double>(q.z), static_cast<double>(q.w)};
}

[[nodiscard]] Quatf mixed(const Quatf& from, const Quatf& to, double fraction) noexcept {
    const Quatd q = slerp(widened(from), widened(to), fraction);
    return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w)};
}

}  // namespace

NodePose interpolated(const NodePose& from, const NodePose& to, double fraction) noexcept {
    NodePose pose;
    pose.translation = mixed(from.translation, to.translation, fraction);
    pose.left_rotation = mixed(from.left_rotation, to.left_rotation, fraction);
    pose.scale = mixed(from.scale, to.scale, fraction);
    pose.right_rotation = mixed(from.right_rotation, to.right_rotation, fraction);
    pose.visible = to.visible;
    return pose;
}

void ShownDisplay::receive(const PoseUpdate& update, std::int64_t clock) noexcept {
    if ((update.channels & PoseUpdate::transform_channels) != 0) {
        from_ = pose_at(clock);
        to_ = update.pose;  // what is not in `channels` is as it was
        sent_at_ = clock;
        duration_ = update.interpolation_ticks;
    }
    if ((update.channels & PoseUpdate::visibility) != 0) {
        if (update.pose.visible && !visible_) {
            visible_since_ = clock;
        }
        visible_ = update.pose.visible;
    }
}

NodePose ShownDisplay::pose_at(std::int64_t clock) const noexcept {
    const std::int64_t elapsed = clock - sent_at_;
    if (elapsed >= duration_) {
        return to_;
    }
    return interpolated(from_, to_, static_cast<double>(elapsed) / static_cast<double>(duration_));
}

std::uint8_t ShownDisplay::remaining_ticks(std::int64_t clock) const noexcept {
    const std::int64_t elapsed = clock - sent_at_;
    return elapsed >= duration_ ? std::uint8_t{0} : static_cast<std::uint8_t>(duration_ - elapsed);
}

}  // namespace emoted
