// Entity data that changes while it plays: who is told what and when; and clips that follow the server's time.
#include "data_message.hpp"

#include <emoted/core/limits.hpp>
#include <emoted/core/network.hpp>
#include <emoted/sequences/limits.hpp>

#include <catch2/catch.hpp>
#include <support/emote_files.hpp>
#include <support/stage.hpp>

using namespace emoted;
using namespace emoted::test;
using protocol::DisplaysChanged;
using protocol::DisplayUpdate;
using protocol::PlayOutcome;

namespace {

constexpr std::uint64_t look_round = core::limits::viewers_every_ticks;

AnimationFile patched(const std::string& id, int duration, const std::string& nbt) {
    AnimationFile file;
    file.id = id;
    file.duration = duration;
    file.nbt = nbt;
    return file;
}

std::shared_ptr<const Library> library() {
    AnimationFile plain = patched("t:plain", 10, "");
    AnimationFile synced = patched("t:synced", 20, R"([{"time": "0t", "value": "{text:zero}"},
                                                       {"time": "7t", "value": "{text:seven}"}])");
    synced.mode = "server_sync";
    synced.loop_delay = "5t";
    synced.events =
        R"({"start": [{"source": {"type": "server"}, "origin": {"type": "root"}, "commands": ["playsound start"]}],
        "timeline": [{"time": "0t", "source": {"type": "server"}, "origin": {"type": "root"}, "commands": ["playsound zero"]},
                     {"time": "8t", "source": {"type": "server"}, "origin": {"type": "root"}, "commands": ["playsound eight"]}],
        "loop": [{"source": {"type": "server"}, "origin": {"type": "root"}, "commands": ["playsound loop"]}]})";
    PairFile pair;
    pair.id = "t:pair";
    pair.offer = "t:long";
    pair.matched = "t:plain";
    pair.timed_out = "t:plain";
    return library_of({file_of(patched("t:long", 400, R"([{"time": "0t", "value": "{text:a,glowing:1b,CustomName:c}"},
                                                          {"time": "9t", "value": "{text:b}"},
                                                          {"time": "200t", "value": "{glowing:0b}"}])")),
                       file_of(plain), file_of(synced), file_of(pair), linear_file("t:line", {"t:long", "t:plain"})});
}

std::string text_of(const ProxyModel& model, protocol::PlaybackId id, protocol::PlayerHandle viewer,
                    std::size_t display = 0) {
    return model.playing(id)->data.at(viewer).at(display).text->component_json;
}

}  // namespace

TEST_CASE(
    "entity data comes between the beginning and its poses, then as keys are passed, undone at the next segment") {
    Stage stage(library());
    auto& proxy = stage.connect("one");
    auto& anna = stage.join(proxy, "Anna");
    stage.stand(anna, {}, 0);
    std::vector<std::string> order;
    stage.listener = [&](const Stage::Proxy&, const protocol::Message& message) {
        if (std::holds_alternative<protocol::SegmentBegin>(message)) {
            order.emplace_back("begin");
        } else if (std::holds_alternative<DisplaysChanged>(message)) {
            order.emplace_back("data");
        } else if (std::holds_alternative<protocol::PoseFrame>(message)) {
            order.emplace_back("poses");
        }
    };
    const auto id = *stage.play(anna, "t:line").playback;
    CHECK(order == std::vector<std::string>{"begin", "data", "poses"});
    const auto first = stage.got<DisplaysChanged>(proxy);
    REQUIRE(first.size() == 1);
    CHECK(first[0].tick == 0);
    CHECK_FALSE(first[0].viewers);
    REQUIRE(first[0].displays.size() == 1);
    const DisplayUpdate& update = first[0].displays[0];
    CHECK(update.display == 0);
    CHECK(update.text->component_json == "\"a\"");
    CHECK(update.glowing == true);
    CHECK(update.remaining_snbt == "{CustomName:\"c\"}");
    CHECK_FALSE(update.item_snbt);

    stage.step(8);
    stage.forget();
    stage.step();
    REQUIRE(stage.got<DisplaysChanged>(proxy).size() == 1);
    CHECK(stage.got<DisplaysChanged>(proxy)[0].tick == 9);
    CHECK(text_of(proxy.model, id, anna.handle) == "\"b\"");
    stage.step(390);
    CHECK(text_of(proxy.model, id, anna.handle) == "\"b\"");
    stage.step();
    CHECK(text_of(proxy.model, id, anna.handle) == "\"x\"");
    const DisplayUpdate undone = proxy.model.playing(id)->data.at(anna.handle).at(0);
    CHECK_FALSE(undone.glowing);
    CHECK(undone.remaining_snbt == "{}");
}

TEST_CASE("D42: late viewers and proxies that come back get the entity data of now, before their keyframe") {
    Stage stage(library());
    auto& home = stage.connect("home");
    auto& away = stage.connect("away");
    auto& anna = stage.join(home, "Anna");
    auto& bert = stage.join(away, "Bert");
    stage.stand(anna, {}, 0);
    const auto id = *stage.play(anna, "t:long").playback;
    stage.step(20);
    stage.forget();
    stage.stand(bert, {1, 0, 0}, 0);
    stage.step(look_round);
    CHECK(text_of(away.model, id, bert.handle) == "\"b\"");
    REQUIRE(stage.got<DisplaysChanged>(away).size() == 1);
    CHECK(stage.got<DisplaysChanged>(away)[0].viewers == std::vector<protocol::PlayerHandle>{bert.handle});
    CHECK(stage.got<DisplaysChanged>(home).empty());

    // One more on a proxy that knows it: for them only.
    auto& carl = stage.join(away, "Carl");
    stage.stand(carl, {2, 0, 0}, 0);
    stage.forget();
    stage.step(look_round);
    CHECK(text_of(away.model, id, carl.handle) == "\"b\"");
    REQUIRE(stage.got<DisplaysChanged>(away).size() == 1);
    CHECK(stage.got<DisplaysChanged>(away)[0].viewers == std::vector<protocol::PlayerHandle>{carl.handle});
    CHECK(away.model.playing(id)->data.at(carl.handle).at(0).glowing == true);

    // D30: after a reconnect.
    stage.disconnect(home);
    stage.step(5);
    stage.connect("home");
    stage.join_again(anna, home);
    REQUIRE(home.model.playing(id) != nullptr);
    CHECK(text_of(home.model, id, anna.handle) == "\"b\"");
}

TEST_CASE("D42: entity data is never dropped, nor left out for a link that is owed keyframes") {
    Stage stage(library());
    auto& proxy = stage.connect("one");
    auto& anna = stage.join(proxy, "Anna");
    stage.stand(anna, {}, 0);
    const auto id = *stage.play(anna, "t:long").playback;
    stage.step(8);
    stage.forget();
    stage.network.owe_keyframes(*proxy.link);
    stage.step();
    CHECK(stage.got<protocol::PoseFrame>(proxy).empty());
    REQUIRE(stage.got<DisplaysChanged>(proxy).size() == 1);
    CHECK_FALSE(stage.got<DisplaysChanged>(proxy)[0].viewers);
    CHECK(text_of(proxy.model, id, anna.handle) == "\"b\"");

    // What the world hands out: only pose frames may be dropped.
    stage.stop(anna);
    stage.network.receive(*proxy.link, protocol::Play{77, anna.handle, "t:long", std::nullopt, std::nullopt});
    bool found = false;
    for (const core::Outgoing& outgoing : stage.network.take_outgoing()) {
        CHECK(outgoing.droppable == std::holds_alternative<protocol::PoseFrame>(*outgoing.message));
        found = found || std::holds_alternative<DisplaysChanged>(*outgoing.message);
    }
    CHECK(found);
}

TEST_CASE("a proxy without viewers is told no entity data, who comes there later is") {
    Stage stage(library());
    auto& proxy = stage.connect("one");
    auto& anna = stage.join(proxy, "Anna", {"lobby", "minecraft:overworld", true});
    stage.stand(anna, {}, 0);
    const auto id = *stage.play(anna, "t:long").playback;
    stage.step(10);
    CHECK(stage.got<DisplaysChanged>(proxy).empty());
    auto& bert = stage.join(proxy, "Bert");
    stage.stand(bert, {1, 0, 0}, 0);
    stage.step(look_round);
    CHECK(text_of(proxy.model, id, bert.handle) == "\"b\"");
}

TEST_CASE("D48: a partner who comes with the match has what the offer left, then what the match shows") {
    Stage stage(library());
    auto& home = stage.connect("home");
    auto& away = stage.connect("away");
    auto& anna = stage.join(home, "Anna");
    auto& bert = stage.join(away, "Bert");
    stage.stand(anna, {0, 64, 0}, 0);
    stage.stand(bert, {0, 64, 1.2}, 180);
    const auto id = *stage.play(anna, "t:pair").playback;
    stage.step(10);
    const auto request = stage.ask(bert, "t:pair");
    stage.answer_sight(home);
    REQUIRE(stage.result(bert, request)->outcome == PlayOutcome::joined);
    CHECK(text_of(home.model, id, anna.handle) == "\"b\"");
    for (int tick = 10; tick < 400; ++tick) {
        if (tick % 50 == 0) {  // or their positions would be stale
            stage.stand(anna, {0, 64, 0}, 0);
            stage.stand(bert, {0, 64, 1.2}, 180);
        }
        stage.step();
        stage.answer_sight(home);
    }
    REQUIRE(away.model.playing(id)->state == protocol::SceneState::matched);
    for (const auto& [model, viewer] : {std::pair(&home.model, anna.handle), std::pair(&away.model, bert.handle)}) {
        CHECK(text_of(*model, id, viewer) == "\"x\"");
        for (const auto& changed : stage.got<DisplaysChanged>(model == &home.model ? home : away)) {
            for (const DisplayUpdate& update : changed.displays) {
                CHECK(update.display == 0);
            }
        }
    }
}

TEST_CASE("entity data travels in as many parts as packets ask for, in order") {
    DisplayData large{TextContent{'"' + std::string(limits::max_entity_data_bytes, 'x') + '"'}, {}};
    const DisplayData small{BlockContent{}, {}};
    const auto update = [](std::uint32_t display, const DisplayData& data) {
        return DataUpdate{DisplayIndex(display), &data, true};
    };
    CHECK(core::display_updates({}).empty());
    const std::vector<DataUpdate> all{update(0, small), update(1, large), update(2, large), update(3, small),
                                      update(4, large)};
    std::vector<std::vector<std::uint32_t>> parts;
    for (const auto& part : core::display_updates(all)) {
        parts.emplace_back();
        for (const DisplayUpdate& one : part) {
            parts.back().push_back(one.display);
        }
    }
    CHECK(parts == std::vector<std::vector<std::uint32_t>>{{0, 1}, {2, 3}, {4}});
}

TEST_CASE("content that did not change is not sent again, a text goes with its options") {
    const DisplayData item{ItemContent{FixedItem{*nbt::parse_compound("{id:stone}")}, ItemDisplayContext::gui}, {}};
    const DisplayData hand{ItemContent{HandItem{Arm::left}, ItemDisplayContext::gui}, {}};
    const DisplayData text{TextContent{"1"}, {}};
    const std::vector<DataUpdate> all{{DisplayIndex(0), &item, true},
                                      {DisplayIndex(1), &item, false},
                                      {DisplayIndex(2), &hand, true},
                                      {DisplayIndex(3), &text, false}};
    const auto parts = core::display_updates(all);
    REQUIRE(parts.size() == 1);
    CHECK(parts[0][0].item_snbt == "{id:\"stone\"}");
    CHECK(parts[0][0].item_context == ItemDisplayContext::gui);
    CHECK_FALSE(parts[0][1].item_snbt);
    CHECK_FALSE(parts[0][1].item_context);
    CHECK_FALSE(parts[0][2].item_snbt);
    CHECK(parts[0][2].item_context == ItemDisplayContext::gui);
    CHECK(parts[0][3].text->component_json == "1");
}

TEST_CASE("D52: server_sync follows the daemon's tick, whoever starts it and when") {
    Stage stage(library());
    auto& proxy = stage.connect("one");
    auto& anna = stage.join(proxy, "Anna");
    auto& bert = stage.join(proxy, "Bert");
    stage.stand(anna, {}, 0);
    stage.stand(bert, {1, 0, 0}, 0);
    // A round is 20 ticks and 5 of delay. Tick 28 is the fourth of the second round; nothing before it is caught up
    // with, neither events nor the first key alone.
    stage.step(28);
    const auto first = *stage.play(anna, "t:synced").playback;
    CHECK(text_of(proxy.model, first, anna.handle) == "\"zero\"");
    const auto heard = [&] {
        std::vector<std::string> names;
        for (const auto& event : std::exchange(proxy.model.events, {})) {
            names.push_back(std::to_string(event.tick) + " " + event.commands.front().substr(10));
        }
        return names;
    };
    CHECK(heard() == std::vector<std::string>{"28 start"});
    stage.step(3);  // 31
    CHECK(text_of(proxy.model, first, anna.handle) == "\"zero\"");
    stage.step();
    CHECK(text_of(proxy.model, first, anna.handle) == "\"seven\"");
    stage.step(15);  // 47, in the delay
    CHECK(heard() == std::vector<std::string>{"33 eight", "45 loop"});
    const auto second = *stage.play(bert, "t:synced").playback;
    CHECK(heard() == std::vector<std::string>{"47 start"});
    CHECK(text_of(proxy.model, second, bert.handle) == "\"seven\"");
    const auto segments = [&](protocol::PlaybackId id) {
        std::vector<std::uint64_t> ticks;
        for (const auto& begin : stage.got<protocol::SegmentBegin>(proxy)) {
            if (begin.playback == id) {
                ticks.push_back(begin.tick);
            }
        }
        return ticks;
    };
    stage.step(30);
    CHECK(segments(first) == std::vector<std::uint64_t>{28, 50, 75});
    CHECK(segments(second) == std::vector<std::uint64_t>{47, 50, 75});
    CHECK(heard() == std::vector<std::string>{"50 zero", "50 zero", "58 eight", "58 eight", "70 loop", "70 loop",
                                              "75 zero", "75 zero"});
    CHECK(text_of(proxy.model, first, anna.handle) == text_of(proxy.model, second, bert.handle));
}
