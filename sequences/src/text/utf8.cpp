#include <emoted/sequences/utf8.hpp>

namespace emoted::text {
namespace {

[[nodiscard]] bool is_continuation(char byte) noexcept {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

}  // namespace

std::size_t utf8_sequence_length(std::string_view text) noexcept {
    if (text.empty()) {
        return 0;
    }
    const auto first = static_cast<unsigned char>(text[0]);
    if (first < 0x80) {
        return 1;
    }
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < length) {
        return 0;
    }
    for (std::size_t i = 1; i < length; ++i) {
        if (!is_continuation(text[i])) {
            return 0;
        }
    }
    const auto second = static_cast<unsigned char>(text[1]);
    const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
    const bool surrogate = first == 0xED && second > 0x9F;
    const bool too_large = first == 0xF4 && second > 0x8F;
    return overlong || surrogate || too_large ? 0 : length;
}

bool is_utf8(std::string_view text) noexcept {
    while (!text.empty()) {
        const std::size_t length = utf8_sequence_length(text);
        if (length == 0) {
            return false;
        }
        text.remove_prefix(length);
    }
    return true;
}

void append_utf8(std::string& out, char32_t scalar) {
    const auto byte = [&out](char32_t value) { out.push_back(static_cast<char>(static_cast<unsigned char>(value))); };
    if (scalar < 0x80) {
        byte(scalar);
    } else if (scalar < 0x800) {
        byte(0xC0U | (scalar >> 6U));
        byte(0x80U | (scalar & 0x3FU));
    } else if (scalar < 0x10000) {
        byte(0xE0U | (scalar >> 12U));
        byte(0x80U | ((scalar >> 6U) & 0x3FU));
        byte(0x80U | (scalar & 0x3FU));
    } else {
        byte(0xF0U | (scalar >> 18U));
        byte(0x80U | ((scalar >> 12U) & 0x3FU));
        byte(0x80U | ((scalar >> 6U) & 0x3FU));
        byte(0x80U | (scalar & 0x3FU));
    }
}

std::size_t count_code_points(std::string_view text) noexcept {
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size(); ++count) {
        const std::size_t length = utf8_sequence_length(text.substr(at));
        at += length == 0 ? 1 : length;
    }
    return count;
}

std::string replace_invalid_utf8(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8_sequence_length(text.substr(at));
        if (length == 0) {
            append_utf8(out, 0xFFFD);
            ++at;
        } else {
            out.append(text.substr(at, length));
            at += length;
        }
    }
    return out;
}

}  // namespace emoted::text
