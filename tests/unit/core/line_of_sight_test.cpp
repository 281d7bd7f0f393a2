#include "line_of_sight.hpp"

#include <catch2/catch.hpp>

using namespace emoted;
using namespace emoted::core;
using protocol::Sight;

namespace {

struct Scene {
    Outbox outbox;
    QueriedSight sight{Settings::Matching{}, outbox};
    Player from, to;
    SightPair pair;

    Scene() {
        from.uuid.bytes[0] = 1;
        to.uuid.bytes[0] = 2;
        from.link = 7;
        from.handle = 3;
        from.state = KnownState{};
        to.state = KnownState{};
        to.state->reported.position = {0, 0, 1};
        pair = {from.uuid, to.uuid};
    }
    std::optional<protocol::LineOfSightQuery> asked() {
        const auto sent = outbox.take_outgoing();
        if (sent.empty()) {
            return std::nullopt;
        }
        CHECK(sent.size() == 1);
        CHECK(sent.front().links == std::vector<LinkId>{7});
        return std::get<protocol::LineOfSightQuery>(*sent.front().message);
    }
};

}  // namespace

TEST_CASE("D38: the proxy of the one who looks is asked, eye to eye, once for a pair") {
    Scene scene;
    CHECK_FALSE(scene.sight.ask(scene.from, scene.to, 20));
    const auto query = scene.asked();
    REQUIRE(query);
    CHECK(query->from == 3);
    CHECK(query->to == scene.to.uuid);
    CHECK(query->from_eyes.y == Approx(1.62));
    CHECK(query->to_eyes.z == 1);
    CHECK(query->deadline_ticks == 4);
    CHECK_FALSE(scene.sight.ask(scene.from, scene.to, 21));
    CHECK_FALSE(scene.asked());
}

TEST_CASE("D38: an answer handled before step n counts through step n + 10") {
    Scene scene;
    static_cast<void>(scene.sight.ask(scene.from, scene.to, 20));
    const auto query = scene.asked();
    const Sight said = GENERATE(Sight::visible, Sight::blocked);
    const auto answered = scene.sight.answer(7, query->query, said, 22);
    REQUIRE(answered);
    CHECK(answered->pair == scene.pair);
    CHECK(scene.sight.known(scene.pair, 33) == said);
    CHECK(scene.sight.known(scene.pair, 34) == std::nullopt);
    CHECK(scene.sight.known({scene.pair.to, scene.pair.from}, 23) == std::nullopt);
}

TEST_CASE("D38: a query sent in step n expires at the start of step n + 4") {
    Scene scene;
    static_cast<void>(scene.sight.ask(scene.from, scene.to, 20));
    const auto query = scene.asked();
    scene.sight.expire(23);
    CHECK(scene.sight.open_queries() == 1);
    scene.sight.expire(24);
    CHECK(scene.sight.open_queries() == 0);
    CHECK_FALSE(scene.sight.answer(7, query->query, Sight::visible, 24));
    CHECK(scene.sight.known(scene.pair, 24) == std::nullopt);
}

TEST_CASE("D38: unknown is not visible, and is not kept") {
    Scene scene;
    static_cast<void>(scene.sight.ask(scene.from, scene.to, 20));
    CHECK(scene.sight.answer(7, scene.asked()->query, Sight::unknown, 20));
    CHECK(scene.sight.known(scene.pair, 20) == std::nullopt);
    CHECK_FALSE(scene.sight.ask(scene.from, scene.to, 21));
    CHECK(scene.asked());
}

TEST_CASE("answers of another link, twice, or about somebody who went elsewhere do not count") {
    Scene scene;
    static_cast<void>(scene.sight.ask(scene.from, scene.to, 20));
    const auto query = scene.asked();
    CHECK_FALSE(scene.sight.answer(8, query->query, Sight::visible, 20));
    scene.sight.forget(scene.to.uuid);
    const auto answered = scene.sight.answer(7, query->query, Sight::visible, 20);
    REQUIRE(answered);
    CHECK_FALSE(answered->counts);
    CHECK(scene.sight.known(scene.pair, 20) == std::nullopt);
    CHECK_FALSE(scene.sight.answer(7, query->query, Sight::visible, 20));
}

TEST_CASE("a lost proxy is not asked and answers nothing") {
    Scene scene;
    static_cast<void>(scene.sight.ask(scene.from, scene.to, 20));
    scene.sight.link_closed(7);
    CHECK(scene.sight.open_queries() == 0);
    scene.from.link.reset();
    CHECK(scene.sight.ask(scene.from, scene.to, 20) == Sight::unknown);
}
