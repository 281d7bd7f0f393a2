// Two players: offers, joins, reservations, the match and the time-out.
#include <emoted/core/network.hpp>

#include <catch2/catch.hpp>
#include <support/emote_files.hpp>
#include <support/stage.hpp>

#include <algorithm>

using namespace emoted;
using namespace emoted::test;
using protocol::EndReason;
using protocol::JoinFailure;
using protocol::PartnerPhase;
using protocol::PlayOutcome;
using protocol::SceneState;
using protocol::Sight;

namespace {

constexpr std::uint64_t offer_ticks = 20;
constexpr std::uint64_t timeout_ticks = 40;
constexpr std::uint64_t deadline = offer_ticks + timeout_ticks;

std::shared_ptr<const Library> pair_library(int matched_ticks = 30) {
    const auto animation = [](const std::string& id, int duration) {
        AnimationFile file;
        file.id = id;
        file.duration = duration;
        return file_of(file);
    };
    const auto pair = [](const std::string& id, const std::string& cooldown, double movement) {
        PairFile file;
        file.id = id;
        file.offer = "t:offer";
        file.matched = "t:shake";
        file.timed_out = "t:sigh";
        file.cooldown = cooldown;
        file.movement_distance = movement;
        return file_of(file);
    };
    return library_of({animation("t:offer", offer_ticks), animation("t:shake", matched_ticks), animation("t:sigh", 6),
                       animation("t:wave", 50), pair("t:pair", "0t", 0.1), pair("t:slow", "100t", 0.1),
                       pair("t:follow", "0t", 0)});
}

struct Pair {
    Stage stage{pair_library()};
    Stage::Proxy& home = stage.connect("home");
    Stage::Proxy& away = stage.connect("away");
    Stage::Actor& anna = stage.join(home, "Anna");
    Stage::Actor& bert = stage.join(away, "Bert");

    Pair() {
        stage.stand(anna, {0, 64, 0}, 0);
        stage.stand(bert, {0, 64, 1.2}, 180);
    }
    protocol::PlaybackId offer(const std::string& emote = "t:pair") {
        const auto result = stage.play(anna, emote);
        REQUIRE(result.outcome == PlayOutcome::offered);
        return *result.playback;
    }
    // Asks, and has the line of sight answered at once.
    protocol::PlayResult join(Stage::Actor& who, const std::string& emote = "t:pair", Sight sight = Sight::visible) {
        const auto request = stage.ask(who, emote);
        for (Stage::Proxy& proxy : stage.proxies) {
            stage.answer_sight(proxy, sight);
        }
        const auto result = stage.result(who, request);
        REQUIRE(result);
        return *result;
    }
    // Steps to a tick, answering every line of sight.
    void run_to(std::uint64_t tick, Sight sight = Sight::visible) {
        while (stage.network.tick() < tick) {
            stage.step();
            for (Stage::Proxy& proxy : stage.proxies) {
                stage.answer_sight(proxy, sight);
            }
        }
    }
    [[nodiscard]] std::optional<SceneState> state(protocol::PlaybackId id) const {
        const auto* const playing = home.model.playing(id);
        return playing == nullptr ? std::nullopt : std::optional(playing->state);
    }
    [[nodiscard]] std::optional<EndReason> end_of(protocol::PlaybackId id) const {
        const auto found = home.model.ends.find(id);
        return found == home.model.ends.end() ? std::nullopt : std::optional(found->second);
    }
    [[nodiscard]] std::vector<PartnerPhase> phases(const Stage::Proxy& proxy) const {
        std::vector<PartnerPhase> all;
        for (const auto& message : proxy.model.partner_states) {
            all.push_back(message.phase);
        }
        return all;
    }
};

}  // namespace

TEST_CASE("an offer says how long it waits, and times out at offer + time-out ticks") {
    Pair pair;
    const auto result = pair.stage.play(pair.anna, "t:pair");
    CHECK(result.outcome == PlayOutcome::offered);
    CHECK(result.remaining_ticks == deadline);
    CHECK_FALSE(result.refused_offer);
    const auto id = *result.playback;
    CHECK(pair.home.model.partner_states.at(0).remaining_ticks == deadline);
    pair.run_to(deadline - 1);
    CHECK(pair.state(id) == SceneState::offering);  // as the proxy knows it; nothing was said of waiting
    pair.run_to(deadline);
    CHECK(pair.state(id) == SceneState::timed_out);
    const auto changed = pair.stage.got<protocol::SceneChanged>(pair.home);
    REQUIRE(changed.size() == 1);
    CHECK(changed[0].tick == deadline);
    CHECK(pair.stage.got<protocol::SegmentBegin>(pair.home).back().tick == deadline);
    pair.run_to(deadline + 6);
    CHECK(pair.end_of(id) == EndReason::finished);
    CHECK(pair.phases(pair.home) == std::vector{PartnerPhase::waiting, PartnerPhase::timed_out});
}

TEST_CASE("D37: a join during the offer is reserved and matches in the offer's last tick") {
    Pair pair;
    const auto id = pair.offer();
    pair.run_to(3);
    const auto joined = pair.join(pair.bert);
    CHECK(joined.outcome == PlayOutcome::joined);
    CHECK(joined.playback == id);
    // Reserved is not playing: not hidden, no viewer change, no stop conditions.
    CHECK_FALSE(pair.away.model.hides(pair.bert.handle));
    pair.run_to(offer_ticks - 1);
    CHECK(pair.state(id) == SceneState::offering);
    pair.run_to(offer_ticks);
    CHECK(pair.state(id) == SceneState::matched);
    CHECK(pair.stage.got<protocol::SceneChanged>(pair.home).at(0).tick == offer_ticks);
    for (const Stage::Proxy* const proxy : {&pair.home, &pair.away}) {
        const auto participants = pair.stage.got<protocol::SceneChanged>(*proxy).at(0).participants;
        CHECK(std::all_of(participants.begin(), participants.end(), [](const auto& one) { return one.hidden; }));
    }
    CHECK(pair.stage.got<protocol::SegmentBegin>(pair.away).back().tick == offer_ticks);
    CHECK(pair.home.model.hides(pair.anna.handle));
    CHECK(pair.away.model.hides(pair.bert.handle));
    CHECK(pair.phases(pair.home) == std::vector{PartnerPhase::waiting, PartnerPhase::reserved, PartnerPhase::matched});
    CHECK(pair.phases(pair.away) == std::vector{PartnerPhase::reserved, PartnerPhase::matched});
    pair.run_to(offer_ticks + 30);
    CHECK(pair.end_of(id) == EndReason::finished);
    CHECK(pair.away.model.ends.at(id) == EndReason::finished);
    CHECK_FALSE(pair.away.model.hides(pair.bert.handle));
    CHECK(pair.stage.network.counters().matches_total == 1);
}

TEST_CASE("a join while the offer waits matches in the joining call, branch tick 0 is the last completed tick") {
    Pair pair;
    const auto id = pair.offer();
    pair.run_to(offer_ticks + 5);
    const auto matched = pair.join(pair.bert);
    CHECK(matched.outcome == PlayOutcome::matched);
    CHECK(pair.state(id) == SceneState::matched);
    CHECK(pair.stage.got<protocol::SegmentBegin>(pair.home).back().tick == offer_ticks + 5);
    pair.run_to(offer_ticks + 5 + 30);
    CHECK(pair.end_of(id) == EndReason::finished);
}

TEST_CASE("D37: a join handled before the deadline's step wins, one tick later there is nothing to join") {
    Pair pair;
    const auto id = pair.offer();
    pair.run_to(deadline - 1);
    SECTION("before") {
        CHECK(pair.join(pair.bert).outcome == PlayOutcome::matched);
        pair.run_to(deadline);
        CHECK(pair.state(id) == SceneState::matched);
        CHECK(pair.stage.network.counters().timeouts_total == 0);
    }
    SECTION("after") {
        pair.run_to(deadline);
        CHECK(pair.join(pair.bert).outcome == PlayOutcome::offered);
        CHECK(pair.state(id) == SceneState::timed_out);
    }
}

TEST_CASE("D5: a reservation made and lost never restarts the counter, another player may join at once") {
    Pair pair;
    auto& carl = pair.stage.join(pair.away, "Carl");
    pair.stage.stand(carl, {0.5, 64, 1.0}, 160);
    const auto id = pair.offer();
    pair.run_to(10);
    CHECK(pair.join(pair.bert).outcome == PlayOutcome::joined);
    pair.run_to(15);
    pair.stage.stand(pair.bert, {0, 64, 1.2}, 0);  // turns away
    pair.run_to(offer_ticks);
    CHECK(pair.phases(pair.home).back() == PartnerPhase::released);
    CHECK(pair.home.model.partner_states.back().remaining_ticks == timeout_ticks);
    CHECK(pair.phases(pair.away).back() == PartnerPhase::released);
    SECTION("nobody else") {
        pair.run_to(deadline - 1);
        CHECK(pair.state(id) == SceneState::offering);
        pair.run_to(deadline);
        CHECK(pair.state(id) == SceneState::timed_out);
    }
    SECTION("somebody else") {
        CHECK(pair.join(carl).outcome == PlayOutcome::matched);
        CHECK(pair.home.model.playing(id)->takes_part(carl.uuid));
    }
}

TEST_CASE("D8: an offer that cannot be joined is named with the first failing condition") {
    struct Case {
        Vec3d position;
        float yaw;
        std::optional<JoinFailure> failure;
    };
    const auto one = GENERATE(values<Case>({{{0, 64, 3}, 180, JoinFailure::too_far},
                                            {{0, 64, 16}, 180, JoinFailure::too_far},
                                            {{0, 64, 16.1}, 180, std::nullopt},
                                            {{0, 66, 1}, 180, JoinFailure::too_high},
                                            {{0, 64, 0}, 180, JoinFailure::same_spot},
                                            {{0, 64, 1}, 0, JoinFailure::facing}}));
    Pair pair;
    pair.offer();
    pair.stage.stand(pair.bert, one.position, one.yaw);
    const auto result = pair.stage.play(pair.bert, "t:pair");
    CHECK(result.outcome == PlayOutcome::offered);
    REQUIRE(result.refused_offer.has_value() == one.failure.has_value());
    if (one.failure) {
        CHECK(result.refused_offer->initiator == pair.anna.uuid);
        CHECK(result.refused_offer->failure == *one.failure);
        CHECK(result.refused_offer->horizontal_distance == Approx(one.position.z));
    }
    CHECK(pair.home.model.queries.empty());
}

TEST_CASE("D8: reserved, stale and dead offers are named too") {
    Pair pair;
    auto& carl = pair.stage.join(pair.away, "Carl");
    pair.stage.stand(carl, {0.5, 64, 1.0}, 160);
    pair.offer();
    SECTION("reserved") {
        CHECK(pair.join(pair.bert).outcome == PlayOutcome::joined);
        CHECK(pair.stage.play(carl, "t:pair").refused_offer->failure == JoinFailure::reserved);
    }
    SECTION("stale") {
        pair.anna.state.age_ms = 5'000;
        pair.stage.stand(pair.anna, {0, 64, 0}, 0);
        CHECK(pair.stage.play(carl, "t:pair").refused_offer->failure == JoinFailure::stale_state);
    }
    SECTION("dead") {
        pair.anna.state.flags = 0;
        pair.stage.stand(pair.anna, {0, 64, 0}, 0);
        CHECK(pair.stage.play(carl, "t:pair").refused_offer->failure == JoinFailure::dead);
    }
    SECTION("blocked") {
        CHECK(pair.join(carl, "t:pair", Sight::blocked).refused_offer->failure == JoinFailure::line_of_sight);
    }
    SECTION("unknown") {
        CHECK(pair.join(carl, "t:pair", Sight::unknown).refused_offer->failure == JoinFailure::line_of_sight_unknown);
    }
}

TEST_CASE("D10: equal coordinates in another server or dimension never match") {
    const auto [server, dimension] = GENERATE(
        table<std::string, std::string>({{"survival", "minecraft:overworld"}, {"lobby", "minecraft:the_end"}}));
    Pair pair;
    pair.offer();
    auto& carl = pair.stage.join(pair.away, "Carl", {server, dimension});
    pair.stage.stand(carl, {0, 64, 1.2}, 180);
    const auto result = pair.stage.play(carl, "t:pair");
    CHECK(result.outcome == PlayOutcome::offered);
    CHECK_FALSE(result.refused_offer);
}

TEST_CASE("D7: the nearest offer is joined, at equal distance the older one") {
    Pair pair;
    auto& near = pair.stage.join(pair.home, "Near");
    const bool equal = GENERATE(false, true);
    // In front of Bert, to the other side: he faces both within 45 degrees.
    pair.stage.stand(near, {equal ? 0.6 : 0.3, 64, equal ? 0.0 : 0.2}, 0);
    pair.stage.stand(pair.anna, {-0.6, 64, 0}, 0);
    const auto older = pair.offer();
    const auto newer = *pair.stage.play(near, "t:pair").playback;
    const auto joined = pair.join(pair.bert);
    CHECK(joined.outcome == PlayOutcome::joined);
    CHECK(joined.playback == (equal ? older : newer));
}

TEST_CASE("D6: a player with an open offer of their own may join another's, theirs ends with replaced") {
    Pair pair;
    const auto annas = pair.offer();
    pair.stage.stand(pair.bert, {0, 64, 10}, 180);
    const auto berts = *pair.stage.play(pair.bert, "t:pair").playback;
    pair.stage.stand(pair.bert, {0, 64, 9.95}, 180);
    pair.stage.stand(pair.anna, {0, 64, 8.7}, 0);
    const auto request = pair.stage.ask(pair.bert, "t:pair");
    CHECK_FALSE(pair.stage.result(pair.bert, request));
    CHECK(pair.away.model.playing(berts) != nullptr);  // only once the join is certain
    pair.stage.answer_sight(pair.home);
    CHECK(pair.stage.result(pair.bert, request)->outcome == PlayOutcome::joined);
    CHECK(pair.stage.result(pair.bert, request)->playback == annas);
    CHECK(pair.away.model.ends.at(berts) == EndReason::replaced);
}

TEST_CASE("D6: a player who plays anything else becomes a new initiator") {
    Pair pair;
    const auto annas = pair.offer();
    const auto wave = *pair.stage.play(pair.bert, "t:wave").playback;
    const auto result = pair.stage.play(pair.bert, "t:pair");
    CHECK(result.outcome == PlayOutcome::offered);
    CHECK(result.playback != annas);
    CHECK(pair.away.model.ends.at(wave) == EndReason::replaced);
}

TEST_CASE("D14: with their own open offer and nothing to join, the player is answered offered again") {
    Pair pair;
    const auto id = pair.offer("t:slow");
    pair.run_to(15);
    const auto again = pair.stage.play(pair.anna, "t:slow");
    CHECK(again.outcome == PlayOutcome::offered);
    CHECK(again.playback == id);
    CHECK(again.remaining_ticks == deadline - 15);
    pair.run_to(deadline);
    CHECK(pair.state(id) == SceneState::timed_out);
    // The branch is no open offer: the cooldown counts.
    CHECK(pair.stage.play(pair.anna, "t:slow").outcome == PlayOutcome::cooldown);
}

TEST_CASE("D14, D12: the joiner's own offer's cooldown does not count for a join, it restarts at the match") {
    Pair pair;
    pair.stage.stand(pair.bert, {0, 64, 10}, 180);
    REQUIRE(pair.stage.play(pair.bert, "t:slow").outcome == PlayOutcome::offered);
    pair.stage.stand(pair.anna, {0, 64, 8.8}, 0);
    const auto id = *pair.join(pair.anna, "t:slow", Sight::blocked).playback;
    pair.run_to(2);
    CHECK(pair.join(pair.bert, "t:slow").outcome == PlayOutcome::joined);
    pair.run_to(offer_ticks);
    CHECK(pair.state(id) == SceneState::matched);
    REQUIRE(pair.stage.stop(pair.bert) == protocol::StopOutcome::stopped);
    CHECK(pair.stage.play(pair.bert, "t:slow").remaining_ticks == 100U);
    CHECK(pair.stage.play(pair.anna, "t:slow").remaining_ticks == 100U - offer_ticks);
}

TEST_CASE("D12: a reservation that comes to nothing starts no cooldown for the joiner") {
    Pair pair;
    pair.offer("t:slow");
    CHECK(pair.join(pair.bert, "t:slow").outcome == PlayOutcome::joined);
    CHECK(pair.stage.stop(pair.bert) == protocol::StopOutcome::released_reservation);
    CHECK(pair.phases(pair.home).back() == PartnerPhase::released);
    pair.stage.stand(pair.bert, {0, 64, 1.2}, 0);
    CHECK(pair.stage.play(pair.bert, "t:slow").outcome == PlayOutcome::offered);
}

TEST_CASE("D38: a pending join is answered cancelled by a later play, stop or leave") {
    Pair pair;
    const auto id = pair.offer();
    const auto pending = pair.stage.ask(pair.bert, "t:pair");
    CHECK_FALSE(pair.stage.result(pair.bert, pending));
    SECTION("play") {
        CHECK(pair.stage.play(pair.bert, "t:wave").outcome == PlayOutcome::started);
    }
    SECTION("even one that is refused") {
        CHECK(pair.stage.play(pair.bert, "t:nothing").outcome == PlayOutcome::unknown_emote);
    }
    SECTION("stop") {
        CHECK(pair.stage.stop(pair.bert) == protocol::StopOutcome::stopped);
    }
    SECTION("leave") {
        pair.stage.leave(pair.bert);
    }
    CHECK(pair.stage.result(pair.bert, pending)->outcome == PlayOutcome::cancelled);
    pair.stage.answer_sight(pair.home);
    CHECK(pair.phases(pair.home) == std::vector{PartnerPhase::waiting});
    CHECK(pair.state(id) == SceneState::offering);
}

TEST_CASE("D38: without an answer a join is decided at the start of the fourth step") {
    Pair pair;
    pair.offer();
    const auto pending = pair.stage.ask(pair.bert, "t:pair");
    pair.stage.step(3);
    CHECK_FALSE(pair.stage.result(pair.bert, pending));
    pair.stage.step();
    const auto result = pair.stage.result(pair.bert, pending);
    REQUIRE(result);
    CHECK(result->outcome == PlayOutcome::offered);
    CHECK(result->refused_offer->failure == JoinFailure::line_of_sight_unknown);
}

TEST_CASE("D37: what begins inside a step, because nobody told a line of sight, has one pose in each tick") {
    Pair pair;
    const auto poses = [&pair](protocol::PlaybackId id, std::uint64_t tick) {
        const auto frames = pair.stage.got<protocol::PoseFrame>(pair.away);
        return std::count_if(frames.begin(), frames.end(), [&](const protocol::PoseFrame& frame) {
            return frame.playback == id && frame.tick == tick;
        });
    };
    SECTION("an offer") {
        pair.offer();
        const auto pending = pair.stage.ask(pair.bert, "t:pair");
        pair.stage.step(4);
        const auto result = pair.stage.result(pair.bert, pending);
        REQUIRE(result->outcome == PlayOutcome::offered);
        const auto id = *result->playback;
        CHECK(pair.away.model.playing(id)->start.tick == 4);
        CHECK(pair.away.model.playing(id)->segment_tick == 4);
        CHECK(poses(id, 4) == 1);
        // Its clip is as long as that of any other offer.
        pair.run_to(4 + offer_ticks - 1, Sight::unknown);
        CHECK(pair.state(id) == SceneState::offering);
        CHECK(result->remaining_ticks == deadline);
    }
    SECTION("a match") {
        const auto id = pair.offer();
        auto& cora = pair.stage.join(pair.home, "Cora");
        pair.stage.stand(cora, {0, 64, 0.3}, 0);
        REQUIRE(pair.stage.play(cora, "t:pair").outcome == PlayOutcome::offered);
        pair.stage.step(offer_ticks + 5);
        pair.home.model.queries.clear();
        const auto pending = pair.stage.ask(pair.bert, "t:pair");
        const auto queries = std::exchange(pair.home.model.queries, {});
        REQUIRE(queries.size() == 2);
        REQUIRE(queries[1].from == pair.anna.handle);
        pair.stage.send(pair.home, protocol::LineOfSightAnswer{queries[1].query, Sight::visible});
        pair.stage.step(4);
        REQUIRE(pair.stage.result(pair.bert, pending)->outcome == PlayOutcome::matched);
        const std::uint64_t matched_at = offer_ticks + 5 + 4;
        CHECK(pair.stage.network.tick() == matched_at);
        CHECK(pair.away.model.playing(id)->segment_tick == matched_at);
        CHECK(poses(id, matched_at) == 1);
        // 30 ticks of it, from there.
        pair.stage.step(29);
        CHECK(pair.away.model.playing(id) != nullptr);
        pair.stage.step();
        CHECK(pair.away.model.playing(id) == nullptr);
    }
}

TEST_CASE("D38: at most the eight nearest are asked, and a farther one wins when the nearer are answered or late") {
    Pair pair;
    for (int number = 0; number < 10; ++number) {
        auto& other = pair.stage.join(pair.home, "Other" + std::to_string(number));
        pair.stage.stand(other, {0, 64, -0.05 * number}, 0);
        REQUIRE(pair.stage.play(other, "t:pair").outcome == PlayOutcome::offered);
        pair.home.model.queries.clear();
    }
    pair.stage.step(4);  // what they asked of each other is over
    const auto pending = pair.stage.ask(pair.bert, "t:pair");
    auto queries = std::exchange(pair.home.model.queries, {});
    REQUIRE(queries.size() == 8);
    CHECK(queries[0].from_eyes.z == 0);
    CHECK(queries[7].from_eyes.z == Approx(-0.35));
    pair.stage.send(pair.home, protocol::LineOfSightAnswer{queries[0].query, Sight::blocked});
    pair.stage.send(pair.home, protocol::LineOfSightAnswer{queries[2].query, Sight::visible});
    CHECK_FALSE(pair.stage.result(pair.bert, pending));
    SECTION("the nearer is blocked") {
        pair.stage.send(pair.home, protocol::LineOfSightAnswer{queries[1].query, Sight::blocked});
    }
    SECTION("the nearer is late") {
        pair.stage.step(4);
    }
    REQUIRE(pair.stage.result(pair.bert, pending));
    CHECK(pair.stage.result(pair.bert, pending)->outcome == PlayOutcome::joined);
    CHECK(pair.home.model.partner_states.back().player == queries[2].from);
}

TEST_CASE("D38: for the offer's end the world asks four ticks ahead, if no answer will be fresh") {
    Pair pair;
    const auto id = pair.offer();
    SECTION("joined early: asked at D - 4") {
        CHECK(pair.join(pair.bert).outcome == PlayOutcome::joined);
        pair.stage.step(offer_ticks - 5);
        CHECK(pair.home.model.queries.empty());
        pair.stage.step();
        REQUIRE(pair.home.model.queries.size() == 1);
        SECTION("answered before D") {
            pair.stage.step(3);
            pair.stage.answer_sight(pair.home);
            pair.stage.step();
            CHECK(pair.state(id) == SceneState::matched);
        }
        SECTION("not answered: not visible") {
            pair.stage.step(4);
            CHECK(pair.phases(pair.home).back() == PartnerPhase::released);
        }
        SECTION("blocked meanwhile") {
            pair.stage.answer_sight(pair.home, Sight::blocked);
            pair.stage.step(4);
            CHECK(pair.phases(pair.home).back() == PartnerPhase::released);
        }
    }
    SECTION("joined late: the answer of the join still counts") {
        pair.stage.step(offer_ticks - 8);
        CHECK(pair.join(pair.bert).outcome == PlayOutcome::joined);
        pair.stage.step(8);
        CHECK(pair.home.model.queries.empty());
        CHECK(pair.state(id) == SceneState::matched);
    }
}

TEST_CASE("D38: a join that is still pending at the deadline loses") {
    Pair pair;
    const auto id = pair.offer();
    pair.run_to(deadline - 2);
    const auto pending = pair.stage.ask(pair.bert, "t:pair");
    pair.stage.step(2);
    CHECK(pair.state(id) == SceneState::timed_out);
    pair.stage.answer_sight(pair.home);
    REQUIRE(pair.stage.result(pair.bert, pending));
    CHECK(pair.stage.result(pair.bert, pending)->outcome == PlayOutcome::offered);
    CHECK(pair.state(id) == SceneState::timed_out);
}

TEST_CASE("D13: the partner's movement counts from where they stood at the match") {
    Pair pair;
    const auto id = pair.offer();
    CHECK(pair.join(pair.bert).outcome == PlayOutcome::joined);
    pair.run_to(10);
    pair.stage.stand(pair.bert, {0.2, 64, 1.2}, 180);
    pair.run_to(offer_ticks + 5);
    CHECK(pair.state(id) == SceneState::matched);
    pair.stage.stand(pair.bert, {0.4, 64, 1.2}, 180);
    pair.stage.step();
    CHECK(pair.end_of(id) == EndReason::moved);
    CHECK(pair.away.model.ends.at(id) == EndReason::moved);
}

TEST_CASE("after the match either participant ends it for both, before it only the initiator's session ends") {
    Pair pair;
    const auto id = pair.offer();
    CHECK(pair.join(pair.bert).outcome == PlayOutcome::joined);
    SECTION("the reserved partner leaves: the offer goes on") {
        pair.stage.leave(pair.bert);
        CHECK(pair.phases(pair.home).back() == PartnerPhase::released);
        pair.run_to(deadline);
        CHECK(pair.state(id) == SceneState::timed_out);
    }
    SECTION("the reserved partner jumps: nothing") {
        pair.stage.act(pair.bert, protocol::ActionKind::jump);
        pair.run_to(offer_ticks);
        CHECK(pair.state(id) == SceneState::matched);
    }
    SECTION("the initiator stops: the partner is released") {
        CHECK(pair.stage.stop(pair.anna) == protocol::StopOutcome::stopped);
        CHECK(pair.phases(pair.away).back() == PartnerPhase::released);
        // To her own proxy the end says it all.
        CHECK(pair.phases(pair.home).back() == PartnerPhase::reserved);
        CHECK(pair.stage.play(pair.bert, "t:wave").outcome == PlayOutcome::started);
    }
    SECTION("the partner starts something else: released, and the offer is open") {
        CHECK(pair.stage.play(pair.bert, "t:wave").outcome == PlayOutcome::started);
        CHECK(pair.phases(pair.home).back() == PartnerPhase::released);
    }
    SECTION("matched, and the partner jumps") {
        pair.run_to(offer_ticks + 2);
        pair.stage.act(pair.bert, protocol::ActionKind::jump);
        CHECK(pair.end_of(id) == EndReason::jumped);
        CHECK(pair.away.model.ends.at(id) == EndReason::jumped);
    }
    SECTION("matched, and the partner leaves") {
        pair.run_to(offer_ticks + 2);
        pair.stage.leave(pair.bert);
        CHECK(pair.end_of(id) == EndReason::disconnected);
        CHECK_FALSE(pair.home.model.hides(pair.anna.handle));
    }
}

TEST_CASE("D39: at the match all roots are resolved anew from the initiator's yaw at that tick") {
    Pair pair;
    const auto id = pair.offer();
    CHECK(pair.join(pair.bert).outcome == PlayOutcome::joined);
    pair.run_to(10);
    pair.stage.stand(pair.anna, {0, 64, 0}, 30);  // inside the deadzone: no root moves
    pair.run_to(offer_ticks);
    REQUIRE(pair.state(id) == SceneState::matched);
    CHECK(pair.stage.got<protocol::RootMoved>(pair.home).empty());
    const auto& roots = pair.home.model.playing(id)->roots;
    CHECK(int{roots.at(Space::initiator).yaw} == ((21 + 128) & 0xFF));  // 30 degrees are 21.3 steps
    CHECK(int{roots.at(Space::partner).yaw} == 21);
    CHECK(roots.at(Space::partner).position.x == Approx(-0.6));
    CHECK(roots.at(Space::partner).position.z == Approx(1.2 * 0.8660254));
    // And no view rotation from now on.
    pair.stage.stand(pair.anna, {0, 64, 0}, 170);
    pair.stage.step(2);
    CHECK(pair.stage.got<protocol::RootMoved>(pair.home).empty());
}

TEST_CASE("D39: the time-out branch keeps the view it had") {
    Pair pair;
    const auto id = pair.offer();
    pair.stage.stand(pair.anna, {0, 64, 0}, 90);
    pair.run_to(2);
    const auto yaw = pair.home.model.playing(id)->roots.at(Space::initiator).yaw;
    CHECK(int{yaw} == ((28 + 128) & 0xFF));
    pair.run_to(deadline - 1);
    pair.stage.stand(pair.anna, {0, 64, 0}, 90);
    pair.run_to(deadline);
    pair.stage.stand(pair.anna, {0, 64, 0}, -90);
    pair.run_to(deadline + 2);
    CHECK(pair.home.model.playing(id)->roots.at(Space::initiator).yaw == yaw);
}

TEST_CASE("D49: an offer with movement_distance 0 follows the initiator, a match stays where it is") {
    Pair pair;
    const auto id = pair.offer("t:follow");
    pair.stage.stand(pair.anna, {3, 64, 0}, 0);
    pair.run_to(1);
    CHECK(pair.home.model.playing(id)->roots.at(Space::initiator).position == Vec3d{3, 64, 0});
    pair.stage.stand(pair.bert, {3, 64, 1.5}, 180);
    CHECK(pair.join(pair.bert, "t:follow").outcome == PlayOutcome::joined);
    pair.run_to(offer_ticks);
    REQUIRE(pair.state(id) == SceneState::matched);
    pair.stage.stand(pair.anna, {30, 64, 0}, 0);
    pair.run_to(offer_ticks + 2);
    CHECK(pair.home.model.playing(id)->roots.at(Space::initiator).position == Vec3d{3, 64, 0});
}

TEST_CASE("D48: the partner's copies are hidden until the match and in the time-out branch") {
    Pair pair;
    const auto id = pair.offer();
    const auto& displays = pair.home.model.playing(id)->start.displays;
    REQUIRE(displays.size() == 2);
    REQUIRE(displays[1].mirror_of == 0U);
    CHECK(displays[1].space == Space::partner);
    CHECK(pair.home.model.playing(id)->shown(0));
    CHECK_FALSE(pair.home.model.playing(id)->shown(1));
    SECTION("match") {
        CHECK(pair.join(pair.bert).outcome == PlayOutcome::joined);
        pair.run_to(offer_ticks);
        CHECK(pair.home.model.playing(id)->shown(1));
        CHECK(pair.away.model.playing(id)->shown(1));
    }
    SECTION("time-out") {
        pair.run_to(deadline);
        CHECK(pair.home.model.playing(id)->shown(0));
        CHECK_FALSE(pair.home.model.playing(id)->shown(1));
    }
}

TEST_CASE("D27: an offer of another version of the emote cannot be joined") {
    Pair pair;
    const auto id = pair.offer();
    pair.stage.network.set_library(pair_library(31));
    pair.stage.deliver();
    const auto result = pair.stage.play(pair.bert, "t:pair");
    CHECK(result.outcome == PlayOutcome::offered);
    CHECK(result.refused_offer->failure == JoinFailure::older_version);
    // A version that plays the same is no other version.
    REQUIRE(pair.stage.stop(pair.bert) == protocol::StopOutcome::stopped);
    pair.stage.network.set_library(pair_library());
    pair.stage.deliver();
    CHECK(pair.join(pair.bert).playback == id);
}

TEST_CASE("D30: reservations of a lost proxy's players are released at once, the offer goes on") {
    Pair pair;
    const auto id = pair.offer();
    CHECK(pair.join(pair.bert).outcome == PlayOutcome::joined);
    SECTION("the partner's") {
        pair.stage.disconnect(pair.away);
        CHECK(pair.phases(pair.home).back() == PartnerPhase::released);
        pair.run_to(deadline);
        CHECK(pair.state(id) == SceneState::timed_out);
    }
    SECTION("the initiator's: back in time, it waits on") {
        pair.stage.disconnect(pair.home);
        CHECK(pair.phases(pair.away).back() == PartnerPhase::released);
        pair.stage.step(2);
        pair.stage.connect("home");
        pair.stage.join_again(pair.anna, pair.home);
        CHECK(pair.state(id) == SceneState::offering);
        CHECK(pair.home.model.partner_states.back().remaining_ticks == deadline - 2);
        CHECK(pair.join(pair.bert).outcome == PlayOutcome::joined);
    }
    SECTION("a join to a lost initiator is not pending for ever") {
        CHECK(pair.stage.stop(pair.bert) == protocol::StopOutcome::released_reservation);
        pair.stage.step(12);  // the answer in hand is too old
        const auto pending = pair.stage.ask(pair.bert, "t:pair");
        CHECK_FALSE(pair.stage.result(pair.bert, pending));
        pair.stage.disconnect(pair.home);
        pair.stage.step();
        CHECK(pair.stage.result(pair.bert, pending)->refused_offer->failure == JoinFailure::stale_state);
    }
}

TEST_CASE("a pending join is overtaken when the player's own offer finds a partner") {
    Pair pair;
    auto& carl = pair.stage.join(pair.home, "Carl");
    pair.stage.stand(pair.bert, {0, 64, 10}, 180);
    const auto berts = *pair.stage.play(pair.bert, "t:pair").playback;
    const bool waiting = GENERATE(false, true);
    pair.run_to(waiting ? offer_ticks + 1 : 1);
    pair.stage.stand(pair.anna, {0, 64, 8.8}, 0);
    REQUIRE(pair.join(pair.anna, "t:pair", Sight::blocked).outcome == PlayOutcome::offered);
    const auto pending = pair.stage.ask(pair.bert, "t:pair");
    CHECK_FALSE(pair.stage.result(pair.bert, pending));
    // Carl joins Bert's offer before the answer about Anna's comes.
    pair.stage.stand(carl, {0.2, 64, 8.8}, 0);
    const auto carls = pair.stage.ask(carl, "t:pair");
    pair.stage.answer_sight(pair.away);
    CHECK(pair.stage.result(carl, carls)->playback == berts);
    pair.stage.answer_sight(pair.home);
    const auto result = pair.stage.result(pair.bert, pending);
    REQUIRE(result);
    CHECK(result->outcome == (waiting ? PlayOutcome::matched : PlayOutcome::offered));
    CHECK(result->playback == berts);
}

TEST_CASE("an admin's play joins only with a line of sight in hand") {
    Pair pair;
    const auto id = pair.offer();
    CHECK(pair.stage.network.admin_play(pair.bert.uuid, "t:pair", {}).outcome == PlayOutcome::offered);
    pair.stage.deliver();
    CHECK(pair.join(pair.bert).playback == id);
    CHECK(pair.stage.stop(pair.bert) == protocol::StopOutcome::released_reservation);
    const auto result = pair.stage.network.admin_play(pair.bert.uuid, "t:pair", {});
    pair.stage.deliver();
    CHECK(result.outcome == PlayOutcome::joined);
    CHECK(result.playback == id);
}
