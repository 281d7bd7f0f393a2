#include "animation/rotation.hpp"

#include <emoted/sequences/sampling.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace emoted {
namespace {

using animation::cross;
using animation::dot;
using animation::length;
using animation::Rotation;
using animation::scaled;

// Two columns count as perpendicular below this cosine: far under what single precision shows, far over the rounding of
// a chain of products. It is what makes the right rotation of an unsheared matrix exactly what it was before.
constexpr double perpendicular = 1e-10;
// A column counts as zero below this part of the longest.
constexpr double vanishing = 1e-12;

// Turns axes i and j of `columns` and of `right` in their plane until columns i and j are perpendicular. The smaller of
// the two possible angles is taken, so that axes keep their places. Returns false if they were perpendicular already.
bool make_perpendicular(Rotation& columns, Rotation& right, int i, int j) noexcept {
    const Vec3d a = columns.column[i];
    const Vec3d b = columns.column[j];
    const double aa = dot(a, a);
    const double bb = dot(b, b);
    const double ab = dot(a, b);
    if (!(std::abs(ab) > perpendicular * std::sqrt(aa * bb))) {
        return false;
    }
    const double slope = (bb - aa) / (2.0 * ab);
    const double tangent = std::copysign(1.0, slope) / (std::abs(slope) + std::sqrt(1.0 + slope * slope));
    const double cosine = 1.0 / std::sqrt(1.0 + tangent * tangent);
    const double sine = cosine * tangent;
    const auto turn = [&](Rotation& axes) {
        const Vec3d p = axes.column[i];
        const Vec3d q = axes.column[j];
        axes.column[i] = {cosine * p.x - sine * q.x, cosine * p.y - sine * q.y, cosine * p.z - sine * q.z};
        axes.column[j] = {sine * p.x + cosine * q.x, sine * p.y + cosine * q.y, sine * p.z + cosine * q.z};
    };
    turn(columns);
    turn(right);
    return true;
}

// One-sided Jacobi: M * V has perpendicular columns. V starts at `start`, so that of all equal answers the one nearest
// to the start is found.
struct Perpendicular {
    Rotation columns;  // M * V
    Rotation axes;     // V, the transpose of the right rotation
};
Perpendicular orthogonalize(const Vec3d (&matrix)[3], const Rotation& start) noexcept {
    Perpendicular result{{}, start};
    for (int i = 0; i < 3; ++i) {
        const Vec3d& v = start.column[i];
        result.columns.column[i] = {
            matrix[0].x * v.x + matrix[1].x * v.y + matrix[2].x * v.z,
            matrix[0].y * v.x + matrix[1].y * v.y + matrix[2].y * v.z,
            matrix[0].z * v.x + matrix[1].z * v.y + matrix[2].z * v.z,
        };
    }
    // Converges quadratically: four or five sweeps; the bound is for the sake of having one.
    for (int sweep = 0; sweep < 40; ++sweep) {
        bool turned = false;
        turned |= make_perpendicular(result.columns, result.axes, 0, 1);
        turned |= make_perpendicular(result.columns, result.axes, 0, 2);
        turned |= make_perpendicular(result.columns, result.axes, 1, 2);
        if (!turned) {
            break;
        }
    }
    return result;
}

// Gives the axes whose column vanished a direction: as in `like` where that is possible.
void complete(Rotation& unit, std::array<bool, 3> known, const Rotation& like) noexcept {
    for (int i = 0; i < 3; ++i) {
        if (known[static_cast<std::size_t>(i)]) {
            continue;
        }
        // The wished direction, else the others of `like`: one of the three is well away from the known plane or line.
        Vec3d best;
        double best_length = 0.0;
        for (int k = 0; k < 3 && best_length < 0.5; ++k) {
            Vec3d candidate = like.column[(i + k) % 3];
            for (int other = 0; other < 3; ++other) {
                if (known[static_cast<std::size_t>(other)]) {
                    const Vec3d& taken = unit.column[other];
                    candidate = animation::minus(candidate, scaled(taken, dot(candidate, taken)));
                }
            }
            const double candidate_length = length(candidate);
            if (candidate_length > best_length) {
                best = scaled(candidate, 1.0 / candidate_length);
                best_length = candidate_length;
            }
        }
        unit.column[i] = best;
        known[static_cast<std::size_t>(i)] = true;
    }
}

double component(const Vec3f& v, int i) noexcept {
    return i == 0 ? v.x : i == 1 ? v.y : v.z;
}

// Which axes to turn round, with their scale negated, so that the axes are right-handed: as few changes of a scale's
// sign against the previous pose as possible (a changed sign flattens the node on its way), then the least turn.
struct SignedAxes {
    Quatd rotation;
    std::array<double, 3> sign{};
};
SignedAxes choose_signs(const Rotation& unit, const std::array<bool, 3>& known, const Vec3f& previous_scale,
                        const Quatd& previous_rotation) noexcept {
    const double handed = dot(cross(unit.column[0], unit.column[1]), unit.column[2]) < 0.0 ? -1.0 : 1.0;
    SignedAxes best;
    int best_changes = 4;
    double best_nearness = -1.0;
    for (unsigned flips = 0; flips < 8; ++flips) {
        SignedAxes candidate;
        int changes = 0;
        double parity = handed;
        Rotation axes = unit;
        for (int i = 0; i < 3; ++i) {
            const auto at = static_cast<std::size_t>(i);
            const double sign = (flips >> static_cast<unsigned>(i) & 1U) != 0 ? -1.0 : 1.0;
            candidate.sign[at] = sign;
            parity *= sign;
            axes.column[i] = scaled(axes.column[i], sign);
            const double before = component(previous_scale, i);
            changes += static_cast<int>(known[at] && before * sign < 0.0);
        }
        if (parity < 0.0) {
            continue;
        }
        candidate.rotation = animation::to_quaternion(axes);
        const double nearness = std::abs(dot(candidate.rotation, previous_rotation));
        if (changes < best_changes || (changes == best_changes && nearness > best_nearness)) {
            best = candidate;
            best_changes = changes;
            best_nearness = nearness;
        }
    }
    return best;
}

}  // namespace

NodePose decompose(const Affine& matrix, const NodePose* previous) noexcept {
    const NodePose start = previous != nullptr ? *previous : NodePose{};
    const Quatd start_left = animation::normalized(animation::widened(start.left_rotation));
    const Quatd start_right = animation::normalized(animation::widened(start.right_rotation));

    NodePose pose;
    pose.visible = start.visible;
    pose.translation = animation::narrowed(Vec3d{matrix.m[0][3], matrix.m[1][3], matrix.m[2][3]});

    double largest = 0.0;
    for (const auto& row : matrix.m) {
        largest = std::max({largest, std::abs(row[0]), std::abs(row[1]), std::abs(row[2])});
    }
    if (!(largest > 0.0)) {
        // Nothing can be seen: only the size changes on the way here, and nothing turns.
        pose.left_rotation = animation::narrowed(start_left);
        pose.right_rotation = animation::narrowed(start_right);
        pose.scale = {0, 0, 0};
        return pose;
    }

    // Around 1, so that squares of lengths neither vanish nor overflow.
    Vec3d linear[3];
    for (int i = 0; i < 3; ++i) {
        linear[i] = {matrix.m[0][i] / largest, matrix.m[1][i] / largest, matrix.m[2][i] / largest};
    }
    const auto [columns, axes] = orthogonalize(linear, animation::to_rotation(animation::conjugated(start_right)));

    std::array<double, 3> size{};
    for (int i = 0; i < 3; ++i) {
        size[static_cast<std::size_t>(i)] = length(columns.column[i]);
    }
    const double longest = *std::max_element(size.begin(), size.end());
    Rotation unit;
    std::array<bool, 3> known{};
    for (int i = 0; i < 3; ++i) {
        const auto at = static_cast<std::size_t>(i);
        known[at] = size[at] > vanishing * longest;
        unit.column[i] = known[at] ? scaled(columns.column[i], 1.0 / size[at]) : Vec3d{};
    }
    complete(unit, known, animation::to_rotation(start_left));

    const SignedAxes left = choose_signs(unit, known, start.scale, start_left);
    const auto scale_of = [&](std::size_t i) { return known[i] ? size[i] * largest * left.sign[i] : 0.0; };
    pose.left_rotation = animation::narrowed(animation::on_side_of(start_left, left.rotation));
    pose.scale = animation::narrowed(Vec3d{scale_of(0), scale_of(1), scale_of(2)});
    const Quatd right = animation::conjugated(animation::to_quaternion(axes));
    pose.right_rotation = animation::narrowed(animation::on_side_of(start_right, right));
    return pose;
}

}  // namespace emoted
