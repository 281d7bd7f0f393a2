#include <emoted/app/world_inbox.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <thread>

using namespace emoted;
using app::WorldInbox;

namespace {
constexpr std::chrono::steady_clock::time_point at_once{};
}

TEST_CASE("items come out in order of arrival") {
    WorldInbox inbox({});
    inbox.push(app::LinkOpened{1, {"lobby", {}}});
    REQUIRE(inbox.push_message(1, protocol::Ping{7}, 5));
    inbox.push(app::LinkClosed{1});
    const auto items = inbox.take_until(at_once);
    REQUIRE(items.size() == 3);
    CHECK(std::get<app::LinkOpened>(items[0]).proxy.name == "lobby");
    CHECK(std::get<protocol::Ping>(std::get<app::LinkMessage>(items[1]).message).sequence == 7);
    CHECK(std::get<app::LinkClosed>(items[2]).link == 1);
    CHECK(inbox.take_until(at_once).empty());
}

TEST_CASE("a link over its bound of messages is refused, others are not") {
    WorldInbox inbox({.messages = 2, .bytes = 1'000});
    CHECK(inbox.push_message(1, protocol::Ping{}, 1));
    CHECK(inbox.push_message(1, protocol::Ping{}, 1));
    CHECK_FALSE(inbox.push_message(1, protocol::Ping{}, 1));
    CHECK(inbox.push_message(2, protocol::Ping{}, 1));
    // Its end is always told.
    inbox.push(app::LinkClosed{1});
    CHECK(inbox.take_until(at_once).size() == 4);
    CHECK(inbox.push_message(1, protocol::Ping{}, 1));
}

TEST_CASE("a link over its bound of bytes is refused at the edge") {
    WorldInbox inbox({.messages = 10, .bytes = 100});
    CHECK(inbox.push_message(1, protocol::Ping{}, 60));
    CHECK_FALSE(inbox.push_message(1, protocol::Ping{}, 41));
    CHECK(inbox.push_message(1, protocol::Ping{}, 40));
}

TEST_CASE("an arrival wakes the taker before its deadline") {
    WorldInbox inbox({});
    std::thread pusher([&inbox] { inbox.push(app::LinkClosed{3}); });
    const auto items = inbox.take_until(std::chrono::steady_clock::now() + std::chrono::hours(1));
    pusher.join();
    CHECK(items.size() == 1);
}
