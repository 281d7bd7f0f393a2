#include "binary_writer.hpp"

#include <emoted/protocol/codec.hpp>

#include <variant>

namespace emoted::protocol {

Bytes encode_binary(const Message& message, std::uint16_t protocol) {
    Bytes out;
    BinaryWriter writer(out, protocol);
    writer.varint(info_of(message).id);
    std::visit([&](const auto& alternative) { writer.value(alternative); }, message);
    return out;
}

}  // namespace emoted::protocol
