// Euler angles, slerp, hierarchies and whole linear clips as three computes them (tests/vectors/rotations.mjs).
#include "support/naive_sampler.hpp"
#include "support/pose_fault.hpp"
#include "support/vectors.hpp"

#include <emoted/sequences/sampling.hpp>

#include <boost/json/value.hpp>
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace json = boost::json;
namespace t = emoted::test;
using emoted::Affine;
using emoted::Clip;
using emoted::Quatd;

namespace {

// The largest difference of two components, of q or -q: both turn alike.
double apart(const Quatd& a, const Quatd& b) {
    const auto largest = [&](double side) {
        return std::max({std::abs(a.x - side * b.x), std::abs(a.y - side * b.y), std::abs(a.z - side * b.z),
                         std::abs(a.w - side * b.w)});
    };
    return std::min(largest(1), largest(-1));
}

t::Matrix4 matrix_in(const json::value& rows) {
    t::Matrix4 matrix{};
    for (std::size_t i = 0; i < 12; ++i) {
        matrix.at(i / 4).at(i % 4) = rows.at(i).to_number<double>();
    }
    matrix[3][3] = 1;
    return matrix;
}

emoted::VectorTrack track_in(const json::value& keys) {
    emoted::VectorTrack track;
    for (const json::value& key : keys.as_array()) {
        track.ticks.push_back(key.at("tick").to_number<std::int32_t>());
        track.post.push_back(t::vector_in(key.at("value")));
        track.pre.push_back(track.post.back());
        track.easing.push_back(emoted::Easing::linear);
    }
    return track;
}

// A chain of displays, each the child of the one before.
Clip chain(std::size_t length) {
    Clip clip;
    for (std::size_t i = 0; i < length; ++i) {
        emoted::Node node;
        node.id = "node" + std::to_string(i);
        if (i > 0) {
            node.parent = emoted::NodeIndex(static_cast<std::uint32_t>(i - 1));
        }
        clip.nodes.push_back(node);
    }
    clip.tracks.resize(length);
    return clip;
}

// How far the last node of `clip` is from `expected` at `tick`: its matrix, and its pose as a client draws it.
struct Distance {
    double matrix = 0;
    double pose = 0;
};
Distance distance(const std::shared_ptr<const Clip>& clip, std::int64_t tick, const t::Matrix4& expected) {
    emoted::ClipSampler sampler(clip);
    std::vector<emoted::NodePose> poses(clip->nodes.size());
    sampler.sample(emoted::TickCount(tick), poses);
    const emoted::NodeIndex last(static_cast<std::uint32_t>(poses.size() - 1));
    return {t::naive_distance(t::widened(sampler.world(last)), expected),
            t::naive_distance(t::naive_render(poses.back()), expected)};
}

}  // namespace

TEST_CASE("three's quaternions of XYZ Euler degrees are ours") {
    const json::object vectors = t::read_vectors("rotations");
    const json::array& eulers = vectors.at("eulers").as_array();
    CHECK(eulers.size() > 100);
    for (const json::value& entry : eulers) {
        CAPTURE(entry.at("degrees"));
        REQUIRE(apart(emoted::euler_xyz_degrees(t::vector_in(entry.at("degrees"))),
                      t::quaternion_in(entry.at("quaternion"))) < 1e-12);
    }
}

TEST_CASE("D55: three's slerp is ours, the short way, near-parallel, half a turn and past the ends") {
    const json::object vectors = t::read_vectors("rotations");
    const json::array& slerps = vectors.at("slerps").as_array();
    CHECK(slerps.size() > 500);
    for (const json::value& entry : slerps) {
        CAPTURE(entry);
        const Quatd ours =
            slerp(emoted::euler_xyz_degrees(t::vector_in(entry.at("from"))),
                  emoted::euler_xyz_degrees(t::vector_in(entry.at("to"))), entry.at("t").to_number<double>());
        // three goes along the chord where the ends are less than four degrees apart.
        REQUIRE(apart(ours, t::quaternion_in(entry.at("quaternion"))) < 2e-6);
    }
}

TEST_CASE("D55: where three turns one end round by a rounding error, ours goes as the quaternions stand") {
    const json::object vectors = t::read_vectors("rotations");
    for (const json::value& entry : vectors.at("slerps_left_out").as_array()) {
        CAPTURE(entry);
        const Quatd ours =
            slerp(emoted::euler_xyz_degrees(t::vector_in(entry.at("from"))),
                  emoted::euler_xyz_degrees(t::vector_in(entry.at("to"))), entry.at("t").to_number<double>());
        REQUIRE(apart(ours, t::quaternion_in(entry.at("ours"))) < 1e-9);
    }
}

TEST_CASE("three's chains of translation, rotation and scale are ours") {
    const json::object vectors = t::read_vectors("rotations");
    const json::array& chains = vectors.at("chains").as_array();
    CHECK(chains.size() > 40);
    for (const json::value& entry : chains) {
        const json::array& nodes = entry.at("nodes").as_array();
        auto clip = std::make_shared<Clip>(chain(nodes.size()));
        Affine product;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const emoted::Transform transform{t::vector_in(nodes[i].at("position")),
                                              t::vector_in(nodes[i].at("rotation")),
                                              t::vector_in(nodes[i].at("scale"))};
            clip->nodes[i].transform = transform;
            product = product * emoted::to_affine(transform);
        }
        CAPTURE(entry);
        const t::Matrix4 expected = matrix_in(entry.at("world"));
        REQUIRE(t::naive_distance(t::widened(product), expected) < 1e-12);
        const Distance ours = distance(clip, 0, expected);
        REQUIRE(ours.matrix < 1e-12);
        REQUIRE(ours.pose < 1e-5);
    }
}

TEST_CASE("whole linear clips in three's keyframe tracks are ours at every tick") {
    const json::object vectors = t::read_vectors("rotations");
    for (const json::value& entry : vectors.at("clips").as_array()) {
        const json::array& nodes = entry.at("nodes").as_array();
        auto clip = std::make_shared<Clip>(chain(nodes.size()));
        clip->duration = emoted::TickCount(entry.at("duration").to_number<std::int64_t>());
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            clip->tracks[i].position = track_in(nodes[i].at("position"));
            clip->tracks[i].rotation = track_in(nodes[i].at("rotation"));
            clip->tracks[i].scale = track_in(nodes[i].at("scale"));
        }
        const json::array& frames = entry.at("last_node").as_array();
        REQUIRE(frames.size() == static_cast<std::size_t>(clip->duration.value() + 1));
        for (std::size_t tick = 0; tick < frames.size(); ++tick) {
            CAPTURE(nodes.size(), tick);
            const Distance ours = distance(clip, static_cast<std::int64_t>(tick), matrix_in(frames[tick]));
            // three's tracks hold 32-bit numbers.
            REQUIRE(ours.matrix < 5e-6);
            REQUIRE(ours.pose < 1e-5);
        }
    }
}
