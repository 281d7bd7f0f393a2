#include "playback/clip_frames.hpp"

#include "support/clip_maker.hpp"
#include "support/generated_clip.hpp"

#include <catch2/catch.hpp>

namespace t = emoted::test;
using emoted::ClipFrames;
using emoted::PoseUpdate;
using emoted::TickCount;

namespace {

struct Frame {
    std::vector<PoseUpdate> updates;
    std::vector<emoted::NodePose> poses;
};

[[nodiscard]] bool same(const Frame& a, const Frame& b) {
    if (a.poses != b.poses || a.updates.size() != b.updates.size()) {
        return false;
    }
    for (std::size_t i = 0; i < a.updates.size(); ++i) {
        const PoseUpdate& x = a.updates[i];
        const PoseUpdate& y = b.updates[i];
        if (x.node != y.node || x.channels != y.channels || !(x.pose == y.pose) ||
            x.interpolation_ticks != y.interpolation_ticks) {
            return false;
        }
    }
    return true;
}

[[nodiscard]] std::vector<Frame> all_frames(ClipFrames& frames) {
    std::vector<Frame> result;
    REQUIRE(frames.begin(TickCount(0), 0, emoted::Random(0, {}), {}));
    for (;;) {
        Frame frame;
        frame.poses.assign(frames.poses().begin(), frames.poses().end());
        if (frames.at() == TickCount(0)) {
            frames.append_whole(frame.updates);
        } else {
            frames.append_changes(frame.updates);
        }
        result.push_back(std::move(frame));
        if (frames.at() == frames.clip().duration) {
            return result;
        }
        REQUIRE(frames.step({}));
    }
}

}  // namespace

TEST_CASE("the frames of a clip depend on nothing but the clip and the tick") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        CAPTURE(seed);
        const auto clip = std::make_shared<const emoted::Clip>(t::generated_clip(seed));
        ClipFrames first(clip);
        const std::vector<Frame> expected = all_frames(first);
        REQUIRE(expected.size() == static_cast<std::size_t>(clip->duration.value()) + 1);
        // Again on the same object, in the middle of another playing.
        for (const std::int64_t left_at : {std::int64_t{0}, clip->duration.value() / 2, clip->duration.value()}) {
            REQUIRE(first.begin(TickCount(left_at), 0, emoted::Random(0, {}), {}));
            const std::vector<Frame> again = all_frames(first);
            for (std::size_t i = 0; i < expected.size(); ++i) {
                REQUIRE(same(again[i], expected[i]));
            }
        }
    }
}

TEST_CASE("changed channels are found one by one") {
    emoted::NodePose before;
    CHECK(emoted::changed_transform(before, before) == 0);
    emoted::NodePose after = before;
    after.visible = false;
    CHECK(emoted::changed_transform(before, after) == 0);
    after = before;
    after.translation.y = 1;
    CHECK(emoted::changed_transform(before, after) == PoseUpdate::translation);
    after = before;
    after.left_rotation.x = 1;
    CHECK(emoted::changed_transform(before, after) == PoseUpdate::left_rotation);
    after = before;
    after.scale.z = 2;
    CHECK(emoted::changed_transform(before, after) == PoseUpdate::scale);
    after = before;
    after.right_rotation.w = 0;
    CHECK(emoted::changed_transform(before, after) == PoseUpdate::right_rotation);
    after.translation.x = 3;
    CHECK(emoted::changed_transform(before, after) == (PoseUpdate::translation | PoseUpdate::right_rotation));
}
