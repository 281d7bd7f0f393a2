#include "emote_load/playback_watch.hpp"

#include <catch2/catch.hpp>

using namespace emoted;
using load::PlaybackWatch;

namespace {

protocol::PlaybackStart a_start(protocol::PlaybackId id, std::uint64_t tick) {
    protocol::PlaybackStart start;
    start.playback = id;
    start.emote = "my:wave";
    start.tick = tick;
    start.participants.emplace_back();
    start.roots.emplace_back();
    protocol::DisplayEntity display;
    display.item_snbt = "{id:\"minecraft:stone\"}";
    start.displays.push_back(display);
    protocol::ClipTable clip;
    clip.clip_id = "my:wave";
    clip.display_of_node = {-1, 0};
    start.clips.push_back(clip);
    return start;
}

protocol::PoseFrame a_frame(protocol::PlaybackId id, std::uint64_t tick, std::uint16_t node) {
    protocol::PoseFrame frame;
    frame.playback = id;
    frame.tick = tick;
    protocol::NodeUpdate update;
    update.node = node;
    update.left_rotation = Quatf{0, 0, 0, 1};
    frame.nodes.push_back(update);
    return frame;
}

protocol::PlaybackEnd an_end(protocol::PlaybackId id, std::uint64_t tick) {
    protocol::PlaybackEnd end;
    end.playback = id;
    end.tick = tick;
    return end;
}

}  // namespace

TEST_CASE("a playback from its start to its end breaches nothing") {
    PlaybackWatch watch;
    watch.received(a_start(1, 10));
    watch.received(a_frame(1, 10, 1));
    watch.received(a_frame(1, 12, 1));
    watch.received(an_end(1, 13));
    watch.finish();
    CHECK(watch.breaches().empty());
    REQUIRE(watch.find(1) != nullptr);
    CHECK(watch.find(1)->first_pose_tick == 10U);
    CHECK(watch.open_playbacks() == 0);
}

TEST_CASE("each breach of the contract is found and named") {
    PlaybackWatch watch;
    SECTION("a frame before the start") {
        watch.received(a_frame(1, 1, 1));
    }
    SECTION("a frame after the end") {
        watch.received(a_start(1, 10));
        watch.received(an_end(1, 11));
        watch.received(a_frame(1, 12, 1));
    }
    SECTION("a second end") {
        watch.received(a_start(1, 10));
        watch.received(an_end(1, 11));
        watch.received(an_end(1, 11));
    }
    SECTION("no end") {
        watch.received(a_start(1, 10));
        watch.finish();
    }
    SECTION("a second start") {
        watch.received(a_start(1, 10));
        watch.received(a_start(1, 10));
    }
    SECTION("time that goes back") {
        watch.received(a_start(1, 10));
        watch.received(a_frame(1, 12, 1));
        watch.received(a_frame(1, 11, 1));
    }
    SECTION("a pose of an anchor") {
        watch.received(a_start(1, 10));
        watch.received(a_frame(1, 10, 0));
    }
    SECTION("a pose of a node that is not there") {
        watch.received(a_start(1, 10));
        watch.received(a_frame(1, 10, 2));
    }
    SECTION("a clip that is not there") {
        watch.received(a_start(1, 10));
        auto frame = a_frame(1, 10, 1);
        frame.clip = 1;
        watch.received(frame);
    }
    SECTION("a rotation that is none") {
        watch.received(a_start(1, 10));
        auto frame = a_frame(1, 10, 1);
        frame.nodes[0].left_rotation = Quatf{0, 0, 0, 0.5F};
        watch.received(frame);
    }
    SECTION("a stranger hidden") {
        auto start = a_start(1, 10);
        start.hidden.push_back(9);
        watch.received(start);
    }
    SECTION("a display with two contents") {
        auto start = a_start(1, 10);
        start.displays[0].block_state_snbt = "{Name:\"minecraft:stone\"}";
        watch.received(start);
    }
    SECTION("an answer nobody asked for") {
        watch.received(protocol::PlayResult{});
    }
    SECTION("no answer") {
        protocol::Play play;
        play.request_id = 4;
        watch.sent(play);
        watch.finish();
    }
    CHECK(watch.breaches().size() == 1);
}

TEST_CASE("what leaves view may start again as resumed, and everything after a reconnect") {
    PlaybackWatch watch;
    watch.received(a_start(1, 10));
    watch.received(an_end(1, 12));
    auto resumed = a_start(1, 20);
    resumed.resumed = true;
    watch.received(resumed);
    watch.link_lost();
    resumed.tick = 30;
    watch.received(resumed);
    watch.received(an_end(1, 40));
    watch.finish();
    CHECK(watch.breaches().empty());
}
