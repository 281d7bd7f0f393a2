#include "session/link.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace emoted::protocol {
namespace {

// 0 is off.
std::uint64_t next_after(std::uint64_t now_ms, std::uint32_t interval_ms) noexcept {
    return interval_ms == 0 ? Link::never : now_ms + interval_ms;
}

}  // namespace

void Link::start(Encoding encoding, std::size_t max_packet_bytes) {
    encoding_ = encoding;
    decoder_ = FrameDecoder(encoding, max_packet_bytes);
}

void Link::feed(std::span<const std::uint8_t> bytes, std::uint64_t now_ms) {
    if (!ended_) {
        last_heard_ms_ = now_ms;
        decoder_.feed(bytes);
    }
}

std::optional<Message> Link::next_message(std::uint64_t now_ms) {
    while (!ended_) {
        const auto packet = decoder_.next();
        if (!packet) {
            fail(packet.error());
            return std::nullopt;
        }
        if (!*packet) {
            return std::nullopt;
        }
        auto message = decode(**packet, encoding_, protocol_, Legal{receives_, phase_});
        if (!message) {
            close(CloseReason::protocol_error, message.error().to_string());
            return std::nullopt;
        }
        if (const auto* ping = std::get_if<Ping>(&*message)) {
            send(Pong{ping->sequence});
        } else if (const auto* pong = std::get_if<Pong>(&*message)) {
            receive_pong(*pong, now_ms);
        } else if (const auto* close = std::get_if<Close>(&*message)) {
            end({close->reason, close->text, true, false, std::nullopt, HandshakeFailure::none});
        } else {
            return std::move(*message);
        }
    }
    return std::nullopt;
}

void Link::fail(FramingError error) {
    switch (error) {
        case FramingError::packet_too_large:
            close(CloseReason::packet_too_large,
                  phase_ == Phase::open ? "a packet passes the limit that Welcome names"
                                        : "a packet of the handshake has at most " +
                                              std::to_string(limits::max_handshake_packet_bytes) + " bytes");
            break;
        case FramingError::bad_length:
            close(CloseReason::protocol_error, "a packet length has at most 3 bytes");
            break;
        case FramingError::empty_packet:
            close(CloseReason::protocol_error, "a packet of length 0");
            break;
    }
}

void Link::receive_pong(const Pong& pong, std::uint64_t now_ms) {
    if (pong.sequence == 0 || pong.sequence > last_ping_) {
        close(CloseReason::protocol_error, "a Pong that answers no Ping");
        return;
    }
    last_pong_ = std::max(last_pong_, pong.sequence);
    if (pong.sequence == last_ping_) {
        constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
        round_trip_ms_ = static_cast<std::uint32_t>(std::min(now_ms - last_ping_ms_, most));
    }
}

void Link::advance(std::uint64_t now_ms) {
    if (ended_) {
        return;
    }
    if (phase_ != Phase::open) {
        if (now_ms >= deadline_ms_) {
            close(CloseReason::handshake_timeout, "the handshake took too long");
        }
        return;
    }
    if (now_ms >= next_after(last_heard_ms_, ping_timeout_ms_)) {
        close(CloseReason::ping_timeout, "nothing heard for " + std::to_string(now_ms - last_heard_ms_) + " ms");
    } else if (now_ms >= next_ping_ms_) {
        ping(now_ms);
    }
}

std::uint64_t Link::next_deadline_ms() const noexcept {
    if (ended_) {
        return never;
    }
    return phase_ == Phase::open ? std::min(next_ping_ms_, next_after(last_heard_ms_, ping_timeout_ms_)) : deadline_ms_;
}

void Link::open(std::uint16_t protocol, std::size_t max_packet_bytes, std::uint32_t ping_interval_ms,
                std::uint32_t ping_timeout_ms, std::uint64_t now_ms) {
    phase_ = Phase::open;
    protocol_ = protocol;
    decoder_.set_max_packet_bytes(max_packet_bytes);
    ping_interval_ms_ = ping_interval_ms;
    ping_timeout_ms_ = ping_timeout_ms;
    last_heard_ms_ = now_ms;
    next_ping_ms_ = next_after(now_ms, ping_interval_ms_);
}

void Link::ping(std::uint64_t now_ms) {
    last_ping_ms_ = now_ms;
    next_ping_ms_ = next_after(now_ms, ping_interval_ms_);
    send(Ping{++last_ping_});
}

void Link::send(const Message& message) {
    push(std::make_shared<const Bytes>(frame(encode(message, encoding_, protocol_), encoding_)), Delivery::always,
         info_of(message).name);
}

void Link::send(const EncodedMessage& message, Delivery delivery, const std::optional<Subject>& subject) {
    push(message.bytes(encoding_, protocol_), delivery, info_of(message.message()).name, subject);
}

void Link::push_raw(std::span<const std::uint8_t> bytes) {
    // Only as the very first bytes, where the outbox is empty.
    static_cast<void>(outbox_.push(std::make_shared<const Bytes>(bytes.begin(), bytes.end())));
}

std::size_t Link::most_bytes_out() const noexcept {
    const bool long_lines = encoding_ == Encoding::json_lines && receives_ == Direction::to_daemon;
    return (long_lines ? limits::max_line_from_daemon_bytes : limits::max_packet_bytes) +
           limits::max_length_prefix_bytes;
}

void Link::push(SharedBytes bytes, Delivery delivery, std::string_view name, const std::optional<Subject>& subject) {
    if (ended_) {
        return;
    }
    if (bytes->size() > most_bytes_out()) {
        close(CloseReason::internal_error,
              std::string(name) + " of " + std::to_string(bytes->size()) + " bytes does not fit a packet");
    } else if (!outbox_.push(std::move(bytes), delivery, subject)) {
        close(CloseReason::slow_consumer, std::to_string(outbox_.pending_bytes()) + " bytes wait to be read");
    }
}

void Link::push_last(const Message& message) {
    const auto bytes = std::make_shared<const Bytes>(frame(encode(message, encoding_, protocol_), encoding_));
    if (!outbox_.push(bytes)) {
        outbox_.clear();
        static_cast<void>(outbox_.push(bytes));
    }
}

void Link::close(CloseReason reason, std::string_view text, HandshakeFailure failure) {
    if (ended_) {
        return;
    }
    if (reason == CloseReason::slow_consumer) {
        outbox_.clear();  // it would not be read, and the reason should be
    }
    Close last{reason, close_text(text)};
    push_last(last);
    end({reason, std::move(last.text), false, false, std::nullopt, failure});
}

void Link::refuse(const Refuse& refuse, HandshakeFailure failure) {
    if (ended_) {
        return;
    }
    Refuse last{refuse.code, close_text(refuse.text)};
    push_last(last);
    end({CloseReason::normal, std::move(last.text), false, false, last.code, failure});
}

void Link::end(Ended ended) {
    if (!ended_) {
        ended_ = true;
        ended_event_ = std::move(ended);
    }
}

std::optional<Ended> Link::take_ended() {
    return std::exchange(ended_event_, std::nullopt);
}

std::string close_text(std::string_view text) {
    std::size_t size = std::min(text.size(), limits::max_close_text_bytes);
    const auto continues = [&](std::size_t at) { return (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U; };
    while (size > 0 && size < text.size() && continues(size)) {
        --size;
    }
    return std::string(text.substr(0, size));
}

}  // namespace emoted::protocol
