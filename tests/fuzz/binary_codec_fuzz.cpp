// Any bytes as a binary packet: refused, or exactly what encoding the message gives; its JSON form says the same.
#include <emoted/protocol/codec.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace emoted::protocol;
    const std::span<const std::uint8_t> packet(data, size);
    const auto message = decode_binary(packet);
    if (!message) {
        return 0;
    }
    const Bytes again = encode_binary(*message);
    if (!std::equal(again.begin(), again.end(), packet.begin(), packet.end())) {
        std::abort();
    }
    const auto from_json = decode_json(encode_json(*message));
    if (!from_json || encode_binary(*from_json) != again) {
        std::abort();
    }
    return 0;
}
