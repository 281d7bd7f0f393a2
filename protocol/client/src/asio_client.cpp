#include <emoted/client/asio_client.hpp>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <exception>
#include <utility>
#include <vector>

namespace emoted::client {

namespace asio = boost::asio;
using boost::system::error_code;
using Socket = asio::generic::stream_protocol::socket;

namespace {

constexpr auto use_result = asio::as_tuple(asio::use_awaitable);
constexpr std::size_t read_bytes = 65'536;
constexpr std::size_t write_bytes = 262'144;
// Events that may wait before reading stops.
constexpr std::size_t most_waiting_events = 8'192;

std::uint64_t now_ms() {
    using std::chrono::milliseconds;
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now().time_since_epoch()).count());
}

std::chrono::steady_clock::time_point time_at(std::uint64_t ms) {
    constexpr std::uint64_t one_day_ms = 86'400'000;
    const std::uint64_t now = now_ms();
    const std::uint64_t wait = ms > now ? std::min(ms - now, one_day_ms) : 0;
    return std::chrono::steady_clock::now() + std::chrono::milliseconds(wait);
}

// Wakes coroutines that wait for something to change. All on one executor: look first, then wait.
class Signal {
public:
    explicit Signal(const asio::any_io_executor& executor)
        : timer_(executor, std::chrono::steady_clock::time_point::max()) {}
    void notify() { timer_.cancel(); }
    asio::awaitable<void> wait() {
        const auto result = co_await timer_.async_wait(use_result);
        static_cast<void>(result);
    }

private:
    asio::steady_timer timer_;
};

void fill_random(std::span<std::uint8_t> bytes) {
    // Without random bytes there is no safe way to go on.
    if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1) {
        std::terminate();
    }
}

}  // namespace

struct AsioClient::Impl : std::enable_shared_from_this<AsioClient::Impl> {
    Impl(Socket connected, protocol::ClientSettings settings)
        : socket(std::move(connected)),
          client(std::move(settings), now_ms()),
          deadline(socket.get_executor()),
          to_write(socket.get_executor()),
          event_waits(socket.get_executor()),
          room(socket.get_executor()) {}

    void run() {
        const auto executor = socket.get_executor();
        asio::co_spawn(executor, read_loop(shared_from_this()), asio::detached);
        asio::co_spawn(executor, write_loop(shared_from_this()), asio::detached);
        asio::co_spawn(executor, deadline_loop(shared_from_this()), asio::detached);
    }

    // After every call into the client: hands on what it has made.
    void pump() {
        for (Event& event : client.take_events()) {
            events.push_back(std::move(event));
        }
        if (!events.empty()) {
            event_waits.notify();
        }
        if (client.outbox().has_queued() || client.has_ended()) {
            to_write.notify();
        }
        if (client.has_ended() || client.next_deadline_ms() < armed_ms) {
            deadline.cancel();
        }
    }

    void cut() {
        error_code ignored;
        socket.close(ignored);
        client.lost("cut by this side");
        pump();
        room.notify();
    }

    static asio::awaitable<void> read_loop(std::shared_ptr<Impl> self) {
        std::vector<std::uint8_t> buffer(read_bytes);
        while (!self->client.has_ended()) {
            if (self->events.size() >= most_waiting_events) {
                co_await self->room.wait();
                continue;
            }
            const auto [error, size] = co_await self->socket.async_read_some(asio::buffer(buffer), use_result);
            self->received += size;
            if (error) {
                self->client.lost(error.message());
            } else {
                self->client.receive(std::span(buffer).first(size), now_ms());
            }
            self->pump();
        }
    }

    static asio::awaitable<void> write_loop(std::shared_ptr<Impl> self) {
        for (;;) {
            const std::vector<protocol::SharedBytes> packets = self->client.gather(write_bytes);
            if (packets.empty()) {
                if (self->client.has_ended()) {
                    break;
                }
                co_await self->to_write.wait();
                continue;
            }
            std::vector<asio::const_buffer> buffers;
            buffers.reserve(packets.size());
            for (const protocol::SharedBytes& packet : packets) {
                buffers.emplace_back(asio::buffer(*packet));
            }
            const auto [error, size] = co_await asio::async_write(self->socket, buffers, use_result);
            self->sent += size;
            self->client.written();
            if (error) {
                self->client.lost(error.message());
                break;
            }
            self->pump();
        }
        self->pump();
        error_code ignored;
        self->socket.shutdown(Socket::shutdown_both, ignored);
        self->socket.close(ignored);
    }

    static asio::awaitable<void> deadline_loop(std::shared_ptr<Impl> self) {
        while (!self->client.has_ended()) {
            self->armed_ms = self->client.next_deadline_ms();
            self->deadline.expires_at(time_at(self->armed_ms));
            const auto result = co_await self->deadline.async_wait(use_result);
            static_cast<void>(result);
            self->client.advance(now_ms());
            self->pump();
        }
    }

    Socket socket;
    Client client;
    asio::steady_timer deadline;
    Signal to_write;
    Signal event_waits;
    Signal room;
    std::deque<Event> events;
    bool ended_taken = false;
    protocol::Welcome welcome;
    std::uint64_t armed_ms = 0;
    std::uint64_t received = 0;
    std::uint64_t sent = 0;
};

AsioClient::AsioClient(std::shared_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
AsioClient::~AsioClient() {
    impl_->cut();
}

const protocol::Welcome& AsioClient::welcome() const noexcept {
    return impl_->welcome;
}

asio::awaitable<std::optional<Event>> AsioClient::next_event() {
    const std::shared_ptr<Impl> impl = impl_;
    while (impl->events.empty()) {
        if (impl->ended_taken) {
            co_return std::nullopt;
        }
        co_await impl->event_waits.wait();
    }
    std::optional<Event> event(std::move(impl->events.front()));
    impl->events.pop_front();
    impl->ended_taken = impl->ended_taken || std::holds_alternative<protocol::Ended>(*event);
    impl->room.notify();
    co_return event;
}

protocol::RequestId AsioClient::play(protocol::PlayerHandle player, std::string_view emote,
                                     const std::optional<protocol::PlayerState>& state,
                                     std::optional<std::uint64_t> seed) {
    const protocol::RequestId id = impl_->client.play(player, emote, state, seed);
    impl_->pump();
    return id;
}

protocol::RequestId AsioClient::stop(protocol::PlayerHandle player) {
    const protocol::RequestId id = impl_->client.stop(player);
    impl_->pump();
    return id;
}

void AsioClient::send(const protocol::Message& message) {
    impl_->client.send(message);
    impl_->pump();
}

void AsioClient::close(std::string_view text) {
    impl_->client.close(text);
    impl_->pump();
}

std::uint64_t AsioClient::bytes_received() const noexcept {
    return impl_->received;
}
std::uint64_t AsioClient::bytes_sent() const noexcept {
    return impl_->sent;
}
bool AsioClient::is_open() const noexcept {
    return impl_->client.is_open();
}

namespace {

asio::awaitable<Connected> shake_hands(Socket socket, protocol::ClientSettings settings) {
    auto impl = std::make_shared<AsioClient::Impl>(std::move(socket), std::move(settings));
    impl->run();
    auto client = std::make_unique<AsioClient>(impl);
    for (;;) {
        std::optional<Event> event = co_await client->next_event();
        if (!event) {
            co_return tl::unexpected(ConnectError{"the connection ended", std::nullopt});
        }
        if (auto* welcomed = std::get_if<protocol::Welcomed>(&*event)) {
            impl->welcome = std::move(welcomed->welcome);
            co_return std::move(client);
        }
        if (auto* ended = std::get_if<protocol::Ended>(&*event)) {
            std::string text = "handshake: " + ended->text;
            co_return tl::unexpected(ConnectError{std::move(text), std::move(*ended)});
        }
    }
}

ConnectError connect_error(const std::string& address, const error_code& error) {
    return {"connect to " + address + ": " + error.message(), std::nullopt};
}

}  // namespace

asio::awaitable<Connected> connect_tcp(std::string host, std::uint16_t port, protocol::ClientSettings settings) {
    const auto executor = co_await asio::this_coro::executor;
    const std::string address = host + ":" + std::to_string(port);
    asio::ip::tcp::resolver resolver(executor);
    const auto [resolve_error, endpoints] = co_await resolver.async_resolve(host, std::to_string(port), use_result);
    if (resolve_error) {
        co_return tl::unexpected(connect_error(address, resolve_error));
    }
    auto socket = std::make_shared<asio::ip::tcp::socket>(executor);
    asio::steady_timer timeout(executor, std::chrono::milliseconds(settings.handshake_timeout_ms));
    timeout.async_wait([socket](const error_code& error) {
        if (!error) {
            error_code ignored;
            socket->close(ignored);
        }
    });
    const auto [error, endpoint] = co_await asio::async_connect(*socket, endpoints, use_result);
    timeout.cancel();
    if (error || !socket->is_open()) {
        co_return tl::unexpected(connect_error(address, error ? error : asio::error::timed_out));
    }
    error_code ignored;
    socket->set_option(asio::ip::tcp::no_delay(true), ignored);
    Socket connected(std::move(*socket));
    co_return co_await shake_hands(std::move(connected), std::move(settings));
}

asio::awaitable<Connected> connect_unix(std::string path, protocol::ClientSettings settings) {
    const auto executor = co_await asio::this_coro::executor;
    settings.trusted = true;
    asio::local::stream_protocol::socket socket(executor);
    constexpr std::size_t longest_path = 107;  // what the system's address structure holds
    if (path.empty() || path.size() > longest_path) {
        co_return tl::unexpected(connect_error(path, make_error_code(boost::system::errc::filename_too_long)));
    }
    const asio::local::stream_protocol::endpoint endpoint(path);
    const auto [error] = co_await socket.async_connect(endpoint, use_result);
    if (error) {
        co_return tl::unexpected(connect_error(path, error));
    }
    Socket connected(std::move(socket));
    co_return co_await shake_hands(std::move(connected), std::move(settings));
}

protocol::Nonce fresh_nonce() {
    protocol::Nonce nonce{};
    fill_random(nonce);
    return nonce;
}

Uuid fresh_uuid() {
    Uuid uuid;
    fill_random(uuid.bytes);
    // Version 4, variant 1.
    uuid.bytes[6] = static_cast<std::uint8_t>((uuid.bytes[6] & 0x0FU) | 0x40U);
    uuid.bytes[8] = static_cast<std::uint8_t>((uuid.bytes[8] & 0x3FU) | 0x80U);
    return uuid;
}

}  // namespace emoted::client
