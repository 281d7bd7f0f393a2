// B2: taking matrices apart, against the singular value decomposition of Eigen.
#include "bench/contests.hpp"
#include "support/pose_fault.hpp"

#include <emoted/sequences/random.hpp>
#include <emoted/sequences/sampling.hpp>

#include <Eigen/Dense>

#include <memory>

namespace emoted::bench {
namespace {

// Double, as the product's: its input is, and single precision is not enough for it.
using Svd = Eigen::JacobiSVD<Eigen::Matrix3d>;

class Draw {
public:
    Draw() : random_(3, "benchmark matrices") {}
    // Rotation * scale, or another such in front of it, which shears.
    Affine matrix(bool sheared) { return sheared ? transform() * transform() : transform(); }

private:
    double between(double least, double most) { return least + (most - least) * random_.real(); }
    Affine transform() {
        return to_affine({{between(-2, 2), between(-2, 2), between(-2, 2)},
                          {between(-180, 180), between(-180, 180), between(-180, 180)},
                          {between(0.5, 2), between(0.5, 2), between(0.5, 2)}});
    }
    Random random_;
};

void check(const Affine& matrix) {
    if (!(test::naive_distance(test::naive_render(decompose(matrix, nullptr)), test::widened(matrix)) < 1e-5)) {
        throw WrongResult("the parts do not make the matrix again");
    }
}

struct Job {
    std::vector<Affine> mixed;
    std::vector<NodePose> poses;
    std::vector<Eigen::Matrix3d> sheared;
    std::vector<Svd> parts;
};

Sides sides(Size size) {
    const std::size_t count = size == Size::full ? 1000 : 20;
    Draw draw;
    auto job = std::make_shared<Job>();
    for (std::size_t i = 0; i < count; ++i) {
        job->mixed.push_back(draw.matrix(i % 10 == 9));
        check(job->mixed.back());
        const Affine sheared = draw.matrix(true);
        Eigen::Matrix3d linear;
        for (int row = 0; row < 3; ++row) {
            linear.row(row) << sheared.m[row][0], sheared.m[row][1], sheared.m[row][2];
        }
        job->sheared.push_back(linear);
    }
    job->poses.resize(count);
    job->parts.resize(count);
    const auto units = static_cast<double>(count);
    return {{[job] {
                 for (std::size_t i = 0; i < job->mixed.size(); ++i) {
                     job->poses[i] = decompose(job->mixed[i], nullptr);
                 }
             },
             units},
            {[job] {
                 for (std::size_t i = 0; i < job->sheared.size(); ++i) {
                     job->parts[i].compute(job->sheared[i], Eigen::ComputeFullU | Eigen::ComputeFullV);
                 }
             },
             units}};
}

}  // namespace

std::vector<Contest> decompose_contests() {
    return {{"B2", "matrices of which one in ten is sheared; against Eigen's JacobiSVD of sheared ones", "matrix", 8,
             15, Measure::speed, sides}};
}

}  // namespace emoted::bench
