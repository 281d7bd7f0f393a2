#include "json_writer.hpp"

#include <emoted/protocol/codec.hpp>

#include <variant>

namespace emoted::protocol {

std::string encode_json(const Message& message, std::uint16_t protocol) {
    std::string out;
    JsonWriter writer(out, protocol);
    std::visit([&](const auto& alternative) { writer.message(info_of(message).name, alternative); }, message);
    return out;
}

}  // namespace emoted::protocol
