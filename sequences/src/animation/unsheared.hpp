// World matrices of the nodes that go the general way, and which of them are known to be free of shear.
#pragma once

#include <emoted/sequences/sampling.hpp>

namespace emoted::animation {

// Rotation and scale of a world matrix that is known to be rotation * scale: kept beside the matrix because a matrix
// forgets how it was turned where a scale is zero, and which axes were negative.
struct Unsheared {
    Quatd rotation;
    Vec3d scale{1, 1, 1};
    bool valid = false;
};

struct General {
    Affine world;  // held within limits::max_world_magnitude
    Unsheared parts;
};

// A node with these values under `parent`.
[[nodiscard]] General child_of(const General& parent, const Vec3d& position, const Quatd& rotation,
                               const Vec3d& scale) noexcept;

// `pose` holds the last pose when it comes in; its visibility stays.
void set_pose(NodePose& pose, const General& node) noexcept;

}  // namespace emoted::animation
