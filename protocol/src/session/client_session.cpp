#include "session/link.hpp"

#include <emoted/protocol/client_session.hpp>

#include <utility>

namespace emoted::protocol {

struct ClientSession::Impl {
    Impl(ClientSettings given, std::uint64_t now_ms)
        : settings(std::move(given)),
          link(Direction::to_proxy, settings.outbox, now_ms, settings.handshake_timeout_ms),
          hello{settings.protocol_min, settings.protocol_max, settings.proxy_name, settings.instance_id,
                settings.nonce} {
        link.start(settings.encoding, max_bytes_in());
        if (settings.encoding == Encoding::binary) {
            link.push_raw(binary_preamble);
        }
        link.send(hello);
    }

    [[nodiscard]] std::size_t max_bytes_in() const noexcept {
        return settings.encoding == Encoding::binary ? limits::max_packet_bytes : limits::max_line_from_daemon_bytes;
    }

    void process(std::uint64_t now_ms) {
        while (std::optional<Message> message = link.next_message(now_ms)) {
            if (const auto* challenge = std::get_if<Challenge>(&*message)) {
                answer(*challenge);
            } else if (const auto* refuse = std::get_if<Refuse>(&*message)) {
                link.end({CloseReason::normal, refuse->text, true, false, refuse->code, HandshakeFailure::refused});
            } else if (auto* welcome = std::get_if<Welcome>(&*message)) {
                check(std::move(*welcome), now_ms);
            } else {
                events.emplace_back(Received{std::move(*message)});
            }
        }
        report();
    }

    void answer(const Challenge& challenge) {
        const Bytes bytes = transcript(hello, challenge);
        expected = server_proof(settings.secret, bytes);
        daemon_instance = challenge.daemon_instance;
        link.set_phase(Phase::challenged);
        link.send(Authenticate{client_proof(settings.secret, bytes)});
    }

    void check(Welcome welcome, std::uint64_t now_ms) {
        const bool proven = link.phase() == Phase::challenged
                                ? same_proof(welcome.proof, expected) && welcome.daemon_instance == daemon_instance
                                : settings.trusted;
        if (!proven) {
            link.close(CloseReason::protocol_error, "the daemon has not proved that it knows the secret",
                       HandshakeFailure::wrong_proof_of_daemon);
            return;
        }
        if (welcome.protocol < hello.protocol_min || welcome.protocol > hello.protocol_max) {
            link.close(CloseReason::protocol_error, "Welcome.protocol is outside of what Hello offered",
                       HandshakeFailure::unsupported_version);
            return;
        }
        link.open(welcome.protocol, max_bytes_in(), welcome.ping_interval_ms, welcome.ping_timeout_ms, now_ms);
        events.emplace_back(Welcomed{std::move(welcome)});
    }

    void report() {
        if (!link.has_ended() && link.outbox().take_owed_keyframes()) {
            events.emplace_back(KeyframesOwed{});
        }
        if (auto ended = link.take_ended()) {
            events.emplace_back(std::move(*ended));
        }
    }

    ClientSettings settings;
    Link link;
    Hello hello;
    Proof expected{};
    Uuid daemon_instance;
    std::vector<ClientEvent> events;
};

ClientSession::ClientSession(ClientSettings settings, std::uint64_t now_ms)
    : impl_(std::make_unique<Impl>(std::move(settings), now_ms)) {}
ClientSession::~ClientSession() = default;
ClientSession::ClientSession(ClientSession&&) noexcept = default;
ClientSession& ClientSession::operator=(ClientSession&&) noexcept = default;

void ClientSession::receive(std::span<const std::uint8_t> bytes, std::uint64_t now_ms) {
    impl_->link.feed(bytes, now_ms);
    impl_->process(now_ms);
}

void ClientSession::advance(std::uint64_t now_ms) {
    impl_->link.advance(now_ms);
    impl_->report();
}

std::uint64_t ClientSession::next_deadline_ms() const noexcept {
    return impl_->link.next_deadline_ms();
}

void ClientSession::send(const Message& message) {
    if (impl_->link.is_open()) {
        impl_->link.send(message);
        impl_->report();
    }
}

void ClientSession::close(CloseReason reason, std::string_view text) {
    impl_->link.close(reason, text);
    impl_->report();
}

void ClientSession::lost(std::string_view text) {
    impl_->link.end({CloseReason::normal, std::string(text), true, true, std::nullopt, HandshakeFailure::none});
    impl_->report();
}

std::vector<ClientEvent> ClientSession::take_events() {
    return std::exchange(impl_->events, {});
}

std::vector<SharedBytes> ClientSession::gather(std::size_t most_bytes) {
    return impl_->link.outbox().gather(most_bytes);
}

void ClientSession::written() {
    impl_->link.outbox().written();
    impl_->report();
}

const Outbox& ClientSession::outbox() const noexcept {
    return impl_->link.outbox();
}
bool ClientSession::is_open() const noexcept {
    return impl_->link.is_open();
}
bool ClientSession::has_ended() const noexcept {
    return impl_->link.has_ended();
}
std::optional<std::uint32_t> ClientSession::round_trip_ms() const noexcept {
    return impl_->link.round_trip_ms();
}

}  // namespace emoted::protocol
