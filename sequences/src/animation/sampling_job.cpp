#include "animation/affine.hpp"
#include "animation/motion.hpp"
#include "animation/pose_kernels.hpp"
#include "animation/unsheared.hpp"

#include <emoted/sequences/sampling.hpp>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>

namespace emoted {

using animation::Four;
using animation::General;
using animation::GeneralNode;
using animation::Place;

// What stays between two ticks, and room for clips that need more than the stack gives.
struct ClipSampler::Scratch {
    std::vector<General> general;  // by record
    bool any_jumps = false;
    std::vector<std::uint8_t> jumping;
    std::vector<Four> values;
    std::vector<Place> places;
};

namespace {

// Where the last stretch of a visibility track began that holds `at`.
bool visible_at(const VisibleTrack& track, std::int64_t at) noexcept {
    const auto after = std::upper_bound(track.ticks.begin(), track.ticks.end(), at);
    return track.visible[static_cast<std::size_t>(after - track.ticks.begin()) - 1] != 0;
}

// The values of all channels at `at`.
void set_values(const Motion& motion, const PoseKernels& kernels, std::int64_t at,
                std::span<const NodeOverride> overrides, Four* values) noexcept {
    std::copy(motion.constants.begin(), motion.constants.end(), values);
    for (const animation::Group& group : motion.groups) {
        const auto [segment, eased] = group.schedule.at(at);
        kernels.evaluate(group, segment, eased, values);
    }
    for (const NodeOverride& each : overrides) {
        const GeneralNode& node = motion.general[motion.general_of_node[each.node.value()]];
        assert(node.dynamic && "only dynamic nodes may be overridden");
        if (each.position) {
            values[node.position] = animation::four(*each.position);
        }
        if (each.rotation) {
            values[node.rotation] = animation::four(*each.rotation);
        }
        if (each.scale) {
            values[node.scale] = animation::four(*each.scale);
        }
    }
}

General general_of(const Place& place) noexcept {
    const Quatd rotation = animation::quaternion_of(place.turn[3]);
    const Vec3d scale = animation::vector_of(place.scale);
    return {animation::compose(animation::vector_of(place.position), rotation, scale), {rotation, scale, true}};
}

void set_general_poses(const Clip& clip, const Motion& motion, const Four* values, const Place* places,
                       std::vector<General>& done, std::span<NodePose> out) noexcept {
    for (std::size_t i = 0; i < motion.general.size(); ++i) {
        const GeneralNode& node = motion.general[i];
        const bool under_plain = node.general_parent == animation::none;
        const General parent = under_plain ? general_of(places[node.plain_parent_place]) : done[node.general_parent];
        done[i] = child_of(parent, animation::vector_of(values[node.position]),
                           animation::quaternion_of(values[node.rotation]), animation::vector_of(values[node.scale]));
        NodePose& pose = out[node.node];
        set_pose(pose, done[i]);
        pose.visible = clip.nodes[node.node].visible;
    }
}

void set_visibility(const Motion& motion, std::int64_t at, std::span<const NodeOverride> overrides,
                    std::span<NodePose> out) noexcept {
    for (const animation::Visibility& each : motion.visibility) {
        out[each.node].visible = visible_at(each.track, at);
    }
    for (const NodeOverride& each : overrides) {
        NodePose& pose = out[each.node.value()];
        pose.visible = each.visible.value_or(pose.visible);
    }
}

// Marks the nodes that jump, children after their parents. False if none does, and then marks nothing.
bool mark_jumps(const Motion& motion, std::int64_t at, std::span<const NodeOverride> overrides,
                std::vector<std::uint8_t>& jumping) noexcept {
    const auto tick = std::lower_bound(motion.jump_ticks.begin(), motion.jump_ticks.end(), at);
    const bool by_keys = tick != motion.jump_ticks.end() && *tick == at;
    const bool by_overrides =
        std::any_of(overrides.begin(), overrides.end(), [](const NodeOverride& each) { return each.jumps; });
    if (!by_keys && !by_overrides) {
        return false;
    }
    std::fill(jumping.begin(), jumping.end(), std::uint8_t{0});
    if (by_keys) {
        const auto index = static_cast<std::size_t>(tick - motion.jump_ticks.begin());
        for (std::uint32_t i = motion.jump_begin[index]; i < motion.jump_begin[index + 1]; ++i) {
            jumping[motion.jumping[i]] = 1;
        }
    }
    for (const NodeOverride& each : overrides) {
        jumping[each.node.value()] |= static_cast<std::uint8_t>(each.jumps);
    }
    for (std::size_t i = 0; i < jumping.size(); ++i) {
        const std::uint32_t parent = motion.parent_of_node[i];
        jumping[i] |= parent == animation::none ? std::uint8_t{0} : jumping[parent];
    }
    return true;
}

// Room for one tick on the stack: for all clips but the largest, and warm in the cache for every playback.
struct Room {
    static constexpr std::size_t values = 256;
    static constexpr std::size_t places = 24;
    alignas(Four) std::byte for_values[values * sizeof(Four)];
    alignas(Place) std::byte for_places[places * sizeof(Place)];
    static bool holds(const Motion& motion) noexcept {
        return motion.value_count <= values && motion.place_count <= places;
    }
};

// Thousands of playbacks do not fit a cache: what is needed last is asked for first.
void fetch(std::span<const NodePose> poses) noexcept {
    constexpr std::size_t line = 64;
    constexpr std::size_t most = 128 * line;
    const char* const bytes = reinterpret_cast<const char*>(poses.data());
    for (std::size_t offset = 0; offset < std::min(poses.size_bytes(), most); offset += line) {
        __builtin_prefetch(bytes + offset, 1);
    }
}

}  // namespace

ClipSampler::ClipSampler(std::shared_ptr<const Clip> clip)
    : ClipSampler(std::move(clip), animation::best_pose_kernels()) {}

ClipSampler::ClipSampler(std::shared_ptr<const Clip> clip, const PoseKernels& kernels)
    : clip_(std::move(clip)),
      motion_(&clip_->motion.of(*clip_)),
      kernels_(&kernels),
      scratch_(std::make_unique<Scratch>()) {
    scratch_->general.resize(motion_->general.size());
    scratch_->jumping.resize(clip_->nodes.size());
    if (!Room::holds(*motion_)) {
        scratch_->values.resize(motion_->value_count);
        scratch_->places.resize(motion_->place_count);
    }
}
ClipSampler::~ClipSampler() = default;
ClipSampler::ClipSampler(ClipSampler&&) noexcept = default;
ClipSampler& ClipSampler::operator=(ClipSampler&&) noexcept = default;

void ClipSampler::sample(TickCount at, std::span<const NodeOverride> overrides, std::span<NodePose> out) noexcept {
    const Motion& motion = *motion_;
    Scratch& scratch = *scratch_;
    Room room;
    const bool on_stack = Room::holds(motion);
    Four* const values = on_stack ? reinterpret_cast<Four*>(room.for_values) : scratch.values.data();
    Place* const places = on_stack ? reinterpret_cast<Place*>(room.for_places) : scratch.places.data();

    at_ = at;
    fetch(out);
    set_values(motion, *kernels_, at.value(), overrides, values);
    places[0] = animation::root_place;
    kernels_->compose(motion.plain.data(), motion.plain.size(), values, places, out.data());
    set_general_poses(*clip_, motion, values, places, scratch.general, out);
    set_visibility(motion, at.value(), overrides, out);
    scratch.any_jumps = mark_jumps(motion, at.value(), overrides, scratch.jumping);
}

bool ClipSampler::jumps(NodeIndex node) const noexcept {
    return scratch_->any_jumps && scratch_->jumping[node.value()] != 0;
}

Affine ClipSampler::world(NodeIndex node) const noexcept {
    const Motion& motion = *motion_;
    if (const std::uint32_t record = motion.general_of_node[node.value()]; record != animation::none) {
        return scratch_->general[record].world;
    }
    // Plain nodes leave nothing behind: from their keys, up to the root.
    const auto local = [&](std::uint32_t index) {
        const animation::PlainNode& plain = motion.plain[motion.plain_of_node[index]];
        const auto value = [&](animation::Channel channel) {
            return animation::value_at(motion, channel, at_.value());
        };
        return animation::compose(animation::vector_of(value(plain.position)),
                                  animation::quaternion_of(value(plain.rotation)),
                                  animation::vector_of(value(plain.scale)));
    };
    Affine world = local(node.value());
    for (std::uint32_t up = motion.parent_of_node[node.value()]; up != animation::none;
         up = motion.parent_of_node[up]) {
        world = local(up) * world;
    }
    return world;
}

}  // namespace emoted
