// Any bytes as a JSON line: refused, or written again it reads as the same message, in both encodings.
#include <emoted/protocol/codec.hpp>

#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace emoted::protocol;
    const auto message = decode_json({reinterpret_cast<const char*>(data), size});
    if (!message) {
        return 0;
    }
    const std::string line = encode_json(*message);
    const auto again = decode_json(line);
    if (!again || encode_json(*again) != line) {
        std::abort();
    }
    const Bytes binary = encode_binary(*message);
    const auto from_binary = decode_binary(binary);
    // A line within the limits may still be a message that is too large or too small for its packet; only then.
    if (binary.size() <= info_of(*message).most_bytes && (!from_binary || encode_json(*from_binary) != line)) {
        std::abort();
    }
    return 0;
}
