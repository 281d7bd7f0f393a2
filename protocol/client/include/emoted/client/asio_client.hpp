// The client over a real connection: TCP or a Unix socket, with Boost.Asio coroutines.
//
//   auto connected = co_await connect_tcp("127.0.0.1", 41210, settings);   // has shaken hands when it returns
//   if (!connected) ... connected.error() ...
//   const auto request = (*connected)->play(1, "starter:wave");
//   while (auto event = co_await (*connected)->next_event()) { ... }       // ends after Ended
//
// Everything happens on the executor of the coroutine that connected; call all functions there (one thread or strand).
// Events wait in a queue; when the caller does not take them, reading stops, so memory stays bounded. Dropping the
// client cuts the connection; close() first ends it in order.
#pragma once

#include <emoted/client/client.hpp>

#include <boost/asio/awaitable.hpp>
#include <tl/expected.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace emoted::client {

struct ConnectError {
    std::string text;                      // "connect to 127.0.0.1:41210: Connection refused"
    std::optional<protocol::Ended> ended;  // the connection stood, the handshake failed
};

class AsioClient {
public:
    ~AsioClient();
    AsioClient(const AsioClient&) = delete;
    AsioClient& operator=(const AsioClient&) = delete;

    [[nodiscard]] const protocol::Welcome& welcome() const noexcept;

    // The next event in order; nothing once Ended has been taken. One coroutine at a time.
    [[nodiscard]] boost::asio::awaitable<std::optional<Event>> next_event();

    // As in Client.
    protocol::RequestId play(protocol::PlayerHandle player, std::string_view emote,
                             const std::optional<protocol::PlayerState>& state = std::nullopt,
                             std::optional<std::uint64_t> seed = std::nullopt);
    protocol::RequestId stop(protocol::PlayerHandle player);
    void send(const protocol::Message& message);
    // What is queued is still written, then Close; Ended follows as an event.
    void close(std::string_view text = {});

    // Bytes that were read and written so far, framing included.
    [[nodiscard]] std::uint64_t bytes_received() const noexcept;
    [[nodiscard]] std::uint64_t bytes_sent() const noexcept;
    [[nodiscard]] bool is_open() const noexcept;

    struct Impl;
    explicit AsioClient(std::shared_ptr<Impl> impl) noexcept;

private:
    std::shared_ptr<Impl> impl_;
};

using Connected = tl::expected<std::unique_ptr<AsioClient>, ConnectError>;

// The whole way from the name to Welcome takes at most twice settings.handshake_timeout_ms.
[[nodiscard]] boost::asio::awaitable<Connected> connect_tcp(std::string host, std::uint16_t port,
                                                            protocol::ClientSettings settings);
// Sets settings.trusted: file rights stand for the secret.
[[nodiscard]] boost::asio::awaitable<Connected> connect_unix(std::string path, protocol::ClientSettings settings);

// From the system's generator, for ClientSettings.
[[nodiscard]] protocol::Nonce fresh_nonce();
[[nodiscard]] Uuid fresh_uuid();

}  // namespace emoted::client
