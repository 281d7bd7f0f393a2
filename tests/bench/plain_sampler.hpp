// Evaluator A of the benchmarks: what a good engineer writes on the first day. A binary search per channel, slerp from
// the standard library, a 3x4 matrix per node, and a decomposition that first tests for shear.
//
// Single precision, keys as quaternions made at load, no allocation per tick: nothing is made slow on purpose.
#pragma once

#include <emoted/sequences/clip.hpp>
#include <emoted/sequences/sampling.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace emoted::bench {

class PlainSampler {
public:
    explicit PlainSampler(const Clip& clip);

    void sample(std::int64_t at, std::span<NodePose> out);

private:
    struct Matrix {
        float m[3][4];
    };
    template <class Value>
    struct Key {
        Value pre;
        Value post;
        Easing easing = Easing::step;
    };
    template <class Value>
    struct Track {
        std::vector<std::int32_t> ticks;
        std::vector<Key<Value>> keys;
    };
    struct PlainNode {
        std::int32_t parent = -1;
        Track<Vec3f> position;
        Track<Quatf> rotation;
        Track<Vec3f> scale;
    };

    template <class Value, class Convert>
    [[nodiscard]] static Track<Value> convert(const VectorTrack& track, const Vec3d& resting, const Convert& value_of);
    template <class Value, class Between>
    [[nodiscard]] static Value value_at(const Track<Value>& track, std::int64_t at, const Between& between);
    [[nodiscard]] static Matrix compose(const Vec3f& position, const Quatf& rotation, const Vec3f& scale);
    [[nodiscard]] static Matrix product(const Matrix& a, const Matrix& b);
    static void take_apart(const Matrix& matrix, NodePose& pose);

    std::vector<PlainNode> nodes_;
    std::vector<Matrix> world_;
};

}  // namespace emoted::bench
