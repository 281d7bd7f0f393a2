#include "explain/shown_poses.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

namespace emoted::explain {
namespace {

[[nodiscard]] Vec3f mix(const Vec3f& a, const Vec3f& b, float t) {
    return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t};
}

[[nodiscard]] Quatf turn(const Quatf& a, const Quatf& b, float t) {
    const Quatd q = slerp(Quatd{a.x, a.y, a.z, a.w}, Quatd{b.x, b.y, b.z, b.w}, t);
    return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w)};
}

[[nodiscard]] Affine rotation(const Quatf& q) {
    const double x = q.x;
    const double y = q.y;
    const double z = q.z;
    const double w = q.w;
    Affine m;
    m.m[0][0] = 1 - 2 * (y * y + z * z);
    m.m[0][1] = 2 * (x * y - z * w);
    m.m[0][2] = 2 * (x * z + y * w);
    m.m[1][0] = 2 * (x * y + z * w);
    m.m[1][1] = 1 - 2 * (x * x + z * z);
    m.m[1][2] = 2 * (y * z - x * w);
    m.m[2][0] = 2 * (x * z - y * w);
    m.m[2][1] = 2 * (y * z + x * w);
    m.m[2][2] = 1 - 2 * (x * x + y * y);
    return m;
}

[[nodiscard]] Affine scaling(const Vec3f& s) {
    Affine m;
    m.m[0][0] = s.x;
    m.m[1][1] = s.y;
    m.m[2][2] = s.z;
    return m;
}

[[nodiscard]] Affine moved(double x, double y, double z) {
    Affine m;
    m.m[0][3] = x;
    m.m[1][3] = y;
    m.m[2][3] = z;
    return m;
}

// A client turns a display's content by minus the entity's yaw.
[[nodiscard]] Affine of_root(const protocol::Root& root) {
    constexpr double radians = 3.14159265358979323846 / 128;
    const double angle = -root.yaw * radians;
    Affine m = moved(root.position.x, root.position.y, root.position.z);
    m.m[0][0] = std::cos(angle);
    m.m[0][2] = std::sin(angle);
    m.m[2][0] = -std::sin(angle);
    m.m[2][2] = std::cos(angle);
    return m;
}

}  // namespace

NodePose ShownPoses::Moving::at(std::uint64_t tick) const {
    if (tick >= start + ticks) {
        return to;
    }
    const float t = tick <= start ? 0.0F : static_cast<float>(tick - start) / static_cast<float>(ticks);
    NodePose now;
    now.translation = mix(from.translation, to.translation, t);
    now.left_rotation = turn(from.left_rotation, to.left_rotation, t);
    now.scale = mix(from.scale, to.scale, t);
    now.right_rotation = turn(from.right_rotation, to.right_rotation, t);
    return now;
}

ShownPoses::ShownPoses(const protocol::PlaybackStart& start) : start_(start), displays_(start.displays.size()) {
    take_roots(start.roots);
}

void ShownPoses::take(std::uint64_t tick, const protocol::Message& message) {
    if (const auto* const scene = std::get_if<protocol::SceneChanged>(&message)) {
        take_roots(scene->roots);
        return;
    }
    if (const auto* const root = std::get_if<protocol::RootMoved>(&message)) {
        take_roots({root->root});
        return;
    }
    const auto* const frame = std::get_if<protocol::PoseFrame>(&message);
    if (frame == nullptr) {
        return;
    }
    for (const protocol::NodeUpdate& update : frame->nodes) {
        const std::int32_t display = start_.clips[frame->clip].display_of_node[update.node];
        const bool moves = update.translation || update.left_rotation || update.scale || update.right_rotation;
        if (display < 0 || !moves) {
            continue;
        }
        Moving& moving = displays_[static_cast<std::size_t>(display)];
        moving.from = moving.at(tick);
        moving.to.translation = update.translation.value_or(moving.to.translation);
        moving.to.left_rotation = update.left_rotation.value_or(moving.to.left_rotation);
        moving.to.scale = update.scale.value_or(moving.to.scale);
        moving.to.right_rotation = update.right_rotation.value_or(moving.to.right_rotation);
        moving.start = tick;
        moving.ticks = update.interpolation.value_or(1);
    }
}

Affine ShownPoses::world(std::size_t display, std::uint64_t tick) const {
    const protocol::DisplayEntity& entity = start_.displays[display];
    const NodePose pose = displays_[entity.mirror_of.value_or(static_cast<std::uint32_t>(display))].at(tick);
    return of_root(roots_[static_cast<std::size_t>(entity.space)]) *
           moved(pose.translation.x, pose.translation.y, pose.translation.z) * rotation(pose.left_rotation) *
           scaling(pose.scale) * rotation(pose.right_rotation);
}

void ShownPoses::take_roots(const std::vector<protocol::Root>& roots) {
    for (const protocol::Root& root : roots) {
        roots_[static_cast<std::size_t>(root.space)] = root;
    }
}

}  // namespace emoted::explain
