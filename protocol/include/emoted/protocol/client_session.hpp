// One link as a proxy sees it, sans I/O; the other side of session.hpp, with the same rules about threads and time.
//
//   start()               Challenge              Welcome (its proof is checked)
//   [new] --> [greeting] ----------> [challenged] --> [open] --> [ended]
//                 +------------- Welcome, Unix ---------^
#pragma once

#include <emoted/protocol/session.hpp>

namespace emoted::protocol {

struct ClientSettings {
    std::string proxy_name;
    Uuid instance_id;  // random, once per run
    Nonce nonce{};     // fresh random bytes for every session
    std::string secret;
    bool trusted = false;  // a Unix socket; over TCP a Welcome without Challenge is never believed
    Encoding encoding = Encoding::binary;
    std::uint32_t handshake_timeout_ms = limits::default_handshake_timeout_ms;
    OutboxLimits outbox;
    std::uint16_t protocol_min = limits::protocol_min;
    std::uint16_t protocol_max = limits::protocol_max;
};

// The link is open. Another daemon_instance than before: drop everything older.
struct Welcomed {
    Welcome welcome;
};

using ClientEvent = std::variant<Welcomed, Received, KeyframesOwed, Ended>;

class ClientSession {
public:
    // The preamble (binary only) and Hello are in the outbox at once.
    ClientSession(ClientSettings settings, std::uint64_t now_ms);
    ~ClientSession();
    ClientSession(ClientSession&&) noexcept;
    ClientSession& operator=(ClientSession&&) noexcept;

    void receive(std::span<const std::uint8_t> bytes, std::uint64_t now_ms);
    // Pings at the interval that Welcome names, and deadlines.
    void advance(std::uint64_t now_ms);
    [[nodiscard]] std::uint64_t next_deadline_ms() const noexcept;

    // Open links only; dropped in silence at any other time.
    void send(const Message& message);
    void close(CloseReason reason, std::string_view text);
    // The connection broke, or its other end is shut: ends the link without a last message.
    void lost(std::string_view text);

    [[nodiscard]] std::vector<ClientEvent> take_events();
    [[nodiscard]] std::vector<SharedBytes> gather(std::size_t most_bytes);
    void written();
    [[nodiscard]] const Outbox& outbox() const noexcept;

    [[nodiscard]] bool is_open() const noexcept;
    [[nodiscard]] bool has_ended() const noexcept;
    [[nodiscard]] std::optional<std::uint32_t> round_trip_ms() const noexcept;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace emoted::protocol
