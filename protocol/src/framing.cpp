#include "binary_writer.hpp"

#include <emoted/protocol/framing.hpp>

#include <algorithm>

namespace emoted::protocol {
namespace {

using Next = tl::expected<std::optional<std::span<const std::uint8_t>>, FramingError>;

bool is_blank(std::span<const std::uint8_t> line) {
    return std::all_of(line.begin(), line.end(), [](std::uint8_t byte) { return byte == ' ' || byte == '\t'; });
}

}  // namespace

void FrameDecoder::feed(std::span<const std::uint8_t> bytes) {
    if (failed_) {
        return;
    }
    buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(consumed_));
    searched_ -= consumed_;
    consumed_ = 0;
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
}

Next FrameDecoder::next() {
    if (failed_) {
        return tl::unexpected(*failed_);
    }
    Next packet = encoding_ == Encoding::binary ? next_binary() : next_line();
    if (!packet) {
        failed_ = packet.error();
    }
    return packet;
}

Next FrameDecoder::next_binary() {
    const std::span<const std::uint8_t> rest = std::span(buffer_).subspan(consumed_);
    std::size_t length = 0;
    for (std::size_t i = 0; i < limits::max_length_prefix_bytes; ++i) {
        if (i == rest.size()) {
            return std::nullopt;
        }
        length |= std::size_t{rest[i] & 0x7FU} << (7U * i);
        if ((rest[i] & 0x80U) != 0) {
            continue;
        }
        if (length > max_packet_bytes_) {
            return tl::unexpected(FramingError::packet_too_large);
        }
        if (length == 0) {
            return tl::unexpected(FramingError::empty_packet);
        }
        if (rest.size() - (i + 1) < length) {
            return std::nullopt;
        }
        consumed_ += i + 1 + length;
        searched_ = consumed_;
        return rest.subspan(i + 1, length);
    }
    return tl::unexpected(FramingError::bad_length);
}

Next FrameDecoder::next_line() {
    for (;;) {
        const auto end =
            std::find(buffer_.begin() + static_cast<std::ptrdiff_t>(searched_), buffer_.end(), std::uint8_t{'\n'});
        const auto found = static_cast<std::size_t>(end - buffer_.begin());
        std::span<const std::uint8_t> line = std::span(buffer_).subspan(consumed_, found - consumed_);
        if (!line.empty() && line.back() == '\r') {
            line = line.first(line.size() - 1);
        }
        if (line.size() > max_packet_bytes_) {
            return tl::unexpected(FramingError::packet_too_large);
        }
        if (end == buffer_.end()) {
            searched_ = found;
            return std::nullopt;
        }
        consumed_ = searched_ = found + 1;
        if (!is_blank(line)) {
            return line;
        }
    }
}

Bytes frame(std::span<const std::uint8_t> packet, Encoding encoding) {
    Bytes framed;
    framed.reserve(packet.size() + limits::max_length_prefix_bytes);
    if (encoding == Encoding::binary) {
        BinaryWriter(framed, limits::protocol_max).varint(static_cast<std::uint32_t>(packet.size()));
    }
    framed.insert(framed.end(), packet.begin(), packet.end());
    if (encoding == Encoding::json_lines) {
        framed.push_back('\n');
    }
    return framed;
}

}  // namespace emoted::protocol
