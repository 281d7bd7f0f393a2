// One link as the daemon sees it, sans I/O: bytes in, events out, bytes to write in the outbox, time as an argument.
//
//   bytes 45 4D 54 01 or '{'   Hello          Authenticate       admit()
//   [detecting] ----------> [greeting] --> [challenged] --> [admission] --> [open] --> [ended]
//                               |                               ^
//                               +------- Unix socket -----------+
//   close(), a fault of the peer, a deadline or refuse() lead from anywhere to [ended]: the last message (Close or
//   Refuse) is in the outbox, write what is there and shut the connection.
//
// Answers pings, sends its own, and watches deadlines by itself. What a proxy sends ahead of its Welcome is held (up to
// limits::max_held_bytes), so that lines can be pasted. One thread at a time; keeps no reference to an argument.
// Times are milliseconds of one clock of the caller that never goes back.
#pragma once

#include <emoted/protocol/handshake.hpp>
#include <emoted/protocol/outbox.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace emoted::protocol {

// 45 4D 54 01: "EMT", then the number of this framing. Sent once by a proxy that speaks binary, before its Hello.
inline constexpr std::array<std::uint8_t, 4> binary_preamble{0x45, 0x4D, 0x54, 0x01};

// 0 switches pings or their timeout off.
struct LinkTimes {
    std::uint32_t handshake_timeout_ms = limits::default_handshake_timeout_ms;
    std::uint32_t ping_interval_ms = limits::default_ping_interval_ms;
    std::uint32_t ping_timeout_ms = limits::default_ping_timeout_ms;
};

// Who the peer says it is; proven once admission is asked for.
struct Peer {
    std::string proxy_name;
    Uuid instance_id;
    std::uint16_t protocol = 0;
    Encoding encoding = Encoding::binary;
};

// ------------------------------------------------------------------------------------------------------------ events

// The peer has said who it claims to be; over TCP only. Nothing is proved: refuse_at_proof() may follow.
struct Greeted {
    Peer peer;
};
// The peer has proved who it is (or sits on a Unix socket). Answer with admit() or refuse(); the handshake deadline
// starts anew here.
struct AwaitingAdmission {
    Peer peer;
};
// Any message of an open link except Ping, Pong and Close.
struct Received {
    Message message;
};
// The answer to probe().
struct Probed {
    bool answered = false;
};
// Pose frames were dropped and the backlog has shrunk: send keyframes of everything this link sees.
struct KeyframesOwed {};

// For the log; on the wire unknown names and wrong secrets look the same.
enum class HandshakeFailure : std::uint8_t {
    none,
    unknown_name,
    wrong_secret,
    unsupported_version,
    refused,                // by refuse(), refuse_at_proof() or ServerSettings::refuse_all
    wrong_proof_of_daemon,  // seen by a proxy: the daemon does not know the secret
};
BOOST_DESCRIBE_ENUM(HandshakeFailure, none, unknown_name, wrong_secret, unsupported_version, refused,
                    wrong_proof_of_daemon)

// The last event. Write what the outbox holds, then shut the connection.
struct Ended {
    CloseReason reason = CloseReason::normal;
    std::string text;
    bool by_peer = false;               // the peer sent Close or Refuse, or is gone
    bool lost = false;                  // the connection broke without a last message
    std::optional<RefuseCode> refused;  // the handshake ended with Refuse
    HandshakeFailure failure = HandshakeFailure::none;
};

using ServerEvent = std::variant<Greeted, AwaitingAdmission, Received, Probed, KeyframesOwed, Ended>;

// ----------------------------------------------------------------------------------------------------------- session

struct ServerSettings {
    Uuid daemon_instance;
    Nonce nonce{};         // fresh random bytes for every session
    bool trusted = false;  // a Unix socket: file rights stand for the secret
    LinkTimes times;
    OutboxLimits outbox;
    std::shared_ptr<const SecretTable> secrets;  // may be null if trusted
    // Refuse whoever it is, at the point where refusals come: shutting_down. No proof is looked at then.
    std::optional<Refuse> refuse_all;
};

// What admit() puts into Welcome.
struct Admission {
    std::uint64_t tick = 0;
    std::vector<std::string> permission_nodes;
};

class ServerSession {
public:
    ServerSession(ServerSettings settings, std::uint64_t now_ms);
    ~ServerSession();
    ServerSession(ServerSession&&) noexcept;
    ServerSession& operator=(ServerSession&&) noexcept;

    // Bytes of the peer, in pieces of any size.
    void receive(std::span<const std::uint8_t> bytes, std::uint64_t now_ms);
    // Deadlines and pings; call at next_deadline_ms() or as often as you like.
    void advance(std::uint64_t now_ms);
    // The latest moment for the next advance(); the largest number if there is none.
    [[nodiscard]] std::uint64_t next_deadline_ms() const noexcept;

    // Answers to Greeted: refuse this one when its proof comes, without a look at it (too_many_attempts).
    void refuse_at_proof(RefuseCode code, std::string_view text);
    // Answers to AwaitingAdmission; ignored at any other time (the link may have ended meanwhile).
    void admit(const Admission& admission, std::uint64_t now_ms);
    void refuse(RefuseCode code, std::string_view text);

    // Asks an open link whether it is alive: a Ping at once, and Probed when its Pong is here or after
    // limits::take_over_ping_ms. Anything the peer sends counts as an answer only if it is that Pong. On a link that is
    // not open the answer is no, at once.
    void probe(std::uint64_t now_ms);

    // Open links only; dropped in silence at any other time. Passing the outbox's hard limit ends the link as
    // slow_consumer, a message that does not fit a packet ends it as internal_error.
    void send(const EncodedMessage& message, Delivery delivery = Delivery::always,
              const std::optional<Subject>& subject = std::nullopt);
    void send(const Message& message);
    // Ends the link in order with Close. The text is for a person; it is cut at limits::max_close_text_bytes.
    void close(CloseReason reason, std::string_view text);
    // The connection broke, or its other end is shut: ends the link without a last message.
    void lost(std::string_view text);

    [[nodiscard]] std::vector<ServerEvent> take_events();
    [[nodiscard]] std::vector<SharedBytes> gather(std::size_t most_bytes);
    void written();
    [[nodiscard]] const Outbox& outbox() const noexcept;

    [[nodiscard]] bool is_open() const noexcept;
    [[nodiscard]] bool has_ended() const noexcept;
    // Empty fields until a Hello has come.
    [[nodiscard]] const Peer& peer() const noexcept;
    // Of the last ping that was answered.
    [[nodiscard]] std::optional<std::uint32_t> round_trip_ms() const noexcept;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace emoted::protocol
