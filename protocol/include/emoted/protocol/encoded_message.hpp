// A message for several receivers, encoded at most once per encoding and version; all receivers share the bytes.
//
// Any number of threads may ask; the first one encodes. The message must not change any more.
#pragma once

#include <emoted/protocol/codec.hpp>

#include <array>
#include <memory>
#include <mutex>

namespace emoted::protocol {

// What a link writes: framed packets, immutable.
using SharedBytes = std::shared_ptr<const Bytes>;

class EncodedMessage {
public:
    explicit EncodedMessage(std::shared_ptr<const Message> message) noexcept : message_(std::move(message)) {}
    EncodedMessage(const EncodedMessage&) = delete;
    EncodedMessage& operator=(const EncodedMessage&) = delete;

    [[nodiscard]] const Message& message() const noexcept { return *message_; }
    // The framed packet. `protocol` is from limits::protocol_min to protocol_max.
    [[nodiscard]] const SharedBytes& bytes(Encoding encoding, std::uint16_t protocol = limits::protocol_max) const;

private:
    struct Slot {
        std::once_flag once;
        SharedBytes bytes;
    };
    static constexpr std::size_t versions = limits::protocol_max - limits::protocol_min + 1U;

    std::shared_ptr<const Message> message_;
    mutable std::array<std::array<Slot, versions>, 2> slots_;  // [encoding][version]
};

}  // namespace emoted::protocol
