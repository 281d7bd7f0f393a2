#include <emoted/protocol/codec.hpp>

namespace emoted::protocol {

Bytes encode(const Message& message, Encoding encoding, std::uint16_t protocol) {
    if (encoding == Encoding::binary) {
        return encode_binary(message, protocol);
    }
    const std::string line = encode_json(message, protocol);
    return {line.begin(), line.end()};
}

tl::expected<Message, CodecError> decode(std::span<const std::uint8_t> packet, Encoding encoding,
                                         std::uint16_t protocol, std::optional<Legal> legal) {
    if (encoding == Encoding::binary) {
        return decode_binary(packet, protocol, legal);
    }
    return decode_json({reinterpret_cast<const char*>(packet.data()), packet.size()}, protocol, legal);
}

}  // namespace emoted::protocol
