#include <emoted/protocol/client_session.hpp>
#include <emoted/protocol/framing.hpp>

#include <catch2/catch.hpp>

#include <string>

namespace emoted::protocol {
namespace {

const std::string secret = "a secret of decent length";

ClientSettings client_settings(Encoding encoding, bool trusted) {
    ClientSettings settings;
    settings.proxy_name = "lobby";
    settings.nonce.fill(1);
    settings.secret = secret;
    settings.trusted = trusted;
    settings.encoding = encoding;
    return settings;
}

ServerSettings server_settings(bool trusted, std::string known_secret = secret) {
    ServerSettings settings;
    settings.nonce.fill(2);
    settings.daemon_instance.bytes.fill(3);
    settings.trusted = trusted;
    settings.secrets =
        std::make_shared<const SecretTable>(std::vector<SecretTable::Entry>{{"lobby", {std::move(known_secret)}}});
    return settings;
}

// Moves bytes both ways, `piece` at a time, until nobody has anything to say; admits whoever asks.
void exchange(ClientSession& client, ServerSession& server, std::vector<ClientEvent>& client_events,
              std::vector<ServerEvent>& server_events, std::size_t piece = 1'000'000) {
    const auto move = [&](auto& from, auto& to) {
        bool moved = false;
        for (const SharedBytes& packet : from.gather(1'000'000)) {
            for (std::size_t at = 0; at < packet->size(); at += piece) {
                to.receive(std::span(*packet).subspan(at, std::min(piece, packet->size() - at)), 0);
            }
            moved = true;
        }
        from.written();
        return moved;
    };
    for (bool going = true; going;) {
        going = move(client, server);
        for (ServerEvent& event : server.take_events()) {
            if (std::holds_alternative<AwaitingAdmission>(event)) {
                server.admit({7, {}}, 0);
            }
            server_events.push_back(std::move(event));
        }
        going = move(server, client) || going;
        for (ClientEvent& event : client.take_events()) {
            client_events.push_back(std::move(event));
        }
    }
}

template <class T, class Events>
const T* find(const Events& events) {
    for (const auto& event : events) {
        if (const T* found = std::get_if<T>(&event)) {
            return found;
        }
    }
    return nullptr;
}

TEST_CASE("Client session: opens in both encodings, over TCP and Unix, however the bytes are cut") {
    for (const Encoding encoding : {Encoding::binary, Encoding::json_lines}) {
        for (const bool trusted : {false, true}) {
            for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{1'000'000}}) {
                ClientSession client(client_settings(encoding, trusted), 0);
                ServerSession server(server_settings(trusted), 0);
                std::vector<ClientEvent> client_events;
                std::vector<ServerEvent> server_events;
                exchange(client, server, client_events, server_events, piece);
                REQUIRE(client.is_open());
                REQUIRE(server.is_open());
                CHECK(find<Welcomed>(client_events)->welcome.tick == 7);

                client.send(Play{1, 2, "a:b", std::nullopt, std::nullopt});
                server.send(Notice{NoticeCode::unknown_player, 2, "who"});
                exchange(client, server, client_events, server_events, piece);
                CHECK(std::get<Play>(find<Received>(server_events)->message).emote == "a:b");
                CHECK(std::get<Notice>(find<Received>(client_events)->message).text == "who");

                client.close(CloseReason::normal, "done");
                exchange(client, server, client_events, server_events, piece);
                CHECK(find<Ended>(server_events)->by_peer);
                CHECK_FALSE(find<Ended>(client_events)->by_peer);
            }
        }
    }
}

TEST_CASE("Client session: a wrong secret is told by the daemon") {
    ClientSession client(client_settings(Encoding::binary, false), 0);
    ServerSession server(server_settings(false, "another secret altogether"), 0);
    std::vector<ClientEvent> client_events;
    std::vector<ServerEvent> server_events;
    exchange(client, server, client_events, server_events);
    REQUIRE(find<Ended>(client_events) != nullptr);
    CHECK(find<Ended>(client_events)->refused == RefuseCode::not_authorized);
    CHECK(find<Ended>(client_events)->by_peer);
}

// A daemon that is none: says what it is told to.
template <class... Messages>
Ended answer_with(bool trusted, const Messages&... messages) {
    ClientSession client(client_settings(Encoding::binary, trusted), 0);
    (client.receive(frame(encode_binary(messages), Encoding::binary), 0), ...);
    const std::vector<ClientEvent> events = client.take_events();
    REQUIRE(find<Ended>(events) != nullptr);
    return *find<Ended>(events);
}

TEST_CASE("Client session: a daemon without the secret is not believed") {
    Welcome welcome;
    welcome.protocol = 1;
    CHECK(answer_with(false, welcome).failure == HandshakeFailure::wrong_proof_of_daemon);               // no challenge
    CHECK(answer_with(false, Challenge{}, welcome).failure == HandshakeFailure::wrong_proof_of_daemon);  // no proof
    CHECK(answer_with(true, Challenge{}, welcome).failure == HandshakeFailure::wrong_proof_of_daemon);
}

TEST_CASE("Client session: a version that was not offered is not believed") {
    Welcome welcome;
    welcome.protocol = 2;
    CHECK(answer_with(true, welcome).failure == HandshakeFailure::unsupported_version);
}

TEST_CASE("Client session: deadlines of the handshake and of silence") {
    ClientSession client(client_settings(Encoding::binary, true), 0);
    client.advance(limits::default_handshake_timeout_ms);
    CHECK(find<Ended>(client.take_events())->reason == CloseReason::handshake_timeout);

    ClientSession open(client_settings(Encoding::binary, true), 0);
    Welcome welcome;
    welcome.protocol = 1;
    welcome.ping_interval_ms = 100;
    welcome.ping_timeout_ms = 300;
    open.receive(frame(encode_binary(welcome), Encoding::binary), 0);
    REQUIRE(open.is_open());
    static_cast<void>(open.gather(1'000));
    open.written();
    open.advance(100);
    CHECK(open.gather(1'000).size() == 1);  // a Ping
    open.advance(299);
    CHECK(open.is_open());
    open.advance(300);
    CHECK(find<Ended>(open.take_events())->reason == CloseReason::ping_timeout);
}

TEST_CASE("Client session: a daemon that switches pings off is never timed out") {
    ClientSession open(client_settings(Encoding::binary, true), 0);
    Welcome welcome;
    welcome.protocol = 1;
    open.receive(frame(encode_binary(welcome), Encoding::binary), 0);
    CHECK(open.next_deadline_ms() == std::numeric_limits<std::uint64_t>::max());
    open.advance(1'000'000'000);
    CHECK(open.is_open());
}

}  // namespace
}  // namespace emoted::protocol
