// Play and stop requests: the order of checks, and exactly one answer each.
#include <emoted/core/network.hpp>
#include <emoted/protocol/codec.hpp>

#include <catch2/catch.hpp>
#include <support/emote_files.hpp>
#include <support/stage.hpp>

#include <set>

using namespace emoted;
using namespace emoted::test;
using protocol::EndReason;
using protocol::PlayOutcome;
using protocol::StopOutcome;

namespace {

AnimationFile animation(const std::string& id) {
    AnimationFile file;
    file.id = id;
    return file;
}

std::shared_ptr<const Library> requests_library() {
    AnimationFile slow = animation("t:slow");
    slow.cooldown = "30t";
    AnimationFile part = animation("t:part");
    part.standalone = false;
    part.cooldown = "30t";
    AnimationFile big = animation("t:big");
    big.nodes = 80;
    AnimationFile hundred = animation("t:hundred");
    hundred.nodes = 100;
    return library_of({file_of(animation("t:wave")), file_of(slow), file_of(part), file_of(big), file_of(hundred)});
}

std::shared_ptr<const core::Policy> rules(const std::string& text) {
    Diagnostics diagnostics;
    auto policy = core::Policy::parse("rules.json", text, diagnostics);
    REQUIRE(policy);
    return policy;
}

}  // namespace

TEST_CASE("a play request names its refusal, in the order of the checks") {
    Stage stage(requests_library(), {}, 1, rules(R"({"schema_version": 2, "disabled": ["t:part", "t:slow"],
                          "permissions": [{"permission": "emote.default", "emotes": ["t:part"]}]})"));
    auto& proxy = stage.connect("one");
    auto& anna = stage.join(proxy, "Anna");
    CHECK(stage.play(anna, "t:nothing").outcome == PlayOutcome::unknown_emote);
    CHECK(stage.play(anna, "t:part").outcome == PlayOutcome::not_standalone);
    CHECK(stage.play(anna, "t:slow").outcome == PlayOutcome::disabled);
    CHECK(stage.play(anna, "t:wave").outcome == PlayOutcome::no_permission);

    stage.network.set_policy(open_policy());
    CHECK(stage.play(anna, "t:wave").outcome == PlayOutcome::no_state);
    anna.state.flags = 0;
    stage.stand(anna, {0, 64, 0}, 0);
    CHECK(stage.play(anna, "t:wave").outcome == PlayOutcome::not_alive);
    anna.state.flags = protocol::player_flag::alive;
    stage.stand(anna, {0, 64, 0}, 0);
    const auto started = stage.play(anna, "t:wave");
    CHECK(started.outcome == PlayOutcome::started);
    CHECK(started.text.empty());
    REQUIRE(started.playback);
    CHECK(proxy.model.playing(*started.playback) != nullptr);
}

TEST_CASE("a request for a handle that never joined is answered") {
    Stage stage(requests_library());
    auto& proxy = stage.connect("one");
    proxy.model.asked_to_play(5);
    stage.send(proxy, protocol::Play{5, 99, "t:wave", std::nullopt, std::nullopt});
    CHECK(proxy.model.play_results.at(5).outcome == PlayOutcome::unknown_player);
    proxy.model.asked_to_stop(6);
    stage.send(proxy, protocol::Stop{6, 99});
    CHECK(proxy.model.stop_results.at(6).outcome == StopOutcome::unknown_player);
    CHECK(proxy.model.open_questions() == 0);
}

TEST_CASE("D11: the state in a play request is applied first") {
    Stage stage(requests_library());
    auto& proxy = stage.connect("one");
    auto& anna = stage.join(proxy, "Anna");
    protocol::Play request{1, anna.handle, "t:wave", anna.state, std::nullopt};
    request.state->position = {5, 70, 6};
    proxy.model.asked_to_play(1);
    stage.send(proxy, request);
    REQUIRE(proxy.model.play_results.at(1).outcome == PlayOutcome::started);
    const auto start = stage.got<protocol::PlaybackStart>(proxy).front();
    CHECK(start.roots.front().position == Vec3d{5, 70, 6});
}

TEST_CASE("a play request with a state that cannot be applied is refused by name, and changes nothing") {
    Stage stage(requests_library());
    auto& proxy = stage.connect("one");
    auto& anna = stage.join(proxy, "Anna");
    auto& bert = stage.join(proxy, "Bert");
    stage.stand(anna, {1, 64, 1}, 0);
    stage.stand(bert, {2, 64, 2}, 0);
    const auto playing = stage.play(anna, "t:wave");
    stage.forget();
    protocol::Play request{70, anna.handle, "t:big", anna.state, std::nullopt};
    SECTION("of another handle") {
        request.state->player = bert.handle;
        request.state->position = {9, 64, 9};
    }
    SECTION("of nobody") {
        request.state->player = 4711;
    }
    SECTION("out of range") {
        request.state->pitch = 91;
    }
    proxy.model.asked_to_play(70);
    stage.send(proxy, request);
    const auto& result = proxy.model.play_results.at(70);
    CHECK(result.outcome == PlayOutcome::invalid_state);
    CHECK_FALSE(result.playback);
    CHECK(result.text.starts_with("state.p"));
    CHECK(stage.got<protocol::Notice>(proxy).empty());
    CHECK(proxy.model.playing(*playing.playback) != nullptr);
    stage.step();
    const auto after = stage.play(bert, "t:wave");
    CHECK(stage.got<protocol::PlaybackStart>(proxy).back().roots.front().position == Vec3d{2, 64, 2});
}

TEST_CASE("a player may start only so much in a while, and is told when the next start may be") {
    core::Settings settings;
    settings.starts.per_player = 3;
    settings.starts.window = TickCount(10);
    Stage stage(requests_library(), settings);
    auto& proxy = stage.connect("one");
    auto& anna = stage.join(proxy, "Anna");
    auto& bert = stage.join(proxy, "Bert");
    stage.stand(anna, {}, 0);
    stage.stand(bert, {}, 0);
    REQUIRE(stage.play(anna, "t:wave").outcome == PlayOutcome::started);
    stage.step(4);
    // Refusals do not count.
    CHECK(stage.play(anna, "t:nothing").outcome == PlayOutcome::unknown_emote);
    REQUIRE(stage.play(anna, "t:big").outcome == PlayOutcome::started);
    const auto last = stage.play(anna, "t:wave");
    REQUIRE(last.outcome == PlayOutcome::started);
    const auto refused = stage.play(anna, "t:wave");
    CHECK(refused.outcome == PlayOutcome::rate_limited);
    CHECK(refused.remaining_ticks == 6);
    CHECK_FALSE(refused.text.empty());
    CHECK(proxy.model.playing(*last.playback) != nullptr);
    CHECK(stage.play(bert, "t:wave").outcome == PlayOutcome::started);
    // Neither relog nor another proxy helps; an admin is not asked.
    stage.leave(anna);
    auto& other = stage.connect("two");
    stage.join_again(anna, other);
    stage.stand(anna, {}, 0);
    stage.step(5);
    CHECK(stage.play(anna, "t:wave").remaining_ticks == 1);
    CHECK(stage.network.admin_play(anna.uuid, "t:wave", {}).outcome == PlayOutcome::started);
    stage.deliver();
    stage.step();
    CHECK(stage.play(anna, "t:wave").outcome == PlayOutcome::started);
    CHECK(stage.play(anna, "t:wave").outcome == PlayOutcome::rate_limited);
}

TEST_CASE("D12: a cooldown starts with the playback, tells the time left, and survives relog and server switch") {
    Stage stage(requests_library());
    auto& proxy = stage.connect("one");
    auto& anna = stage.join(proxy, "Anna");
    stage.stand(anna, {}, 0);
    REQUIRE(stage.play(anna, "t:slow").outcome == PlayOutcome::started);
    stage.step(10);
    const auto refused = stage.play(anna, "t:slow");
    CHECK(refused.outcome == PlayOutcome::cooldown);
    CHECK(refused.remaining_ticks == 20);
    // The refusal left the emote playing and started no cooldown.
    CHECK(proxy.model.playing().size() == 1);
    stage.leave(anna);
    auto& other = stage.connect("two");
    stage.join_again(anna, other, {"survival"});
    stage.stand(anna, {}, 0);
    CHECK(stage.play(anna, "t:slow").remaining_ticks == 20);
    stage.network.set_library(requests_library());
    stage.step(19);
    CHECK(stage.play(anna, "t:slow").remaining_ticks == 1);
    stage.step();
    CHECK(stage.play(anna, "t:slow").outcome == PlayOutcome::started);
}

TEST_CASE("D12: other emotes and players have cooldowns of their own") {
    Stage stage(requests_library());
    auto& proxy = stage.connect("one");
    auto& anna = stage.join(proxy, "Anna");
    auto& bert = stage.join(proxy, "Bert");
    stage.stand(anna, {}, 0);
    stage.stand(bert, {50, 0, 0}, 0);
    REQUIRE(stage.play(anna, "t:slow").outcome == PlayOutcome::started);
    CHECK(stage.play(bert, "t:slow").outcome == PlayOutcome::started);
    CHECK(stage.play(anna, "t:wave").outcome == PlayOutcome::started);
}

TEST_CASE("a new start replaces what plays") {
    Stage stage(requests_library());
    auto& proxy = stage.connect("one");
    auto& anna = stage.join(proxy, "Anna");
    stage.stand(anna, {}, 0);
    const auto first = stage.play(anna, "t:wave");
    const auto second = stage.play(anna, "t:big");
    CHECK(proxy.model.ends.at(*first.playback) == EndReason::replaced);
    CHECK(proxy.model.playing().size() == 1);
    CHECK(proxy.model.playing(*second.playback)->start.emote == "t:big");
}

TEST_CASE("D36: the display limit counts what the player's own emote gives back, a refused start changes nothing") {
    core::Settings settings;
    const auto [limit, outcome] = GENERATE(table<std::uint32_t, PlayOutcome>(
        {{500, PlayOutcome::started}, {499, PlayOutcome::display_limit}, {0, PlayOutcome::started}}));
    settings.max_displays = limit;
    Stage stage(requests_library(), settings);
    auto& proxy = stage.connect("one");
    // 480 displays, 80 of them Anna's own; she asks for 100.
    auto& anna = stage.join(proxy, "Anna");
    stage.stand(anna, {}, 0);
    const auto before = stage.play(anna, "t:big");
    REQUIRE(before.outcome == PlayOutcome::started);
    for (int other = 0; other < 4; ++other) {
        auto& player = stage.join(proxy, "Other" + std::to_string(other));
        stage.stand(player, {}, 0);
        REQUIRE(stage.play(player, "t:hundred").outcome == PlayOutcome::started);
    }
    CHECK(stage.network.counters().displays == 480);
    CHECK(stage.play(anna, "t:hundred").outcome == outcome);
    CHECK((proxy.model.playing(*before.playback) != nullptr) == (outcome == PlayOutcome::display_limit));
    CHECK(stage.network.counters().displays == (outcome == PlayOutcome::started ? 500U : 480U));
    // Another backend server counts for itself.
    auto& away = stage.join(proxy, "Away", {"survival"});
    stage.stand(away, {}, 0);
    CHECK(stage.play(away, "t:hundred").outcome == PlayOutcome::started);
}

TEST_CASE("stop says what it did") {
    Stage stage(requests_library());
    auto& proxy = stage.connect("one");
    auto& anna = stage.join(proxy, "Anna");
    stage.stand(anna, {}, 0);
    CHECK(stage.stop(anna) == StopOutcome::nothing_playing);
    const auto playing = stage.play(anna, "t:wave");
    CHECK(stage.stop(anna) == StopOutcome::stopped);
    CHECK(proxy.model.ends.at(*playing.playback) == EndReason::manual);
    CHECK(stage.stop(anna) == StopOutcome::nothing_playing);
}

TEST_CASE("an admin may play anything for anybody, and stop it") {
    Stage stage(requests_library(), {}, 1, std::make_shared<const core::Policy>());
    auto& proxy = stage.connect("one");
    auto& anna = stage.join(proxy, "Anna");
    CHECK(stage.network.admin_play(uuid_of(77), "t:wave", {}).outcome == PlayOutcome::unknown_player);
    CHECK(stage.network.admin_play(anna.uuid, "t:nothing", {}).outcome == PlayOutcome::unknown_emote);
    CHECK(stage.network.admin_play(anna.uuid, "t:wave", {}).outcome == PlayOutcome::no_state);
    stage.stand(anna, {}, 0);
    CHECK_FALSE(stage.network.admin_stop(anna.uuid));
    for (int time = 0; time < 2; ++time) {
        const auto result = stage.network.admin_play(anna.uuid, "t:part", 42);
        stage.deliver();
        CHECK(result.outcome == PlayOutcome::started);
        CHECK(proxy.model.playing(*result.playback)->start.seed == 42);
    }
    CHECK(stage.network.admin_stop(anna.uuid));
    CHECK(stage.network.admin_play(anna.uuid, "t:part", {}).outcome == PlayOutcome::started);
    CHECK(stage.network.admin_stop_all("t:wave") == 0);
    CHECK(stage.network.admin_stop_all("t:part") == 1);
    stage.deliver();
    CHECK(proxy.model.playing().empty());
}

TEST_CASE("players are found by UUID or by name in any case, all of that name") {
    Stage stage(requests_library());
    auto& proxy = stage.connect("one");
    auto& anna = stage.join(proxy, "Anna");
    auto& other = stage.join(stage.connect("two"), "aNNa", {"survival"});
    (void)stage.join(proxy, "Bert");
    const auto both = stage.network.find_players("ANNA");
    REQUIRE(both.size() == 2);
    CHECK(both[0].uuid == anna.uuid);
    CHECK(both[1].uuid == other.uuid);
    CHECK(both[1].server == "survival");
    REQUIRE(stage.network.find_players(protocol::to_text(other.uuid)).size() == 1);
    CHECK(stage.network.find_players(protocol::to_text(other.uuid))[0].uuid == other.uuid);
    CHECK(stage.network.find_players("carl").empty());
}

TEST_CASE("shutting down ends everything and refuses new starts") {
    Stage stage(requests_library());
    auto& proxy = stage.connect("one");
    auto& anna = stage.join(proxy, "Anna");
    stage.stand(anna, {}, 0);
    const auto playing = stage.play(anna, "t:wave");
    stage.network.shut_down();
    stage.deliver();
    CHECK(proxy.model.ends.at(*playing.playback) == EndReason::server_stopping);
    CHECK(stage.play(anna, "t:wave").outcome == PlayOutcome::shutting_down);
    // Links that close now are no lost proxies: nothing goes on.
    static_cast<void>(stage.network.take_events());
    stage.disconnect(proxy);
    for (const core::WorldEvent& event : stage.network.take_events()) {
        CHECK(event.kind != core::WorldEvent::Kind::proxy_grace_began);
    }
}

TEST_CASE(
    "D47: a seed comes from the daemon's seed, the player and their start counter, unless the request gives one") {
    const auto seeds = [](std::uint64_t daemon_seed) {
        Stage stage(requests_library(), {}, daemon_seed);
        auto& proxy = stage.connect("one");
        auto& anna = stage.join(proxy, "Anna");
        auto& bert = stage.join(proxy, "Bert");
        stage.stand(anna, {}, 0);
        stage.stand(bert, {}, 0);
        std::vector<std::uint64_t> all;
        for (auto* const player : {&anna, &bert, &anna}) {
            all.push_back(proxy.model.playing(*stage.play(*player, "t:wave").playback)->start.seed);
        }
        CHECK(proxy.model.playing(*stage.play(anna, "t:wave", 7).playback)->start.seed == 7);
        return all;
    };
    const auto once = seeds(1);
    CHECK(once == seeds(1));
    const auto other = seeds(2);
    const std::set<std::uint64_t> different{once[0], once[1], once[2], other[0], other[1], other[2]};
    CHECK(different.size() == 6);
}
