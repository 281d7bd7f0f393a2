// The keys of one channel as segments, each with the value it leaves and what leads to the next key.
//
// A segment that rests (a step, the last key) leads nowhere. Keys that change nothing are merged: where linear segments
// lie on one line (rotations: one even turn) within merging_tolerance, far below what a pose shows.
#pragma once

#include <emoted/sequences/clip.hpp>

#include <cstdint>
#include <vector>

namespace emoted::animation {

// Four numbers side by side: what the kernels load at once. A vector leaves the last one 0. Trivial, so that room for
// many costs nothing.
struct alignas(32) Four {
    double x, y, z, w;
    friend bool operator==(const Four&, const Four&) noexcept = default;
};

// Blocks, scale or components of quaternions.
inline constexpr double merging_tolerance = 1e-9;

// The value at eased way u is from + delta * u.
struct LinearSegment {
    Four from;
    Four delta;
};
// The value at eased way u is from * cos(u * angle) + aside * sin(u * angle): slerp, the shortest way (D55).
struct TurnSegment {
    Four from;
    Four aside;  // unit and perpendicular to `from`, or zero
    double angle = 0.0;
};

template <class Segment>
struct Segments {
    std::vector<std::int32_t> ticks;
    std::vector<Easing> easing;
    std::vector<Segment> segments;  // one per tick, the last resting
};

// The one value that the track has at all times, if so; null otherwise. Not for empty tracks.
[[nodiscard]] const Vec3d* constant_value(const VectorTrack& track) noexcept;

[[nodiscard]] Segments<LinearSegment> linear_segments(const VectorTrack& track);
[[nodiscard]] Segments<TurnSegment> turn_segments(const VectorTrack& degrees);

[[nodiscard]] Four value_at(const LinearSegment& segment, double eased) noexcept;
[[nodiscard]] Four value_at(const TurnSegment& segment, double eased) noexcept;

[[nodiscard]] constexpr Four four(const Vec3d& v) noexcept {
    return {v.x, v.y, v.z, 0.0};
}
[[nodiscard]] constexpr Four four(const Quatd& q) noexcept {
    return {q.x, q.y, q.z, q.w};
}
[[nodiscard]] constexpr Vec3d vector_of(const Four& f) noexcept {
    return {f.x, f.y, f.z};
}
[[nodiscard]] constexpr Quatd quaternion_of(const Four& f) noexcept {
    return {f.x, f.y, f.z, f.w};
}

}  // namespace emoted::animation
