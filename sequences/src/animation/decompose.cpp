#include "animation/rotation.hpp"

#include <emoted/sequences/sampling.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace emoted {
namespace {

// Nearly all matrices of nearly all emotes are rotation * scale with no scale's sign changing: what those need is one
// straight piece of code, inlined by force, and everything else stands apart from it.

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

// The turn in the plane of axes i and j; plain sines and cosines, so that axes keep their places.
struct PlaneTurn {
    double cosine;
    double sine;
    void apply(Rotation& axes, int i, int j) const noexcept {
        const Vec3d p = axes.column[i];
        const Vec3d q = axes.column[j];
        axes.column[i] = {cosine * p.x - sine * q.x, cosine * p.y - sine * q.y, cosine * p.z - sine * q.z};
        axes.column[j] = {sine * p.x + cosine * q.x, sine * p.y + cosine * q.y, sine * p.z + cosine * q.z};
    }
};

bool is_perpendicular(double aa, double bb, double ab) noexcept {
    return !(ab * ab > perpendicular * perpendicular * aa * bb);
}

// Turns axes i and j of `columns` and of `right` in their plane until columns i and j are perpendicular. The smaller of
// the two possible angles is taken. Returns false if they were perpendicular already.
bool make_perpendicular(Rotation& columns, Rotation& right, int i, int j) noexcept {
    const Vec3d a = columns.column[i];
    const Vec3d b = columns.column[j];
    const double aa = dot(a, a);
    const double bb = dot(b, b);
    const double ab = dot(a, b);
    if (is_perpendicular(aa, bb, ab)) {
        return false;
    }
    const double slope = (bb - aa) / (2.0 * ab);
    const double tangent = std::copysign(1.0, slope) / (std::abs(slope) + std::sqrt(1.0 + slope * slope));
    const double cosine = 1.0 / std::sqrt(1.0 + tangent * tangent);
    const PlaneTurn turn{cosine, cosine * tangent};
    turn.apply(columns, i, j);
    turn.apply(right, i, j);
    return true;
}

// The products of the columns of a matrix with each other, and the turns that make the mixed ones vanish: Jacobi's way
// with angles that are cheap instead of exact (a half angle's tangent is taken for half the double angle's, and is
// never over an eighth of a turn), which reaches the same end.
class Products {
public:
    explicit Products(const Rotation& columns) noexcept
        : square_{dot(columns.column[0], columns.column[0]), dot(columns.column[1], columns.column[1]),
                  dot(columns.column[2], columns.column[2])},
          mixed_{dot(columns.column[1], columns.column[2]), dot(columns.column[2], columns.column[0]),
                 dot(columns.column[0], columns.column[1])} {}

    [[nodiscard]] bool are_small() const noexcept {
        return is_perpendicular(square_[1], square_[2], mixed_[0]) &&
               is_perpendicular(square_[2], square_[0], mixed_[1]) &&
               is_perpendicular(square_[0], square_[1], mixed_[2]);
    }

    // In the plane across axis k, between the two that follow it.
    void turn(int k, Rotation& axes) noexcept {
        const int i = (k + 1) % 3;
        const int j = (k + 2) % 3;
        const double aa = square_[i];
        const double bb = square_[j];
        const double ab = mixed_[k];
        const PlaneTurn by = cheap_turn(2.0 * (bb - aa), ab);
        const auto [c, s] = by;
        square_[i] = c * c * aa - 2.0 * c * s * ab + s * s * bb;
        square_[j] = s * s * aa + 2.0 * c * s * ab + c * c * bb;
        mixed_[k] = c * s * (aa - bb) + (c * c - s * s) * ab;
        const double ak = mixed_[j];
        const double bk = mixed_[i];
        mixed_[j] = c * ak - s * bk;
        mixed_[i] = s * ak + c * bk;
        by.apply(axes, i, j);
    }

private:
    static PlaneTurn cheap_turn(double across, double along) noexcept {
        constexpr double eighth_cotangent = 2.4142135623730951;
        constexpr double tiny = 1e-150;  // for two equal columns that are perpendicular
        const double length = std::max(std::abs(across), std::abs(along) * eighth_cotangent) + tiny;
        const double side = std::copysign(length, across);
        const double inverse = 1.0 / (side * side + along * along);
        return {(side * side - along * along) * inverse, 2.0 * side * along * inverse};
    }

    double square_[3];
    double mixed_[3];  // mixed_[k] is of the two columns that are not k
};

Rotation product(const Rotation& a, const Rotation& b) noexcept {
    Rotation result;
    for (int i = 0; i < 3; ++i) {
        const Vec3d& v = b.column[i];
        result.column[i] = {
            a.column[0].x * v.x + a.column[1].x * v.y + a.column[2].x * v.z,
            a.column[0].y * v.x + a.column[1].y * v.y + a.column[2].y * v.z,
            a.column[0].z * v.x + a.column[1].z * v.y + a.column[2].z * v.z,
        };
    }
    return result;
}

// Finds V so that M * V has perpendicular columns: `axes` and `columns`. V starts at what `axes` is, so that of all
// equal answers the one nearest to the start is found.
void orthogonalize(const Rotation& matrix, Rotation& columns, Rotation& axes) noexcept {
    // Both converge quadratically, in four or five sweeps; the bounds are for the sake of having them.
    constexpr int most_sweeps = 40;
    Products products(columns);
    for (int sweep = 0; sweep < most_sweeps && !products.are_small(); ++sweep) {
        products.turn(2, axes);
        products.turn(1, axes);
        products.turn(0, axes);
    }
    // What products of columns of very different lengths cannot resolve, the columns themselves do.
    columns = product(matrix, axes);
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
        bool turned = false;
        turned |= make_perpendicular(columns, axes, 0, 1);
        turned |= make_perpendicular(columns, axes, 0, 2);
        turned |= make_perpendicular(columns, axes, 1, 2);
        if (!turned) {
            break;
        }
    }
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

double component(const Vec3f& v, std::size_t i) noexcept {
    return i == 0 ? v.x : i == 1 ? v.y : v.z;
}

// Which axes to turn round, with their scale negated: as few changes of a scale's sign against the previous pose as
// possible (a changed sign flattens the node on its way), then the least turn.
struct SignedAxes {
    Quatd rotation;
    std::array<double, 3> sign{};
};
// `q` is how the axes turn, those of a mirrored set (`handed` is -1) turned round as a whole. So only two can be turned
// round together: half a turn about the third, which moves and negates the components of a quaternion.
[[gnu::noinline]] SignedAxes choose_signs(const Quatd& q, double handed, const std::array<bool, 3>& known,
                                          const NodePose& start, const Quatd& start_left) noexcept {
    const std::array<Quatd, 4> candidates{{
        q,
        {q.w, q.z, -q.y, -q.x},
        {-q.z, q.w, q.x, -q.y},
        {q.y, -q.x, q.w, -q.z},
    }};
    SignedAxes best;
    int best_changes = 4;
    double best_nearness = -1.0;
    for (std::size_t kept = 0; kept < candidates.size(); ++kept) {
        // Candidate 0 keeps all axes, candidate i + 1 keeps axis i.
        std::array<double, 3> sign{};
        int changes = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            sign[axis] = kept == 0 || kept == axis + 1 ? handed : -handed;
            changes += static_cast<int>(known[axis] && component(start.scale, axis) * sign[axis] < 0.0);
        }
        const double nearness = std::abs(dot(candidates[kept], start_left));
        if (changes < best_changes || (changes == best_changes && nearness > best_nearness)) {
            best = {candidates[kept], sign};
            best_changes = changes;
            best_nearness = nearness;
        }
    }
    return best;
}

double handedness(const Rotation& axes) noexcept {
    return dot(cross(axes.column[0], axes.column[1]), axes.column[2]) < 0.0 ? -1.0 : 1.0;
}

void set_left(NodePose& pose, const Quatd& start_left, const SignedAxes& left,
              const std::array<double, 3>& size) noexcept {
    pose.left_rotation = animation::narrowed(animation::on_side_of(start_left, left.rotation));
    pose.scale = animation::narrowed(Vec3d{size[0] * left.sign[0], size[1] * left.sign[1], size[2] * left.sign[2]});
}

// The left rotation and the scale where a column vanished.
[[gnu::noinline]] void set_flat_left(NodePose& pose, const Rotation& columns, const std::array<double, 3>& square,
                                     double longest, const NodePose& start) noexcept {
    std::array<double, 3> size{};
    std::array<bool, 3> known{};
    Rotation unit;
    for (std::size_t i = 0; i < 3; ++i) {
        known[i] = square[i] > vanishing * vanishing * longest;
        size[i] = known[i] ? std::sqrt(square[i]) : 0.0;
        unit.column[i] = known[i] ? scaled(columns.column[i], 1.0 / size[i]) : Vec3d{};
    }
    const Quatd start_left = animation::normalized(animation::widened(start.left_rotation));
    complete(unit, known, animation::to_rotation(start_left));
    const double handed = handedness(unit);
    for (Vec3d& column : unit.column) {
        column = scaled(column, handed);
    }
    const Quatd q = animation::to_quaternion(unit);
    set_left(pose, start_left, choose_signs(q, handed, known, start, start_left), size);
}

// All three parts of a scale have this sign.
bool has_signs(const Vec3f& scale, double sign) noexcept {
    const auto has_sign = [sign](float part) { return static_cast<double>(part) * sign > 0.0; };
    return has_sign(scale.x) && has_sign(scale.y) && has_sign(scale.z);
}

// The left rotation and the scale that make `columns`, which are perpendicular to each other.
[[gnu::always_inline]] inline void set_left(NodePose& pose, const Rotation& columns, const NodePose& start) noexcept {
    const auto& [x, y, z] = columns.column;
    const std::array<double, 3> square{dot(x, x), dot(y, y), dot(z, z)};
    const double longest = std::max({square[0], square[1], square[2]});
    const double shortest = std::min({square[0], square[1], square[2]});
    if (!(shortest > vanishing * vanishing * longest)) {
        set_flat_left(pose, columns, square, longest, start);
        return;
    }
    const double handed = handedness(columns);
    const std::array<double, 3> size{std::sqrt(square[0]), std::sqrt(square[1]), std::sqrt(square[2])};
    const Rotation unit{{scaled(x, handed / size[0]), scaled(y, handed / size[1]), scaled(z, handed / size[2])}};
    const Quatd start_left = animation::widened(start.left_rotation);
    const Quatd q = animation::to_quaternion(unit);
    if (has_signs(start.scale, handed)) {
        // Nothing to choose, as in nearly all emotes at nearly all ticks.
        pose.left_rotation = animation::narrowed(animation::on_side_of(start_left, q));
        pose.scale = animation::narrowed(Vec3d{size[0] * handed, size[1] * handed, size[2] * handed});
        return;
    }
    set_left(pose, start_left, choose_signs(q, handed, {true, true, true}, start, start_left), size);
}

// The parts of a matrix with shear, or of one whose last pose had some.
[[gnu::noinline]] void set_sheared_parts(NodePose& pose, const Rotation& columns, const NodePose& start) noexcept {
    Quatd start_right;
    Rotation axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    Rotation perpendicular_columns = columns;
    if (!(start.right_rotation == Quatf{})) {
        start_right = animation::normalized(animation::widened(start.right_rotation));
        axes = animation::to_rotation(animation::conjugated(start_right));
        perpendicular_columns = product(columns, axes);
    }
    orthogonalize(columns, perpendicular_columns, axes);
    const Quatd right = animation::conjugated(animation::to_quaternion(axes));
    pose.right_rotation = animation::narrowed(animation::on_side_of(start_right, right));
    set_left(pose, perpendicular_columns, start);
}

// `columns` are those of a matrix whose squares of squares neither vanish nor overflow.
[[gnu::always_inline]] inline void set_parts(NodePose& pose, const Rotation& columns, const NodePose& start) noexcept {
    if (start.right_rotation == Quatf{} && Products(columns).are_small()) {
        set_left(pose, columns, start);
    } else {
        set_sheared_parts(pose, columns, start);
    }
}

double largest_entry(const Rotation& columns) noexcept {
    double largest = 0.0;
    for (const Vec3d& column : columns.column) {
        largest = std::max({largest, std::abs(column.x), std::abs(column.y), std::abs(column.z)});
    }
    return largest;
}

// Matrices of a size that no emote has, or of none.
[[gnu::noinline]] void set_extreme_parts(NodePose& pose, Rotation columns, const NodePose& start) noexcept {
    const double largest = largest_entry(columns);
    if (!(largest > 0.0)) {
        // Nothing can be seen: only the size changes on the way here, and nothing turns.
        pose.left_rotation = animation::narrowed(animation::normalized(animation::widened(start.left_rotation)));
        pose.right_rotation = animation::narrowed(animation::normalized(animation::widened(start.right_rotation)));
        pose.scale = {0, 0, 0};
        return;
    }
    for (Vec3d& column : columns.column) {
        column = {column.x / largest, column.y / largest, column.z / largest};
    }
    set_parts(pose, columns, start);
    const auto sized = [&](float part) { return animation::narrowed(static_cast<double>(part) * largest); };
    pose.scale = {sized(pose.scale.x), sized(pose.scale.y), sized(pose.scale.z)};
}

}  // namespace

NodePose decompose(const Affine& matrix, const NodePose* previous) noexcept {
    static constexpr NodePose first;
    const NodePose& start = previous != nullptr ? *previous : first;
    const auto& m = matrix.m;
    NodePose pose;
    pose.visible = start.visible;
    pose.translation = animation::narrowed(Vec3d{m[0][3], m[1][3], m[2][3]});
    const Rotation columns{{{m[0][0], m[1][0], m[2][0]}, {m[0][1], m[1][1], m[2][1]}, {m[0][2], m[1][2], m[2][2]}}};
    const double square = dot(columns.column[0], columns.column[0]) + dot(columns.column[1], columns.column[1]) +
                          dot(columns.column[2], columns.column[2]);
    constexpr double most = 1e60;
    if (square > 1.0 / most && square < most) {
        set_parts(pose, columns, start);
    } else {
        set_extreme_parts(pose, columns, start);
    }
    return pose;
}

}  // namespace emoted
