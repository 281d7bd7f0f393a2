// Any bytes as a stream: the packets are the same whether it comes whole or in pieces, and framing them gives them
// back. The first byte chooses the encoding (lowest bit) and the size of the pieces.
#include <emoted/protocol/framing.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

namespace {

using namespace emoted::protocol;
using Outcome = std::pair<std::vector<Bytes>, std::optional<FramingError>>;

Outcome decode_stream(std::span<const std::uint8_t> stream, Encoding encoding, std::size_t piece) {
    FrameDecoder decoder(encoding, 4'096);
    Outcome outcome;
    for (std::size_t at = 0; at < stream.size() && !outcome.second; at += piece) {
        decoder.feed(stream.subspan(at, std::min(piece, stream.size() - at)));
        for (;;) {
            const auto packet = decoder.next();
            if (!packet) {
                outcome.second = packet.error();
                break;
            }
            if (!*packet) {
                break;
            }
            outcome.first.emplace_back((*packet)->begin(), (*packet)->end());
        }
    }
    return outcome;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const Encoding encoding = (data[0] & 1U) == 0 ? Encoding::binary : Encoding::json_lines;
    const std::span<const std::uint8_t> stream(data + 1, size - 1);
    const Outcome whole = decode_stream(stream, encoding, size);
    if (decode_stream(stream, encoding, (data[0] >> 1U) + 1U) != whole) {
        std::abort();
    }
    Bytes again;
    for (const Bytes& packet : whole.first) {
        const Bytes framed = frame(packet, encoding);
        again.insert(again.end(), framed.begin(), framed.end());
    }
    if (decode_stream(again, encoding, again.size() + 1).first != whole.first) {
        std::abort();
    }
    return 0;
}
