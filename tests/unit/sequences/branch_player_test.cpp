#include "support/clip_maker.hpp"

#include <emoted/sequences/playback.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <vector>

namespace t = emoted::test;
using emoted::Branch;
using emoted::BranchFrame;
using emoted::BranchKind;
using emoted::BranchPlayer;
using emoted::ClipIndex;
using emoted::EventGroup;
using emoted::NodeIndex;
using emoted::PoseUpdate;
using emoted::Steps;
using emoted::TickCount;
using Repeat = emoted::BranchPlayer::Repeat;
using Lines = std::vector<std::string>;

namespace {

[[nodiscard]] std::string number(float value) {
    std::string text = std::to_string(value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') {
        text.pop_back();
    }
    return text;
}

// "body TLSRV 0 x=1.5": node, channels, interpolation, where along x; "body hidden" where it is not visible.
[[nodiscard]] std::string described(const emoted::Clip& clip, const PoseUpdate& update) {
    std::string text = clip.nodes[update.node.value()].id + ' ';
    const char* const letters = "TLSRV";
    for (unsigned bit = 0; bit < 5; ++bit) {
        if ((update.channels >> bit & 1U) != 0) {
            text += letters[bit];
        }
    }
    text += ' ' + std::to_string(update.interpolation_ticks);
    return text + (update.pose.visible ? " x=" + number(update.pose.translation.x) : " hidden");
}

// One line for a frame; what happens in its order, "; " between.
[[nodiscard]] std::string described(const emoted::Playable& playable, const BranchPlayer& player,
                                    const BranchFrame& frame) {
    std::string text = std::to_string(frame.tick.value()) + ':';
    const auto clip = [&](ClipIndex index) -> const emoted::Clip& {
        return *playable.layout.clips[index.value()].clip;
    };
    if (frame.begins) {
        text += " begin " + clip(*frame.begins).id + ';';
    }
    for (const PoseUpdate& update : frame.poses) {
        text += ' ' + described(clip(*player.clip_on_show()), update) + ';';
    }
    if (frame.blends_to) {
        text += " blend " + clip(*frame.blends_to).id + ';';
    }
    for (const PoseUpdate& update : frame.blend_poses) {
        text += ' ' + described(clip(*frame.blends_to), update) + ';';
    }
    for (const emoted::FiredEvent& fired : frame.events) {
        text += ' ' + fired.event->commands.front() + '@' + std::to_string(fired.clip_tick.value()) + ';';
    }
    if (frame.all_hidden) {
        text += " all hidden;";
    }
    return text + (frame.finished ? " finished;" : "");
}

[[nodiscard]] Lines frames(const emoted::Playable& playable, BranchPlayer& player, int count) {
    Lines lines;
    for (int i = 0; i < count; ++i) {
        const BranchFrame& frame = player.advance();
        lines.push_back(described(playable, player, frame));
    }
    return lines;
}

class NoDraws final : public emoted::DrawSource {
public:
    std::uint32_t below(std::uint32_t) override {
        FAIL("no draw is needed here");
        return 0;
    }
};

[[nodiscard]] Branch planned(const Steps<ClipIndex>& steps, const emoted::Playable& playable, bool have_pose = false) {
    NoDraws draws;
    return emoted::plan_steps(steps, playable.layout, have_pose, draws);
}

// Moves `node` from x = from to x = to over the whole clip.
[[nodiscard]] t::ClipMaker moving(std::string id, std::int32_t duration, double from, double to,
                                  const std::string& node = "body") {
    t::ClipMaker maker(std::move(id), duration);
    maker.node(node).position(node, {{0, {from, 0, 0}}, {duration, {to, 0, 0}}});
    return maker;
}

[[nodiscard]] emoted::EmoteStep<ClipIndex> one(std::uint32_t clip, std::int64_t repeat = 1,
                                               std::int64_t transition = 0) {
    return t::emote({t::clip_choice(clip)}, repeat, transition);
}

// A sequence of these steps, to its end.
[[nodiscard]] Lines played(std::vector<std::shared_ptr<const emoted::Clip>> clips, const Steps<ClipIndex>& steps) {
    const auto playable = t::linear(std::move(clips), steps);
    BranchPlayer player(playable, planned(steps, *playable), Repeat::once);
    Lines lines;
    do {
        lines.push_back(frames(*playable, player, 1).front());
    } while (lines.back().find("finished") == std::string::npos);
    return lines;
}

}  // namespace

TEST_CASE("a clip begins whole and at once, moves with an interpolation of one tick, ends after its end pose") {
    const auto playable = t::animation(moving("a", 3, 0, 3).make());
    BranchPlayer player(playable, emoted::plan(*playable, BranchKind::main, 0), Repeat::once);
    CHECK(frames(*playable, player, 4) == Lines{
                                              "0: begin a; body TLSRV 0 x=0;",
                                              "1: body T 1 x=1;",
                                              "2: body T 1 x=2;",
                                              "3: body T 1 x=3; finished;",
                                          });
    // Whoever goes on asking sees the last pose held.
    CHECK(frames(*playable, player, 2) == Lines{"4: finished;", "5: finished;"});
}

TEST_CASE("unchanged nodes and channels are not sent again") {
    auto maker = moving("a", 2, 0, 2);
    maker.node("still").at({5, 0, 0});
    CHECK(played({maker.make()}, {one(0)}) == Lines{
                                                  "0: begin a; body TLSRV 0 x=0; still TLSRV 0 x=5;",
                                                  "1: body T 1 x=1;",
                                                  "2: body T 1 x=2; finished;",
                                              });
}

TEST_CASE("anchors are never sent, what hangs on them is") {
    t::ClipMaker maker("a", 2);
    maker.anchor("hip").position("hip", {{0, {}}, {2, {2, 0, 0}}});
    maker.node("leg", emoted::Space::initiator, "hip").at({10, 0, 0});
    CHECK(played({maker.make()}, {one(0)}) ==
          Lines{"0: begin a; leg TLSRV 0 x=10;", "1: leg T 1 x=11;", "2: leg T 1 x=12; finished;"});
}

TEST_CASE("where one clip ends and another begins only the new first pose is sent") {
    CHECK(played({moving("a", 2, 0, 2).make(), moving("b", 1, 10, 11).make()}, {one(0), one(1)}) ==
          Lines{
              "0: begin a; body TLSRV 0 x=0;",
              "1: body T 1 x=1;",
              "2: begin b; body TLSRV 0 x=10;",
              "3: body T 1 x=11; finished;",
          });
}

TEST_CASE("during waits and loop delays the end pose is held and nothing is sent") {
    const Lines expected{
        "0: begin a; body TLSRV 0 x=0;",  //
        "1: body T 1 x=1;",
        "2:",
        "3:",
        "4: begin a; body TLSRV 0 x=0;",
        "5: body T 1 x=1; finished;",
    };
    CHECK(played({moving("a", 1, 0, 1).make()}, {one(0), t::wait(3), one(0)}) == expected);
    CHECK(played({moving("a", 1, 0, 1).loops(3).make()}, {one(0, 2)}) == expected);
}

TEST_CASE("a wait after the last clip chosen is waited for") {
    const auto clip = moving("a", 1, 0, 1).make();
    const auto playable = t::linear({clip}, {});
    const Branch branch = planned({one(0), t::wait(2), t::emote({t::continue_choice()})}, *playable);
    BranchPlayer player(playable, branch, Repeat::once);
    CHECK(frames(*playable, player, 4) ==
          Lines{"0: begin a; body TLSRV 0 x=0;", "1: body T 1 x=1;", "2:", "3: finished;"});
}

TEST_CASE("D56: a transition sends the next first pose once, over its own length, and nothing else changes") {
    // Conformance 16.
    auto a = moving("a", 2, 0, 2);
    a.node("only_a").position("only_a", {{0, {}}, {2, {2, 0, 0}}});
    a.node("goes");
    a.node("comes").hidden();
    auto b = moving("b", 3, 10, 13);
    b.node("only_b").at({7, 0, 0});
    b.node("goes").hidden();
    b.node("comes").at({4, 0, 0});
    b.event(EventGroup::timeline, 0, "first").event(EventGroup::timeline, 1, "second");
    CHECK(played({a.make(), b.make()}, {one(0, 1, 4), one(1, 1, 4)}) ==
          Lines{
              "0: begin a; body TLSRV 0 x=0; only_a TLSRV 0 x=0; goes TLSRV 0 x=0; comes TLSRV 0 hidden;",
              "1: body T 1 x=1; only_a T 1 x=1;",
              "2: only_a T 1 x=2; blend b; body T 4 x=10;",
              "3:",
              "4:",
              "5:",
              "6: begin b; only_b TLSRV 0 x=7; goes V 0 hidden; comes TLSRV 0 x=4; first@0;",
              "7: body T 1 x=11; second@1;",
              "8: body T 1 x=12;",
              "9: body T 1 x=13; finished;",
          });
}

TEST_CASE("D56: visibility and events at the end of a clip are its own although the next one blends already") {
    auto a = moving("a", 2, 0, 2);
    a.node("blinks").visible("blinks", {{0, true}, {2, false}});
    auto b = moving("b", 1, 10, 11);
    b.node("blinks");
    CHECK(played({a.make(), b.make()}, {one(0), one(1, 1, 2)}) ==
          Lines{
              "0: begin a; body TLSRV 0 x=0; blinks TLSRV 0 x=0;",
              "1: body T 1 x=1;",
              "2: blinks V 0 hidden; blend b; body T 2 x=10;",
              "3:",
              "4: begin b; blinks TLSRV 0 x=0;",
              "5: body T 1 x=11; finished;",
          });
}

TEST_CASE("D42: a node that appears on the tick of the blend appears where it is and moves on at the start") {
    auto a = moving("a", 2, 0, 2);
    a.node("late").at({3, 0, 0}).visible("late", {{0, false}, {2, true}});
    auto b = moving("b", 1, 10, 11);
    b.node("late").at({8, 0, 0});
    CHECK(played({a.make(), b.make()}, {one(0), one(1, 1, 2)}) ==
          Lines{
              "0: begin a; body TLSRV 0 x=0; late TLSRV 0 hidden;",
              "1: body T 1 x=1;",
              "2: late TLSRV 0 x=3; blend b; body T 2 x=10;",
              "3:",
              "4: begin b; late T 0 x=8;",
              "5: body T 1 x=11; finished;",
          });
}

TEST_CASE("order of a seam: end pose, wait, transition, start") {
    CHECK(played({moving("a", 1, 0, 1).make(), moving("b", 1, 10, 11).make()}, {one(0), t::wait(2), one(1, 1, 2)}) ==
          Lines{
              "0: begin a; body TLSRV 0 x=0;",
              "1: body T 1 x=1;",
              "2:",
              "3: blend b; body T 2 x=10;",
              "4:",
              "5: begin b;",
              "6: body T 1 x=11; finished;",
          });
}

TEST_CASE("a clip may blend into itself, over and over") {
    CHECK(played({moving("a", 1, 0, 1).make()}, {one(0, 3, 2)}) == Lines{
                                                                       "0: begin a; body TLSRV 0 x=0;",
                                                                       "1: blend a;",  // still at 0
                                                                       "2:",
                                                                       "3: begin a;",
                                                                       "4: blend a;",
                                                                       "5:",
                                                                       "6: begin a;",
                                                                       "7: body T 1 x=1; finished;",
                                                                   });
}

TEST_CASE("while a clip blends into itself its nodes stand where they ended") {
    const auto playable = t::linear({moving("a", 1, 0, 1).make()}, {});
    BranchPlayer player(playable, planned({one(0, 3, 2)}, *playable), Repeat::once);
    const double expected[] = {0, 1, 1, 0, 1, 1, 0, 1};
    for (const double x : expected) {
        (void)player.advance();
        CHECK(player.world(NodeIndex(0)).m[0][3] == x);
    }
}

TEST_CASE("a transition of more than 255 ticks goes out in pieces of the same straight way") {
    const Lines lines =
        played({moving("a", 1, 0, 0).make(), moving("b", 1, 600, 601).make()}, {one(0), one(1, 1, 600)});
    REQUIRE(lines.size() == 603);
    for (std::size_t tick = 1; tick <= 600; ++tick) {
        CAPTURE(tick);
        const std::string at = std::to_string(tick) + ':';
        if (tick == 1) {
            CHECK(lines[tick] == at + " blend b; body T 255 x=255;");
        } else if (tick == 256) {
            CHECK(lines[tick] == at + " blend b; body T 255 x=510;");
        } else if (tick == 511) {
            CHECK(lines[tick] == at + " blend b; body T 90 x=600;");
        } else {
            CHECK(lines[tick] == at);
        }
    }
    CHECK(lines[601] == "601: begin b;");
    CHECK(played({moving("a", 1, 0, 0).make(), moving("b", 1, 600, 601).make()}, {one(0), one(1, 1, 255)})[1] ==
          "1: blend b; body T 255 x=600;");
}

TEST_CASE("nodes that the clip on show lacks are hidden by its beginning and come back whole") {
    auto a = moving("a", 1, 0, 1);
    a.node("hat").at({3, 0, 0});
    CHECK(played({a.make(), moving("b", 1, 5, 6).make()}, {one(0), one(1), one(0)}) ==
          Lines{
              "0: begin a; body TLSRV 0 x=0; hat TLSRV 0 x=3;",
              "1: begin b; body TLSRV 0 x=5;",
              "2: begin a; body TLSRV 0 x=0; hat TLSRV 0 x=3;",
              "3: body T 1 x=1; finished;",
          });
}

TEST_CASE("D42: a hidden node is not sent, when it appears its whole pose comes at once") {
    auto a = moving("a", 4, 0, 4);
    a.visible("body", {{0, true}, {1, false}, {3, true}});
    CHECK(played({a.make()}, {one(0)}) == Lines{
                                              "0: begin a; body TLSRV 0 x=0;",
                                              "1: body V 0 hidden;",
                                              "2:",
                                              "3: body TLSRV 0 x=3;",
                                              "4: body T 1 x=4; finished;",
                                          });
}

TEST_CASE("D42: no interpolation leads to a jump") {
    t::ClipMaker a("a", 3);
    a.node("body").position_jumps("body", {{0, {}, {}}, {2, {2, 0, 0}, {7, 0, 0}}, {3, {8, 0, 0}, {8, 0, 0}}});
    CHECK(played({a.make()}, {one(0)}) == Lines{
                                              "0: begin a; body TLSRV 0 x=0;",
                                              "1: body T 1 x=1;",
                                              "2: body T 0 x=7;",
                                              "3: body T 1 x=8; finished;",
                                          });
}

TEST_CASE("D43: updates carry the clip's own display interpolation") {
    CHECK(played({moving("a", 2, 0, 2).interpolation(3).make()}, {one(0)}) ==
          Lines{"0: begin a; body TLSRV 0 x=0;", "1: body T 3 x=1;", "2: body T 3 x=2; finished;"});
    CHECK(played({moving("a", 1, 0, 1).interpolation(0).make()}, {one(0)}) ==
          Lines{"0: begin a; body TLSRV 0 x=0;", "1: body T 0 x=1; finished;"});
}

TEST_CASE("events fire once each, in the tick that reaches them, in the order of the file") {
    auto a = moving("a", 3, 0, 0);
    a.event(EventGroup::timeline, 2, "late").event(EventGroup::timeline, 0, "now");
    a.event(EventGroup::timeline, 2, "later");
    CHECK(played({a.make()}, {one(0, 2)}) == Lines{
                                                 "0: begin a; body TLSRV 0 x=0; now@0;",
                                                 "1:",
                                                 "2: late@2; later@2;",
                                                 "3: begin a; body TLSRV 0 x=0; now@0;",
                                                 "4:",
                                                 "5: late@2; later@2;",
                                                 "6: finished;",
                                             });
}

TEST_CASE("a looping clip without delay: the end tick's loop events, then the restart in the same tick") {
    auto a = moving("a", 2, 0, 2).loops(0);
    a.event(EventGroup::start, 0, "start").event(EventGroup::timeline, 0, "zero");
    a.event(EventGroup::timeline, 1, "one").event(EventGroup::loop, 0, "loop").event(EventGroup::stop, 0, "stop");
    const auto playable = t::animation(a.make());
    BranchPlayer player(playable, emoted::plan(*playable, BranchKind::main, 0), Repeat::loop);
    CHECK(frames(*playable, player, 6) == Lines{
                                              "0: begin a; body TLSRV 0 x=0; start@0; zero@0;",
                                              "1: body T 1 x=1; one@1;",
                                              "2: begin a; body TLSRV 0 x=0; loop@2; zero@0;",
                                              "3: body T 1 x=1; one@1;",
                                              "4: begin a; body TLSRV 0 x=0; loop@2; zero@0;",
                                              "5: body T 1 x=1; one@1;",
                                          });
}

TEST_CASE("a looping clip of one tick restarts in every tick") {
    auto a = moving("a", 1, 0, 1).loops(0);
    a.event(EventGroup::loop, 0, "loop").event(EventGroup::timeline, 0, "zero");
    const auto playable = t::animation(a.make());
    BranchPlayer player(playable, emoted::plan(*playable, BranchKind::main, 0), Repeat::loop);
    CHECK(frames(*playable, player, 3) == Lines{
                                              "0: begin a; body TLSRV 0 x=0; zero@0;",
                                              "1: begin a; body TLSRV 0 x=0; loop@1; zero@0;",
                                              "2: begin a; body TLSRV 0 x=0; loop@1; zero@0;",
                                          });
}

TEST_CASE("a looping clip with a delay: end pose and loop events, held, restart on the tick of the delay") {
    auto a = moving("a", 1, 0, 1).loops(2);
    a.event(EventGroup::loop, 0, "loop").event(EventGroup::timeline, 0, "zero");
    const auto playable = t::animation(a.make());
    BranchPlayer player(playable, emoted::plan(*playable, BranchKind::main, 0), Repeat::loop);
    CHECK(frames(*playable, player, 6) == Lines{
                                              "0: begin a; body TLSRV 0 x=0; zero@0;",
                                              "1: body T 1 x=1; loop@1;",
                                              "2:",
                                              "3: begin a; body TLSRV 0 x=0; zero@0;",
                                              "4: body T 1 x=1; loop@1;",
                                              "5:",
                                          });
}

TEST_CASE("D42: no interpolation crosses the seam of a loop, however long it still has to go") {
    t::ClipMaker a("a", 2);
    a.loops(0).interpolation(5).node("body").position("body", {{0, {1, 0, 0}}, {1, {}}, {2, {}}});
    const auto playable = t::animation(a.make());
    BranchPlayer player(playable, emoted::plan(*playable, BranchKind::main, 0), Repeat::loop);
    CHECK(frames(*playable, player, 3).back() == "2: begin a; body TLSRV 0 x=1;");
    CHECK(player.current().nodes[0].remaining_ticks == 0);
    CHECK(player.current().nodes[0].now.translation.x == 1.0F);
}

TEST_CASE("a clip that holds never finishes") {
    auto a = moving("a", 1, 0, 1).mode(emoted::PlaybackMode::hold);
    a.event(EventGroup::stop, 0, "stop");
    const auto playable = t::animation(a.make());
    BranchPlayer player(playable, emoted::plan(*playable, BranchKind::main, 0), Repeat::hold);
    CHECK(frames(*playable, player, 5) == Lines{"0: begin a; body TLSRV 0 x=0;", "1: body T 1 x=1;", "2:", "3:", "4:"});
    const auto stops = player.stop_events();
    REQUIRE(stops.size() == 1);
    CHECK(stops[0].clip_tick == TickCount(1));
}

TEST_CASE("an offer plays once whatever its mode, then holds") {
    emoted::AwaitPartner<ClipIndex> await;
    await.matched = {one(1)};
    await.timed_out = {one(1)};
    const auto playable = t::two_player({moving("offer", 2, 0, 2).loops(0).make(), moving("b", 1, 5, 6).make()}, await);
    BranchPlayer player(playable, emoted::plan(*playable, BranchKind::offer, 0), Repeat::once);
    CHECK(frames(*playable, player, 4) ==
          Lines{"0: begin offer; body TLSRV 0 x=0;", "1: body T 1 x=1;", "2: body T 1 x=2; finished;", "3: finished;"});
    player.continue_with(emoted::plan(*playable, BranchKind::matched, 0));
    CHECK(frames(*playable, player, 2) == Lines{"0: begin b; body TLSRV 0 x=5;", "1: body T 1 x=6; finished;"});
}

TEST_CASE("a branch after an offer blends from the held pose") {
    emoted::AwaitPartner<ClipIndex> await;
    await.matched = {one(1, 1, 2)};
    const auto playable = t::two_player({moving("offer", 2, 0, 2).make(), moving("b", 1, 5, 6).make()}, await);
    BranchPlayer player(playable, emoted::plan(*playable, BranchKind::offer, 0), Repeat::once);
    CHECK(frames(*playable, player, 3).back() == "2: body T 1 x=2; finished;");
    player.continue_with(emoted::plan(*playable, BranchKind::matched, 0));
    CHECK(frames(*playable, player, 1) == Lines{"0: blend b; body T 2 x=5;"});
    // In the tick in which the offer's last pose was sent: the blend begins at what is on show, one tick behind it.
    CHECK(player.current().nodes[0].now.translation.x == 1.0F);
    CHECK(player.current().nodes[0].target.translation.x == 5.0F);
    CHECK(player.current().nodes[0].remaining_ticks == 2);
    CHECK(player.current().clip == ClipIndex(0));
    CHECK(frames(*playable, player, 3) == Lines{"1:", "2: begin b;", "3: body T 1 x=6; finished;"});
}

TEST_CASE("D16: a sequence in which nothing is chosen is one tick with everything hidden") {
    const auto playable = t::linear({moving("a", 1, 0, 1).make()}, {});
    BranchPlayer player(playable, planned({t::emote({t::continue_choice()}, 3)}, *playable), Repeat::once);
    CHECK(frames(*playable, player, 2) == Lines{"0: all hidden;", "1: all hidden; finished;"});
    CHECK_FALSE(player.current().clip.has_value());
    CHECK(player.stop_events().empty());
}

TEST_CASE("D16: a sequence whose first step chooses nothing is hidden until its first clip, which has no transition") {
    const auto playable = t::linear({moving("a", 1, 0, 1).make()}, {});
    const Branch branch = planned({t::emote({t::break_choice()}), t::wait(2), one(0, 1, 9)}, *playable);
    BranchPlayer player(playable, branch, Repeat::once);
    CHECK(frames(*playable, player, 4) ==
          Lines{"0: all hidden;", "1: all hidden;", "2: begin a; body TLSRV 0 x=0;", "3: body T 1 x=1; finished;"});
}

TEST_CASE("D16: a matched or time-out branch that chooses nothing, or begins with a wait, keeps the offer's pose") {
    emoted::AwaitPartner<ClipIndex> await;
    const auto playable = t::two_player({moving("offer", 1, 0, 1).make(), moving("b", 1, 5, 6).make()}, await);
    const auto nothing = t::emote({t::continue_choice()});
    for (const bool late : {false, true}) {
        BranchPlayer player(playable, emoted::plan(*playable, BranchKind::offer, 0), Repeat::once);
        CHECK(frames(*playable, player, 2).back() == "1: body T 1 x=1; finished;");
        if (late) {
            player.continue_with(planned({nothing, t::wait(2), one(1)}, *playable, true));
            CHECK(frames(*playable, player, 4) ==
                  Lines{"0:", "1:", "2: begin b; body TLSRV 0 x=5;", "3: body T 1 x=6; finished;"});
        } else {
            player.continue_with(planned({nothing}, *playable, true));
            CHECK(frames(*playable, player, 2) == Lines{"0:", "1: finished;"});
            CHECK(player.current().clip == ClipIndex(0));
            CHECK(player.current().nodes[0].now.translation.x == 1.0F);
        }
    }
}

TEST_CASE("D48: copies that a transition makes appear get their source's whole pose") {
    auto own = moving("own", 1, 0, 1);
    own.node("friend", emoted::Space::partner);
    const auto playable = t::two_player({own.make(), moving("copied", 1, 5, 6).make()}, {});
    REQUIRE_FALSE(playable->layout.clips[0].mirrored);
    REQUIRE(playable->layout.clips[1].mirrored);
    BranchPlayer player(playable, planned({one(0), one(1, 1, 2), one(1, 1, 2)}, *playable), Repeat::once);
    CHECK(frames(*playable, player, 8) == Lines{
                                              "0: begin own; body TLSRV 0 x=0; friend TLSRV 0 x=0;",
                                              "1: blend copied; body T 2 x=5;",
                                              "2:",
                                              "3: begin copied; body TLSRV 0 x=5;",
                                              "4: blend copied;",
                                              "5:",
                                              "6: begin copied;",  // the copies were there already
                                              "7: body T 1 x=6; finished;",
                                          });
}

TEST_CASE("stop events come once, whenever the playback ends") {
    auto a = moving("a", 2, 0, 2);
    a.event(EventGroup::start, 0, "start").event(EventGroup::stop, 0, "stop").event(EventGroup::stop, 0, "and");
    const auto playable = t::animation(a.make());
    for (int ticks = 0; ticks <= 3; ++ticks) {
        CAPTURE(ticks);
        BranchPlayer player(playable, emoted::plan(*playable, BranchKind::main, 0), Repeat::once);
        (void)frames(*playable, player, ticks);
        const auto stops = player.stop_events();
        if (ticks == 0) {  // not begun: no start, no stop
            CHECK(stops.empty());
            continue;
        }
        REQUIRE(stops.size() == 2);
        CHECK(stops[0].event->commands.front() == "stop");
        CHECK(stops[1].event->commands.front() == "and");
        CHECK(stops[0].clip_tick == TickCount(ticks - 1));
        CHECK(player.stop_events().empty());
    }
}

TEST_CASE("an event's origin is its node's matrix when it fires, at a loop's seam that of the end pose") {
    auto maker = moving("a", 2, 0, 2).loops(0);
    maker.event(EventGroup::timeline, 1, "one").event(EventGroup::loop, 0, "loop");
    emoted::Clip clip = *maker.make();
    for (emoted::ClipEvent& event : clip.events) {
        event.origin_node = NodeIndex(0);
    }
    const auto playable = t::animation(std::make_shared<const emoted::Clip>(clip));
    BranchPlayer player(playable, emoted::plan(*playable, BranchKind::main, 0), Repeat::loop);
    (void)player.advance();
    CHECK(player.advance().events[0].origin.m[0][3] == 1.0);
    CHECK(player.world(NodeIndex(0)).m[0][3] == 1.0);
    CHECK(player.advance().events[0].origin.m[0][3] == 2.0);
    CHECK(player.world(NodeIndex(0)).m[0][3] == 0.0);
}

TEST_CASE("an event without an origin node has the identity") {
    auto maker = moving("a", 2, 5, 7);
    maker.event(EventGroup::timeline, 0, "zero");
    const auto playable = t::animation(maker.make());
    BranchPlayer player(playable, emoted::plan(*playable, BranchKind::main, 0), Repeat::once);
    CHECK(player.advance().events[0].origin.m[0][3] == 0.0);
}

TEST_CASE("a server-synchronised clip begins where its round is, in the delay too") {
    auto a = moving("a", 3, 0, 3).mode(emoted::PlaybackMode::server_sync, 2);
    a.event(EventGroup::timeline, 1, "one").event(EventGroup::timeline, 2, "two").event(EventGroup::loop, 0, "loop");
    const auto clip = a.make();
    CHECK(emoted::synchronised_phase(*clip, emoted::Tick(12)) == TickCount(2));
    CHECK(emoted::synchronised_phase(*clip, emoted::Tick(15)) == TickCount(0));
    CHECK(emoted::synchronised_phase(*clip, emoted::Tick(-1)) == TickCount(4));
    const auto playable = t::animation(clip);
    const Branch branch = emoted::plan(*playable, BranchKind::main, 0);

    BranchPlayer middle(playable, branch, emoted::repeat_of(clip->mode), TickCount(2));
    CHECK(frames(*playable, middle, 5) == Lines{"0: begin a; body TLSRV 0 x=2; two@2;", "1: body T 1 x=3; loop@3;",
                                                "2:", "3: begin a; body TLSRV 0 x=0;", "4: body T 1 x=1; one@1;"});
    BranchPlayer delay(playable, branch, emoted::repeat_of(clip->mode), TickCount(4));
    CHECK(frames(*playable, delay, 2) == Lines{"0: begin a; body TLSRV 0 x=3;", "1: begin a; body TLSRV 0 x=0;"});
    BranchPlayer edge(playable, branch, emoted::repeat_of(clip->mode), TickCount(3));
    CHECK(frames(*playable, edge, 3) == Lines{"0: begin a; body TLSRV 0 x=3;", "1:", "2: begin a; body TLSRV 0 x=0;"});
}

TEST_CASE("how a clip in each mode is played on its own") {
    CHECK(emoted::repeat_of(emoted::PlaybackMode::once) == Repeat::once);
    CHECK(emoted::repeat_of(emoted::PlaybackMode::hold) == Repeat::hold);
    CHECK(emoted::repeat_of(emoted::PlaybackMode::loop) == Repeat::loop);
    CHECK(emoted::repeat_of(emoted::PlaybackMode::server_sync) == Repeat::loop);
}

TEST_CASE("the rotation deadzone is that of the clip on show, before it the first clip's") {
    const auto playable =
        t::linear({moving("a", 1, 0, 1).deadzone(10).make(), moving("b", 1, 0, 1).deadzone(20).make()}, {});
    const Branch branch = planned({t::emote({t::break_choice()}), t::wait(1), one(1), t::wait(1), one(0)}, *playable);
    BranchPlayer player(playable, branch, Repeat::once);
    CHECK(player.rotation_deadzone() == 10);
    const double expected[] = {10, 20, 20, 10, 10};
    for (const double degrees : expected) {
        (void)player.advance();
        CHECK(player.rotation_deadzone() == degrees);
    }
}

TEST_CASE("D42: a late viewer is told what is on show, where it goes and how long that takes") {
    const auto playable = t::animation(moving("a", 2, 0, 8).interpolation(4).make());
    BranchPlayer player(playable, emoted::plan(*playable, BranchKind::main, 0), Repeat::once);
    const auto told = [&player](float now, float target, int remaining) {
        const auto current = player.current();
        REQUIRE(current.nodes.size() == 1);
        CHECK(current.nodes[0].now.translation.x == now);
        CHECK(current.nodes[0].target.translation.x == target);
        CHECK(current.nodes[0].remaining_ticks == remaining);
        CHECK(current.nodes[0].now.visible);
    };
    CHECK_FALSE(player.current().clip.has_value());
    (void)player.advance();
    told(0, 0, 0);
    (void)player.advance();
    told(0, 4, 4);
    (void)player.advance();
    told(1, 8, 4);  // a quarter of the way to 4, then on to 8
    (void)player.advance();
    told(2.75F, 8, 3);
    (void)player.advance();
    (void)player.advance();
    told(6.25F, 8, 1);
    (void)player.advance();
    told(8, 8, 0);
}

TEST_CASE("a player that is moved goes on as before") {
    const auto playable = t::animation(moving("a", 2, 0, 2).make());
    BranchPlayer first(playable, emoted::plan(*playable, BranchKind::main, 0), Repeat::once);
    (void)first.advance();
    BranchPlayer second(std::move(first));
    CHECK(frames(*playable, second, 1) == Lines{"1: body T 1 x=1;"});
    CHECK(second.branch().total == TickCount(2));
}
