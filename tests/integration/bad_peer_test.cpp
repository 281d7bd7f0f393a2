// What a broken, hostile or unlucky peer does to the real daemon: a clear answer or a named close for it, nothing for
// everybody else.
#include "test_proxy.hpp"

#include <catch2/catch.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace emoted::test {

namespace {

using protocol::CloseReason;
using protocol::Encoding;
using protocol::RefuseCode;

protocol::Refuse refusal(RawLink& link, const protocol::Hello& hello, const std::string& secret) {
    const auto answer = link.try_open(hello, secret);
    REQUIRE(answer.has_value());
    REQUIRE(std::holds_alternative<protocol::Refuse>(*answer));
    CHECK(link.ends());
    return std::get<protocol::Refuse>(*answer);
}

// Somebody else, who must not notice anything: connected before, and still served after.
class Bystander {
public:
    explicit Bystander(DaemonProcess& daemon)
        : proxy_(RawLink::tcp(daemon.port()), "bystander", daemon.secret(), 9),
          player_(proxy_.simulated().join("Bystander", "elsewhere", Vec3d{0, 64, 0}, 0)) {}
    void must_be_served() {
        const auto request = proxy_.simulated().play(player_, "starter:wave");
        run_until({&proxy_}, "answer for a bystander",
                  [&] { return proxy_.simulated().result_of(request).has_value(); });
        CHECK(proxy_.simulated().result_of(request)->outcome == protocol::PlayOutcome::started);
    }
    // When it returns the world has handled what reached it before.
    void round_trip() {
        const auto request = proxy_.simulated().play(player_, "starter:none_such");
        run_until({&proxy_}, "answer for a bystander",
                  [&] { return proxy_.simulated().result_of(request).has_value(); });
    }

private:
    TestProxy proxy_;
    protocol::PlayerHandle player_;
};

}  // namespace

TEST_CASE("a wrong secret is refused, with the truth in the log only") {
    DaemonProcess daemon;
    Bystander bystander(daemon);
    for (const Encoding encoding : {Encoding::binary, Encoding::json_lines}) {
        RawLink link = RawLink::tcp(daemon.port(), encoding);
        CHECK(refusal(link, RawLink::hello("north"), "not the secret of anybody").code == RefuseCode::not_authorized);
    }
    const std::string line = daemon.process().wait_for_log("wrong_secret");
    CHECK(line.find("proxy=north") != std::string::npos);
    CHECK(daemon.process().log().find(daemon.secret()) == std::string::npos);
    bystander.must_be_served();
}

TEST_CASE("who guesses on is slowed down, and nobody else behind that address is") {
    DaemonProcess daemon;
    for (int i = 0; i < 4; ++i) {
        RawLink link = RawLink::tcp(daemon.port());
        CHECK(refusal(link, RawLink::hello("north"), "guess number 123456789").code == RefuseCode::not_authorized);
    }
    RawLink link = RawLink::tcp(daemon.port());
    const protocol::Refuse refuse = refusal(link, RawLink::hello("north"), daemon.secret());
    CHECK(refuse.code == RefuseCode::too_many_attempts);
    CHECK(refuse.text.find("try again in") != std::string::npos);
    TestProxy other(RawLink::tcp(daemon.port()), "south", daemon.secret());
}

TEST_CASE("a protocol that the daemon does not speak is refused with both ranges") {
    DaemonProcess daemon;
    RawLink link = RawLink::tcp(daemon.port());
    protocol::Hello hello = RawLink::hello("north");
    hello.protocol_min = 700;
    hello.protocol_max = 701;
    const protocol::Refuse refuse = refusal(link, hello, daemon.secret());
    CHECK(refuse.code == RefuseCode::unsupported_version);
    CHECK(refuse.text.find("700") != std::string::npos);
    CHECK(refuse.text.find(std::to_string(protocol::limits::protocol_max)) != std::string::npos);
}

TEST_CASE("an unknown emote is an answer, not an error of the link") {
    DaemonProcess daemon;
    TestProxy proxy(RawLink::tcp(daemon.port()), "north", daemon.secret());
    const auto player = proxy.simulated().join("Alice", "lobby", Vec3d{0, 64, 0}, 0);
    const auto request = proxy.simulated().play(player, "starter:wav");
    run_until({&proxy}, "answer", [&] { return proxy.simulated().result_of(request).has_value(); });
    CHECK(proxy.simulated().result_of(request)->outcome == protocol::PlayOutcome::unknown_emote);
}

TEST_CASE("bytes that are no message end their link by name and nothing else") {
    struct Case {
        const char* what;
        std::vector<std::uint8_t> bytes;
        CloseReason reason;
    };
    const std::vector<Case> cases{
        {"a Ping cut short", {2, 6, 0}, CloseReason::protocol_error},
        {"an unknown message", {1, 0x7F}, CloseReason::protocol_error},
        {"a length over the limit", {0x81, 0x80, 0x41}, CloseReason::packet_too_large},
        {"a length without an end", {0xFF, 0xFF, 0xFF, 0xFF}, CloseReason::protocol_error},
        {"an empty packet", {0}, CloseReason::protocol_error},
    };
    DaemonProcess daemon;
    Bystander bystander(daemon);
    for (const Case& one : cases) {
        INFO(one.what);
        RawLink link = RawLink::tcp(daemon.port());
        (void)link.open("north", daemon.secret());
        link.send_bytes(one.bytes);
        const auto close = link.receive_a<protocol::Close>();
        CHECK(close.reason == one.reason);
        CHECK_FALSE(close.text.empty());
        CHECK(link.ends());
    }
    bystander.must_be_served();
}

TEST_CASE("a line of JSON that is no message ends its link with the place of the fault") {
    DaemonProcess daemon;
    RawLink link = RawLink::tcp(daemon.port(), Encoding::json_lines);
    (void)link.open("north", daemon.secret());
    link.send_text(R"({"type":"PlayerAction","player":1,"kind":"dance"})"
                   "\n");
    const auto close = link.receive_a<protocol::Close>();
    CHECK(close.reason == CloseReason::protocol_error);
    CHECK(close.text.find("kind") != std::string::npos);
    CHECK(link.ends());
}

TEST_CASE("bytes of another protocol are not answered for long") {
    DaemonProcess daemon;
    RawLink link = RawLink::tcp(daemon.port());
    link.send_text("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    CHECK(link.is_cut());
    (void)daemon.process().wait_for_log("handshake refused");
}

TEST_CASE("a connection that says nothing is closed at the deadline of the handshake") {
    DaemonProcess daemon({"proxies.handshake_timeout=200ms"});
    RawLink link = RawLink::tcp(daemon.port());
    CHECK(link.is_cut());
    CHECK(daemon.process().wait_for_log("handshake_timeout").find("127.0.0.1") != std::string::npos);
}

TEST_CASE("connections beyond the limit hear why") {
    DaemonProcess daemon({"proxies.max_connections=1"});
    TestProxy first(RawLink::tcp(daemon.port()), "north", daemon.secret());
    RawLink second = RawLink::tcp(daemon.port());
    CHECK(refusal(second, RawLink::hello("south"), daemon.secret()).code == RefuseCode::too_many_proxies);
}

TEST_CASE("a proxy that vanishes in the middle of an emote: its player is shown again everywhere") {
    DaemonProcess daemon({"proxies.grace=200ms"});
    TestProxy watcher(RawLink::tcp(daemon.port()), "south", daemon.secret());
    (void)watcher.simulated().join("Bob", "lobby", Vec3d{3, 64, 0}, 0);
    {
        TestProxy lost(RawLink::tcp(daemon.port()), "north", daemon.secret());
        const auto alice = lost.simulated().join("Alice", "lobby", Vec3d{0, 64, 0}, 0);
        (void)lost.simulated().play(alice, "starter:dance");
        run_until({&watcher, &lost}, "start", [&] { return watcher.last<protocol::PlaybackStart>() != nullptr; });
    }
    run_until({&watcher}, "end", [&] { return watcher.last<protocol::PlaybackEnd>() != nullptr; });
    CHECK(watcher.last<protocol::PlaybackEnd>()->reason == protocol::EndReason::disconnected);
    CHECK(daemon.process().wait_for_log("proxy disconnected").find("proxy=north") != std::string::npos);
    watcher.simulated().watch().finish();
    CHECK(watcher.simulated().watch().breaches().empty());
}

TEST_CASE("the same instance of a proxy takes its name over at once") {
    DaemonProcess daemon;
    RawLink old_link = RawLink::tcp(daemon.port());
    (void)old_link.open("north", daemon.secret(), 1);
    RawLink fresh = RawLink::tcp(daemon.port());
    (void)fresh.open("north", daemon.secret(), 1);
    CHECK(old_link.receive_a<protocol::Close>().reason == CloseReason::replaced);
}

TEST_CASE("another instance gets the name only if the old link does not answer") {
    DaemonProcess daemon;
    RawLink old_link = RawLink::tcp(daemon.port());
    (void)old_link.open("north", daemon.secret(), 1);
    SECTION("it answers") {
        RawLink other = RawLink::tcp(daemon.port());
        const protocol::Hello hello = RawLink::hello("north", 2);
        other.send(hello);
        const auto challenge = other.receive_a<protocol::Challenge>();
        protocol::Authenticate authenticate;
        authenticate.proof = RawLink::proof(daemon.secret(), hello, challenge);
        other.send(authenticate);
        protocol::Pong pong;
        pong.sequence = old_link.receive_a<protocol::Ping>().sequence;
        old_link.send(pong);
        CHECK(other.receive_a<protocol::Refuse>().code == RefuseCode::name_in_use);
    }
    SECTION("it is mute") {
        RawLink other = RawLink::tcp(daemon.port());
        (void)other.open("north", daemon.secret(), 2);
        CHECK(old_link.receive_a<protocol::Close>().reason == CloseReason::replaced);
    }
}

TEST_CASE("a proxy that does not read is cut off by name while others run on") {
    DaemonProcess daemon({"outbox.hard_limit_bytes=2097152", "outbox.soft_limit_bytes=65536"});
    Bystander bystander(daemon);
    RawLink slow = RawLink::tcp(daemon.port());
    (void)slow.open("north", daemon.secret());
    // Answers pile up when nobody reads them. In portions, so that it is not the questions that are too many.
    std::uint32_t request = 0;
    for (int portion = 0; portion < 2'000; ++portion) {
        for (int i = 0; i < 1'000; ++i) {
            protocol::Play play;
            play.request_id = ++request;
            play.player = 77;
            play.emote = "starter:wave";
            slow.send(play);
        }
        bystander.round_trip();
        if (daemon.process().log().find("slow_consumer") != std::string::npos) {
            break;
        }
    }
    CHECK(daemon.process().wait_for_log("slow_consumer").find("proxy=north") != std::string::npos);
    bystander.must_be_served();
}

}  // namespace emoted::test
