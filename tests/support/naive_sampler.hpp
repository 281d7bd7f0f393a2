// A second evaluator of clips, written straight from the format's description in the plainest way: no cursors, no
// shared code with the product, searches from the start at every call. Slow on purpose; it judges the real one.
#pragma once

#include <emoted/sequences/clip.hpp>
#include <emoted/sequences/sampling.hpp>

#include <array>
#include <vector>

namespace emoted::test {

using Matrix4 = std::array<std::array<double, 4>, 4>;  // row-major, column vectors

struct NaiveNode {
    Matrix4 world{};
    bool visible = true;
};

// All nodes of `clip` at tick `at`.
[[nodiscard]] std::vector<NaiveNode> naive_sample(const Clip& clip, std::int64_t at);

// What a client draws for a pose: T * left * scale * right.
[[nodiscard]] Matrix4 naive_render(const NodePose& pose);

[[nodiscard]] Matrix4 naive_euler_xyz(double x_degrees, double y_degrees, double z_degrees);
[[nodiscard]] Matrix4 naive_product(const Matrix4& a, const Matrix4& b);

// The largest difference of two entries, as a part of the largest entry (at least 1).
[[nodiscard]] double naive_distance(const Matrix4& a, const Matrix4& b);

}  // namespace emoted::test
