#include "text/printable.hpp"

#include "text/utf8.hpp"

#include <array>

namespace emoted::text {
namespace {

void append_hex(std::string& out, unsigned value, int digits) {
    constexpr std::string_view hex = "0123456789ABCDEF";
    for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
        out.push_back(hex[(value >> static_cast<unsigned>(shift)) & 0xFU]);
    }
}

void append_escaped(std::string& out, char byte) {
    switch (byte) {
        case '\n':
            out += "\\n";
            return;
        case '\r':
            out += "\\r";
            return;
        case '\t':
            out += "\\t";
            return;
        default:
            out += "\\u";
            append_hex(out, static_cast<unsigned char>(byte), 4);
    }
}

// C0, DEL, and the C1 block (U+0080..U+009F), which terminals obey as well.
[[nodiscard]] bool is_control(std::string_view sequence) noexcept {
    const auto first = static_cast<unsigned char>(sequence[0]);
    if (sequence.size() == 1) {
        return first < 0x20 || first == 0x7F;
    }
    return first == 0xC2 && static_cast<unsigned char>(sequence[1]) < 0xA0;
}

}  // namespace

std::string printable(std::string_view text, std::size_t max_characters) {
    std::string out;
    std::size_t characters = 0;
    for (std::size_t at = 0; at < text.size(); ++characters) {
        if (characters == max_characters) {
            return out + "...";
        }
        const std::size_t length = utf8_sequence_length(text.substr(at));
        if (length == 0) {
            out += "\\x";
            append_hex(out, static_cast<unsigned char>(text[at]), 2);
            ++at;
            continue;
        }
        const std::string_view sequence = text.substr(at, length);
        if (is_control(sequence)) {
            append_escaped(out, sequence.back());
        } else {
            out.append(sequence);
        }
        at += length;
    }
    return out;
}

std::string quoted(std::string_view text, std::size_t max_characters) {
    return '"' + printable(text, max_characters) + '"';
}

}  // namespace emoted::text
