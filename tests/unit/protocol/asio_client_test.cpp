#include "support/temporary_folder.hpp"

#include <emoted/client/asio_client.hpp>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <catch2/catch.hpp>

#include <exception>
#include <string>
#include <vector>

namespace emoted::client {
namespace {

namespace asio = boost::asio;
using namespace emoted::protocol;

constexpr auto use_result = asio::as_tuple(asio::use_awaitable);
const std::string secret = "a secret of decent length";

ServerSettings server_settings(bool trusted) {
    ServerSettings settings;
    settings.trusted = trusted;
    settings.secrets = std::make_shared<const SecretTable>(std::vector<SecretTable::Entry>{{"lobby", {secret}}});
    return settings;
}

// What the daemon answers: admits everybody, answers Play with an end and a result, hangs up on Stop.
void answer(ServerSession& session, const ServerEvent& event) {
    if (std::holds_alternative<AwaitingAdmission>(event)) {
        session.admit({42, {}}, 0);
    } else if (const auto* received = std::get_if<Received>(&event)) {
        if (const auto* play = std::get_if<Play>(&received->message)) {
            session.send(PlaybackEnd{5, 1, EndReason::finished});
            session.send(PlayResult{play->request_id, PlayOutcome::started, 5, {}, {}, ""});
        } else if (std::holds_alternative<Stop>(received->message)) {
            session.close(CloseReason::shutting_down, "restart");
        }
    }
}

// One connection, as a daemon would serve it.
template <class Acceptor>
asio::awaitable<void> serve_one(Acceptor& acceptor, bool trusted) {
    auto socket = co_await acceptor.async_accept(asio::use_awaitable);
    ServerSession session(server_settings(trusted), 0);
    Bytes buffer(4'096);
    while (!session.has_ended()) {
        const auto [error, size] = co_await socket.async_read_some(asio::buffer(buffer), use_result);
        if (error) {
            session.lost(error.message());
        }
        session.receive(std::span(buffer).first(size), 0);
        for (const ServerEvent& event : session.take_events()) {
            answer(session, event);
        }
        for (const SharedBytes& packet : session.gather(1'000'000)) {
            co_await asio::async_write(socket, asio::buffer(*packet), asio::use_awaitable);
        }
        session.written();
    }
}

ClientSettings client_settings(std::string known_secret) {
    ClientSettings settings;
    settings.proxy_name = "lobby";
    settings.instance_id = fresh_uuid();
    settings.nonce = fresh_nonce();
    settings.secret = std::move(known_secret);
    return settings;
}

// Every kind of event once, in the order in which it came.
asio::awaitable<void> use(AsioClient& client, std::vector<std::string>& seen) {
    CHECK(client.welcome().tick == 42);
    CHECK(client.is_open());
    const RequestId play = client.play(1, "starter:wave");
    bool stopped = false;
    for (;;) {
        const std::optional<Event> event = co_await client.next_event();
        if (!event) {
            break;
        }
        if (const auto* answered = std::get_if<Answered>(&*event)) {
            CHECK(answered->request_id == play);
            seen.emplace_back("answered");
        } else if (std::holds_alternative<Received>(*event)) {
            seen.emplace_back("received");
        } else if (std::holds_alternative<RequestLost>(*event)) {
            seen.emplace_back("lost");
        } else if (const auto* ended = std::get_if<Ended>(&*event)) {
            seen.emplace_back("ended: " + ended->text);
        }
        if (seen.size() == 2 && !stopped) {
            stopped = true;
            static_cast<void>(client.stop(1));
        }
    }
    CHECK(client.bytes_received() > 0);
    CHECK(client.bytes_sent() > 0);
}

void rethrow(const std::exception_ptr& error) {
    if (error) {
        std::rethrow_exception(error);
    }
}

TEST_CASE("Asio client: shakes hands over TCP, asks, is told the end") {
    asio::io_context context;
    asio::ip::tcp::acceptor acceptor(context, {asio::ip::address_v4::loopback(), 0});
    std::vector<std::string> seen;
    asio::co_spawn(context, serve_one(acceptor, false), rethrow);
    const auto client = [&]() -> asio::awaitable<void> {
        ClientSettings settings = client_settings(secret);
        const Connected connected =
            co_await connect_tcp("127.0.0.1", acceptor.local_endpoint().port(), std::move(settings));
        REQUIRE(connected);
        co_await use(**connected, seen);
    };
    asio::co_spawn(context, client(), rethrow);
    context.run();
    CHECK(seen == std::vector<std::string>{"received", "answered", "lost", "ended: restart"});
}

TEST_CASE("Asio client: over a Unix socket, in JSON lines") {
    const test::TemporaryFolder folder;
    const std::string path = (folder.path() / "proxy.sock").string();
    asio::io_context context;
    asio::local::stream_protocol::acceptor acceptor(context, asio::local::stream_protocol::endpoint(path));
    std::vector<std::string> seen;
    asio::co_spawn(context, serve_one(acceptor, true), rethrow);
    const auto client = [&]() -> asio::awaitable<void> {
        ClientSettings settings = client_settings("");
        settings.encoding = Encoding::json_lines;
        const Connected connected = co_await connect_unix(path, std::move(settings));
        REQUIRE(connected);
        co_await use(**connected, seen);
    };
    asio::co_spawn(context, client(), rethrow);
    context.run();
    CHECK(seen == std::vector<std::string>{"received", "answered", "lost", "ended: restart"});
}

TEST_CASE("Asio client: what cannot be connected says why") {
    asio::io_context context;
    asio::ip::tcp::acceptor acceptor(context, {asio::ip::address_v4::loopback(), 0});
    const std::uint16_t port = acceptor.local_endpoint().port();
    std::vector<std::string> errors;
    asio::co_spawn(context, serve_one(acceptor, false), rethrow);
    const auto client = [&]() -> asio::awaitable<void> {
        ClientSettings wrong = client_settings("not the secret at all");
        const Connected refused = co_await connect_tcp("127.0.0.1", port, std::move(wrong));
        REQUIRE_FALSE(refused);
        REQUIRE(refused.error().ended);
        CHECK(refused.error().ended->refused == RefuseCode::not_authorized);
        acceptor.close();
        ClientSettings right = client_settings(secret);
        const Connected nobody = co_await connect_tcp("127.0.0.1", port, std::move(right));
        REQUIRE_FALSE(nobody);
        errors.push_back(nobody.error().text);
        ClientSettings over_unix = client_settings("");
        const Connected no_socket = co_await connect_unix("/nonexistent/proxy.sock", std::move(over_unix));
        REQUIRE_FALSE(no_socket);
        errors.push_back(no_socket.error().text);
    };
    asio::co_spawn(context, client(), rethrow);
    context.run();
    CHECK(errors == std::vector<std::string>{"connect to 127.0.0.1:" + std::to_string(port) + ": Connection refused",
                                             "connect to /nonexistent/proxy.sock: No such file or directory"});
}

TEST_CASE("Asio client: dropping it cuts the connection") {
    asio::io_context context;
    asio::ip::tcp::acceptor acceptor(context, {asio::ip::address_v4::loopback(), 0});
    asio::co_spawn(context, serve_one(acceptor, false), rethrow);
    const auto client = [&]() -> asio::awaitable<void> {
        ClientSettings settings = client_settings(secret);
        const Connected connected =
            co_await connect_tcp("127.0.0.1", acceptor.local_endpoint().port(), std::move(settings));
        REQUIRE(connected);
    };
    asio::co_spawn(context, client(), rethrow);
    context.run();  // returns: nothing is left waiting on either side
}

}  // namespace
}  // namespace emoted::client
