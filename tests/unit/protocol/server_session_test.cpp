#include "random_message.hpp"

#include <emoted/protocol/client_session.hpp>
#include <emoted/protocol/framing.hpp>
#include <emoted/protocol/session.hpp>

#include <boost/describe/enum_to_string.hpp>
#include <catch2/catch.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace emoted::protocol {
namespace {

const std::string secret = "a secret of decent length";
const std::string next_secret = "the one that comes after it";

Bytes bytes_of(std::string_view text) {
    return {text.begin(), text.end()};
}

// A daemon's session, driven by hand.
struct Daemon {
    explicit Daemon(bool trusted = false, std::optional<Refuse> refuse_all = std::nullopt, OutboxLimits outbox = {})
        : session(settings(trusted, std::move(refuse_all), outbox), 0) {}

    static ServerSettings settings(bool trusted, std::optional<Refuse> refuse_all, OutboxLimits outbox) {
        ServerSettings settings;
        settings.daemon_instance.bytes.fill(0xDD);
        settings.nonce.fill(0x5E);
        settings.trusted = trusted;
        settings.outbox = outbox;
        settings.secrets =
            std::make_shared<const SecretTable>(std::vector<SecretTable::Entry>{{"lobby", {secret, next_secret}}});
        settings.refuse_all = std::move(refuse_all);
        return settings;
    }

    void say(std::string_view line, std::uint64_t now_ms = 0) {
        session.receive(bytes_of(std::string(line) + "\n"), now_ms);
        take();
    }
    void say(const Message& message, std::uint64_t now_ms = 0) { say(encode_json(message), now_ms); }
    void take() {
        for (ServerEvent& event : session.take_events()) {
            events.push_back(std::move(event));
        }
    }
    template <class T>
    std::optional<T> event() {
        take();
        for (auto it = events.begin(); it != events.end(); ++it) {
            if (T* found = std::get_if<T>(&*it)) {
                T result = std::move(*found);
                events.erase(it);
                return result;
            }
        }
        return std::nullopt;
    }
    // What was written since the last call, as JSON lines.
    std::vector<Message> written() {
        FrameDecoder decoder(Encoding::json_lines, limits::max_line_from_daemon_bytes);
        std::vector<Message> messages;
        for (const SharedBytes& bytes : session.gather(1U << 30U)) {
            decoder.feed(*bytes);
            for (auto packet = decoder.next(); packet && *packet; packet = decoder.next()) {
                auto message = decode(**packet, Encoding::json_lines);
                REQUIRE(message);
                messages.push_back(std::move(*message));
            }
        }
        session.written();
        take();
        return messages;
    }

    ServerSession session;
    std::vector<ServerEvent> events;
};

Hello hello(std::string name = "lobby") {
    Hello hello{1, 1, std::move(name), {}, {}};
    hello.nonce.fill(0x77);
    return hello;
}

// Answers the challenge as a proxy that knows `key`.
void authenticate(Daemon& daemon, const Hello& greeting, std::string_view key) {
    daemon.say(greeting);
    const auto written = daemon.written();
    REQUIRE(written.size() == 1);
    daemon.say(Authenticate{client_proof(key, transcript(greeting, std::get<Challenge>(written[0])))});
}

void open(Daemon& daemon) {
    daemon.say(hello());
    REQUIRE(daemon.event<AwaitingAdmission>());
    daemon.session.admit({}, 0);
    REQUIRE(daemon.session.is_open());
    REQUIRE(daemon.written().size() == 1);
}

std::string name(CloseReason reason) {
    return boost::describe::enum_to_string(reason, "");
}

TEST_CASE("Server session: a good handshake ends in Welcome with the daemon's proof") {
    Daemon daemon;
    const Hello greeting = hello();
    daemon.say(greeting);
    auto written = daemon.written();
    REQUIRE(written.size() == 1);
    const Challenge challenge = std::get<Challenge>(written[0]);
    daemon.say(Authenticate{client_proof(secret, transcript(greeting, challenge))});
    const auto awaiting = daemon.event<AwaitingAdmission>();
    REQUIRE(awaiting);
    CHECK(awaiting->peer.proxy_name == "lobby");
    CHECK(awaiting->peer.protocol == 1);
    CHECK(awaiting->peer.encoding == Encoding::json_lines);
    CHECK_FALSE(daemon.session.is_open());
    CHECK(daemon.written().empty());

    daemon.session.admit({42, {"emote.a"}}, 10);
    CHECK(daemon.session.is_open());
    written = daemon.written();
    REQUIRE(written.size() == 1);
    const Welcome welcome = std::get<Welcome>(written[0]);
    CHECK(welcome.proof == server_proof(secret, transcript(greeting, challenge)));
    CHECK(welcome.tick == 42);
    CHECK(welcome.permission_nodes == std::vector<std::string>{"emote.a"});
    CHECK(welcome.daemon_instance == challenge.daemon_instance);
    CHECK(welcome.max_packet_bytes == limits::max_packet_bytes);

    daemon.say(PlayerLeave{5}, 20);
    const auto received = daemon.event<Received>();
    REQUIRE(received);
    CHECK(std::get<PlayerLeave>(received->message).player == 5);
}

TEST_CASE("4.1: two secrets are valid at a time, and the proof comes back under the one used") {
    Daemon daemon;
    const Hello greeting = hello();
    daemon.say(greeting);
    const Challenge challenge = std::get<Challenge>(daemon.written().at(0));
    daemon.say(Authenticate{client_proof(next_secret, transcript(greeting, challenge))});
    REQUIRE(daemon.event<AwaitingAdmission>());
    daemon.session.admit({}, 0);
    CHECK(std::get<Welcome>(daemon.written().at(0)).proof ==
          server_proof(next_secret, transcript(greeting, challenge)));
}

TEST_CASE("4.1: a wrong secret and an unknown name are one on the wire and two in the log") {
    Daemon wrong;
    authenticate(wrong, hello(), "not the secret at all");
    const auto wrong_ended = wrong.event<Ended>();
    REQUIRE(wrong_ended);
    CHECK(wrong_ended->failure == HandshakeFailure::wrong_secret);

    Daemon unknown;
    authenticate(unknown, hello("nobody"), secret);
    const auto unknown_ended = unknown.event<Ended>();
    REQUIRE(unknown_ended);
    CHECK(unknown_ended->failure == HandshakeFailure::unknown_name);

    const auto wrong_written = wrong.written();
    const auto unknown_written = unknown.written();
    REQUIRE(wrong_written.size() == 1);
    REQUIRE(unknown_written.size() == 1);
    CHECK(encode_json(wrong_written[0]) == encode_json(unknown_written[0]));
    CHECK(std::get<Refuse>(wrong_written[0]).code == RefuseCode::not_authorized);
}

TEST_CASE("Server session: who has been greeted can be refused when its proof comes, whatever that is worth") {
    Daemon daemon;
    const Hello greeting = hello();
    daemon.say(greeting);
    const auto greeted = daemon.event<Greeted>();
    REQUIRE(greeted);
    CHECK(greeted->peer.proxy_name == "lobby");
    daemon.session.refuse_at_proof(RefuseCode::too_many_attempts, "wait");
    const Challenge challenge = std::get<Challenge>(daemon.written().at(0));
    CHECK_FALSE(daemon.session.has_ended());
    daemon.say(Authenticate{client_proof(secret, transcript(greeting, challenge))});
    CHECK_FALSE(daemon.event<AwaitingAdmission>());
    CHECK(std::get<Refuse>(daemon.written().at(0)).code == RefuseCode::too_many_attempts);
    // Nothing has to be proved where file rights stand for the secret.
    Daemon trusted(true);
    trusted.say(greeting);
    CHECK_FALSE(trusted.event<Greeted>());
}

TEST_CASE("Server session: no dummy lets an unknown name in") {
    // Not even somebody who guesses what stands in for the missing secret.
    const std::string nonce(32, '\x5E');
    for (const std::string_view key : {std::string_view(""), std::string_view(nonce)}) {
        Daemon daemon;
        authenticate(daemon, hello("nobody"), key);
        CHECK_FALSE(daemon.event<AwaitingAdmission>());
        CHECK(daemon.session.has_ended());
    }
}

TEST_CASE("Server session: a recorded proof is worth nothing under another nonce") {
    const Hello greeting = hello();
    Daemon first;
    first.say(greeting);
    const Challenge challenge = std::get<Challenge>(first.written().at(0));
    const Authenticate recorded{client_proof(secret, transcript(greeting, challenge))};

    ServerSettings settings = Daemon::settings(false, std::nullopt, {});
    settings.nonce.fill(0x5F);
    Daemon second;
    second.session = ServerSession(settings, 0);
    second.say(greeting);
    second.say(recorded);
    const auto ended = second.event<Ended>();
    REQUIRE(ended);
    CHECK(ended->refused == RefuseCode::not_authorized);
}

TEST_CASE("4.1: versions apart are refused by a text that names both, after the proof") {
    Daemon daemon;
    Hello greeting = hello();
    greeting.protocol_min = 7;
    greeting.protocol_max = 9;
    daemon.say(greeting);
    const Challenge challenge = std::get<Challenge>(daemon.written().at(0));
    daemon.say(Authenticate{client_proof(secret, transcript(greeting, challenge))});
    const auto ended = daemon.event<Ended>();
    REQUIRE(ended);
    CHECK(ended->failure == HandshakeFailure::unsupported_version);
    const Refuse refuse = std::get<Refuse>(daemon.written().at(0));
    CHECK(refuse.code == RefuseCode::unsupported_version);
    CHECK(refuse.text == "the proxy speaks protocol 7 to 9, the daemon 1 to 1");

    Daemon stranger;  // who does not know the secret learns nothing about versions
    authenticate(stranger, greeting, "not the secret at all");
    CHECK(std::get<Refuse>(stranger.written().at(0)).code == RefuseCode::not_authorized);
}

TEST_CASE("Server session: a wider range of versions meets the daemon's") {
    Daemon daemon(true);
    Hello greeting = hello();
    greeting.protocol_min = 0;
    greeting.protocol_max = 9;
    daemon.say(greeting);
    const auto awaiting = daemon.event<AwaitingAdmission>();
    REQUIRE(awaiting);
    CHECK(awaiting->peer.protocol == limits::protocol_max);
}

TEST_CASE("Server session: over a Unix socket Hello leads to Welcome") {
    Daemon daemon(true);
    daemon.say(hello("anybody"));
    REQUIRE(daemon.event<AwaitingAdmission>());
    daemon.session.admit({}, 0);
    CHECK(std::get<Welcome>(daemon.written().at(0)).proof == Proof{});
}

TEST_CASE("Server session: lines pasted at once are held until Welcome") {
    Daemon daemon(true);
    daemon.session.receive(
        bytes_of(encode_json(hello()) + "\n" + encode_json(PlayerLeave{1}) + "\n" + encode_json(PlayerLeave{2}) + "\n"),
        0);
    REQUIRE(daemon.event<AwaitingAdmission>());
    CHECK_FALSE(daemon.event<Received>());
    daemon.session.admit({}, 0);
    CHECK(std::get<PlayerLeave>(daemon.event<Received>()->message).player == 1);
    CHECK(std::get<PlayerLeave>(daemon.event<Received>()->message).player == 2);
}

TEST_CASE("Server session: what is held ahead of Welcome is bounded") {
    Daemon daemon(true);
    daemon.say(hello());
    const Bytes chunk(65'536, ' ');
    for (std::size_t sent = 0; sent < limits::max_held_bytes; sent += chunk.size()) {
        REQUIRE_FALSE(daemon.session.has_ended());
        daemon.session.receive(chunk, 0);
    }
    REQUIRE_FALSE(daemon.session.has_ended());
    daemon.session.receive(chunk, 0);
    CHECK(daemon.session.has_ended());
}

TEST_CASE("Server session: the daemon may refuse whom it has proved") {
    Daemon daemon(true);
    daemon.say(hello());
    daemon.session.refuse(RefuseCode::name_in_use, "lobby is connected from elsewhere");
    const auto ended = daemon.event<Ended>();
    REQUIRE(ended);
    CHECK(ended->refused == RefuseCode::name_in_use);
    CHECK(std::get<Refuse>(daemon.written().at(0)).code == RefuseCode::name_in_use);
    daemon.session.admit({}, 0);  // too late, and without effect
    CHECK_FALSE(daemon.session.is_open());
    CHECK(daemon.written().empty());
}

TEST_CASE("Server session: refusing everybody comes after Authenticate, without a look at the proof") {
    Daemon daemon(false, Refuse{RefuseCode::too_many_attempts, "wait 8 s"});
    authenticate(daemon, hello(), secret);
    CHECK_FALSE(daemon.event<AwaitingAdmission>());
    CHECK(std::get<Refuse>(daemon.written().at(0)).code == RefuseCode::too_many_attempts);
}

TEST_CASE("Server session: the handshake has a deadline, and waiting for admission another") {
    Daemon silent;
    CHECK(silent.session.next_deadline_ms() == limits::default_handshake_timeout_ms);
    silent.session.advance(limits::default_handshake_timeout_ms - 1);
    CHECK_FALSE(silent.session.has_ended());
    silent.session.advance(limits::default_handshake_timeout_ms);
    CHECK(name(silent.event<Ended>()->reason) == "handshake_timeout");

    Daemon waiting(true);
    waiting.say(hello(), 4'000);
    REQUIRE(waiting.event<AwaitingAdmission>());
    CHECK(waiting.session.next_deadline_ms() == 4'000 + limits::default_handshake_timeout_ms);
    waiting.session.advance(4'000 + limits::default_handshake_timeout_ms);
    CHECK(name(waiting.event<Ended>()->reason) == "handshake_timeout");
    CHECK(waiting.session.next_deadline_ms() == std::numeric_limits<std::uint64_t>::max());
}

TEST_CASE("Server session: the first bytes tell the encoding") {
    struct Row {
        Bytes bytes;
        std::string text;
    };
    for (const Row& row :
         {Row{{0x16, 0x03, 0x01}, "TLS is not spoken on this port"},
          Row{bytes_of("GET / HTTP/1.1"), "a connection starts with 45 4D 54 01 for binary or { for JSON lines"},
          Row{{0x45, 0x4D, 0x54, 0x02}, "a connection starts with 45 4D 54 01 for binary or { for JSON lines"},
          Row{{0x45, 0x16}, "a connection starts with 45 4D 54 01 for binary or { for JSON lines"}}) {
        Daemon daemon;
        for (const std::uint8_t byte : row.bytes) {
            daemon.session.receive(std::array{byte}, 0);
        }
        const auto ended = daemon.event<Ended>();
        REQUIRE(ended);
        CHECK(name(ended->reason) == "protocol_error");
        CHECK(ended->text == row.text);
        CHECK(std::get<Close>(daemon.written().at(0)).text == row.text);
    }
}

TEST_CASE("Server session: binary, however it is cut") {
    Bytes stream(binary_preamble.begin(), binary_preamble.end());
    for (const Message& message : {Message(hello()), Message(PlayerLeave{9})}) {
        const Bytes packet = frame(encode_binary(message), Encoding::binary);
        stream.insert(stream.end(), packet.begin(), packet.end());
    }
    for (std::size_t cut = 0; cut <= stream.size(); ++cut) {
        Daemon daemon(true);
        daemon.session.receive(std::span(stream).first(cut), 0);
        daemon.session.receive(std::span(stream).subspan(cut), 0);
        const auto awaiting = daemon.event<AwaitingAdmission>();
        REQUIRE(awaiting);
        CHECK(awaiting->peer.encoding == Encoding::binary);
        daemon.session.admit({}, 0);
        CHECK(std::get<PlayerLeave>(daemon.event<Received>()->message).player == 9);
    }
}

TEST_CASE("Server session: every message out of its place is a named close") {
    Random random(5, "server_session_test");
    for (std::size_t i = 0; i < message_table().size(); ++i) {
        const MessageInfo& info = message_table()[i];
        const Message message = random_message(i, random);
        const bool from_proxy = info.direction != Direction::to_proxy;
        CAPTURE(info.name);

        Daemon greeting(true);
        if (info.name != "Hello" && info.name != "Close") {
            greeting.say(message);
            const auto ended = greeting.event<Ended>();
            REQUIRE(ended);
            // A long one is not even read by whom it does not know.
            CHECK((name(ended->reason) == "protocol_error" || name(ended->reason) == "packet_too_large"));
            CHECK_FALSE(ended->by_peer);
        }
        Daemon opened(true);
        open(opened);
        if (!from_proxy || !info.legal_in(Phase::open)) {
            opened.say(message);
            const auto ended = opened.event<Ended>();
            REQUIRE(ended);
            CHECK(name(ended->reason) == "protocol_error");
            CHECK(ended->text.find(info.name) == 0);
        } else if (info.name != "Ping" && info.name != "Pong" && info.name != "Close") {
            opened.say(message);
            const auto received = opened.event<Received>();
            REQUIRE(received);
            CHECK(encode_json(received->message) == encode_json(message));
        }
    }
}

TEST_CASE("Server session: a stranger gets small packets only, an open link large ones") {
    Daemon stranger;
    stranger.session.receive(bytes_of("{" + std::string(limits::max_handshake_packet_bytes, ' ')), 0);
    CHECK(name(stranger.event<Ended>()->reason) == "packet_too_large");

    Daemon opened(true);
    open(opened);
    opened.session.receive(bytes_of("{" + std::string(limits::max_packet_bytes - 1, ' ')), 0);
    CHECK_FALSE(opened.session.has_ended());
    opened.session.receive(bytes_of(" "), 0);
    CHECK(name(opened.event<Ended>()->reason) == "packet_too_large");
}

TEST_CASE("Server session: pings go both ways") {
    Daemon daemon(true);
    open(daemon);
    daemon.say(Ping{7}, 100);
    CHECK(std::get<Pong>(daemon.written().at(0)).sequence == 7);

    CHECK(daemon.session.next_deadline_ms() == limits::default_ping_interval_ms);
    daemon.session.advance(limits::default_ping_interval_ms - 1);
    CHECK(daemon.written().empty());
    daemon.session.advance(limits::default_ping_interval_ms);
    const Ping ping = std::get<Ping>(daemon.written().at(0));
    daemon.say(Pong{ping.sequence}, limits::default_ping_interval_ms + 30);
    CHECK(daemon.session.round_trip_ms() == 30U);

    daemon.say(Pong{ping.sequence + 1}, limits::default_ping_interval_ms + 31);
    CHECK(daemon.event<Ended>()->text == "a Pong that answers no Ping");
}

TEST_CASE("Server session: silence ends the link, any byte keeps it") {
    Daemon daemon(true);
    open(daemon);
    daemon.session.advance(14'999);
    CHECK_FALSE(daemon.session.has_ended());
    daemon.session.receive(bytes_of(" "), 14'999);
    daemon.session.advance(29'998);
    CHECK_FALSE(daemon.session.has_ended());
    daemon.session.advance(29'999);
    const auto ended = daemon.event<Ended>();
    REQUIRE(ended);
    CHECK(name(ended->reason) == "ping_timeout");
}

TEST_CASE("Server session: a probe is answered by its own pong or by two seconds") {
    Daemon alive(true);
    open(alive);
    alive.session.probe(100);
    const Ping ping = std::get<Ping>(alive.written().at(0));
    alive.say(PlayerLeave{1}, 150);
    CHECK_FALSE(alive.event<Probed>());
    alive.say(Pong{ping.sequence}, 200);
    CHECK(alive.event<Probed>()->answered);
    CHECK_FALSE(alive.event<Probed>());

    Daemon dead(true);
    open(dead);
    dead.session.probe(100);
    CHECK(dead.session.next_deadline_ms() == 100 + limits::take_over_ping_ms);
    dead.session.advance(99 + limits::take_over_ping_ms);
    CHECK_FALSE(dead.event<Probed>());
    dead.session.advance(100 + limits::take_over_ping_ms);
    CHECK_FALSE(dead.event<Probed>()->answered);
    CHECK(dead.session.is_open());  // closing it is the daemon's decision

    Daemon gone(true);
    open(gone);
    gone.session.probe(100);
    gone.session.lost("connection reset");
    CHECK_FALSE(gone.event<Probed>()->answered);
    gone.session.probe(200);
    CHECK_FALSE(gone.event<Probed>()->answered);
}

TEST_CASE("Server session: closing in order, either way") {
    Daemon daemon(true);
    open(daemon);
    daemon.session.send(Notice{NoticeCode::invalid_value, std::nullopt, "first"});
    daemon.session.close(CloseReason::shutting_down, "restart");
    daemon.session.close(CloseReason::normal, "twice is once");
    daemon.session.send(Notice{});
    const auto written = daemon.written();
    REQUIRE(written.size() == 2);
    CHECK(std::get<Close>(written[1]).reason == CloseReason::shutting_down);
    const auto ended = daemon.event<Ended>();
    REQUIRE(ended);
    CHECK_FALSE(ended->by_peer);
    CHECK_FALSE(daemon.event<Ended>());
    daemon.say(PlayerLeave{1});
    CHECK_FALSE(daemon.event<Received>());

    Daemon left(true);
    open(left);
    left.say(Close{CloseReason::normal, "bye"});
    const auto by_peer = left.event<Ended>();
    REQUIRE(by_peer);
    CHECK(by_peer->by_peer);
    CHECK(by_peer->text == "bye");
    CHECK(left.written().empty());
}

TEST_CASE("Server session: a lost connection is an end of its own") {
    Daemon daemon(true);
    open(daemon);
    daemon.session.lost("connection reset");
    const auto ended = daemon.event<Ended>();
    REQUIRE(ended);
    CHECK(ended->lost);
    CHECK(daemon.written().empty());
}

TEST_CASE("Server session: texts of Close are cut between characters and fit a handshake packet") {
    std::string text;
    while (text.size() < 400) {
        text += "\x01\xE2\x82\xAC";
    }
    Daemon daemon;
    daemon.say(hello());
    daemon.session.close(CloseReason::internal_error, text);
    const Close close = std::get<Close>(daemon.written().at(1));
    CHECK(close.text.size() <= limits::max_close_text_bytes);
    CHECK(close.text.size() > limits::max_close_text_bytes - 4);
    CHECK(encode_json(close).size() <= limits::max_handshake_packet_bytes);
}

TEST_CASE("R61: a proxy that does not read is cut off, and is told why") {
    Daemon daemon(true, std::nullopt, {1'000, 5'000});
    open(daemon);
    const Message notice = Notice{NoticeCode::invalid_value, std::nullopt, std::string(900, 'x')};
    for (int i = 0; i < 10 && !daemon.session.has_ended(); ++i) {
        daemon.session.send(notice);
    }
    const auto ended = daemon.event<Ended>();
    REQUIRE(ended);
    CHECK(name(ended->reason) == "slow_consumer");
    CHECK(daemon.session.outbox().pending_bytes() < 1'000);
    CHECK(std::get<Close>(daemon.written().at(0)).reason == CloseReason::slow_consumer);
}

TEST_CASE("R61: dropped frames are reported once the backlog is gone") {
    Daemon daemon(true, std::nullopt, {1'000, 50'000});
    open(daemon);
    const EncodedMessage frame_message(std::make_shared<const Message>(PoseFrame{1, 2, 3, {}}));
    for (int i = 0; i < 100; ++i) {
        daemon.session.send(frame_message, Delivery::may_drop);
    }
    CHECK(daemon.session.outbox().dropped_frames() > 0);
    CHECK_FALSE(daemon.event<KeyframesOwed>());
    CHECK_FALSE(daemon.written().empty());
    CHECK(daemon.event<KeyframesOwed>());
    CHECK_FALSE(daemon.event<KeyframesOwed>());
}

TEST_CASE("R52: a message that does not fit a packet ends the link by name instead of being sent") {
    Daemon daemon(true);
    open(daemon);
    Notice notice;
    notice.text.assign(limits::max_line_from_daemon_bytes, 'x');
    daemon.session.send(notice);
    const auto ended = daemon.event<Ended>();
    REQUIRE(ended);
    CHECK(name(ended->reason) == "internal_error");
    CHECK(ended->text.find("Notice") == 0);
}

}  // namespace
}  // namespace emoted::protocol
