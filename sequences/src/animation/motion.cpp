#include "animation/motion.hpp"

#include "animation/rotation.hpp"

#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/sampling.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace emoted::animation {
namespace {

using KeyTimes = std::pair<std::vector<std::int32_t>, std::vector<Easing>>;

// Tracks wait here until all that share their key times are known.
struct Gathered {
    std::vector<std::pair<Channel*, std::vector<LinearSegment>>> linear;
    std::vector<std::pair<Channel*, std::vector<TurnSegment>>> turns;
};

// What the values of a channel can be, over all ticks.
struct Reach {
    double largest = 0.0;   // magnitude of a component, overshooting eases included
    bool even = true;       // always the same in x, y and z
    bool identity = false;  // rotations only: never turns
};

struct NodeChannels {
    Channel position = 0;
    Channel rotation = 0;
    Channel scale = 0;
    Reach position_reach;
    Reach rotation_reach;
    Reach scale_reach;
};

bool is_even(const Vec3d& v) noexcept {
    return v.x == v.y && v.x == v.z;
}

double magnitude(const Vec3d& v) noexcept {
    return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

Reach reach_of(const VectorTrack& track, const Vec3d& resting) {
    if (track.empty()) {
        return {magnitude(resting), is_even(resting)};
    }
    // Eases leave [0, 1] by an eighth at most, so a value lies within three times the largest key.
    constexpr double overshoot = 3.0;
    Reach reach;
    for (const std::vector<Vec3d>* const values : {&track.pre, &track.post}) {
        for (const Vec3d& value : *values) {
            reach.largest = std::max(reach.largest, magnitude(value) * overshoot);
            reach.even = reach.even && is_even(value);
        }
    }
    return reach;
}

class MotionMaker {
public:
    explicit MotionMaker(const Clip& clip) : clip_(clip), channels_(clip.nodes.size()) {}

    std::unique_ptr<const Motion> make() {
        for (std::size_t i = 0; i < clip_.nodes.size(); ++i) {
            add_channels(i);
        }
        motion_.value_count = static_cast<std::uint32_t>(motion_.constants.size());
        for (const auto& [times, tracks] : gathered_) {
            add_group(times, tracks);
        }
        add_nodes();
        add_visibility();
        add_jumps();
        return std::make_unique<const Motion>(std::move(motion_));
    }

private:
    void add_channels(std::size_t node) {
        const Transform& own = clip_.nodes[node].transform;
        const NodeTracks& tracks = clip_.tracks[node];
        NodeChannels& channels = channels_[node];
        channels.position_reach = reach_of(tracks.position, own.position);
        channels.scale_reach = reach_of(tracks.scale, own.scale);
        add_linear(tracks.position, own.position, channels.position);
        add_linear(tracks.scale, own.scale, channels.scale);
        if (const Vec3d* const degrees = constant_of(tracks.rotation, own.rotation)) {
            const Quatd rotation = euler_xyz_degrees(*degrees);
            channels.rotation_reach.identity = rotation.x == 0.0 && rotation.y == 0.0 && rotation.z == 0.0;
            channels.rotation = add_constant(four(rotation));
        } else {
            auto [ticks, easing, segments] = turn_segments(tracks.rotation);
            gathered_[{std::move(ticks), std::move(easing)}].turns.emplace_back(&channels.rotation,
                                                                                std::move(segments));
        }
    }

    static const Vec3d* constant_of(const VectorTrack& track, const Vec3d& resting) noexcept {
        return track.empty() ? &resting : constant_value(track);
    }

    Channel add_constant(const Four& value) {
        motion_.constants.push_back(value);
        return static_cast<Channel>(motion_.constants.size() - 1);
    }

    void add_linear(const VectorTrack& track, const Vec3d& resting, Channel& channel) {
        if (const Vec3d* const value = constant_of(track, resting)) {
            channel = add_constant(four(*value));
        } else {
            auto [ticks, easing, segments] = linear_segments(track);
            gathered_[{std::move(ticks), std::move(easing)}].linear.emplace_back(&channel, std::move(segments));
        }
    }

    void add_group(const KeyTimes& times, const Gathered& tracks) {
        Group group{Schedule(times.first, times.second, clip_.duration.value()),
                    motion_.value_count,
                    static_cast<std::uint32_t>(tracks.linear.size()),
                    static_cast<std::uint32_t>(tracks.turns.size()),
                    static_cast<std::uint32_t>((tracks.turns.size() + 3) / 4 * 4),
                    {},
                    {},
                    {}};
        const std::size_t segments = times.first.size();
        group.linear.reserve(segments * group.linear_count);
        group.turns.reserve(segments * group.turn_count * 2);
        group.angles.resize(segments * group.angle_stride);
        for (std::size_t segment = 0; segment < segments; ++segment) {
            for (const auto& [channel, track] : tracks.linear) {
                group.linear.push_back(track[segment]);
            }
            double* angle = group.angles.data() + segment * group.angle_stride;
            for (const auto& [channel, track] : tracks.turns) {
                group.turns.push_back(track[segment].from);
                group.turns.push_back(track[segment].aside);
                *angle++ = track[segment].angle;
            }
        }
        for (const auto& [channel, track] : tracks.linear) {
            *channel = motion_.value_count++;
        }
        for (const auto& [channel, track] : tracks.turns) {
            *channel = motion_.value_count++;
        }
        motion_.groups.push_back(std::move(group));
    }

    // What a child must know of a node to be plain.
    struct Chain {
        bool plain = true;
        bool even = true;  // no uneven scale so far
        double scale_reach = 1.0;
        double position_reach = 0.0;
    };
    [[nodiscard]] static Chain chain_of(const Chain& parent, const NodeChannels& own, bool dynamic) noexcept {
        Chain chain;
        chain.even = parent.even && own.scale_reach.even;
        chain.scale_reach = parent.scale_reach * own.scale_reach.largest;
        chain.position_reach = parent.position_reach + parent.scale_reach * own.position_reach.largest * 2.0;
        chain.plain = parent.plain && !dynamic && (parent.even || own.rotation_reach.identity) &&
                      chain.scale_reach <= limits::max_world_magnitude &&
                      chain.position_reach <= limits::max_world_magnitude;
        return chain;
    }

    void add_nodes() {
        const std::size_t count = clip_.nodes.size();
        motion_.general_of_node.assign(count, none);
        motion_.plain_of_node.assign(count, none);
        motion_.parent_of_node.assign(count, none);
        std::vector<Chain> chains(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto& parent = clip_.nodes[i].parent;
            motion_.parent_of_node[i] = parent ? parent->value() : none;
            const bool dynamic =
                std::binary_search(clip_.dynamic_nodes.begin(), clip_.dynamic_nodes.end(), NodeIndex(i));
            chains[i] = chain_of(parent ? chains[parent->value()] : Chain{}, channels_[i], dynamic);
            if (chains[i].plain) {
                add_plain(i);
            } else {
                add_general(i, dynamic);
            }
        }
    }

    // Only nodes that are parents have a place.
    std::uint32_t place_of(std::uint32_t node) {
        if (node == none) {
            return 0;
        }
        PlainNode& record = motion_.plain[motion_.plain_of_node[node]];
        if (record.own_place == none) {
            record.own_place = motion_.place_count++;
        }
        return record.own_place;
    }

    void add_plain(std::uint32_t node) {
        const NodeChannels& channels = channels_[node];
        PlainNode record{node,
                         place_of(motion_.parent_of_node[node]),
                         none,
                         channels.position,
                         channels.rotation,
                         channels.scale,
                         clip_.nodes[node].visible};
        motion_.plain_of_node[node] = static_cast<std::uint32_t>(motion_.plain.size());
        motion_.plain.push_back(record);
    }

    void add_general(std::uint32_t node, bool dynamic) {
        const NodeChannels& channels = channels_[node];
        GeneralNode record{node, 0, none, channels.position, channels.rotation, channels.scale, dynamic};
        const std::uint32_t parent = motion_.parent_of_node[node];
        if (parent != none && motion_.plain_of_node[parent] == none) {
            record.general_parent = motion_.general_of_node[parent];
        } else {
            record.plain_parent_place = place_of(parent);
        }
        motion_.general_of_node[node] = static_cast<std::uint32_t>(motion_.general.size());
        motion_.general.push_back(record);
    }

    void add_visibility() {
        for (std::uint32_t i = 0; i < clip_.nodes.size(); ++i) {
            const VisibleTrack& track = clip_.tracks[i].visible;
            if (!track.empty()) {
                motion_.visibility.push_back({i, track});
            }
        }
    }

    // Where the value at the end of a segment is another than the key's.
    void add_jumps_of(const VectorTrack& track, std::uint32_t node, bool turns) {
        for (std::size_t key = 1; key < track.ticks.size(); ++key) {
            const Vec3d& shown = track.post[key];
            const Vec3d& approached = track.easing[key - 1] == Easing::step ? track.post[key - 1] : track.pre[key];
            // 0 and 360 degrees are the same pose.
            if (!(approached == shown) &&
                !(turns && std::abs(dot(euler_xyz_degrees(shown), euler_xyz_degrees(approached))) >= 1.0 - 1e-12)) {
                jumps_.emplace_back(track.ticks[key], node);
            }
        }
    }

    void add_jumps() {
        for (std::uint32_t i = 0; i < clip_.nodes.size(); ++i) {
            const NodeTracks& tracks = clip_.tracks[i];
            add_jumps_of(tracks.position, i, false);
            add_jumps_of(tracks.rotation, i, true);
            add_jumps_of(tracks.scale, i, false);
        }
        std::sort(jumps_.begin(), jumps_.end());
        for (const auto& [tick, node] : jumps_) {
            if (motion_.jump_ticks.empty() || motion_.jump_ticks.back() != tick) {
                motion_.jump_ticks.push_back(tick);
                motion_.jump_begin.push_back(static_cast<std::uint32_t>(motion_.jumping.size()));
            }
            motion_.jumping.push_back(node);
        }
        motion_.jump_begin.push_back(static_cast<std::uint32_t>(motion_.jumping.size()));
    }

    const Clip& clip_;
    std::vector<NodeChannels> channels_;
    std::map<KeyTimes, Gathered> gathered_;  // ordered, so that equal clips give equal motions
    std::vector<std::pair<std::int32_t, std::uint32_t>> jumps_;
    Motion motion_;
};

}  // namespace

std::unique_ptr<const Motion> make_motion(const Clip& clip) {
    return MotionMaker(clip).make();
}

std::size_t memory_bytes(const Motion& motion) noexcept {
    const auto bytes = [](const auto& vector) { return vector.capacity() * sizeof(vector[0]); };
    std::size_t total = sizeof(motion) + bytes(motion.groups) + bytes(motion.constants) + bytes(motion.plain) +
                        bytes(motion.general) + bytes(motion.general_of_node) + bytes(motion.plain_of_node) +
                        bytes(motion.parent_of_node) + bytes(motion.visibility) + bytes(motion.jump_ticks) +
                        bytes(motion.jump_begin) + bytes(motion.jumping);
    for (const Group& group : motion.groups) {
        total += group.schedule.memory_bytes() + bytes(group.linear) + bytes(group.turns) + bytes(group.angles);
    }
    for (const Visibility& visibility : motion.visibility) {
        total += bytes(visibility.track.ticks) + bytes(visibility.track.visible);
    }
    return total;
}

Four value_at(const Motion& motion, Channel channel, std::int64_t at) noexcept {
    if (channel < motion.constants.size()) {
        return motion.constants[channel];
    }
    const auto after =
        std::upper_bound(motion.groups.begin(), motion.groups.end(), channel,
                         [](std::uint32_t index, const Group& group) { return index < group.first_value; });
    const Group& group = *std::prev(after);
    const auto [segment, eased] = group.schedule.at(at);
    const std::size_t track = channel - group.first_value;
    if (track < group.linear_count) {
        return value_at(group.linear[std::size_t{segment} * group.linear_count + track], eased);
    }
    const std::size_t turn = track - group.linear_count;
    const Four* const ends = group.turns.data() + (std::size_t{segment} * group.turn_count + turn) * 2;
    return value_at(TurnSegment{ends[0], ends[1], group.angles[std::size_t{segment} * group.angle_stride + turn]},
                    eased);
}

}  // namespace emoted::animation
