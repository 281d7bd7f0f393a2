#include "binary_reader.hpp"
#include "decoding.hpp"

#include <emoted/protocol/codec.hpp>

#include <boost/mp11/algorithm.hpp>

#include <string>
#include <variant>

namespace emoted::protocol {
namespace {

template <class T>
bool read_alternative(BinaryReader& reader, Message& message) {
    return reader.value(message.emplace<T>());
}

using ReadAlternative = bool (*)(BinaryReader&, Message&);

template <class... Ts>
constexpr std::array<ReadAlternative, sizeof...(Ts)> readers_of(std::variant<Ts...>*) {
    return {&read_alternative<Ts>...};
}

// In the order of Message's alternatives, which is the table's.
constexpr auto readers = readers_of(static_cast<Message*>(nullptr));

}  // namespace

tl::expected<Message, CodecError> decode_binary(std::span<const std::uint8_t> packet, std::uint16_t protocol,
                                                std::optional<Legal> legal) {
    BinaryReader reader(packet, protocol);
    std::uint32_t id = 0;
    if (!reader.varint(id)) {
        return tl::unexpected(reader.take_error());
    }
    const MessageInfo* info = find_message(id);
    if (info == nullptr) {
        return tl::unexpected(
            CodecError{CodecErrorCode::unknown_message, {}, "no message has the id " + std::to_string(id), 0});
    }
    if (auto error = check_legal(*info, legal)) {
        return tl::unexpected(std::move(*error));
    }
    const std::size_t least = least_packet_bytes(*info, protocol);
    if (packet.size() < least || packet.size() > info->most_bytes) {
        return tl::unexpected(CodecError{CodecErrorCode::bad_size, std::string(info->name),
                                         "a packet of " + std::to_string(packet.size()) +
                                             " bytes, such a message has " + std::to_string(least) + " to " +
                                             std::to_string(info->most_bytes),
                                         0});
    }
    Message message;
    bool read = readers[table_index(*info)](reader, message);
    if (read && reader.left() != 0) {
        read = reader.fail(CodecErrorCode::trailing_bytes,
                           std::to_string(reader.left()) + " bytes are left over after the last field");
    }
    if (!read) {
        CodecError error = reader.take_error();
        error.path = std::string(info->name) + error.path;
        return tl::unexpected(std::move(error));
    }
    return message;
}

}  // namespace emoted::protocol
