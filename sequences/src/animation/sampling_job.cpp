#include "animation/affine.hpp"
#include "animation/rotation.hpp"

#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/sampling.hpp>

#include <algorithm>
#include <cmath>

namespace emoted {
namespace {

using animation::dot;

// The last key at or before `at`; the first key is at 0. `cursor` is where the last search ended.
std::uint32_t seek(const std::vector<std::int32_t>& ticks, std::uint32_t cursor, std::int64_t at) noexcept {
    if (ticks[cursor] > at) {
        cursor = 0;
    }
    while (cursor + 1 < ticks.size() && ticks[cursor + 1] <= at) {
        ++cursor;
    }
    return cursor;
}

// Where a channel stands: between the active key's post and the next key's pre, or resting on the active key.
struct Stretch {
    const Vec3d* from;
    const Vec3d* to;          // null: resting
    double eased = 0.0;       // of the way from `from` to `to`; may leave [0, 1]
    const Vec3d* approached;  // what the key that is exactly at this tick was approached as; null: no such key
};
Stretch stretch_at(const VectorTrack& track, std::uint32_t key, std::int64_t at) noexcept {
    Stretch stretch{&track.post[key], nullptr, 0.0, nullptr};
    if (key > 0 && track.ticks[key] == at) {
        stretch.approached = track.easing[key - 1] == Easing::step ? &track.post[key - 1] : &track.pre[key];
    }
    if (key + 1 < track.ticks.size() && track.easing[key] != Easing::step) {
        const double start = track.ticks[key];
        const double end = track.ticks[key + 1];
        const double progress = std::clamp((static_cast<double>(at) - start) / (end - start), 0.0, 1.0);
        stretch.to = &track.pre[key + 1];
        stretch.eased = ease(track.easing[key], progress);
    }
    return stretch;
}

struct VectorSample {
    Vec3d value;
    bool jumps = false;
};
VectorSample sample_vector(const VectorTrack& track, const Vec3d& resting, std::uint32_t& cursor,
                           std::int64_t at) noexcept {
    if (track.empty()) {
        return {resting, false};
    }
    cursor = seek(track.ticks, cursor, at);
    const Stretch stretch = stretch_at(track, cursor, at);
    Vec3d value = *stretch.from;
    if (stretch.to != nullptr) {
        value.x += (stretch.to->x - value.x) * stretch.eased;
        value.y += (stretch.to->y - value.y) * stretch.eased;
        value.z += (stretch.to->z - value.z) * stretch.eased;
    }
    return {value, stretch.approached != nullptr && !(*stretch.approached == *stretch.from)};
}

struct RotationSample {
    Quatd value;
    bool jumps = false;
};
RotationSample sample_rotation(const VectorTrack& track, const Vec3d& resting, std::uint32_t& cursor,
                               std::int64_t at) noexcept {
    if (track.empty()) {
        return {euler_xyz_degrees(resting), false};
    }
    cursor = seek(track.ticks, cursor, at);
    const Stretch stretch = stretch_at(track, cursor, at);
    const Quatd from = euler_xyz_degrees(*stretch.from);
    RotationSample sample{from, false};
    if (stretch.to != nullptr) {
        sample.value = slerp(from, euler_xyz_degrees(*stretch.to), stretch.eased);
    }
    if (stretch.approached != nullptr && !(*stretch.approached == *stretch.from)) {
        // 0 and 360 degrees are the same pose.
        sample.jumps = std::abs(dot(from, euler_xyz_degrees(*stretch.approached))) < 1.0 - 1e-12;
    }
    return sample;
}

double held(double value) noexcept {
    return std::clamp(value, -limits::max_world_magnitude, limits::max_world_magnitude);
}
void hold_finite(Affine& matrix) noexcept {
    for (auto& row : matrix.m) {
        for (double& entry : row) {
            entry = held(entry);
        }
    }
}

bool same_size(const Vec3d& scale) noexcept {
    const double x = std::abs(scale.x);
    const double margin = 1e-12 * x;
    return std::abs(std::abs(scale.y) - x) <= margin && std::abs(std::abs(scale.z) - x) <= margin;
}

}  // namespace

ClipSampler::ClipSampler(std::shared_ptr<const Clip> clip)
    : clip_(std::move(clip)),
      cursors_(clip_->nodes.size()),
      world_(clip_->nodes.size()),
      unsheared_(clip_->nodes.size()),
      jumps_(clip_->nodes.size(), 0) {}

ClipSampler::Unsheared ClipSampler::chain(const Unsheared& parent, const Quatd& rotation, const Vec3d& scale) noexcept {
    if (!parent.valid) {
        return {};
    }
    const Vec3d size{held(parent.scale.x * scale.x), held(parent.scale.y * scale.y), held(parent.scale.z * scale.z)};
    if (same_size(parent.scale)) {
        // A mirror in front of a rotation is the rotation about the mirrored axis behind it: D * R = (D * R * D) * D.
        const Vec3d mirror{std::copysign(1.0, parent.scale.x), std::copysign(1.0, parent.scale.y),
                           std::copysign(1.0, parent.scale.z)};
        const double handed = mirror.x * mirror.y * mirror.z;
        const Quatd mirrored{rotation.x * mirror.x * handed, rotation.y * mirror.y * handed,
                             rotation.z * mirror.z * handed, rotation.w};
        return {animation::normalized(animation::multiplied(parent.rotation, mirrored)), size, true};
    }
    const bool turned = rotation.x != 0.0 || rotation.y != 0.0 || rotation.z != 0.0;
    return turned ? Unsheared{} : Unsheared{parent.rotation, size, true};
}

void ClipSampler::sample(TickCount at, std::span<NodePose> out) noexcept {
    const Clip& clip = *clip_;
    for (std::size_t i = 0; i < clip.nodes.size(); ++i) {
        const Node& node = clip.nodes[i];
        const NodeTracks& tracks = clip.tracks[i];
        Cursor& cursor = cursors_[i];
        const VectorSample position =
            sample_vector(tracks.position, node.transform.position, cursor.position, at.value());
        const VectorSample scale = sample_vector(tracks.scale, node.transform.scale, cursor.scale, at.value());
        const RotationSample rotation =
            sample_rotation(tracks.rotation, node.transform.rotation, cursor.rotation, at.value());

        Affine& world = world_[i];
        world = animation::compose(position.value, rotation.value, scale.value);
        bool jumps = position.jumps || scale.jumps || rotation.jumps;
        Unsheared parent_parts{{}, {1, 1, 1}, true};
        if (node.parent) {
            const std::size_t parent = node.parent->value();
            world = world_[parent] * world;
            hold_finite(world);
            jumps = jumps || jumps_[parent] != 0;
            parent_parts = unsheared_[parent];
        }
        unsheared_[i] = chain(parent_parts, rotation.value, scale.value);
        jumps_[i] = static_cast<std::uint8_t>(jumps);

        NodePose& pose = out[i];
        if (unsheared_[i].valid && pose.right_rotation == Quatf{}) {
            const Quatd left = animation::on_side_of(animation::widened(pose.left_rotation), unsheared_[i].rotation);
            pose.left_rotation = animation::narrowed(left);
            pose.scale = animation::narrowed(unsheared_[i].scale);
            pose.translation = animation::narrowed(Vec3d{world.m[0][3], world.m[1][3], world.m[2][3]});
        } else {
            pose = decompose(world, &pose);
        }
        pose.visible = node.visible;
        if (!tracks.visible.empty()) {
            cursor.visible = seek(tracks.visible.ticks, cursor.visible, at.value());
            pose.visible = tracks.visible.visible[cursor.visible] != 0;
        }
    }
}

bool ClipSampler::jumps(NodeIndex node) const noexcept {
    return jumps_[node.value()] != 0;
}

const Affine& ClipSampler::world(NodeIndex node) const noexcept {
    return world_[node.value()];
}

}  // namespace emoted
