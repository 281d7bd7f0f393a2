#include "utf8.hpp"

#include <cstddef>

namespace emoted::protocol {
namespace {

struct Sequence {
    std::size_t length = 0;      // 0: no sequence starts with this byte
    unsigned char least = 0x80;  // of the second byte
    unsigned char most = 0xBF;
};

Sequence sequence_of(unsigned char first) noexcept {
    if (first < 0x80) {
        return {1};
    }
    if (first >= 0xC2 && first <= 0xDF) {
        return {2};
    }
    if (first >= 0xE0 && first <= 0xEF) {
        return {3, static_cast<unsigned char>(first == 0xE0 ? 0xA0 : 0x80),
                static_cast<unsigned char>(first == 0xED ? 0x9F : 0xBF)};
    }
    if (first >= 0xF0 && first <= 0xF4) {
        return {4, static_cast<unsigned char>(first == 0xF0 ? 0x90 : 0x80),
                static_cast<unsigned char>(first == 0xF4 ? 0x8F : 0xBF)};
    }
    return {};
}

}  // namespace

bool is_utf8(std::string_view text) noexcept {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    for (std::size_t at = 0; at < text.size();) {
        const Sequence sequence = sequence_of(byte(at));
        if (sequence.length == 0 || sequence.length > text.size() - at) {
            return false;
        }
        for (std::size_t i = 1; i < sequence.length; ++i) {
            const unsigned char least = i == 1 ? sequence.least : 0x80;
            const unsigned char most = i == 1 ? sequence.most : 0xBF;
            if (byte(at + i) < least || byte(at + i) > most) {
                return false;
            }
        }
        at += sequence.length;
    }
    return true;
}

}  // namespace emoted::protocol
