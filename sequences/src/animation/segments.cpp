#include "animation/segments.hpp"

#include "animation/rotation.hpp"

#include <emoted/sequences/sampling.hpp>

#include <algorithm>
#include <cmath>

namespace emoted::animation {
namespace {

// A merged turn stays well under the half turn (a quarter, in quaternions) at which the shortest way changes sides.
constexpr double longest_merged_angle = 1.5;

LinearSegment segment_between(const Vec3d& from, const Vec3d& to) noexcept {
    return {four(from), four(minus(to, from))};
}

TurnSegment segment_between(const Quatd& from, const Quatd& to) noexcept {
    const Turn turn = turn_between(from, to);
    return {four(from), four(turn.aside), turn.angle};
}

double distance(const Four& a, const Four& b) noexcept {
    return std::max({std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.z - b.z), std::abs(a.w - b.w)});
}

bool shows(const LinearSegment& segment, double way, const Vec3d& value) noexcept {
    return distance(value_at(segment, way), four(value)) <= merging_tolerance;
}
// q and -q show the same.
bool shows(const TurnSegment& segment, double way, const Quatd& value) noexcept {
    const Four there = value_at(segment, way);
    return way * segment.angle <= longest_merged_angle &&
           std::min(distance(there, four(value)), distance(there, four(negated(value)))) <= merging_tolerance;
}

// The keys of `track` that change something. Both neighbours of a key that does not lie on the line that begins at the
// last kept key.
template <class Value>
std::vector<std::size_t> kept_keys(const VectorTrack& track, const std::vector<Value>& pre,
                                   const std::vector<Value>& post) {
    std::vector<std::size_t> kept{0};
    for (std::size_t key = 1; key < track.ticks.size(); ++key) {
        const std::size_t start = kept.back();
        bool changes = true;
        if (key + 1 < track.ticks.size() && track.easing[key - 1] == Easing::linear &&
            track.easing[key] == Easing::linear && pre[key] == post[key]) {
            const auto first = segment_between(post[start], pre[start + 1]);
            const double length = track.ticks[start + 1] - track.ticks[start];
            const auto way = [&](std::size_t to) { return (track.ticks[to] - track.ticks[start]) / length; };
            changes = !shows(first, way(key), post[key]) || !shows(first, way(key + 1), pre[key + 1]);
        }
        if (changes) {
            kept.push_back(key);
        }
    }
    return kept;
}

std::vector<std::size_t> all_keys(std::size_t count) {
    std::vector<std::size_t> all(count);
    for (std::size_t i = 0; i < count; ++i) {
        all[i] = i;
    }
    return all;
}

template <class Segment, class Value>
Segments<Segment> make_segments(const VectorTrack& track, const std::vector<Value>& pre,
                                const std::vector<Value>& post) {
    // Keys on every tick need no interpolation at all, and shared key times no look-up of their own: only a good part
    // of the keys is worth another schedule.
    std::vector<std::size_t> kept = kept_keys(track, pre, post);
    if (kept.size() * 2 > track.ticks.size()) {
        kept = all_keys(track.ticks.size());
    }
    Segments<Segment> result;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const std::size_t key = kept[i];
        const bool rests = i + 1 == kept.size() || track.easing[key] == Easing::step;
        result.ticks.push_back(track.ticks[key]);
        result.easing.push_back(rests ? Easing::step : track.easing[key]);
        result.segments.push_back(segment_between(post[key], rests ? post[key] : pre[kept[i + 1]]));
    }
    return result;
}

}  // namespace

const Vec3d* constant_value(const VectorTrack& track) noexcept {
    const Vec3d& value = track.post.front();
    for (std::size_t i = 1; i < track.ticks.size(); ++i) {
        const bool approached = track.easing[i - 1] != Easing::step;
        if (!(track.post[i] == value) || (approached && !(track.pre[i] == value))) {
            return nullptr;
        }
    }
    return &value;
}

Segments<LinearSegment> linear_segments(const VectorTrack& track) {
    return make_segments<LinearSegment>(track, track.pre, track.post);
}

Segments<TurnSegment> turn_segments(const VectorTrack& degrees) {
    std::vector<Quatd> pre;
    std::vector<Quatd> post;
    pre.reserve(degrees.ticks.size());
    post.reserve(degrees.ticks.size());
    for (std::size_t i = 0; i < degrees.ticks.size(); ++i) {
        post.push_back(euler_xyz_degrees(degrees.post[i]));
        pre.push_back(degrees.pre[i] == degrees.post[i] ? post.back() : euler_xyz_degrees(degrees.pre[i]));
    }
    return make_segments<TurnSegment>(degrees, pre, post);
}

Four value_at(const LinearSegment& segment, double eased) noexcept {
    const auto& [from, delta] = segment;
    return {from.x + delta.x * eased, from.y + delta.y * eased, from.z + delta.z * eased, 0.0};
}

Four value_at(const TurnSegment& segment, double eased) noexcept {
    const Turn turn{quaternion_of(segment.aside), segment.angle};
    return four(turned(quaternion_of(segment.from), turn, eased));
}

}  // namespace emoted::animation
