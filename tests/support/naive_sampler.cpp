#include "support/naive_sampler.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

namespace emoted::test {
namespace {

constexpr double pi = 3.14159265358979323846;

using Function = std::function<double(double)>;

Matrix4 identity() {
    return {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
}

Matrix4 turn(int axis, double degrees) {
    const double c = std::cos(degrees * pi / 180);
    const double s = std::sin(degrees * pi / 180);
    switch (axis) {
        case 0:
            return {{{1, 0, 0, 0}, {0, c, -s, 0}, {0, s, c, 0}, {0, 0, 0, 1}}};
        case 1:
            return {{{c, 0, s, 0}, {0, 1, 0, 0}, {-s, 0, c, 0}, {0, 0, 0, 1}}};
        default:
            return {{{c, -s, 0, 0}, {s, c, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
    }
}

Matrix4 from_quaternion(const std::array<double, 4>& q) {
    // v' = v + 2w(u x v) + 2 u x (u x v), for each axis.
    Matrix4 result = identity();
    for (int axis = 0; axis < 3; ++axis) {
        std::array<double, 3> v{};
        v.at(static_cast<std::size_t>(axis)) = 1;
        const auto cross = [](const std::array<double, 3>& a, const std::array<double, 3>& b) {
            return std::array<double, 3>{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                                         a[0] * b[1] - a[1] * b[0]};
        };
        const std::array<double, 3> u{q[0], q[1], q[2]};
        const auto once = cross(u, v);
        const auto twice = cross(u, once);
        for (std::size_t row = 0; row < 3; ++row) {
            result.at(row).at(static_cast<std::size_t>(axis)) = v.at(row) + 2 * q[3] * once.at(row) + 2 * twice.at(row);
        }
    }
    return result;
}

std::array<double, 4> euler_quaternion(const Vec3d& degrees) {
    const auto times = [](const std::array<double, 4>& a, const std::array<double, 4>& b) {
        return std::array<double, 4>{a[3] * b[0] + b[3] * a[0] + a[1] * b[2] - a[2] * b[1],
                                     a[3] * b[1] + b[3] * a[1] + a[2] * b[0] - a[0] * b[2],
                                     a[3] * b[2] + b[3] * a[2] + a[0] * b[1] - a[1] * b[0],
                                     a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
    };
    const double x = degrees.x * pi / 360;
    const double y = degrees.y * pi / 360;
    const double z = degrees.z * pi / 360;
    return times(times({std::sin(x), 0, 0, std::cos(x)}, {0, std::sin(y), 0, std::cos(y)}),
                 {0, 0, std::sin(z), std::cos(z)});
}

Function in_shape(int family) {
    switch (family) {
        case 0:
            return [](double v) { return 1 - std::cos(pi * v / 2); };
        case 1:
            return [](double v) { return std::pow(v, 2); };
        case 2:
            return [](double v) { return std::pow(v, 3); };
        case 3:
            return [](double v) { return std::pow(v, 4); };
        case 4:
            return [](double v) { return std::pow(v, 5); };
        case 5:
            return [](double v) { return v == 0 ? 0 : std::pow(2, 10 * (v - 1)); };
        case 6:
            return [](double v) { return 1 - std::sqrt(std::max(0.0, 1 - v * v)); };
        case 7:
            return [](double v) { return v * v * (2.70158 * v - 1.70158); };
        case 8:
            return [](double v) { return 1 - std::pow(std::cos(pi * v / 2), 3) * std::cos(pi * v); };
        default:
            return [](double v) {
                return std::min(std::min(121.0 / 16 * v * v, 121.0 / 8 * std::pow(v - 6.0 / 11, 2) + 0.5),
                                std::min(121.0 / 4 * std::pow(v - 9.0 / 11, 2) + 0.75,
                                         121.0 / 2 * std::pow(v - 10.5 / 11, 2) + 0.875));
            };
    }
}

double eased(Easing easing, double v) {
    if (easing == Easing::linear) {
        return v;
    }
    const int number = static_cast<int>(easing) - static_cast<int>(Easing::in_sine);
    const Function in = in_shape(number / 3);
    switch (number % 3) {
        case 0:
            return in(v);
        case 1:
            return 1 - in(1 - v);
        default:
            return v < 0.5 ? in(2 * v) / 2 : 1 - in(2 * (1 - v)) / 2;
    }
}

struct Segment {
    Vec3d post;
    std::optional<Vec3d> next_pre;
    double way = 0;
};
Segment segment_at(const VectorTrack& track, std::int64_t at) {
    std::size_t active = 0;
    for (std::size_t i = 0; i < track.ticks.size(); ++i) {
        if (track.ticks[i] <= at) {
            active = i;
        }
    }
    Segment segment{track.post[active], std::nullopt, 0};
    if (active + 1 < track.ticks.size() && track.easing[active] != Easing::step) {
        const double t0 = track.ticks[active];
        const double t1 = track.ticks[active + 1];
        const double p = std::min(1.0, std::max(0.0, (static_cast<double>(at) - t0) / (t1 - t0)));
        segment.next_pre = track.pre[active + 1];
        segment.way = eased(track.easing[active], p);
    }
    return segment;
}

Vec3d vector_at(const VectorTrack& track, const Vec3d& own, std::int64_t at) {
    if (track.empty()) {
        return own;
    }
    const Segment s = segment_at(track, at);
    if (!s.next_pre) {
        return s.post;
    }
    return {s.post.x * (1 - s.way) + s.next_pre->x * s.way, s.post.y * (1 - s.way) + s.next_pre->y * s.way,
            s.post.z * (1 - s.way) + s.next_pre->z * s.way};
}

Matrix4 rotation_at(const VectorTrack& track, const Vec3d& own, std::int64_t at) {
    if (track.empty()) {
        return naive_euler_xyz(own.x, own.y, own.z);
    }
    const Segment s = segment_at(track, at);
    if (!s.next_pre) {
        return naive_euler_xyz(s.post.x, s.post.y, s.post.z);
    }
    const auto a = euler_quaternion(s.post);
    auto b = euler_quaternion(*s.next_pre);
    double cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    if (cosine < -1e-6) {
        cosine = -cosine;
        for (double& part : b) {
            part = -part;
        }
    }
    if (cosine > 1 - 1e-12) {
        return from_quaternion(a);
    }
    const double angle = std::acos(std::min(1.0, cosine));
    std::array<double, 4> q{};
    for (std::size_t i = 0; i < 4; ++i) {
        q.at(i) = (std::sin((1 - s.way) * angle) * a.at(i) + std::sin(s.way * angle) * b.at(i)) / std::sin(angle);
    }
    return from_quaternion(q);
}

}  // namespace

Matrix4 naive_product(const Matrix4& a, const Matrix4& b) {
    Matrix4 result{};
    for (std::size_t row = 0; row < 4; ++row) {
        for (std::size_t column = 0; column < 4; ++column) {
            for (std::size_t k = 0; k < 4; ++k) {
                result.at(row).at(column) += a.at(row).at(k) * b.at(k).at(column);
            }
        }
    }
    return result;
}

Matrix4 naive_euler_xyz(double x_degrees, double y_degrees, double z_degrees) {
    return naive_product(naive_product(turn(0, x_degrees), turn(1, y_degrees)), turn(2, z_degrees));
}

std::vector<NaiveNode> naive_sample(const Clip& clip, std::int64_t at) {
    std::vector<NaiveNode> result(clip.nodes.size());
    for (std::size_t i = 0; i < clip.nodes.size(); ++i) {
        // Up the chain of parents for every node anew.
        Matrix4 world = identity();
        std::optional<std::size_t> node = i;
        while (node) {
            const Node& n = clip.nodes.at(*node);
            const NodeTracks& tracks = clip.tracks.at(*node);
            const Vec3d p = vector_at(tracks.position, n.transform.position, at);
            const Vec3d s = vector_at(tracks.scale, n.transform.scale, at);
            const Matrix4 translation{{{1, 0, 0, p.x}, {0, 1, 0, p.y}, {0, 0, 1, p.z}, {0, 0, 0, 1}}};
            const Matrix4 scale{{{s.x, 0, 0, 0}, {0, s.y, 0, 0}, {0, 0, s.z, 0}, {0, 0, 0, 1}}};
            const Matrix4 local = naive_product(
                naive_product(translation, rotation_at(tracks.rotation, n.transform.rotation, at)), scale);
            world = naive_product(local, world);
            node = n.parent ? std::optional<std::size_t>(n.parent->value()) : std::nullopt;
        }
        result[i].world = world;
        result[i].visible = clip.nodes[i].visible;
        const VisibleTrack& visible = clip.tracks.at(i).visible;
        for (std::size_t k = 0; k < visible.ticks.size(); ++k) {
            if (visible.ticks[k] <= at) {
                result[i].visible = visible.visible[k] != 0;
            }
        }
    }
    return result;
}

Matrix4 naive_render(const NodePose& pose) {
    const auto quaternion = [](const Quatf& q) {
        return from_quaternion(
            {static_cast<double>(q.x), static_cast<double>(q.y), static_cast<double>(q.z), static_cast<double>(q.w)});
    };
    const Matrix4 translation{{{1, 0, 0, static_cast<double>(pose.translation.x)},
                               {0, 1, 0, static_cast<double>(pose.translation.y)},
                               {0, 0, 1, static_cast<double>(pose.translation.z)},
                               {0, 0, 0, 1}}};
    const Matrix4 scale{{{static_cast<double>(pose.scale.x), 0, 0, 0},
                         {0, static_cast<double>(pose.scale.y), 0, 0},
                         {0, 0, static_cast<double>(pose.scale.z), 0},
                         {0, 0, 0, 1}}};
    return naive_product(naive_product(translation, quaternion(pose.left_rotation)),
                         naive_product(scale, quaternion(pose.right_rotation)));
}

double naive_distance(const Matrix4& a, const Matrix4& b) {
    double largest = 1;
    double difference = 0;
    for (std::size_t row = 0; row < 4; ++row) {
        for (std::size_t column = 0; column < 4; ++column) {
            largest = std::max({largest, std::abs(a.at(row).at(column)), std::abs(b.at(row).at(column))});
            difference = std::max(difference, std::abs(a.at(row).at(column) - b.at(row).at(column)));
        }
    }
    return difference / largest;
}

}  // namespace emoted::test
