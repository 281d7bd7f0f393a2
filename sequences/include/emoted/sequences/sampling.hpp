// Evaluates a clip at a tick: flat arrays in, a caller's span out.
//
// A ClipSampler is scratch for one playing instance (cursors and matrices): it allocates when made and never after, and
// belongs to one thread. The clip is only read.
#pragma once

#include <emoted/sequences/clip.hpp>
#include <emoted/sequences/units.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace emoted {

// A node's pose under its root, as a display entity takes it: translation, then left rotation, scale, right rotation.
struct NodePose {
    Vec3f translation;  // blocks
    Quatf left_rotation;
    Vec3f scale{1, 1, 1};
    Quatf right_rotation;
    bool visible = true;
    friend bool operator==(const NodePose&, const NodePose&) noexcept = default;
};

// Row-major 3x4 affine: x' = m[0][0]*x + m[0][1]*y + m[0][2]*z + m[0][3], ...
struct Affine {
    double m[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
};
[[nodiscard]] Affine operator*(const Affine& a, const Affine& b) noexcept;
[[nodiscard]] Vec3d apply(const Affine& a, Vec3d point) noexcept;
[[nodiscard]] Affine to_affine(const Transform& transform) noexcept;  // T * Rx * Ry * Rz * S

// Format section 4.4 and 4.5.
[[nodiscard]] double ease(Easing easing, double v) noexcept;
[[nodiscard]] Quatd euler_xyz_degrees(Vec3d degrees) noexcept;
[[nodiscard]] Quatd slerp(const Quatd& a, const Quatd& b, double t) noexcept;  // D55

// Splits a matrix as Minecraft renders it: M = T * left * scale * right. Where there is no shear, right is the identity
// (unless `previous` says otherwise); where there is, it is a singular value decomposition. `previous` (the node's last
// pose, may be null) chooses between equal answers so that signs and axes do not flip from tick to tick; `visible` is
// taken from it. All numbers of `matrix` must be finite; then all of the pose are, whatever the rank.
[[nodiscard]] NodePose decompose(const Affine& matrix, const NodePose* previous) noexcept;

class ClipSampler {
public:
    explicit ClipSampler(std::shared_ptr<const Clip> clip);

    // The poses of all nodes (anchors too) at clip tick `at`, 0 <= at <= duration, into `out` (one per node). Any order
    // of ticks; going forward is cheap. `out` also holds the last poses when it comes in, for stable decomposition
    // (default poses before the first call): of several ways to write the same pose, the one nearest to the last is
    // chosen. So the same calls from the same poses give the same bytes.
    void sample(TickCount at, std::span<NodePose> out) noexcept;
    // Nodes whose pose jumps at `at` (the end of a step with another value, pre != post, or an ancestor that does): no
    // interpolation may lead there. Valid after sample(at). Nothing jumps at tick 0; changes of visibility do not
    // count.
    [[nodiscard]] bool jumps(NodeIndex node) const noexcept;
    // World matrix of a node at the last sampled tick.
    [[nodiscard]] const Affine& world(NodeIndex node) const noexcept;
    [[nodiscard]] const Clip& clip() const noexcept { return *clip_; }

private:
    // The active key of each channel.
    struct Cursor {
        std::uint32_t position = 0, rotation = 0, scale = 0, visible = 0;
    };
    // Rotation and scale of a world matrix that is known to be rotation * scale: kept beside the matrix because a
    // matrix forgets how it was turned where a scale is zero, and which axes were negative.
    struct Unsheared {
        Quatd rotation;
        Vec3d scale{1, 1, 1};
        bool valid = false;
    };
    [[nodiscard]] static Unsheared chain(const Unsheared& parent, const Quatd& rotation, const Vec3d& scale) noexcept;

    std::shared_ptr<const Clip> clip_;
    std::vector<Cursor> cursors_;
    std::vector<Affine> world_;
    std::vector<Unsheared> unsheared_;
    std::vector<std::uint8_t> jumps_;
};

}  // namespace emoted
