#include "animation/motion.hpp"

#include "animation/easing.hpp"
#include "support/clip_maker.hpp"
#include "support/generated_clip.hpp"
#include "support/pose_fault.hpp"

#include <emoted/sequences/sampling.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace animation = emoted::animation;
namespace t = emoted::test;
using emoted::Clip;
using emoted::ClipSampler;
using emoted::Easing;
using emoted::Motion;
using emoted::NodeIndex;
using emoted::NodePose;
using emoted::Quatf;
using emoted::TickCount;
using emoted::Vec3d;
using t::ClipMaker;
using t::VectorKey;

namespace {

// Plays `clip` from its first to its last tick against the naive evaluator; the first fault, or nothing.
std::string first_fault(const std::shared_ptr<const Clip>& clip) {
    ClipSampler sampler(clip);
    std::vector<NodePose> poses(clip->nodes.size());
    for (std::int64_t tick = 0; tick <= clip->duration.value(); ++tick) {
        sampler.sample(TickCount(tick), poses);
        const auto expected = t::naive_sample(*clip, tick);
        for (std::uint32_t i = 0; i < poses.size(); ++i) {
            const std::string fault = t::pose_fault(poses[i], sampler.world(NodeIndex(i)), expected[i], false, nullptr);
            if (!fault.empty()) {
                return "node " + std::to_string(i) + " at tick " + std::to_string(tick) + ": " + fault;
            }
        }
    }
    return {};
}

// One node whose position runs through `keys`.
std::shared_ptr<const Clip> moving(std::int64_t duration, const std::vector<VectorKey>& keys) {
    return ClipMaker("t:a", duration).node("n").position("n", keys).make();
}

std::size_t segments_of(const Clip& clip) {
    std::size_t segments = 0;
    for (const animation::Group& group : clip.motion.of(clip).groups) {
        segments += group.schedule.segments();
    }
    return segments;
}

// A key on every tick, on one line.
std::vector<VectorKey> ramp(std::int32_t duration) {
    std::vector<VectorKey> keys;
    for (std::int32_t tick = 0; tick <= duration; ++tick) {
        keys.push_back({tick, {0.25 * tick, 1.0, -0.125 * tick}});
    }
    return keys;
}

std::size_t key_count(const Clip& clip) {
    std::size_t keys = 0;
    for (const emoted::NodeTracks& tracks : clip.tracks) {
        keys += tracks.position.ticks.size() + tracks.rotation.ticks.size() + tracks.scale.ticks.size() +
                tracks.visible.ticks.size();
    }
    return keys;
}

}  // namespace

TEST_CASE("every easing is right at every tick, near and far keys, in tables and without") {
    for (const auto& [name, easing] : animation::easing_names()) {
        for (const std::int32_t length : {1, 2, 3, 7, 20, 79, 80, 200}) {
            CAPTURE(name, length);
            const auto clip = ClipMaker("t:a", length + 3)
                                  .node("n")
                                  .position("n", {{0, {0, 5, -3}, easing}, {length, {10, 0, 1}}})
                                  .rotation("n", {{0, {10, 0, 0}, easing}, {length, {80, 100, -40}}})
                                  .make();
            REQUIRE(first_fault(clip).empty());
        }
    }
}

TEST_CASE("a schedule has a table as long as it is no larger than its keys warrant") {
    const std::int64_t most = animation::Schedule::table_entries + 2 * animation::Schedule::table_entries_per_key;
    for (const std::int64_t duration : {most - 1, most}) {
        const animation::Schedule schedule({0, 40}, {Easing::linear, Easing::step}, duration);
        CHECK(schedule.is_tabled() == (duration < most));
        CHECK(schedule.at(0).segment == 0);
        CHECK(schedule.at(0).eased == 0.0);
        CHECK(schedule.at(10).eased == 0.25);
        CHECK(schedule.at(39).segment == 0);
        CHECK(schedule.at(40).segment == 1);
        CHECK(schedule.at(duration).segment == 1);
        CHECK(schedule.at(duration).eased == 0.0);
    }
}

TEST_CASE("a channel that has one value is a constant, whatever its keys") {
    const auto clip = ClipMaker("t:a", 20)
                          .node("n")
                          .scale("n", {{0, {2, 2, 2}, Easing::in_back}, {7, {2, 2, 2}, Easing::step}, {20, {2, 2, 2}}})
                          .rotation("n", {{0, {0, 30, 0}}, {20, {0, 30, 0}}})
                          .make();
    CHECK(clip->motion.of(*clip).groups.empty());
    CHECK(first_fault(clip).empty());
    // What a step leads to is never approached.
    Clip stepped = *clip;
    stepped.tracks[0].scale.easing[1] = Easing::linear;
    stepped.tracks[0].scale.pre[2] = {9, 9, 9};
    CHECK_FALSE(stepped.motion.of(stepped).groups.empty());
    stepped = *clip;
    stepped.tracks[0].scale.pre[2] = {9, 9, 9};
    CHECK(stepped.motion.of(stepped).groups.empty());
}

TEST_CASE("keys on one line are merged, and every tick shows the same") {
    const auto clip = moving(30, ramp(30));
    CHECK(segments_of(*clip) == 2);
    CHECK(first_fault(clip).empty());

    SECTION("a key that is off the line stays, by however little above the tolerance") {
        std::vector<VectorKey> keys = ramp(30);
        keys[12].value.y += 2 * animation::merging_tolerance;
        const auto bent = moving(30, keys);
        CHECK(segments_of(*bent) == 5);  // 0, 11, 12, 13, 30
        CHECK(first_fault(bent).empty());
        keys[12].value.y = 1.0 + animation::merging_tolerance / 2;
        CHECK(segments_of(*moving(30, keys)) == 2);
    }
    SECTION("a step, an ease and a jump are kept") {
        for (const Easing easing : {Easing::step, Easing::in_quad}) {
            std::vector<VectorKey> keys = ramp(30);
            keys[12].easing = easing;
            const auto eased = moving(30, keys);
            CHECK(segments_of(*eased) == 4);  // 0, 12, 13, 30
            CHECK(first_fault(eased).empty());
        }
        Clip jumping = *clip;
        jumping.tracks[0].position.pre[12] = {7, 7, 7};
        CHECK(segments_of(jumping) == 4);  // 0, 11, 12, 30
        CHECK(first_fault(std::make_shared<const Clip>(jumping)).empty());
    }
    SECTION("few keys that could go do not earn a schedule of their own") {
        std::vector<VectorKey> keys = ramp(30);
        for (std::size_t i = 0; i < 20; ++i) {
            keys[i].value.y = i % 2 == 0 ? 1.0 : 2.0;
        }
        CHECK(segments_of(*moving(30, keys)) == 31);
    }
}

TEST_CASE("an even turn is merged into pieces below half a turn") {
    std::vector<VectorKey> keys;
    for (std::int32_t tick = 0; tick <= 72; ++tick) {
        keys.push_back({tick, {0, 15.0 * tick, 0}});  // three rounds
    }
    const auto clip = ClipMaker("t:a", 72).node("n").rotation("n", keys).make();
    CHECK(segments_of(*clip) <= 9);
    CHECK(first_fault(clip).empty());
}

TEST_CASE("tracks with the same key times share a schedule, others do not") {
    const auto clip = ClipMaker("t:a", 10)
                          .node("a")
                          .node("b")
                          .position("a", {{0, {}}, {5, {1, 0, 0}}})
                          .rotation("b", {{0, {}}, {5, {1, 0, 0}}})
                          .position("b", {{0, {}}, {6, {1, 0, 0}}})
                          .scale("b", {{0, {1, 1, 1}, Easing::in_sine}, {5, {1, 0, 0}}})
                          .make();
    CHECK(clip->motion.of(*clip).groups.size() == 3);
    CHECK(first_fault(clip).empty());
}

TEST_CASE("only nodes that may be sheared, grow without bound or be overridden go the general way") {
    const auto ways = [](const Clip& clip) {
        std::string text;
        for (const std::uint32_t record : clip.motion.of(clip).general_of_node) {
            text += record == animation::none ? 'p' : 'g';
        }
        return text;
    };
    Clip clip = *ClipMaker("t:a", 10).node("a").node("b", emoted::Space::initiator, "a").node("c", {}, "b").make();
    CHECK(ways(clip) == "ppp");
    clip.nodes[1].transform.rotation = {0, 40, 0};
    clip.nodes[2].transform.rotation = {0, 40, 0};
    const auto with = [&](const auto& change) {
        Clip changed = clip;
        change(changed);
        CHECK(first_fault(std::make_shared<const Clip>(changed)).empty());
        return ways(changed);
    };
    CHECK(with([](Clip& c) { c.nodes[0].transform.scale = {-2, -2, -2}; }) == "ppp");
    CHECK(with([](Clip& c) { c.nodes[0].transform.scale = {0, 0, 0}; }) == "ppp");
    CHECK(with([](Clip& c) { c.nodes[0].transform.scale = {2, 1, 1}; }) == "pgg");
    CHECK(with([](Clip& c) { c.nodes[0].transform.scale = {-1, 1, 1}; }) == "pgg");
    CHECK(with([](Clip& c) { c.nodes[2].transform.scale = {2, 1, 1}; }) == "ppp");  // nobody behind it
    CHECK(with([](Clip& c) {
              c.nodes[0].transform.scale = {2, 1, 1};
              c.nodes[1].transform.rotation = {};
          }) == "ppg");
    CHECK(with([](Clip& c) { c.dynamic_nodes = {NodeIndex(1)}; }) == "pgg");
    CHECK(with([](Clip& c) {
              c.nodes[0].transform.scale = {3e7, 3e7, 3e7};
              c.nodes[1].transform.scale = {3e7, 3e7, 3e7};
              c.nodes[2].transform.position = {3e7, 3e7, 3e7};
          }) == "ppp");
    Clip huge = clip;
    for (emoted::Node& node : huge.nodes) {
        node.transform.scale = {3e10, 3e10, 3e10};
    }
    CHECK(ways(huge) == "ppg");
}

TEST_CASE("a clip that does not fit the stack is sampled like any other") {
    ClipMaker maker("t:a", 12);
    maker.node("n0");
    for (int i = 1; i < 400; ++i) {
        const std::string id = "n" + std::to_string(i);
        maker.node(id, emoted::Space::initiator, "n" + std::to_string((i - 1) / 2))
            .at({0.1 * (i % 7), 0.2, 0})
            .rotation(id, {{0, {0, 1.0 * i, 0}}, {i % 12 + 1, {20, 0, 1.0 * i}}});
    }
    const auto clip = maker.make();
    CHECK(clip->motion.of(*clip).value_count > 256);
    CHECK(first_fault(clip).empty());
}

TEST_CASE("a node without shear keeps near a last pose that had some") {
    const auto clip = ClipMaker("t:a", 10).node("n").rotation("n", {{0, {}}, {10, {0, 90, 0}}}).make();
    ClipSampler sampler(clip);
    std::vector<NodePose> poses(1);
    poses[0].left_rotation = {0, 0, 0.6F, 0.8F};
    poses[0].right_rotation = {0, 0, -0.6F, 0.8F};
    for (std::int64_t tick = 0; tick <= 10; ++tick) {
        const Quatf before = poses[0].right_rotation;
        sampler.sample(TickCount(tick), poses);
        CAPTURE(tick);
        CHECK(t::pose_fault(poses[0], sampler.world(NodeIndex(0)), t::naive_sample(*clip, tick)[0], false, nullptr)
                  .empty());
        CHECK(static_cast<double>(std::abs(before.z - poses[0].right_rotation.z)) < 0.01);
    }
}

TEST_CASE("over hours of a sheared chain nothing flips from tick to tick") {
    constexpr std::int32_t duration = 2000;
    std::vector<VectorKey> turns;
    for (std::int32_t tick = 0; tick <= duration; tick += 50) {
        turns.push_back({tick, {tick * 0.6, tick * 1.1, tick * -0.9}});
    }
    const auto clip = ClipMaker("t:a", duration)
                          .node("a")
                          .scale("a", {{0, {2, 1, 0.5}}, {duration / 2, {0.7, 1.4, 1}}, {duration, {2, 1, 0.5}}})
                          .node("b", emoted::Space::initiator, "a")
                          .rotation("b", turns)
                          .make();
    ClipSampler sampler(clip);
    std::vector<NodePose> poses(2);
    sampler.sample(TickCount(0), poses);
    const auto along = [](const Quatf& a, const Quatf& b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; };
    for (std::int64_t tick = 1; tick <= duration; ++tick) {
        const NodePose before = poses[1];
        sampler.sample(TickCount(tick), poses);
        CAPTURE(tick);
        const auto expected = t::naive_sample(*clip, tick);
        REQUIRE(t::pose_fault(poses[1], sampler.world(NodeIndex(1)), expected[1], false, &before).empty());
        // Half of this cosine's angle is 13 degrees; swapped axes would be 45.
        REQUIRE(along(before.left_rotation, poses[1].left_rotation) > 0.97F);
        REQUIRE(along(before.right_rotation, poses[1].right_rotation) > 0.97F);
    }
}

TEST_CASE("memory is bounded by what a file can hold, not by how long it plays") {
    const auto within = [](const Clip& clip) {
        const std::size_t bytes = animation::memory_bytes(clip.motion.of(clip));
        CAPTURE(bytes, key_count(clip), clip.nodes.size());
        CHECK(bytes <=
              animation::motion_bytes_per_key * key_count(clip) + animation::motion_bytes_per_node * clip.nodes.size());
        return bytes;
    };
    // Ten minutes with two keys.
    constexpr std::int32_t longest = 12'000;
    CHECK(within(*moving(longest, {{0, {}, Easing::in_sine}, {longest, {1, 0, 0}}})) < 1000);

    // No two tracks with the same key times, and every schedule with the largest table that it may have.
    ClipMaker maker("t:a", 79);
    for (int i = 0; i < 78; ++i) {
        const std::string id = "n" + std::to_string(i);
        maker.node(id)
            .position(id, {{0, {}}, {i + 1, {1, 0, 0}}})
            .rotation(id, {{0, {}, Easing::in_quad}, {i + 1, {1, 0, 0}}})
            .scale(id, {{0, {}, Easing::in_sine}, {i + 1, {1, 0, 0}}});
    }
    within(*maker.make());

    // A key on every tick of ten minutes.
    std::vector<VectorKey> keys;
    for (std::int32_t tick = 0; tick <= longest; ++tick) {
        keys.push_back({tick, {std::sin(tick), std::cos(tick), 0}});
    }
    within(*ClipMaker("t:a", longest).node("n").position("n", keys).rotation("n", keys).make());
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        within(t::generated_clip(seed));
    }
}

TEST_CASE("all samplers of a clip share what was made of it, a copy begins anew") {
    const auto clip = moving(10, {{0, {}}, {10, {1, 0, 0}}});
    const Motion* const made = &clip->motion.of(*clip);
    const ClipSampler sampler(clip);
    CHECK(&clip->motion.of(*clip) == made);
    Clip copy = *clip;
    copy.tracks[0].position.post[1] = copy.tracks[0].position.pre[1] = {5, 0, 0};
    CHECK(first_fault(std::make_shared<const Clip>(copy)).empty());
    copy = *clip;
    CHECK(&copy.motion.of(copy) != made);
}
