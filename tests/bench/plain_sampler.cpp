#include "bench/plain_sampler.hpp"

#include <algorithm>
#include <cmath>

namespace emoted::bench {
namespace {

Vec3f to_single(const Vec3d& v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}
Quatf to_quaternion(const Vec3d& degrees) {
    const Quatd q = euler_xyz_degrees(degrees);
    return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w)};
}

Vec3f mix(const Vec3f& a, const Vec3f& b, float t) {
    return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t};
}

Quatf slerp(const Quatf& a, Quatf b, float t) {
    float cosine = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    if (cosine < 0.0F) {
        b = {-b.x, -b.y, -b.z, -b.w};
        cosine = -cosine;
    }
    float from = 1.0F - t;
    float to = t;
    if (cosine < 0.9999F) {
        const float angle = std::acos(cosine);
        const float whole = 1.0F / std::sin(angle);
        from = std::sin((1.0F - t) * angle) * whole;
        to = std::sin(t * angle) * whole;
    }
    return {a.x * from + b.x * to, a.y * from + b.y * to, a.z * from + b.z * to, a.w * from + b.w * to};
}

float dot(const float (&a)[3], const float (&b)[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// From orthonormal right-handed columns.
Quatf quaternion_of(const float (&x)[3], const float (&y)[3], const float (&z)[3]) {
    const float trace = x[0] + y[1] + z[2];
    if (trace > 0.0F) {
        const float size = std::sqrt(trace + 1.0F);
        const float s = 0.5F / size;
        return {(y[2] - z[1]) * s, (z[0] - x[2]) * s, (x[1] - y[0]) * s, size * 0.5F};
    }
    if (x[0] > y[1] && x[0] > z[2]) {
        const float size = std::sqrt(1.0F + x[0] - y[1] - z[2]);
        const float s = 0.5F / size;
        return {size * 0.5F, (x[1] + y[0]) * s, (z[0] + x[2]) * s, (y[2] - z[1]) * s};
    }
    if (y[1] > z[2]) {
        const float size = std::sqrt(1.0F + y[1] - x[0] - z[2]);
        const float s = 0.5F / size;
        return {(x[1] + y[0]) * s, size * 0.5F, (y[2] + z[1]) * s, (z[0] - x[2]) * s};
    }
    const float size = std::sqrt(1.0F + z[2] - x[0] - y[1]);
    const float s = 0.5F / size;
    return {(z[0] + x[2]) * s, (y[2] + z[1]) * s, size * 0.5F, (x[1] - y[0]) * s};
}

}  // namespace

template <class Value, class Convert>
PlainSampler::Track<Value> PlainSampler::convert(const VectorTrack& track, const Vec3d& resting,
                                                 const Convert& value_of) {
    if (track.empty()) {
        return {{0}, {{value_of(resting), value_of(resting)}}};
    }
    Track<Value> converted{track.ticks, {}};
    for (std::size_t i = 0; i < track.ticks.size(); ++i) {
        converted.keys.push_back({value_of(track.pre[i]), value_of(track.post[i]), track.easing[i]});
    }
    return converted;
}

PlainSampler::PlainSampler(const Clip& clip) : world_(clip.nodes.size()) {
    for (std::size_t i = 0; i < clip.nodes.size(); ++i) {
        const Node& node = clip.nodes[i];
        nodes_.push_back({node.parent ? static_cast<std::int32_t>(node.parent->value()) : -1,
                          convert<Vec3f>(clip.tracks[i].position, node.transform.position, to_single),
                          convert<Quatf>(clip.tracks[i].rotation, node.transform.rotation, to_quaternion),
                          convert<Vec3f>(clip.tracks[i].scale, node.transform.scale, to_single)});
    }
}

template <class Value, class Between>
Value PlainSampler::value_at(const Track<Value>& track, std::int64_t at, const Between& between) {
    const auto after = std::upper_bound(track.ticks.begin(), track.ticks.end(), static_cast<std::int32_t>(at));
    const auto index = static_cast<std::size_t>(after - track.ticks.begin()) - 1;
    const Key<Value>& key = track.keys[index];
    if (after == track.ticks.end() || key.easing == Easing::step) {
        return key.post;
    }
    const std::int32_t start = track.ticks[index];
    const float passed = static_cast<float>(at - start) / static_cast<float>(*after - start);
    const float eased =
        key.easing == Easing::linear ? passed : static_cast<float>(ease(key.easing, static_cast<double>(passed)));
    return between(key.post, track.keys[index + 1].pre, eased);
}

PlainSampler::Matrix PlainSampler::compose(const Vec3f& p, const Quatf& q, const Vec3f& s) {
    return {{{(1 - 2 * (q.y * q.y + q.z * q.z)) * s.x, 2 * (q.x * q.y - q.z * q.w) * s.y,
              2 * (q.x * q.z + q.y * q.w) * s.z, p.x},
             {2 * (q.x * q.y + q.z * q.w) * s.x, (1 - 2 * (q.x * q.x + q.z * q.z)) * s.y,
              2 * (q.y * q.z - q.x * q.w) * s.z, p.y},
             {2 * (q.x * q.z - q.y * q.w) * s.x, 2 * (q.y * q.z + q.x * q.w) * s.y,
              (1 - 2 * (q.x * q.x + q.y * q.y)) * s.z, p.z}}};
}

PlainSampler::Matrix PlainSampler::product(const Matrix& a, const Matrix& b) {
    Matrix result;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 4; ++column) {
            result.m[row][column] = a.m[row][0] * b.m[0][column] + a.m[row][1] * b.m[1][column] +
                                    a.m[row][2] * b.m[2][column] + (column == 3 ? a.m[row][3] : 0.0F);
        }
    }
    return result;
}

void PlainSampler::take_apart(const Matrix& matrix, NodePose& pose) {
    float columns[3][3];
    float size[3];
    for (int i = 0; i < 3; ++i) {
        for (int row = 0; row < 3; ++row) {
            columns[i][row] = matrix.m[row][i];
        }
        size[i] = std::sqrt(dot(columns[i], columns[i]));
    }
    constexpr float perpendicular = 1e-4F;
    const bool sheared = std::abs(dot(columns[0], columns[1])) > perpendicular * size[0] * size[1] ||
                         std::abs(dot(columns[0], columns[2])) > perpendicular * size[0] * size[2] ||
                         std::abs(dot(columns[1], columns[2])) > perpendicular * size[1] * size[2];
    if (sheared || !(size[0] > 0.0F && size[1] > 0.0F && size[2] > 0.0F)) {
        Affine wide;
        for (int row = 0; row < 3; ++row) {
            std::copy(std::begin(matrix.m[row]), std::end(matrix.m[row]), std::begin(wide.m[row]));
        }
        pose = decompose(wide, &pose);
        return;
    }
    for (int i = 0; i < 3; ++i) {
        const float inverse = 1.0F / size[i];
        for (float& part : columns[i]) {
            part *= inverse;
        }
    }
    pose.translation = {matrix.m[0][3], matrix.m[1][3], matrix.m[2][3]};
    pose.left_rotation = quaternion_of(columns[0], columns[1], columns[2]);
    pose.scale = {size[0], size[1], size[2]};
    pose.right_rotation = {};
}

void PlainSampler::sample(std::int64_t at, std::span<NodePose> out) {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const PlainNode& node = nodes_[i];
        world_[i] = compose(value_at(node.position, at, mix), value_at(node.rotation, at, slerp),
                            value_at(node.scale, at, mix));
        if (node.parent >= 0) {
            world_[i] = product(world_[static_cast<std::size_t>(node.parent)], world_[i]);
        }
        take_apart(world_[i], out[i]);
    }
}

}  // namespace emoted::bench
