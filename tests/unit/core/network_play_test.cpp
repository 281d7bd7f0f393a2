// What a solo playback shows and how it ends, tick by tick.
#include <emoted/core/network.hpp>

#include <catch2/catch.hpp>
#include <support/emote_files.hpp>
#include <support/stage.hpp>

using namespace emoted;
using namespace emoted::test;
using protocol::ActionKind;
using protocol::EndReason;
using protocol::PlayOutcome;

namespace {

AnimationFile animation(const std::string& id, int duration = 5) {
    AnimationFile file;
    file.id = id;
    file.duration = duration;
    return file;
}

const std::string every_event = R"({
    "start": [{"source": {"type": "player"}, "origin": {"type": "root", "offset": [0, 0, 3]}, "commands": ["playsound start"]}],
    "timeline": [{"time": "0t", "source": {"type": "server"}, "origin": {"type": "root"}, "commands": ["playsound zero"]},
                 {"time": "2t", "source": {"type": "node", "node": "n0"}, "origin": {"type": "node", "node": "n0"},
                  "commands": []}],
    "loop": [{"source": {"type": "server"}, "origin": {"type": "root"}, "commands": ["playsound loop"]}],
    "stop": [{"source": {"type": "server"}, "origin": {"type": "root"}, "commands": ["playsound stop"]}]})";

std::shared_ptr<const Library> play_library() {
    AnimationFile held = animation("t:held");
    held.mode = "hold";
    AnimationFile loop = animation("t:loop");
    loop.mode = "loop";
    loop.events = every_event;
    AnimationFile pausing = animation("t:pausing");
    pausing.mode = "loop";
    pausing.loop_delay = "3t";
    pausing.events = every_event;
    AnimationFile sharp = animation("t:sharp", 100);
    sharp.rotation_deadzone = 0;
    AnimationFile follow = animation("t:follow", 100);
    follow.movement_distance = 0;
    AnimationFile careless = animation("t:careless", 100);
    careless.stop_conditions = false;
    careless.movement_distance = 0;
    careless.hidden = false;
    AnimationFile eventful = animation("t:eventful");
    eventful.events = every_event;
    AnimationFile partner = animation("t:partner");
    partner.space = "partner";
    return library_of({file_of(animation("t:wave")), file_of(animation("t:long", 100)), file_of(held), file_of(loop),
                       file_of(pausing), file_of(sharp), file_of(follow), file_of(careless), file_of(eventful),
                       file_of(partner), linear_file("t:line", {"t:wave", "t:long"})});
}

struct Solo {
    Stage stage{play_library()};
    Stage::Proxy& proxy = stage.connect("one");
    Stage::Actor& anna = stage.join(proxy, "Anna");

    Solo() { stage.stand(anna, {10, 20, 30}, 0); }
    protocol::PlaybackId play(const std::string& emote) {
        const auto result = stage.play(anna, emote);
        REQUIRE(result.outcome == PlayOutcome::started);
        return *result.playback;
    }
    [[nodiscard]] bool alive(protocol::PlaybackId id) const { return proxy.model.playing(id) != nullptr; }
    std::vector<std::string> events() {
        std::vector<std::string> names;
        for (const auto& event : std::exchange(proxy.model.events, {})) {
            names.push_back(std::to_string(event.tick) + " " +
                            (event.commands.empty() ? std::string("-") : event.commands.front().substr(10)));
        }
        return names;
    }
};

}  // namespace

TEST_CASE("once: tick 0 at the start, removed in the last tick after its pose") {
    Solo solo;
    solo.stage.step(3);
    solo.stage.forget();
    const auto id = solo.play("t:wave");
    const auto start = solo.stage.got<protocol::PlaybackStart>(solo.proxy);
    REQUIRE(start.size() == 1);
    CHECK(start[0].tick == 3);
    CHECK_FALSE(start[0].resumed);
    CHECK(start[0].state == protocol::SceneState::solo);
    CHECK(start[0].server == "lobby");
    CHECK(start[0].viewers == std::vector<protocol::PlayerHandle>{solo.anna.handle});
    CHECK(start[0].hidden == std::vector<protocol::PlayerHandle>{solo.anna.handle});
    CHECK(start[0].clips.size() == 1);
    CHECK(start[0].displays.size() == 1);
    CHECK(solo.stage.got<protocol::SegmentBegin>(solo.proxy).size() == 1);
    CHECK(solo.stage.got<protocol::PoseFrame>(solo.proxy).at(0).tick == 3);
    CHECK(solo.proxy.model.playing(id)->shown(0));
    solo.stage.step(4);
    CHECK(solo.alive(id));
    solo.stage.step();
    CHECK_FALSE(solo.alive(id));
    CHECK(solo.proxy.model.ends.at(id) == EndReason::finished);
    CHECK(solo.stage.got<protocol::PoseFrame>(solo.proxy).back().tick == 8);
    CHECK(solo.stage.network.counters().displays == 0);
}

TEST_CASE("hold stays on its last pose until it is stopped") {
    Solo solo;
    const auto id = solo.play("t:held");
    solo.stage.step(50);
    CHECK(solo.alive(id));
    CHECK(solo.stage.stop(solo.anna) == protocol::StopOutcome::stopped);
    CHECK_FALSE(solo.alive(id));
}

TEST_CASE("a linear sequence plays its clips one after the other") {
    Solo solo;
    const auto id = solo.play("t:line");
    solo.stage.step(5);
    const auto begins = solo.stage.got<protocol::SegmentBegin>(solo.proxy);
    REQUIRE(begins.size() == 2);
    CHECK(begins[0].clip == 0U);
    CHECK(begins[1].clip == 1U);
    CHECK(begins[1].tick == 5);
    solo.stage.step(100);
    CHECK(solo.proxy.model.ends.at(id) == EndReason::finished);
}

TEST_CASE("events of a single animation: start, time line, loop, and stop once whatever ended it") {
    Solo solo;
    solo.play("t:eventful");
    solo.stage.step(10);
    CHECK(solo.events() == std::vector<std::string>{"0 start", "0 zero", "2 -", "5 stop"});

    solo.play("t:loop");
    CHECK(solo.events() == std::vector<std::string>{"10 start", "10 zero"});
    solo.stage.step(6);
    CHECK(solo.events() == std::vector<std::string>{"12 -", "15 loop", "15 zero"});
    solo.stage.act(solo.anna, ActionKind::jump);
    CHECK(solo.events() == std::vector<std::string>{"16 stop"});

    solo.play("t:pausing");
    solo.stage.step(9);
    CHECK(solo.events() == std::vector<std::string>{"16 start", "16 zero", "18 -", "21 loop", "24 zero"});
    CHECK(solo.stage.stop(solo.anna) == protocol::StopOutcome::stopped);
    CHECK(solo.events() == std::vector<std::string>{"25 stop"});
    solo.stage.step(5);
    CHECK(solo.events().empty());
}

TEST_CASE("an event's place is the root's, turned, plus the node's, D44: home is the initiator's proxy only") {
    Solo solo;
    auto& other = solo.stage.connect("two");
    auto& bert = solo.stage.join(other, "Bert");
    solo.stage.stand(bert, {12, 20, 30}, 0);
    solo.stage.stand(solo.anna, {10, 20, 30}, 90);
    solo.play("t:eventful");
    const auto& start = solo.proxy.model.events.at(0);
    CHECK(start.kind == protocol::EventKind::start);
    CHECK(start.source == protocol::EventSource::player);
    CHECK(start.position.x == Approx(13));
    CHECK(start.position.z == Approx(30));
    CHECK(start.yaw == 90);
    CHECK(start.home);
    CHECK_FALSE(other.model.events.at(0).home);
    solo.stage.step(2);
    const auto& node = solo.proxy.model.events.back();
    CHECK(node.source == protocol::EventSource::node);
    CHECK(node.source_display == 0U);
    CHECK(node.position.y == Approx(21.4));
}

TEST_CASE("the rotation deadzone: a root moves once the yaw has left it, by byte angles") {
    Solo solo;
    solo.play("t:long");
    solo.stage.stand(solo.anna, {10, 20, 30}, 50);
    solo.stage.step();
    CHECK(solo.stage.got<protocol::RootMoved>(solo.proxy).empty());
    solo.stage.stand(solo.anna, {10, 20, 30}, 90);
    solo.stage.step();
    const auto moved = solo.stage.got<protocol::RootMoved>(solo.proxy);
    REQUIRE(moved.size() == 1);  // only the space that has displays
    CHECK(moved[0].root.space == Space::initiator);
    CHECK(int{moved[0].root.yaw} == ((28 + 128) & 0xFF));  // 40 degrees are 28.4 steps
    CHECK(int{moved[0].interpolation_ticks} == 3);
    CHECK(moved[0].root.position == Vec3d{10, 20, 30});
    // A turn too small for the next step says nothing.
    solo.stage.stand(solo.anna, {10, 20, 30}, 90.05F);
    solo.stage.step();
    CHECK(solo.stage.got<protocol::RootMoved>(solo.proxy).size() == 1);
}

TEST_CASE("D40: without a deadzone root moves carry one tick of interpolation") {
    Solo solo;
    solo.play("t:sharp");
    solo.stage.stand(solo.anna, {10, 20, 30}, -10);
    solo.stage.step();
    const auto moved = solo.stage.got<protocol::RootMoved>(solo.proxy);
    REQUIRE(moved.size() == 1);
    CHECK(int{moved[0].interpolation_ticks} == 1);
}

TEST_CASE("D49: with movement_distance 0 the scene follows the player's feet") {
    Solo solo;
    const auto id = solo.play("t:follow");
    solo.stage.stand(solo.anna, {15, 21, 30}, 0);
    solo.stage.step();
    const auto moved = solo.stage.got<protocol::RootMoved>(solo.proxy);
    REQUIRE(moved.size() == 1);
    CHECK(moved[0].root.position == Vec3d{15, 21, 30});
    CHECK(int{moved[0].interpolation_ticks} == 3);
    solo.stage.step();
    CHECK(solo.stage.got<protocol::RootMoved>(solo.proxy).size() == 1);
    CHECK(solo.alive(id));
}

TEST_CASE("D17: in solo play the partner space is inactive") {
    Solo solo;
    const auto id = solo.play("t:partner");
    CHECK_FALSE(solo.proxy.model.playing(id)->shown(0));
    CHECK_FALSE(solo.proxy.model.playing(id)->roots.at(Space::partner).active);
}

TEST_CASE("a stop condition met in a tick prevents that tick's advance") {
    Solo solo;
    const auto id = solo.play("t:long");
    solo.stage.step(3);
    solo.stage.stand(solo.anna, {10.2, 20, 30}, 0);
    CHECK(solo.alive(id));  // polled, not on arrival (D37)
    solo.stage.step();
    CHECK(solo.proxy.model.ends.at(id) == EndReason::moved);
    CHECK(solo.stage.got<protocol::PoseFrame>(solo.proxy).back().tick == 3);
}

TEST_CASE("what ends a playback") {
    struct Case {
        std::uint32_t flags;
        EndReason reason;
    };
    const auto one = GENERATE(
        values<Case>({{0, EndReason::player_unavailable},
                      {protocol::player_flag::alive | protocol::player_flag::eyes_in_water, EndReason::submerged}}));
    Solo solo;
    const auto id = solo.play("t:long");
    solo.anna.state.flags = one.flags;
    solo.stage.stand(solo.anna, {10, 20, 30}, 0);
    solo.stage.step();
    CHECK(solo.proxy.model.ends.at(id) == one.reason);
}

TEST_CASE("D29, D37: actions act on arrival") {
    const auto [kind, reason] =
        GENERATE(table<ActionKind, EndReason>({{ActionKind::jump, EndReason::jumped},
                                               {ActionKind::ride, EndReason::mounted},
                                               {ActionKind::damage, EndReason::damaged},
                                               {ActionKind::attack, EndReason::attacked},
                                               {ActionKind::game_mode_change, EndReason::game_mode_changed},
                                               {ActionKind::death, EndReason::player_unavailable}}));
    Solo solo;
    const auto id = solo.play("t:long");
    solo.stage.act(solo.anna, kind);
    CHECK(solo.proxy.model.ends.at(id) == reason);
}

TEST_CASE("conditions that are off stop nothing") {
    Solo solo;
    const auto id = solo.play("t:careless");
    CHECK_FALSE(solo.proxy.model.hides(solo.anna.handle));
    CHECK_FALSE(solo.proxy.model.playing(id)->start.participants.at(0).hidden);
    for (const ActionKind kind :
         {ActionKind::jump, ActionKind::ride, ActionKind::damage, ActionKind::attack, ActionKind::game_mode_change}) {
        solo.stage.act(solo.anna, kind);
    }
    solo.anna.state.flags |= protocol::player_flag::eyes_in_water;
    solo.stage.stand(solo.anna, {90, 20, 30}, 0);
    solo.stage.step();
    CHECK(solo.alive(id));
}

TEST_CASE("leaving, another server and another dimension end what plays") {
    Solo solo;
    const auto first = solo.play("t:long");
    solo.stage.send(solo.proxy, protocol::PlayerUpdate{solo.anna.handle, "survival", {}, {}, {}});
    CHECK(solo.proxy.model.ends.at(first) == EndReason::player_unavailable);
    CHECK(solo.stage.play(solo.anna, "t:long").outcome == PlayOutcome::no_state);
    solo.stage.stand(solo.anna, {}, 0);
    const auto second = solo.play("t:long");
    solo.stage.send(solo.proxy, protocol::PlayerUpdate{solo.anna.handle, {}, "minecraft:the_end", {}, {}});
    CHECK(solo.proxy.model.ends.at(second) == EndReason::player_unavailable);
    solo.stage.stand(solo.anna, {}, 0);
    const auto third = solo.play("t:long");
    solo.stage.leave(solo.anna);
    CHECK(solo.proxy.model.ends.at(third) == EndReason::disconnected);
    CHECK(solo.stage.network.counters().players == 0);
}
