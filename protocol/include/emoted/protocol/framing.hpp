// Cuts a byte stream into packets, whatever the pieces it arrives in. Passive: bytes in, packets out, no I/O.
//
// Binary: a VarInt length (at most 3 bytes, not necessarily in shortest form, since Minecraft proxies pad theirs), then
// that many bytes. JSON lines: text up to a line feed; a carriage return before it is dropped, blank lines are skipped.
//
// Use: feed() what arrived, then next() until it has nothing more. Between two feeds the decoder holds at most one
// unfinished packet. A length is checked against the limit before a byte of the packet is waited for. After an error
// the stream is lost: every further next() gives the same error. One thread at a time.
#pragma once

#include <emoted/protocol/codec.hpp>

#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace emoted::protocol {

enum class FramingError : std::uint8_t {
    packet_too_large,  // the length or line passes the limit
    bad_length,        // a VarInt of more than limits::max_length_prefix_bytes
    empty_packet,      // a length of 0: a packet holds at least an id
};
BOOST_DESCRIBE_ENUM(FramingError, packet_too_large, bad_length, empty_packet)

class FrameDecoder {
public:
    explicit FrameDecoder(Encoding encoding, std::size_t max_packet_bytes = limits::max_packet_bytes) noexcept
        : encoding_(encoding), max_packet_bytes_(max_packet_bytes) {}

    // Copies the bytes. Packets given out before become invalid.
    void feed(std::span<const std::uint8_t> bytes);
    // The next whole packet, or nothing if more bytes are needed (which is no error). Valid until the next feed().
    [[nodiscard]] tl::expected<std::optional<std::span<const std::uint8_t>>, FramingError> next();

    // Applies to packets not yet given out.
    void set_max_packet_bytes(std::size_t bytes) noexcept { max_packet_bytes_ = bytes; }
    // Bytes held that belong to no packet given out yet.
    [[nodiscard]] std::size_t buffered() const noexcept { return buffer_.size() - consumed_; }

private:
    [[nodiscard]] tl::expected<std::optional<std::span<const std::uint8_t>>, FramingError> next_binary();
    [[nodiscard]] tl::expected<std::optional<std::span<const std::uint8_t>>, FramingError> next_line();

    // buffer_[consumed_, searched_) holds no line end; consumed_ <= searched_ <= buffer_.size().
    Encoding encoding_;
    std::size_t max_packet_bytes_;
    std::vector<std::uint8_t> buffer_;
    std::size_t consumed_ = 0;
    std::size_t searched_ = 0;
    std::optional<FramingError> failed_;
};

// Puts the length in front, or the line end behind.
[[nodiscard]] Bytes frame(std::span<const std::uint8_t> packet, Encoding encoding);

}  // namespace emoted::protocol
