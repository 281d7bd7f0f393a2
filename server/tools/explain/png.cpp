// PNG (ISO/IEC 15948) around one zlib stream (RFC 1950) of one block with fixed codes (RFC 1951). Every row is filtered
// with "sub", which turns a run of one colour into zeros; runs of equal bytes become matches at distance 1.
#include "explain/png.hpp"

#include <boost/crc.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace emoted::explain {
namespace {

using Bytes = std::vector<std::uint8_t>;

void append_big_endian(Bytes& out, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) {
        out.push_back(static_cast<std::uint8_t>(value >> static_cast<unsigned>(shift)));
    }
}

class Deflater {
public:
    explicit Deflater(Bytes& out) : out_(out) {
        bits(1, 1);  // the last block
        bits(1, 2);  // with fixed codes
    }
    void add(std::span<const std::uint8_t> data) {
        std::size_t at = 0;
        while (at < data.size()) {
            const std::size_t run = at == 0 ? 0 : run_length(data, at);
            if (run >= shortest_match) {
                match(run);
                at += run;
            } else {
                literal(data[at++]);
            }
        }
    }
    void finish() {
        code(0, 7);  // end of the block
        if (used_ != 0) {
            out_.push_back(static_cast<std::uint8_t>(held_));
        }
    }

private:
    static constexpr std::size_t shortest_match = 3;
    static constexpr std::size_t longest_match = 258;

    [[nodiscard]] static std::size_t run_length(std::span<const std::uint8_t> data, std::size_t at) {
        std::size_t length = 0;
        while (length < longest_match && at + length < data.size() && data[at + length] == data[at - 1]) {
            ++length;
        }
        return length;
    }

    // Least significant bit first.
    void bits(std::uint32_t value, unsigned count) {
        held_ |= value << used_;
        used_ += count;
        while (used_ >= 8) {
            out_.push_back(static_cast<std::uint8_t>(held_));
            held_ >>= 8U;
            used_ -= 8;
        }
    }
    // Codes stand with their most significant bit first.
    void code(std::uint32_t value, unsigned length) {
        for (unsigned bit = length; bit-- > 0;) {
            bits((value >> bit) & 1U, 1);
        }
    }
    void literal(std::uint32_t byte) {
        if (byte < 144) {
            code(0x30 + byte, 8);
        } else {
            code(0x190 + byte - 144, 9);
        }
    }
    void match(std::size_t length) {
        // RFC 1951, 3.2.5: the first length of each code from 257 on, and its extra bits.
        static constexpr std::array<std::uint16_t, 29> first{3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                                             15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                                             67, 83, 99, 115, 131, 163, 195, 227, 258};
        static constexpr std::array<std::uint8_t, 29> extra{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                                            2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
        const auto above = std::upper_bound(first.begin(), first.end(), length);
        const auto index = static_cast<std::size_t>(above - first.begin()) - 1;
        const auto symbol = static_cast<std::uint32_t>(257 + index);
        if (symbol < 280) {
            code(symbol - 256, 7);
        } else {
            code(0xC0 + symbol - 280, 8);
        }
        bits(static_cast<std::uint32_t>(length - first[index]), extra[index]);
        code(0, 5);  // distance 1
    }

    Bytes& out_;
    std::uint32_t held_ = 0;
    unsigned used_ = 0;
};

[[nodiscard]] std::uint32_t adler32(std::span<const std::uint8_t> data) {
    std::uint32_t a = 1;
    std::uint32_t b = 0;
    for (const std::uint8_t byte : data) {
        a = (a + byte) % 65'521;
        b = (b + a) % 65'521;
    }
    return b << 16U | a;
}

[[nodiscard]] Bytes zlib_stream(std::span<const std::uint8_t> data) {
    Bytes out{0x78, 0x01};
    Deflater deflater(out);
    deflater.add(data);
    deflater.finish();
    append_big_endian(out, adler32(data));
    return out;
}

void append_chunk(Bytes& out, std::string_view kind, const Bytes& data) {
    append_big_endian(out, static_cast<std::uint32_t>(data.size()));
    const std::size_t from = out.size();
    out.insert(out.end(), kind.begin(), kind.end());
    out.insert(out.end(), data.begin(), data.end());
    boost::crc_32_type crc;
    crc.process_bytes(out.data() + from, out.size() - from);
    append_big_endian(out, crc.checksum());
}

}  // namespace

std::vector<std::uint8_t> png_file(std::size_t width, std::size_t height, std::span<const std::uint8_t> rgb) {
    constexpr std::size_t channels = 3;
    constexpr std::uint8_t sub_filter = 1;
    Bytes rows;
    rows.reserve(height * (channels * width + 1));
    for (std::size_t y = 0; y < height; ++y) {
        const auto row = rgb.subspan(y * width * channels, width * channels);
        rows.push_back(sub_filter);
        for (std::size_t i = 0; i < row.size(); ++i) {
            const unsigned left = i < channels ? 0U : row[i - channels];
            rows.push_back(static_cast<std::uint8_t>(row[i] - left));
        }
    }
    Bytes header;
    append_big_endian(header, static_cast<std::uint32_t>(width));
    append_big_endian(header, static_cast<std::uint32_t>(height));
    const Bytes depth_and_kind{8, 2, 0, 0, 0};
    header.insert(header.end(), depth_and_kind.begin(), depth_and_kind.end());

    Bytes file{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    append_chunk(file, "IHDR", header);
    append_chunk(file, "IDAT", zlib_stream(rows));
    append_chunk(file, "IEND", {});
    return file;
}

}  // namespace emoted::explain
