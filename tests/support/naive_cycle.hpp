// One cycle of a clip with Molang as the format describes it, evaluated anew from the texts at every tick by the plain
// evaluators. It judges what a playback computes.
#pragma once

#include "support/naive_molang.hpp"
#include "support/naive_sampler.hpp"

#include <emoted/sequences/clip.hpp>
#include <emoted/sequences/random.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace emoted::test {

class NaiveCycle {
public:
    NaiveCycle(const Clip& clip, Random random, std::int64_t rounds);

    // All nodes at tick 0 at the first call, one tick later at each other. `player`: the queries about the player.
    [[nodiscard]] std::vector<NaiveNode> next(const std::map<std::string, double>& player);

private:
    double run(molang::ProgramIndex program);
    void fill(Vec3d& numbers, const VectorPrograms::Components& programs);
    void freeze(VectorTrack& frozen, const VectorTrack& track);
    void freeze(VisibleTrack& frozen, const VisibleTrack& track);
    void set_progress(const std::vector<std::int32_t>& ticks, std::size_t active);

    const Clip* clip_;
    NaiveMolang molang_;
    std::int64_t at_ = -1;
};

}  // namespace emoted::test
