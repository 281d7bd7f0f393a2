// What both ends of a link do alike: cut and decode packets, encode and queue them, ping, end in order.
//
//   handshake --open()--> open --end()--> ended; also handshake --end()--> ended
#pragma once

#include <emoted/protocol/framing.hpp>
#include <emoted/protocol/session.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace emoted::protocol {

class Link {
public:
    static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

    // `receives` says which side this is: to_daemon for the daemon.
    Link(Direction receives, OutboxLimits outbox, std::uint64_t now_ms, std::uint32_t handshake_timeout_ms)
        : receives_(receives), outbox_(outbox), deadline_ms_(now_ms + handshake_timeout_ms), last_heard_ms_(now_ms) {}

    void start(Encoding encoding, std::size_t max_packet_bytes);
    void feed(std::span<const std::uint8_t> bytes, std::uint64_t now_ms);
    // The next message that is for the owner. Pings, pongs and Close are dealt with here; any fault ends the link.
    [[nodiscard]] std::optional<Message> next_message(std::uint64_t now_ms);
    void advance(std::uint64_t now_ms);
    [[nodiscard]] std::uint64_t next_deadline_ms() const noexcept;

    void set_phase(Phase phase) noexcept { phase_ = phase; }
    void restart_handshake_deadline(std::uint64_t now_ms, std::uint32_t timeout_ms) noexcept {
        deadline_ms_ = now_ms + timeout_ms;
    }
    void open(std::uint16_t protocol, std::size_t max_packet_bytes, std::uint32_t ping_interval_ms,
              std::uint32_t ping_timeout_ms, std::uint64_t now_ms);

    void send(const Message& message);
    void send(const EncodedMessage& message, Delivery delivery, const std::optional<Subject>& subject);
    void push_raw(std::span<const std::uint8_t> bytes);
    void ping(std::uint64_t now_ms);

    // With Close as the last message.
    void close(CloseReason reason, std::string_view text, HandshakeFailure failure = HandshakeFailure::none);
    // With Refuse as the last message.
    void refuse(const Refuse& refuse, HandshakeFailure failure);
    // Without a last message.
    void end(Ended ended);
    [[nodiscard]] std::optional<Ended> take_ended();

    [[nodiscard]] bool has_ended() const noexcept { return ended_; }
    [[nodiscard]] bool is_open() const noexcept { return phase_ == Phase::open && !ended_; }
    [[nodiscard]] Phase phase() const noexcept { return phase_; }
    [[nodiscard]] std::size_t buffered() const noexcept { return decoder_.buffered(); }
    [[nodiscard]] Encoding encoding() const noexcept { return encoding_; }
    [[nodiscard]] Outbox& outbox() noexcept { return outbox_; }
    [[nodiscard]] const Outbox& outbox() const noexcept { return outbox_; }
    [[nodiscard]] std::uint32_t last_ping() const noexcept { return last_ping_; }
    [[nodiscard]] std::uint32_t last_pong() const noexcept { return last_pong_; }
    [[nodiscard]] std::optional<std::uint32_t> round_trip_ms() const noexcept { return round_trip_ms_; }

private:
    void fail(FramingError error);
    void receive_pong(const Pong& pong, std::uint64_t now_ms);
    void push(SharedBytes bytes, Delivery delivery, std::string_view name,
              const std::optional<Subject>& subject = std::nullopt);
    void push_last(const Message& message);
    // The longest packet that may go out.
    [[nodiscard]] std::size_t most_bytes_out() const noexcept;

    Direction receives_;
    Encoding encoding_ = Encoding::json_lines;
    Phase phase_ = Phase::greeting;
    std::uint16_t protocol_ = limits::protocol_min;  // of the handshake, until open() says more
    FrameDecoder decoder_{Encoding::json_lines};
    Outbox outbox_;
    bool ended_ = false;
    std::optional<Ended> ended_event_;

    std::uint64_t deadline_ms_;  // of the handshake
    std::uint64_t last_heard_ms_;
    std::uint64_t next_ping_ms_ = never;
    std::uint32_t ping_interval_ms_ = 0;
    std::uint32_t ping_timeout_ms_ = 0;
    std::uint32_t last_ping_ = 0;  // sequence numbers; 0: none yet
    std::uint32_t last_pong_ = 0;
    std::uint64_t last_ping_ms_ = 0;
    std::optional<std::uint32_t> round_trip_ms_;
};

// At most limits::max_close_text_bytes, cut between characters.
[[nodiscard]] std::string close_text(std::string_view text);

}  // namespace emoted::protocol
