#include "hex.hpp"

#include <emoted/protocol/codec.hpp>

#include <array>

namespace emoted::protocol {

std::string CodecError::to_string() const {
    return path.empty() ? text : path + ": " + text;
}

std::string to_text(const Uuid& uuid) {
    std::string text = to_hex(uuid.bytes);
    for (const std::size_t at : {20U, 16U, 12U, 8U}) {
        text.insert(at, 1, '-');
    }
    return text;
}

std::optional<Uuid> uuid_from_text(std::string_view text) noexcept {
    constexpr std::size_t characters = 36;
    if (text.size() != characters) {
        return std::nullopt;
    }
    std::array<char, 32> digits{};
    std::size_t count = 0;
    for (std::size_t i = 0; i < characters; ++i) {
        if (i == 8 || i == 13 || i == 18 || i == 23) {
            if (text[i] != '-') {
                return std::nullopt;
            }
        } else {
            digits[count++] = text[i];
        }
    }
    Uuid uuid;
    return from_hex({digits.data(), digits.size()}, uuid.bytes) ? std::optional(uuid) : std::nullopt;
}

}  // namespace emoted::protocol
