#include "support/generated_clip.hpp"
#include "support/naive_sampler.hpp"

#include <emoted/sequences/random.hpp>
#include <emoted/sequences/sampling.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <memory>

using emoted::Clip;
using emoted::ClipSampler;
using emoted::Easing;
using emoted::NodeIndex;
using emoted::NodePose;
using emoted::Quatf;
using emoted::TickCount;
using emoted::Vec3d;
using emoted::VectorTrack;

namespace {

void add_key(VectorTrack& track, std::int32_t tick, Vec3d pre, Vec3d post, Easing easing = Easing::linear) {
    track.ticks.push_back(tick);
    track.pre.push_back(pre);
    track.post.push_back(post);
    track.easing.push_back(easing);
}
void add_key(VectorTrack& track, std::int32_t tick, Vec3d value, Easing easing = Easing::linear) {
    add_key(track, tick, value, value, easing);
}

// A chain of nodes, each the child of the one before.
Clip chain(std::size_t length) {
    Clip clip;
    clip.duration = TickCount(40);
    for (std::size_t i = 0; i < length; ++i) {
        emoted::Node node;
        node.id = "n" + std::to_string(i);
        if (i > 0) {
            node.parent = NodeIndex(static_cast<std::uint32_t>(i - 1));
        }
        clip.nodes.push_back(node);
    }
    clip.tracks.resize(length);
    return clip;
}

class Player {
public:
    explicit Player(Clip clip)
        : clip_(std::make_shared<const Clip>(std::move(clip))), sampler_(clip_), poses_(clip_->nodes.size()) {}
    const NodePose& at(std::int64_t tick, std::size_t node = 0) {
        sampler_.sample(TickCount(tick), poses_);
        return poses_.at(node);
    }
    [[nodiscard]] bool jumps(std::uint32_t node = 0) const { return sampler_.jumps(NodeIndex(node)); }
    [[nodiscard]] const ClipSampler& sampler() const { return sampler_; }
    [[nodiscard]] const Clip& clip() const { return *clip_; }
    [[nodiscard]] const std::vector<NodePose>& poses() const { return poses_; }

private:
    std::shared_ptr<const Clip> clip_;
    ClipSampler sampler_;
    std::vector<NodePose> poses_;
};

void compare_with_naive(Player& player, std::int64_t tick) {
    player.at(tick);
    const auto expected = emoted::test::naive_sample(player.clip(), tick);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        CAPTURE(tick, i);
        REQUIRE(emoted::test::naive_distance(emoted::test::naive_render(player.poses()[i]), expected[i].world) < 1e-5);
        REQUIRE(player.poses()[i].visible == expected[i].visible);
        emoted::test::Matrix4 world = expected[i].world;
        for (std::size_t row = 0; row < 3; ++row) {
            for (std::size_t column = 0; column < 4; ++column) {
                world.at(row).at(column) =
                    player.sampler().world(NodeIndex(static_cast<std::uint32_t>(i))).m[row][column];
            }
        }
        REQUIRE(emoted::test::naive_distance(world, expected[i].world) < 1e-9);
    }
}

}  // namespace

TEST_CASE("ease_in_quad from 0 to 10 in 10 ticks is at 2.5 after 5") {
    Clip clip = chain(1);
    add_key(clip.tracks[0].position, 0, {0, 0, 0}, Easing::in_quad);
    add_key(clip.tracks[0].position, 10, {10, 0, 0});
    Player player(std::move(clip));
    CHECK(player.at(5).translation.x == 2.5F);
    CHECK(player.at(10).translation.x == 10.0F);
    CHECK(player.at(40).translation.x == 10.0F);
}

TEST_CASE("a key's own tick shows its post, its pre is only approached") {
    Clip clip = chain(1);
    add_key(clip.tracks[0].position, 0, {0, 0, 0});
    add_key(clip.tracks[0].position, 10, {10, 0, 0}, {100, 0, 0});
    add_key(clip.tracks[0].position, 20, {200, 0, 0}, {7, 0, 0});
    Player player(std::move(clip));
    CHECK(player.at(9).translation.x == 9.0F);
    CHECK_FALSE(player.jumps());
    CHECK(player.at(10).translation.x == 100.0F);
    CHECK(player.jumps());
    CHECK(player.at(15).translation.x == 150.0F);
    CHECK_FALSE(player.jumps());
    CHECK(player.at(20).translation.x == 7.0F);
    CHECK(player.jumps());
}

TEST_CASE("a step holds until the next key, which is then a jump, for children too") {
    Clip clip = chain(3);
    add_key(clip.tracks[1].scale, 0, {1, 1, 1}, Easing::step);
    add_key(clip.tracks[1].scale, 5, {2, 2, 2}, Easing::step);
    add_key(clip.tracks[1].scale, 9, {2, 2, 2});
    Player player(std::move(clip));
    CHECK(player.at(4, 2).scale.x == 1.0F);
    CHECK_FALSE(player.jumps(2));
    CHECK(player.at(5, 2).scale.x == 2.0F);
    CHECK_FALSE(player.jumps(0));
    CHECK(player.jumps(1));
    CHECK(player.jumps(2));
    // The end of a step that leads to the same value moves nothing.
    player.at(9);
    CHECK_FALSE(player.jumps(1));
}

TEST_CASE("nothing jumps at tick 0, and a full turn is no jump") {
    Clip clip = chain(1);
    add_key(clip.tracks[0].rotation, 0, {9, 9, 9}, {0, 0, 0});
    add_key(clip.tracks[0].rotation, 10, {0, 360, 0}, {0, 0, 0});
    add_key(clip.tracks[0].rotation, 20, {0, 0, 0}, {0, 1, 0});
    Player player(std::move(clip));
    player.at(0);
    CHECK_FALSE(player.jumps());
    player.at(10);
    CHECK_FALSE(player.jumps());
    player.at(20);
    CHECK(player.jumps());
}

TEST_CASE("a channel without a track is the node's own, visibility too") {
    Clip clip = chain(2);
    clip.nodes[0].transform = {{1, 2, 3}, {0, 90, 0}, {2, 2, 2}};
    clip.nodes[0].visible = false;
    clip.tracks[1].visible.ticks = {0, 7};
    clip.tracks[1].visible.visible = {1, 0};
    Player player(std::move(clip));
    const NodePose pose = player.at(3);
    CHECK(pose.translation == emoted::Vec3f{1, 2, 3});
    CHECK(pose.scale == emoted::Vec3f{2, 2, 2});
    CHECK(static_cast<double>(pose.left_rotation.y) == Approx(std::sqrt(0.5)));
    CHECK_FALSE(pose.visible);
    CHECK(player.at(6, 1).visible);  // not hidden with its parent
    CHECK_FALSE(player.at(7, 1).visible);
    CHECK(player.at(0, 1).visible);
}

TEST_CASE("a node that grows from nothing is turned right from the start") {
    Clip clip = chain(2);
    clip.nodes[0].transform.rotation = {0, 0, 90};
    clip.nodes[1].transform.rotation = {0, 90, 0};
    add_key(clip.tracks[0].scale, 0, {0, 0, 0});
    add_key(clip.tracks[0].scale, 10, {1, 1, 1});
    Player player(std::move(clip));
    const Quatf nothing = player.at(0, 1).left_rotation;
    CHECK(player.at(0, 1).scale == emoted::Vec3f{0, 0, 0});
    CHECK(player.at(10, 1).left_rotation == nothing);
}

TEST_CASE("mirrored parents without shear keep the right rotation at the identity") {
    for (const Vec3d scale : {Vec3d{-1, 1, 1}, Vec3d{2, -2, 2}, Vec3d{-1, -1, 1}, Vec3d{-3, -3, -3}, Vec3d{2, 1, 1}}) {
        Clip clip = chain(3);
        clip.nodes[0].transform = {{1, 0, 0}, {10, 20, 30}, scale};
        // Behind uneven scales only an unturned child is unsheared.
        clip.nodes[1].transform = {{0, 1, 0}, scale.x == 2 && scale.y == 1 ? Vec3d{} : Vec3d{40, 50, 60}, {1, -2, 3}};
        clip.nodes[2].transform = {{0, 0, 1}, {}, {1, 2, 1}};
        Player player(std::move(clip));
        compare_with_naive(player, 0);
        for (const NodePose& pose : player.poses()) {
            CHECK(pose.right_rotation == Quatf{});
        }
    }
}

TEST_CASE("generated clips agree with the naive evaluator at every tick, in any order") {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        Player player(emoted::test::generated_clip(seed));
        const std::int64_t duration = player.clip().duration.value();
        for (std::int64_t tick = 0; tick <= duration; ++tick) {
            compare_with_naive(player, tick);
        }
        for (std::int64_t tick = duration; tick >= 0; tick -= 3) {
            compare_with_naive(player, tick);
        }
        emoted::Random random(seed, "order");
        for (int i = 0; i < 20; ++i) {
            compare_with_naive(player, random.below(static_cast<std::uint32_t>(duration + 1)));
        }
    }
}

TEST_CASE("an override stands in for a channel at one tick, and descendants follow it") {
    Clip clip = chain(4);
    clip.nodes[0].transform = {{0, 1, 0}, {0, 30, 0}, {2, 2, 2}};
    for (std::size_t i = 1; i < 4; ++i) {
        add_key(clip.tracks[i].position, 0, {0, 1, 0});
        add_key(clip.tracks[i].position, 40, {0, 2, 1});
        add_key(clip.tracks[i].rotation, 0, {0, 10, 0});
        add_key(clip.tracks[i].rotation, 40, {80, 10, 0});
    }
    clip.tracks[2].visible.ticks = {0};
    clip.tracks[2].visible.visible = {1};
    clip.dynamic_nodes = {NodeIndex(1), NodeIndex(2)};
    ClipSampler sampler(std::make_shared<const Clip>(clip));
    std::vector<NodePose> poses(4);
    for (std::int64_t tick = 0; tick <= 40; ++tick) {
        CAPTURE(tick);
        const double way = static_cast<double>(tick) / 40.0;
        std::array<emoted::NodeOverride, 2> overrides;
        overrides[0].node = NodeIndex(1);
        overrides[0].scale = Vec3d{1 + way, 1, 1 - way};  // shears what turns behind it; flat at the end
        overrides[0].jumps = tick == 7;
        overrides[1].node = NodeIndex(2);
        overrides[1].position = Vec3d{way, 0, 0};
        overrides[1].rotation = emoted::euler_xyz_degrees({0, 0, 90 * way});
        overrides[1].visible = tick % 2 == 0;
        Clip same = clip;
        same.nodes[1].transform.scale = *overrides[0].scale;
        same.nodes[2].transform = {*overrides[1].position, {0, 0, 90 * way}, {1, 1, 1}};
        same.tracks[2] = {};
        const auto expected = emoted::test::naive_sample(same, tick);
        sampler.sample(TickCount(tick), overrides, poses);
        for (std::size_t i = 0; i < poses.size(); ++i) {
            CAPTURE(i);
            CHECK(emoted::test::naive_distance(emoted::test::naive_render(poses[i]), expected[i].world) < 1e-5);
            CHECK(sampler.jumps(NodeIndex(static_cast<std::uint32_t>(i))) == (tick == 7 && i >= 1));
        }
        CHECK(poses[2].visible == (tick % 2 == 0));
        // Without them the tracks rule again.
        sampler.sample(TickCount(tick), poses);
        CHECK(emoted::test::naive_distance(emoted::test::naive_render(poses[3]),
                                           emoted::test::naive_sample(clip, tick)[3].world) < 1e-5);
        CHECK(poses[2].visible);
    }
}

TEST_CASE("huge values down a long chain stay finite") {
    Clip clip = chain(60);
    for (emoted::Node& node : clip.nodes) {
        node.transform = {{3e7, -3e7, 3e7}, {10, 20, 30}, {3e7, 1e-7, -3e7}};
    }
    add_key(clip.tracks[7].scale, 0, {-3e7, 3e7, 0}, Easing::out_back);
    add_key(clip.tracks[7].scale, 20, {3e7, 3e7, 3e7});
    Player player(std::move(clip));
    for (int tick = 0; tick <= 20; ++tick) {
        player.at(tick);
        for (const NodePose& pose : player.poses()) {
            for (const float value :
                 {pose.translation.x, pose.translation.y, pose.translation.z, pose.scale.x, pose.scale.y, pose.scale.z,
                  pose.left_rotation.x, pose.left_rotation.w, pose.right_rotation.x, pose.right_rotation.w}) {
                REQUIRE(std::isfinite(value));
            }
        }
    }
}
