#include "text/printable.hpp"

#include <emoted/sequences/utf8.hpp>

#include <algorithm>
#include <span>

namespace emoted::text {
namespace {

void append_hex(std::string& out, unsigned value, int digits) {
    constexpr std::string_view hex = "0123456789ABCDEF";
    for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
        out.push_back(hex[(value >> static_cast<unsigned>(shift)) & 0xFU]);
    }
}

// The code point of a valid sequence.
[[nodiscard]] char32_t code_point(std::string_view sequence) noexcept {
    const auto byte = [&](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(sequence[i])); };
    switch (sequence.size()) {
        case 1:
            return byte(0);
        case 2:
            return ((byte(0) & 0x1FU) << 6U) | (byte(1) & 0x3FU);
        case 3:
            return ((byte(0) & 0x0FU) << 12U) | ((byte(1) & 0x3FU) << 6U) | (byte(2) & 0x3FU);
        default:
            return ((byte(0) & 0x07U) << 18U) | ((byte(1) & 0x3FU) << 12U) | ((byte(2) & 0x3FU) << 6U) |
                   (byte(3) & 0x3FU);
    }
}

void append_escaped(std::string& out, std::string_view sequence) {
    switch (sequence[0]) {
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
            append_hex(out, static_cast<unsigned>(code_point(sequence)), 4);
    }
}

struct Range {
    char32_t first;
    char32_t last;
};

[[nodiscard]] bool is_in(char32_t point, std::span<const Range> ranges) noexcept {
    return std::any_of(ranges.begin(), ranges.end(),
                       [point](const Range& range) { return point >= range.first && point <= range.last; });
}

// What common terminals do, by block: combining marks and joiners take no column of their own...
constexpr Range no_columns[] = {{0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x064B, 0x065F},
                                {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200B, 0x200D}, {0x20D0, 0x20FF},
                                {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}};
// ...and East Asian letters and emoji take two.
constexpr Range two_columns[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},
                                 {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},   {0xA960, 0xA97C},   {0xAC00, 0xD7A3},
                                 {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},
                                 {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};
constexpr Range controls[] = {{0x0000, 0x001F}, {0x007F, 0x009F}, {0x061C, 0x061C},
                              {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2066, 0x2069}};

}  // namespace

std::string printable(std::string_view text, std::size_t max_characters) {
    std::string out;
    std::size_t characters = 0;
    for (std::size_t at = 0; at < text.size(); ++characters) {
        if (characters == max_characters) {
            return out + "...";
        }
        if (is_plain(text[at])) {
            out.push_back(text[at++]);
            continue;
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
            append_escaped(out, sequence);
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

bool is_control(std::string_view sequence) noexcept {
    return is_in(code_point(sequence), controls);
}

std::size_t display_width(std::string_view text) noexcept {
    std::size_t width = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (is_plain(text[at])) {
            ++width;
            ++at;
            continue;
        }
        const std::size_t length = std::max<std::size_t>(utf8_sequence_length(text.substr(at)), 1);
        const char32_t point = code_point(text.substr(at, length));
        width += is_in(point, no_columns) ? 0U : is_in(point, two_columns) ? 2U : 1U;
        at += length;
    }
    return width;
}

std::string one_of(std::span<const std::string_view> words) {
    std::string out = words.size() > 1 ? "one of " : "";
    for (const std::string_view& word : words) {
        out += (&word == words.data() ? "" : ", ") + quoted(word);
    }
    return out;
}

}  // namespace emoted::text
