// Bytes as lower-case hexadecimal text and back.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace emoted::protocol {

// Two lower-case digits per byte.
[[nodiscard]] std::string to_hex(std::span<const std::uint8_t> bytes);
// False unless `text` is exactly two digits, of either case, for each byte of `bytes`.
[[nodiscard]] bool from_hex(std::string_view text, std::span<std::uint8_t> bytes) noexcept;

}  // namespace emoted::protocol
