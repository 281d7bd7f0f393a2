// What both decoders ask of the message table.
#pragma once

#include <emoted/protocol/codec.hpp>

#include <cstddef>
#include <optional>

namespace emoted::protocol {

[[nodiscard]] std::size_t table_index(const MessageInfo& info) noexcept;
// Of the packet in an older protocol version, which may lack fields.
[[nodiscard]] std::size_t least_packet_bytes(const MessageInfo& info, std::uint16_t protocol) noexcept;
// The error, if a receiver of `legal` does not take such a message.
[[nodiscard]] std::optional<CodecError> check_legal(const MessageInfo& info, const std::optional<Legal>& legal);

}  // namespace emoted::protocol
