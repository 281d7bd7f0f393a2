// Molang in a network: what it is told of the player, and how a playback ends that fails or costs too much.
#include "player_queries.hpp"

#include <emoted/core/network.hpp>

#include <catch2/catch.hpp>
#include <support/emote_files.hpp>
#include <support/stage.hpp>

#include <utility>
#include <vector>

using namespace emoted;
using namespace emoted::test;
using core::WorldEvent;
using protocol::EndReason;
using protocol::PlayOutcome;

namespace {

AnimationFile animation(const std::string& id, const std::string& x) {
    AnimationFile file;
    file.id = id;
    file.duration = 100;
    file.x = x;
    file.movement_distance = 0;
    return file;
}

std::shared_ptr<const Library> molang_library() {
    AnimationFile costly = animation("t:costly", "0");
    costly.molang = R"j({"tick": "loop(100, {})"})j";  // 102 steps
    AnimationFile dear = animation("t:dear", "0");
    dear.molang = R"j({"tick": "loop(300, {})"})j";  // 302 steps
    AnimationFile doomed = animation("t:doomed", "math.sqrt(-1)");
    doomed.cooldown = "10s";
    AnimationFile later = animation("t:later", "math.sqrt(2 - q.anim_time_ticks)");
    AnimationFile offer = animation("t:offer", "0");
    offer.duration = 3;
    AnimationFile branch = animation("t:branch", "math.sqrt(-1)");
    PairFile pair;
    pair.id = "t:pair";
    pair.offer = "t:offer";
    pair.matched = "t:branch";
    pair.timed_out = "t:branch";
    pair.timeout = "2t";
    PairFile doomed_pair = pair;
    doomed_pair.id = "t:doomed_pair";
    doomed_pair.offer = "t:doomed";
    return library_of({file_of(costly), file_of(dear), file_of(doomed), file_of(later), file_of(offer), file_of(branch),
                       file_of(pair), file_of(doomed_pair), file_of(animation("t:speed", "q.ground_speed")),
                       file_of(animation("t:health", "q.health + q.is_sneaking * 100"))});
}

struct Scene {
    Stage stage;
    Stage::Proxy& proxy = stage.connect("one");
    explicit Scene(core::Settings settings = {}) : stage(molang_library(), settings) {}

    Stage::Actor& join(const std::string& name, Vec3d at = {0, 0, 0}) {
        Stage::Actor& actor = stage.join(proxy, name);
        stage.stand(actor, at, 0);
        return actor;
    }
    protocol::PlaybackId play(Stage::Actor& actor, const std::string& emote) {
        const auto result = stage.play(actor, emote);
        REQUIRE(result.outcome == PlayOutcome::started);
        return *result.playback;
    }
    std::vector<protocol::PlaybackEnd> ends() { return stage.got<protocol::PlaybackEnd>(proxy); }
    std::vector<WorldEvent> failures() { return std::exchange(stage.failures, {}); }
};

}  // namespace

TEST_CASE("Molang is told how the initiator moves and is") {
    Scene scene;
    Stage::Actor& anna = scene.join("Anna");
    const auto x_after = [&](const std::string& emote, Vec3d position) {
        scene.stage.step();
        scene.play(anna, emote);
        scene.stage.forget();
        anna.state.position = position;
        scene.stage.stand(anna, position, 0);
        scene.stage.step();
        const auto frames = scene.stage.got<protocol::PoseFrame>(scene.proxy);
        REQUIRE(frames.size() == 1);
        REQUIRE(frames[0].nodes.size() == 1);
        REQUIRE(frames[0].nodes[0].translation);
        return static_cast<double>(frames[0].nodes[0].translation->x);
    };
    CHECK(x_after("t:speed", {0.3, 5, 0.4}) == Approx(10));
    anna.state.vitals = protocol::Vitals{};
    anna.state.vitals->health = 7;
    anna.state.flags |= protocol::player_flag::sneaking;
    CHECK(x_after("t:health", {0.3, 5, 0.4}) == Approx(107));
}

TEST_CASE("player queries out of a player's state") {
    core::Player player;
    player.state.emplace();
    protocol::PlayerState& state = player.state->reported;
    state.head_yaw = 200;
    state.pitch = -30;
    core::Movement movement(Vec3d{1, 2, 3});
    molang::PlayerQueries queries = core::player_queries(player, movement);
    CHECK(queries.head_y_rotation == -160);
    CHECK(queries.body_y_rotation == -160);
    CHECK(queries.head_x_rotation == -30);
    CHECK(queries.target_x_rotation == -30);
    CHECK(queries.target_y_rotation == 0);
    CHECK(queries.eye_target_x_rotation == -30);
    CHECK(queries.body_x_rotation == 0);
    CHECK(queries.is_moving == 0);
    CHECK(queries.is_emoting == 1);
    CHECK(queries.is_alive == 1);
    CHECK(queries.is_on_ground == 1);
    CHECK(queries.health == 0);
    CHECK(queries.max_health == 0);

    state.body_yaw = 170;
    movement.move_to({4, 1, 7});
    queries = core::player_queries(player, movement);
    CHECK(queries.body_y_rotation == 170);
    CHECK(queries.target_y_rotation == 30);
    CHECK(queries.eye_target_y_rotation == 30);
    CHECK(queries.ground_speed == Approx(100));
    CHECK(queries.vertical_speed == Approx(-20));
    CHECK(queries.modified_distance_moved == Approx(5));
    CHECK(queries.is_moving == 1);
    movement.move_to({4, 1, 7 + 1.1e-5});
    CHECK(core::player_queries(player, movement).is_moving == 1);
    movement.move_to({4, 1, 7 + 1.1e-5 + 0.9e-5});
    queries = core::player_queries(player, movement);
    CHECK(queries.is_moving == 0);
    CHECK(queries.walk_distance == Approx(5.00002));

    state.vitals = protocol::Vitals{};
    state.vitals->hurt_time = 3;
    state.vitals->death_ticks = 4;
    state.vitals->invulnerable_ticks = 5;
    state.vitals->level = 6;
    state.vitals->item_in_use_duration = 20;
    state.vitals->item_remaining_use_duration = 30;
    state.vitals->item_max_use_duration = 50;
    state.vitals->sleep_rotation = 90;
    queries = core::player_queries(player, movement);
    CHECK(queries.health == 20);
    CHECK(queries.max_health == 20);
    CHECK(queries.hurt_time == 3);
    CHECK(queries.death_ticks == 4);
    CHECK(queries.invulnerable_ticks == 5);
    CHECK(queries.player_level == 6);
    CHECK(queries.item_in_use_duration == 1);
    CHECK(queries.item_remaining_use_duration == 1.5);
    CHECK(queries.item_max_use_duration == 2.5);
    CHECK(queries.sleep_rotation == 90);

    // Every flag has its own query.
    using Queries = molang::PlayerQueries;
    namespace flag = protocol::player_flag;
    const std::vector<std::pair<std::uint32_t, double Queries::*>> flags{
        {flag::alive, &Queries::is_alive},         {flag::on_ground, &Queries::is_on_ground},
        {flag::sneaking, &Queries::is_sneaking},   {flag::sprinting, &Queries::is_sprinting},
        {flag::swimming, &Queries::is_swimming},   {flag::gliding, &Queries::is_gliding},
        {flag::riding, &Queries::is_riding},       {flag::using_item, &Queries::is_using_item},
        {flag::sleeping, &Queries::is_sleeping},   {flag::on_fire, &Queries::is_on_fire},
        {flag::in_water, &Queries::is_in_water},   {flag::eyes_in_water, &Queries::head_is_in_water},
        {flag::in_lava, &Queries::is_in_lava},     {flag::in_water_or_rain, &Queries::is_in_water_or_rain},
        {flag::spectator, &Queries::is_spectator}, {flag::item_charged, &Queries::item_is_charged},
    };
    for (const auto& set : flags) {
        state.flags = set.first;
        queries = core::player_queries(player, movement);
        for (const auto& each : flags) {
            CHECK(queries.*each.second == (each.first == set.first ? 1 : 0));
        }
    }
}

TEST_CASE("what fails in its first tick is refused, and costs no cooldown") {
    Scene scene;
    Stage::Actor& anna = scene.join("Anna");
    for (const std::string emote : {"t:doomed", "t:doomed", "t:doomed_pair"}) {
        scene.stage.forget();
        const auto result = scene.stage.play(anna, emote);
        CHECK(result.outcome == PlayOutcome::internal_error);
        CHECK_FALSE(result.playback);
        REQUIRE(scene.ends().size() == 1);
        CHECK(scene.ends()[0].reason == EndReason::error);
        const auto failures = scene.failures();
        REQUIRE(failures.size() == 1);
        CHECK(failures[0].detail ==
              "t:doomed at /timeline/tracks/n0/position/0/value/0: \"math.sqrt(-1)\" is not a finite number");
        CHECK(failures[0].emote == emote);
    }
    CHECK(scene.proxy.model.playing().empty());
    scene.stage.step(5);
    // Nothing is left behind.
    scene.play(anna, "t:speed");
}

TEST_CASE("what fails later ends with an error in that tick, once") {
    Scene scene;
    Stage::Actor& anna = scene.join("Anna");
    scene.play(anna, "t:later");
    scene.stage.step(2);
    CHECK(scene.ends().empty());
    scene.stage.step(1);
    REQUIRE(scene.ends().size() == 1);
    CHECK(scene.ends()[0].reason == EndReason::error);
    CHECK(scene.failures().size() == 1);
    scene.stage.step(3);
    CHECK(scene.ends().size() == 1);
}

TEST_CASE("a branch that fails at the match ends for both, even if somebody leaves before the next tick") {
    for (const bool leaves : {false, true}) {
        Scene scene;
        Stage::Actor& anna = scene.join("Anna");
        Stage::Actor& ben = scene.join("Ben", {0, 0, 1.2});
        scene.stage.stand(ben, {0, 0, 1.2}, 180);
        REQUIRE(scene.stage.play(anna, "t:pair").outcome == PlayOutcome::offered);
        scene.stage.step(3);
        const auto request = scene.stage.ask(ben, "t:pair");
        scene.stage.answer_sight(scene.proxy);
        REQUIRE(scene.stage.result(ben, request));
        CHECK(scene.stage.result(ben, request)->outcome == PlayOutcome::matched);
        if (leaves) {
            scene.stage.leave(ben);
        }
        scene.stage.step(2);
        REQUIRE(scene.ends().size() == 1);
        CHECK(scene.ends()[0].reason == (leaves ? EndReason::disconnected : EndReason::error));
        CHECK(scene.failures().size() == 1);
    }
}

TEST_CASE("D21: a playback that takes more steps in a tick than one may ends with an error") {
    core::Settings settings;
    settings.molang_steps = 102;
    Scene scene(settings);
    Stage::Actor& anna = scene.join("Anna");
    Stage::Actor& ben = scene.join("Ben");
    scene.play(anna, "t:costly");
    CHECK(scene.stage.play(ben, "t:dear").outcome == PlayOutcome::internal_error);
    scene.stage.step(5);
    CHECK(scene.ends().size() == 1);
}

TEST_CASE("D21: beyond the steps of a whole server the dearest playbacks end, of equals the newest") {
    core::Settings settings;
    settings.molang_world_steps = 3 * 102 + 2;  // and both ends of a stretch of the cheap one
    Scene scene(settings);
    const auto cheap = scene.play(scene.join("F"), "t:speed");
    std::vector<protocol::PlaybackId> costly;
    for (const std::string name : {"A", "B", "C", "D"}) {
        if (costly.size() == 3) {
            scene.stage.step();  // what begins between two ticks is bounded as well
            CHECK(scene.ends().empty());
        }
        costly.push_back(scene.play(scene.join(name), "t:costly"));
    }
    const auto dear = scene.play(scene.join("E"), "t:dear");
    scene.stage.step(1);
    const auto ends = scene.ends();
    REQUIRE(ends.size() == 2);
    CHECK(ends[0].playback == dear);
    CHECK(ends[1].playback == costly[3]);
    CHECK(ends[0].reason == EndReason::error);
    const auto failures = scene.failures();
    REQUIRE(failures.size() == 2);
    CHECK(failures[0].detail.find("limits.molang_world_steps") != std::string::npos);
    scene.stage.step(3);
    CHECK(scene.ends().size() == 2);
    CHECK(scene.proxy.model.playing(cheap) != nullptr);
}

TEST_CASE("D21: the steps of all playbacks are bounded together, on however many backend servers") {
    core::Settings settings;
    settings.molang_world_steps = 2 * 102;
    Scene scene(settings);
    std::vector<protocol::PlaybackId> costly;
    for (const std::string server : {"a", "b", "c"}) {
        Stage::Actor& actor = scene.stage.join(scene.proxy, "P" + server, {server, "minecraft:overworld"});
        scene.stage.stand(actor, {}, 0);
        costly.push_back(scene.play(actor, "t:costly"));
        if (costly.size() == 2) {
            scene.stage.step();
            CHECK(scene.ends().empty());
        }
    }
    scene.stage.step();
    REQUIRE(scene.ends().size() == 1);
    CHECK(scene.ends()[0].playback == costly[2]);
}

TEST_CASE("D21: what begins between two ticks is bounded as a tick is") {
    core::Settings settings;
    settings.molang_world_steps = 2 * 102;
    Scene scene(settings);
    scene.play(scene.join("A"), "t:costly");
    scene.play(scene.join("B"), "t:costly");
    Stage::Actor& carl = scene.join("C");
    const auto refused = scene.stage.play(carl, "t:costly");
    CHECK(refused.outcome == PlayOutcome::busy);
    CHECK(refused.remaining_ticks == 1);
    CHECK(refused.text.find("limits.molang_world_steps") != std::string::npos);
    scene.stage.step();
    CHECK(scene.stage.play(carl, "t:costly").outcome == PlayOutcome::started);
}
