// Proxies that come and go, viewers who come late, and reports that make no sense.
#include <emoted/core/limits.hpp>
#include <emoted/core/network.hpp>

#include <catch2/catch.hpp>
#include <support/emote_files.hpp>
#include <support/stage.hpp>

using namespace emoted;
using namespace emoted::test;
using protocol::EndReason;
using protocol::NoticeCode;
using protocol::PlayOutcome;

namespace {

std::shared_ptr<const Library> long_library() {
    AnimationFile animation;
    animation.id = "t:long";
    animation.duration = 1'000;
    AnimationFile part = animation;
    part.id = "t:part";
    part.standalone = false;
    return library_of({file_of(animation), file_of(part)});
}

// Viewers are looked for in turn: after this many ticks every playback has.
constexpr std::uint64_t look_round = core::limits::viewers_every_ticks;

}  // namespace

TEST_CASE("a new link gets the emotes that can be started and the permissions in use") {
    Stage stage(long_library());
    auto& proxy = stage.connect("one");
    REQUIRE(proxy.model.emotes.size() == 1);
    CHECK(proxy.model.emotes[0].id == "t:long");
    CHECK(proxy.model.emotes[0].duration_ticks == 1'000);
    CHECK(proxy.model.permission_nodes == std::vector<std::string>{"emote.default"});
}

TEST_CASE("D27: a reload that changes something is announced, one that does not is not") {
    Stage stage(long_library());
    auto& proxy = stage.connect("one");
    auto& anna = stage.join(proxy, "Anna");
    stage.stand(anna, {}, 0);
    const auto playing = stage.play(anna, "t:long");
    stage.forget();
    stage.network.set_library(long_library());
    stage.deliver();
    CHECK(stage.got<protocol::LibraryChanged>(proxy).empty());
    stage.network.set_library(library_of({}));
    stage.deliver();
    CHECK(stage.got<protocol::LibraryChanged>(proxy).size() == 1);
    CHECK(proxy.model.emotes.empty());
    stage.step(5);
    CHECK(proxy.model.playing(*playing.playback) != nullptr);
    CHECK(stage.play(anna, "t:long").outcome == PlayOutcome::unknown_emote);
}

TEST_CASE("a big library is announced in parts that each fit a packet") {
    std::vector<SourceFile> files;
    for (int number = 0; number < 8; ++number) {
        AnimationFile animation;
        animation.id = "t:a" + std::to_string(number);
        SourceFile file = file_of(animation);
        const std::string marker = R"("description": ")";
        file.bytes.insert(file.bytes.find(marker) + marker.size(), std::string(200'000, 'x'));
        files.push_back(std::move(file));
    }
    Stage stage(library_of(std::move(files)));
    auto& proxy = stage.connect("one");
    const auto parts = stage.got<protocol::LibraryChanged>(proxy);
    CHECK(parts.size() == 3);
    for (const auto& part : parts) {
        CHECK(part.emotes.size() <= 3);
    }
    CHECK(proxy.model.emotes.size() == 8);
}

TEST_CASE("who stands in range sees it, a late viewer's proxy gets the present state") {
    Stage stage(long_library());
    auto& home = stage.connect("home");
    auto& away = stage.connect("away");
    auto& anna = stage.join(home, "Anna");
    stage.stand(anna, {}, 0);
    const auto id = *stage.play(anna, "t:long").playback;
    auto& bert = stage.join(away, "Bert");
    stage.stand(bert, {64.5, 0, 0}, 0);
    stage.step(look_round);
    CHECK(away.model.playing(id) == nullptr);

    stage.stand(bert, {64, 0, 0}, 0);
    stage.step(look_round);
    REQUIRE(away.model.playing(id) != nullptr);
    CHECK(away.model.playing(id)->start.resumed);
    CHECK(away.model.playing(id)->start.tick == 0);
    // Nobody of this proxy is to be hidden, but who plays is known to be.
    CHECK(away.model.playing(id)->hidden.empty());
    CHECK(away.model.playing(id)->start.participants.at(0).hidden);
    CHECK(away.model.playing(id)->start.participants.at(0).uuid == anna.uuid);
    CHECK(away.model.playing(id)->shown(0));

    // Another one on the same proxy: only they get a keyframe.
    auto& carl = stage.join(away, "Carl");
    stage.stand(carl, {1, 0, 0}, 0);
    stage.forget();
    stage.step(look_round);
    CHECK(stage.got<protocol::PlaybackStart>(away).empty());
    CHECK(stage.got<protocol::ViewersChanged>(away).at(0).added == std::vector<protocol::PlayerHandle>{carl.handle});
    CHECK(stage.got<protocol::Keyframe>(away).at(0).viewers == std::vector<protocol::PlayerHandle>{carl.handle});
    CHECK(stage.got<protocol::Keyframe>(home).empty());

    // Hysteresis: out beyond 72 only; and up counts as well.
    stage.stand(bert, {72, 0, 0}, 0);
    stage.step(look_round);
    CHECK(away.model.playing(id)->viewers.contains(bert.handle));
    stage.stand(bert, {0, 72.5, 0}, 0);
    stage.step(look_round);
    CHECK_FALSE(away.model.playing(id)->viewers.contains(bert.handle));
    stage.leave(carl);
    CHECK(away.model.ends.at(id) == EndReason::out_of_view);
    CHECK(home.model.playing(id) != nullptr);
}

TEST_CASE("viewers in another server or dimension see nothing, and who goes there sees it no more") {
    Stage stage(long_library());
    auto& proxy = stage.connect("one");
    auto& anna = stage.join(proxy, "Anna");
    auto& bert = stage.join(proxy, "Bert", {"survival"});
    auto& carl = stage.join(proxy, "Carl", {"lobby", "minecraft:the_end"});
    auto& dora = stage.join(proxy, "Dora");
    for (auto* const player : {&anna, &bert, &carl, &dora}) {
        stage.stand(*player, {}, 0);
    }
    const auto id = *stage.play(anna, "t:long").playback;
    CHECK(proxy.model.playing(id)->viewers == std::set<protocol::PlayerHandle>{anna.handle, dora.handle});
    stage.send(proxy, protocol::PlayerUpdate{dora.handle, {}, "minecraft:the_end", {}, {}});
    CHECK(proxy.model.playing(id)->viewers == std::set<protocol::PlayerHandle>{anna.handle});
}

TEST_CASE("D32: Bedrock players are no viewers, as participants they are hidden for the others") {
    Stage stage(long_library());
    auto& proxy = stage.connect("one");
    auto& anna = stage.join(proxy, ".Anna B", {"lobby", "minecraft:overworld", true});
    auto& bert = stage.join(proxy, ".Bert", {"lobby", "minecraft:overworld", true});
    auto& carl = stage.join(proxy, "Carl");
    for (auto* const player : {&anna, &bert, &carl}) {
        stage.stand(*player, {}, 0);
    }
    const auto id = *stage.play(anna, "t:long").playback;
    CHECK(proxy.model.playing(id)->viewers == std::set<protocol::PlayerHandle>{carl.handle});
    CHECK(proxy.model.hides(anna.handle));
    // Nobody sees it any more: the participant's proxy keeps it, to show the player again at the end.
    stage.leave(carl);
    REQUIRE(proxy.model.playing(id) != nullptr);
    CHECK(stage.stop(anna) == protocol::StopOutcome::stopped);
    CHECK_FALSE(proxy.model.hides(anna.handle));
}

TEST_CASE("D30: a proxy that comes back in time gets the current state of its players' playbacks") {
    Stage stage(long_library());
    auto& home = stage.connect("home");
    auto& away = stage.connect("away");
    auto& anna = stage.join(home, "Anna");
    auto& bert = stage.join(away, "Bert");
    stage.stand(anna, {}, 0);
    stage.stand(bert, {1, 0, 0}, 0);
    const auto id = *stage.play(anna, "t:long").playback;
    stage.disconnect(home);
    stage.step(99);
    CHECK(away.model.playing(id) != nullptr);

    stage.connect("home");
    stage.forget();
    stage.join_again(anna, home);
    REQUIRE(home.model.playing(id) != nullptr);
    CHECK(home.model.playing(id)->start.resumed);
    CHECK(home.model.hides(anna.handle));
    CHECK(stage.got<protocol::Keyframe>(home).size() == 1);
    stage.step(200);
    CHECK(home.model.playing(id) != nullptr);
    CHECK(stage.stop(anna) == protocol::StopOutcome::stopped);
}

TEST_CASE("D30: a participant who is announced again after a viewer of the same proxy is hidden again") {
    Stage stage(long_library());
    auto& home = stage.connect("home");
    auto& anna = stage.join(home, "Anna");
    auto& bert = stage.join(home, "Bert");
    stage.stand(anna, {}, 0);
    stage.stand(bert, {1, 0, 0}, 0);
    const auto id = *stage.play(anna, "t:long").playback;
    stage.disconnect(home);
    stage.connect("home");
    stage.join_again(bert, home);
    stage.step(look_round);
    REQUIRE(home.model.playing(id) != nullptr);
    stage.join_again(anna, home);
    CHECK(home.model.hides(anna.handle));
    CHECK(home.model.playing(id)->viewers == std::set<protocol::PlayerHandle>{anna.handle, bert.handle});
    CHECK(home.model.playing(id)->participants.at(0).player == anna.handle);
}

TEST_CASE("D30: after the grace time what they play ends with disconnected") {
    Stage stage(long_library());
    auto& home = stage.connect("home");
    auto& away = stage.connect("away");
    auto& anna = stage.join(home, "Anna");
    auto& bert = stage.join(away, "Bert");
    stage.stand(anna, {}, 0);
    stage.stand(bert, {1, 0, 0}, 0);
    const auto id = *stage.play(anna, "t:long").playback;
    stage.disconnect(home);
    stage.connect("home");  // back, but says nothing of Anna
    stage.step(99);
    CHECK(away.model.playing(id) != nullptr);
    stage.step();
    CHECK(away.model.ends.at(id) == EndReason::disconnected);
    CHECK(stage.network.counters().players == 1);
}

TEST_CASE("D30: announced again elsewhere in the network, the playback is over") {
    Stage stage(long_library());
    auto& home = stage.connect("home");
    auto& away = stage.connect("away");
    auto& anna = stage.join(home, "Anna");
    auto& bert = stage.join(away, "Bert");
    stage.stand(anna, {}, 0);
    stage.stand(bert, {1, 0, 0}, 0);
    const auto first = *stage.play(anna, "t:long").playback;
    stage.disconnect(home);
    stage.connect("home");
    stage.join_again(anna, home, {"survival"});
    CHECK(away.model.ends.at(first) == EndReason::player_unavailable);
    stage.stand(anna, {}, 0);
    const auto second = *stage.play(anna, "t:long").playback;
    stage.disconnect(home);
    stage.join_again(anna, away, {"survival"});
    CHECK(stage.network.counters().playbacks == 0);
    static_cast<void>(second);
}

TEST_CASE("a second link of the same proxy takes over from the first") {
    Stage stage(long_library());
    auto& home = stage.connect("home");
    auto& anna = stage.join(home, "Anna");
    stage.stand(anna, {}, 0);
    const auto id = *stage.play(anna, "t:long").playback;
    stage.connect("home");
    stage.join_again(anna, home);
    CHECK(home.model.playing(id)->start.resumed);
    CHECK(stage.network.counters().proxies == 1);
}

TEST_CASE("D31: the newest join wins, the older proxy is told") {
    Stage stage(long_library());
    auto& older = stage.connect("older");
    auto& newer = stage.connect("newer");
    auto& anna = stage.join(older, "Anna");
    stage.stand(anna, {}, 0);
    const auto handle = anna.handle;
    const auto id = *stage.play(anna, "t:long").playback;
    stage.join_again(anna, newer);
    CHECK(older.model.ends.at(id) == EndReason::disconnected);
    CHECK(older.model.lost_players == std::vector<protocol::PlayerHandle>{handle});
    stage.stand(anna, {}, 0);
    CHECK(stage.play(anna, "t:long").outcome == PlayOutcome::started);
    // The handle is free again.
    stage.join(older, "Bert");
    CHECK(older.model.notices.empty());
}

TEST_CASE("frames that were dropped are made up for by a keyframe at the next step") {
    Stage stage(long_library());
    auto& proxy = stage.connect("one");
    auto& anna = stage.join(proxy, "Anna");
    stage.stand(anna, {}, 0);
    REQUIRE(stage.play(anna, "t:long").outcome == PlayOutcome::started);
    stage.step(5);
    stage.forget();
    stage.network.owe_keyframes(*proxy.link);
    stage.network.owe_keyframes(*proxy.link);
    stage.step();
    CHECK(stage.got<protocol::Keyframe>(proxy).size() == 1);
    CHECK(stage.got<protocol::PoseFrame>(proxy).empty());
    REQUIRE(proxy.model.notices.size() == 1);
    CHECK(proxy.model.notices[0].code == NoticeCode::frames_dropped);
    stage.forget();
    stage.step(20);
    CHECK_FALSE(stage.got<protocol::PoseFrame>(proxy).empty());
}

TEST_CASE("reports that make no sense get a notice and change nothing") {
    Stage stage(long_library());
    auto& proxy = stage.connect("one");
    auto& anna = stage.join(proxy, "Anna");
    stage.stand(anna, {1, 2, 3}, 0);
    struct Case {
        protocol::Message message;
        NoticeCode code;
    };
    protocol::PlayerState far = anna.state;
    far.position.x = 1e9;
    protocol::PlayerJoin bad_name{50, uuid_of(50), "no name!", "lobby", "a:b", false, {}, {}};
    const std::vector<Case> cases{
        {protocol::PlayerLeave{99}, NoticeCode::unknown_player},
        {protocol::PlayerUpdate{99, "x", {}, {}, {}}, NoticeCode::unknown_player},
        {protocol::PlayerAction{99, protocol::ActionKind::jump, {}}, NoticeCode::unknown_player},
        {protocol::PlayerAction{anna.handle, protocol::ActionKind::damage, -1.0F}, NoticeCode::invalid_value},
        {protocol::PlayerUpdate{anna.handle, {}, "nowhere", {}, {}}, NoticeCode::invalid_value},
        {protocol::PlayerStates{false, {far}}, NoticeCode::invalid_value},
        {bad_name, NoticeCode::invalid_value},
        {protocol::PlayerJoin{anna.handle, uuid_of(51), "Carl", "lobby", "a:b", false, {}, {}},
         NoticeCode::duplicate_player},
        {protocol::LineOfSightAnswer{7, protocol::Sight::visible}, NoticeCode::unknown_query},
        {protocol::PlaybackEnd{}, NoticeCode::invalid_value},
    };
    for (const Case& one : cases) {
        proxy.model.notices.clear();
        stage.send(proxy, one.message);
        REQUIRE(proxy.model.notices.size() == 1);
        CHECK(proxy.model.notices[0].code == one.code);
    }
    CHECK(stage.network.players().size() == 1);
    CHECK(stage.play(anna, "t:long").outcome == PlayOutcome::started);
    CHECK(stage.got<protocol::PlaybackStart>(proxy).at(0).roots.at(0).position == Vec3d{1, 2, 3});
}

TEST_CASE("one bad batch makes no flood of notices") {
    Stage stage(long_library());
    auto& proxy = stage.connect("one");
    protocol::PlayerStates states;
    states.states.resize(1'000);
    stage.send(proxy, states);
    CHECK(proxy.model.notices.size() == core::limits::max_notices_per_message);
}

TEST_CASE("messages of a link that is not open are nobody's") {
    Stage stage(long_library());
    stage.network.receive(99, protocol::PlayerLeave{1});
    stage.network.link_closed(99);
    stage.network.owe_keyframes(99);
    stage.step();
    CHECK(stage.network.take_outgoing().empty());
}
