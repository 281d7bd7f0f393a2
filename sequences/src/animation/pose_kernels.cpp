#include "animation/pose_kernels.hpp"

#include "animation/affine.hpp"

#include <array>
#include <cstddef>

// Lanes wider than the baseline's registers never cross a call: all that take or return them are inlined.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace emoted::animation {
namespace {

using Singles = float __attribute__((vector_size(16)));
using Signs = std::uint32_t __attribute__((vector_size(16)));
constexpr std::uint32_t sign_bit = 0x80000000U;
// What the kernels write beyond a channel belongs to the next one.
static_assert(offsetof(NodePose, left_rotation) == offsetof(NodePose, translation) + 12);
static_assert(offsetof(NodePose, scale) == offsetof(NodePose, left_rotation) + 16);
static_assert(offsetof(NodePose, right_rotation) == offsetof(NodePose, scale) + 12);
static_assert(sizeof(NodePose) >= offsetof(NodePose, right_rotation) + 16);

// One segment of a group.
struct GroupPart {
    const LinearSegment* linear;
    const Four* turns;
    const double* angles;
    unsigned linear_count;
    unsigned turn_count;
};

GroupPart part_of(const Group& group, std::uint32_t segment) noexcept {
    const std::size_t at = segment;
    return {group.linear.data() + at * group.linear_count, group.turns.data() + at * group.turn_count * 2,
            group.angles.data() + at * group.angle_stride, group.linear_count, group.turn_count};
}

namespace baseline {
#define EMOTED_KERNEL
#define EMOTED_KERNEL_WIDE 0
#include "animation/pose_kernels.inc"
#undef EMOTED_KERNEL_WIDE
#undef EMOTED_KERNEL
}  // namespace baseline

constexpr PoseKernels baseline_kernels{
    "baseline",
    [](const Group& group, std::uint32_t segment, double eased, Four* values) {
        baseline::evaluate(part_of(group, segment), eased, values + group.first_value);
    },
    baseline::compose,
};

#if defined(__x86_64__)
namespace avx2 {
#define EMOTED_KERNEL [[gnu::target("avx2")]]
#define EMOTED_KERNEL_WIDE 1
#include "animation/pose_kernels.inc"
#undef EMOTED_KERNEL_WIDE
#undef EMOTED_KERNEL
}  // namespace avx2

constexpr PoseKernels avx2_kernels{
    "avx2",
    [](const Group& group, std::uint32_t segment, double eased, Four* values) {
        avx2::evaluate(part_of(group, segment), eased, values + group.first_value);
    },
    avx2::compose,
};
#endif

}  // namespace

std::span<const PoseKernels* const> supported_pose_kernels() noexcept {
#if defined(__x86_64__)
    static constexpr std::array all{&baseline_kernels, &avx2_kernels};
    return std::span(all).first(__builtin_cpu_supports("avx2") != 0 ? 2 : 1);
#else
    static constexpr std::array all{&baseline_kernels};
    return all;
#endif
}

const PoseKernels& best_pose_kernels() noexcept {
    static const PoseKernels& best = *supported_pose_kernels().back();
    return best;
}

void keep_near(const Place& place, NodePose& pose) noexcept {
    pose = decompose(compose(vector_of(place.position), quaternion_of(place.turn[3]), vector_of(place.scale)), &pose);
}

}  // namespace emoted::animation
