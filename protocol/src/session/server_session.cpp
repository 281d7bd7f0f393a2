#include "session/link.hpp"

#include <emoted/protocol/session.hpp>

#include <algorithm>
#include <utility>

namespace emoted::protocol {
namespace {

constexpr std::uint8_t first_of_json = 0x7B;  // {
constexpr std::uint8_t first_of_tls = 0x16;   // a TLS record with a ClientHello

}  // namespace

struct ServerSession::Impl {
    Impl(ServerSettings given, std::uint64_t now_ms)
        : settings(std::move(given)),
          link(Direction::to_daemon, settings.outbox, now_ms, settings.times.handshake_timeout_ms) {}

    // ------------------------------------------------------------------------------------------------------- encoding

    // Consumes what belongs to the preamble; true once the encoding is known.
    bool detect(std::span<const std::uint8_t>& bytes) {
        while (!started && !bytes.empty() && !link.has_ended()) {
            const std::uint8_t byte = bytes.front();
            if (preamble_seen == 0 && byte == first_of_json) {
                start(Encoding::json_lines);
            } else if (byte == binary_preamble[preamble_seen]) {
                bytes = bytes.subspan(1);
                if (++preamble_seen == binary_preamble.size()) {
                    start(Encoding::binary);
                }
            } else if (preamble_seen == 0 && byte == first_of_tls) {
                link.close(CloseReason::protocol_error, "TLS is not spoken on this port");
            } else {
                link.close(CloseReason::protocol_error,
                           "a connection starts with 45 4D 54 01 for binary or { for JSON lines");
            }
        }
        return started;
    }

    void start(Encoding encoding) {
        started = true;
        peer.encoding = encoding;
        link.start(encoding, limits::max_handshake_packet_bytes);
    }

    // ------------------------------------------------------------------------------------------------------ handshake

    void process(std::uint64_t now_ms) {
        while (!awaiting) {
            std::optional<Message> message = link.next_message(now_ms);
            if (!message) {
                break;
            }
            if (const auto* greeting = std::get_if<Hello>(&*message)) {
                greet(*greeting, now_ms);
            } else if (const auto* authenticate = std::get_if<Authenticate>(&*message)) {
                verify(*authenticate, now_ms);
            } else {
                events.emplace_back(Received{std::move(*message)});
            }
        }
        if (awaiting && link.buffered() > limits::max_held_bytes) {
            link.close(CloseReason::protocol_error, "too many bytes ahead of Welcome");
        }
        report();
    }

    void greet(const Hello& received, std::uint64_t now_ms) {
        if (!is_proxy_name(received.proxy_name)) {
            link.close(CloseReason::protocol_error,
                       "Hello.proxy_name: expected 1 to 64 characters of a-z A-Z 0-9 _ . -");
            return;
        }
        if (received.protocol_min > received.protocol_max) {
            link.close(CloseReason::protocol_error, "Hello.protocol_min is larger than protocol_max");
            return;
        }
        hello = received;
        peer.proxy_name = received.proxy_name;
        peer.instance_id = received.instance_id;
        if (settings.trusted) {
            settle(now_ms);
            return;
        }
        events.emplace_back(Greeted{peer});
        challenge = {settings.nonce, settings.daemon_instance};
        link.set_phase(Phase::challenged);
        link.send(challenge);
    }

    // Unknown names take the same way and the same time as known ones.
    void verify(const Authenticate& authenticate, std::uint64_t now_ms) {
        if (settings.refuse_all) {
            link.refuse(*settings.refuse_all, HandshakeFailure::refused);
            return;
        }
        const std::span<const std::string> secrets =
            settings.secrets ? settings.secrets->find(hello.proxy_name) : std::span<const std::string>();
        // Fresh random bytes: nobody can know them in time, and even their proof would not count.
        const std::string dummy(settings.nonce.begin(), settings.nonce.end());
        const Bytes transcript_bytes = transcript(hello, challenge);
        bool proven = false;
        for (std::size_t i = 0; i < limits::max_secrets_per_proxy; ++i) {
            const std::string& secret = i < secrets.size() ? secrets[i] : dummy;
            const Proof expected = client_proof(secret, transcript_bytes);
            const Proof answer = server_proof(secret, transcript_bytes);
            if (same_proof(authenticate.proof, expected) && i < secrets.size()) {
                proven = true;
                proof = answer;
            }
        }
        if (!proven) {
            link.refuse({RefuseCode::not_authorized, "the proxy name is not known or the secret is wrong"},
                        secrets.empty() ? HandshakeFailure::unknown_name : HandshakeFailure::wrong_secret);
            return;
        }
        settle(now_ms);
    }

    // Who it is is settled: refuse what no daemon could admit, ask about the rest.
    void settle(std::uint64_t now_ms) {
        if (settings.refuse_all) {
            link.refuse(*settings.refuse_all, HandshakeFailure::refused);
            return;
        }
        peer.protocol = std::min(hello.protocol_max, limits::protocol_max);
        if (peer.protocol < std::max(hello.protocol_min, limits::protocol_min)) {
            link.refuse({RefuseCode::unsupported_version,
                         "the proxy speaks protocol " + std::to_string(hello.protocol_min) + " to " +
                             std::to_string(hello.protocol_max) + ", the daemon " +
                             std::to_string(limits::protocol_min) + " to " + std::to_string(limits::protocol_max)},
                        HandshakeFailure::unsupported_version);
            return;
        }
        awaiting = true;
        link.restart_handshake_deadline(now_ms, settings.times.handshake_timeout_ms);
        events.emplace_back(AwaitingAdmission{peer});
    }

    void admit(const Admission& admission, std::uint64_t now_ms) {
        if (!awaiting || link.has_ended()) {
            return;
        }
        awaiting = false;
        const LinkTimes& times = settings.times;
        Welcome welcome;
        welcome.protocol = peer.protocol;
        welcome.daemon_instance = settings.daemon_instance;
        welcome.proof = proof;
        welcome.tick = admission.tick;
        welcome.ping_interval_ms = times.ping_interval_ms;
        welcome.ping_timeout_ms = times.ping_timeout_ms;
        welcome.max_packet_bytes = limits::max_packet_bytes;
        welcome.permission_nodes = admission.permission_nodes;
        link.open(peer.protocol, limits::max_packet_bytes, times.ping_interval_ms, times.ping_timeout_ms, now_ms);
        link.send(welcome);
        process(now_ms);
    }

    // --------------------------------------------------------------------------------------------------------- probe

    void probe(std::uint64_t now_ms) {
        if (!link.is_open()) {
            events.emplace_back(Probed{false});
            return;
        }
        link.ping(now_ms);
        probe_ping = link.last_ping();
        probe_deadline_ms = now_ms + limits::take_over_ping_ms;
        report();
    }

    void report_probe(std::uint64_t now_ms) {
        if (!probe_ping) {
            return;
        }
        const bool answered = link.last_pong() >= *probe_ping;
        if (answered || link.has_ended() || now_ms >= probe_deadline_ms) {
            probe_ping.reset();
            events.emplace_back(Probed{answered});
        }
    }

    // Ended comes last.
    void report() {
        if (!link.has_ended() && link.outbox().take_owed_keyframes()) {
            events.emplace_back(KeyframesOwed{});
        }
        if (auto ended = link.take_ended()) {
            if (probe_ping) {
                probe_ping.reset();
                events.emplace_back(Probed{false});
            }
            events.emplace_back(std::move(*ended));
        }
    }

    ServerSettings settings;
    Link link;
    std::vector<ServerEvent> events;
    Peer peer;
    bool started = false;
    std::size_t preamble_seen = 0;
    bool awaiting = false;
    Hello hello;
    Challenge challenge;
    Proof proof{};
    std::optional<std::uint32_t> probe_ping;  // its sequence number
    std::uint64_t probe_deadline_ms = 0;
};

ServerSession::ServerSession(ServerSettings settings, std::uint64_t now_ms)
    : impl_(std::make_unique<Impl>(std::move(settings), now_ms)) {}
ServerSession::~ServerSession() = default;
ServerSession::ServerSession(ServerSession&&) noexcept = default;
ServerSession& ServerSession::operator=(ServerSession&&) noexcept = default;

void ServerSession::receive(std::span<const std::uint8_t> bytes, std::uint64_t now_ms) {
    if (impl_->link.has_ended()) {
        return;
    }
    if (impl_->detect(bytes)) {
        impl_->link.feed(bytes, now_ms);
        impl_->process(now_ms);
        impl_->report_probe(now_ms);
    }
    impl_->report();
}

void ServerSession::advance(std::uint64_t now_ms) {
    impl_->report_probe(now_ms);
    impl_->link.advance(now_ms);
    impl_->report();
}

std::uint64_t ServerSession::next_deadline_ms() const noexcept {
    const std::uint64_t link = impl_->link.next_deadline_ms();
    return impl_->probe_ping ? std::min(link, impl_->probe_deadline_ms) : link;
}

void ServerSession::admit(const Admission& admission, std::uint64_t now_ms) {
    impl_->admit(admission, now_ms);
}

void ServerSession::refuse_at_proof(RefuseCode code, std::string_view text) {
    impl_->settings.refuse_all = Refuse{code, std::string(text)};
}

void ServerSession::refuse(RefuseCode code, std::string_view text) {
    if (impl_->awaiting) {
        impl_->link.refuse({code, std::string(text)}, HandshakeFailure::refused);
        impl_->report();
    }
}

void ServerSession::probe(std::uint64_t now_ms) {
    impl_->probe(now_ms);
}

void ServerSession::send(const EncodedMessage& message, Delivery delivery, const std::optional<Subject>& subject) {
    if (impl_->link.is_open()) {
        impl_->link.send(message, delivery, subject);
        impl_->report();
    }
}

void ServerSession::send(const Message& message) {
    if (impl_->link.is_open()) {
        impl_->link.send(message);
        impl_->report();
    }
}

void ServerSession::close(CloseReason reason, std::string_view text) {
    impl_->link.close(reason, text);
    impl_->report();
}

void ServerSession::lost(std::string_view text) {
    impl_->link.end({CloseReason::normal, std::string(text), true, true, std::nullopt, HandshakeFailure::none});
    impl_->report();
}

std::vector<ServerEvent> ServerSession::take_events() {
    return std::exchange(impl_->events, {});
}

std::vector<SharedBytes> ServerSession::gather(std::size_t most_bytes) {
    return impl_->link.outbox().gather(most_bytes);
}

void ServerSession::written() {
    impl_->link.outbox().written();
    impl_->report();
}

const Outbox& ServerSession::outbox() const noexcept {
    return impl_->link.outbox();
}
bool ServerSession::is_open() const noexcept {
    return impl_->link.is_open();
}
bool ServerSession::has_ended() const noexcept {
    return impl_->link.has_ended();
}
const Peer& ServerSession::peer() const noexcept {
    return impl_->peer;
}
std::optional<std::uint32_t> ServerSession::round_trip_ms() const noexcept {
    return impl_->link.round_trip_ms();
}

}  // namespace emoted::protocol
