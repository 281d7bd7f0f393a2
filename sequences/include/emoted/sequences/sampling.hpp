// Evaluates a clip at a tick: flat arrays in, a caller's span out.
//
// A ClipSampler is scratch for one playing instance: it allocates when made and never after, and belongs to one thread.
// The clip is only read; the first sampler of a clip prepares it for all others (clip.hpp, MotionCache).
#pragma once

#include <emoted/sequences/clip.hpp>
#include <emoted/sequences/units.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace emoted {

struct PoseKernels;

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

// What stands in for tracks of one node at one tick: channels that only the playing instance can compute. A channel
// that is absent keeps its track.
struct NodeOverride {
    NodeIndex node;
    std::optional<Vec3d> position;  // finite, as all numbers here
    std::optional<Quatd> rotation;  // a unit quaternion
    std::optional<Vec3d> scale;
    std::optional<bool> visible;
    bool jumps = false;  // no interpolation may lead to this tick; jumps of the node's tracks count besides
};

class ClipSampler {
public:
    explicit ClipSampler(std::shared_ptr<const Clip> clip);
    // With one of the versions of the inner loops, which differ in speed only.
    ClipSampler(std::shared_ptr<const Clip> clip, const PoseKernels& kernels);
    ~ClipSampler();
    ClipSampler(ClipSampler&&) noexcept;
    ClipSampler& operator=(ClipSampler&&) noexcept;

    // The poses of all nodes (anchors too) at clip tick `at`, 0 <= at <= duration, into `out` (one per node). Any order
    // of ticks. `out` also holds the last poses when it comes in, for stable decomposition (default poses before the
    // first call): of several ways to write the same pose, the one nearest to the last is chosen. So the same calls
    // from the same poses give the same bytes, on every processor.
    void sample(TickCount at, std::span<NodePose> out) noexcept { sample(at, {}, out); }
    // The same with overrides: at most one per node, in rising order of nodes, only of the clip's dynamic nodes.
    void sample(TickCount at, std::span<const NodeOverride> overrides, std::span<NodePose> out) noexcept;
    // Nodes whose pose jumps at `at` (the end of a step with another value, pre != post, or an ancestor that does): no
    // interpolation may lead there. Valid after sample(at). Nothing jumps at tick 0; changes of visibility do not
    // count.
    [[nodiscard]] bool jumps(NodeIndex node) const noexcept;
    // World matrix of a node at the last sampled tick. Made when asked for: for the few that need one.
    [[nodiscard]] Affine world(NodeIndex node) const noexcept;
    [[nodiscard]] const Clip& clip() const noexcept { return *clip_; }

private:
    struct Scratch;

    std::shared_ptr<const Clip> clip_;
    const Motion* motion_;  // the clip's
    const PoseKernels* kernels_;
    TickCount at_;
    std::unique_ptr<Scratch> scratch_;
};

}  // namespace emoted
