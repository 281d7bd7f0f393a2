// How the animation code makes matrices from the parts it has at hand.
#pragma once

#include <emoted/sequences/sampling.hpp>

namespace emoted::animation {

// T * R * S.
[[nodiscard]] Affine compose(const Vec3d& position, const Quatd& rotation, const Vec3d& scale) noexcept;

}  // namespace emoted::animation
