#include <emoted/protocol/framing.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace emoted::protocol {
namespace {

Bytes bytes_of(std::string_view text) {
    return {text.begin(), text.end()};
}

// All packets of `stream`, fed in pieces of `piece` bytes.
std::vector<Bytes> packets_of(const Bytes& stream, Encoding encoding, std::size_t piece) {
    FrameDecoder decoder(encoding);
    std::vector<Bytes> packets;
    for (std::size_t at = 0; at < stream.size(); at += piece) {
        decoder.feed(std::span(stream).subspan(at, std::min(piece, stream.size() - at)));
        for (;;) {
            const auto packet = decoder.next();
            REQUIRE(packet);
            if (!*packet) {
                break;
            }
            packets.emplace_back((*packet)->begin(), (*packet)->end());
        }
    }
    CHECK(decoder.buffered() == 0);
    return packets;
}

FramingError error_of(const Bytes& stream, Encoding encoding, std::size_t limit = limits::max_packet_bytes) {
    FrameDecoder decoder(encoding, limit);
    decoder.feed(stream);
    for (;;) {
        const auto packet = decoder.next();
        if (!packet) {
            CHECK(decoder.next().error() == packet.error());  // and stays
            return packet.error();
        }
        REQUIRE(*packet);
    }
}

TEST_CASE("Framing: packets come out the same however the stream is cut") {
    const std::vector<Bytes> packets{Bytes{1}, Bytes(127, 2), Bytes(128, 3), Bytes(20'000, 4), Bytes{5, 6}};
    Bytes binary;
    for (const Bytes& packet : packets) {
        const Bytes framed = frame(packet, Encoding::binary);
        binary.insert(binary.end(), framed.begin(), framed.end());
    }
    for (const std::size_t piece : {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{129}, binary.size()}) {
        CHECK(packets_of(binary, Encoding::binary, piece) == packets);
    }
    const Bytes lines = bytes_of("{\"a\":1}\n\r\n \t\n{}\r\n");
    for (std::size_t piece = 1; piece <= lines.size(); ++piece) {
        CHECK(packets_of(lines, Encoding::json_lines, piece) ==
              std::vector<Bytes>{bytes_of("{\"a\":1}"), bytes_of("{}")});
    }
}

TEST_CASE("Framing: a stream cut in two at every byte") {
    Bytes stream = frame(Bytes(200, 7), Encoding::binary);
    const Bytes second = frame(Bytes{8}, Encoding::binary);
    stream.insert(stream.end(), second.begin(), second.end());
    for (std::size_t cut = 0; cut <= stream.size(); ++cut) {
        FrameDecoder decoder(Encoding::binary);
        std::vector<std::size_t> sizes;
        for (const auto part :
             {std::span<const std::uint8_t>(stream).first(cut), std::span<const std::uint8_t>(stream).subspan(cut)}) {
            decoder.feed(part);
            for (auto packet = decoder.next(); packet && *packet; packet = decoder.next()) {
                sizes.push_back((*packet)->size());
            }
        }
        CHECK(sizes == std::vector<std::size_t>{200, 1});
    }
}

TEST_CASE("Framing: a length may be padded to three bytes, as Minecraft proxies do") {
    CHECK(packets_of(Bytes{0x82, 0x80, 0x00, 9, 9}, Encoding::binary, 5) == std::vector<Bytes>{Bytes{9, 9}});
}

TEST_CASE("Framing: limits hold at the edge, before the packet has arrived") {
    CHECK(packets_of(frame(Bytes(limits::max_packet_bytes, 1), Encoding::binary), Encoding::binary, 65'536).size() ==
          1);
    // 1'048'577 as a VarInt, and not one byte of the packet.
    CHECK(error_of(Bytes{0x81, 0x80, 0x40}, Encoding::binary) == FramingError::packet_too_large);
    CHECK(error_of(Bytes{0x81, 0x80, 0x80, 0x01}, Encoding::binary) == FramingError::bad_length);
    CHECK(error_of(Bytes{0}, Encoding::binary) == FramingError::empty_packet);
    CHECK(error_of(Bytes{0x80, 0x00}, Encoding::binary) == FramingError::empty_packet);

    CHECK(packets_of(bytes_of(std::string(limits::max_packet_bytes, 'x') + "\r\n"), Encoding::json_lines, 65'536)
              .size() == 1);
    CHECK(error_of(bytes_of("12345\n"), Encoding::json_lines, 4) == FramingError::packet_too_large);
    CHECK(error_of(bytes_of("12345"), Encoding::json_lines, 4) == FramingError::packet_too_large);  // no end in sight
    CHECK(packets_of(bytes_of("1234\n"), Encoding::json_lines, 5).size() == 1);
}

TEST_CASE("Framing: needing more bytes is no error and holds what came") {
    FrameDecoder decoder(Encoding::binary);
    REQUIRE(decoder.next());
    CHECK_FALSE(*decoder.next());
    decoder.feed(Bytes{2, 1});
    CHECK_FALSE(*decoder.next());
    CHECK(decoder.buffered() == 2);
    decoder.feed(Bytes{1});
    CHECK(*decoder.next());
    CHECK(decoder.buffered() == 0);
}

}  // namespace
}  // namespace emoted::protocol
