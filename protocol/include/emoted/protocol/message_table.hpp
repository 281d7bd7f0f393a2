// The one table of messages: id, name, direction, where in a session each is legal, how small and large it can be.
//
// Constant data; any thread. The table in PROTOCOL.md is generated from it.
#pragma once

#include <emoted/protocol/messages.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace emoted::protocol {

// Who may send a message.
enum class Direction : std::uint8_t { to_daemon, to_proxy, both };

// How far a link has come:
//
//   greeting --Challenge--> challenged --Welcome--> open
//      |                        |                    |
//      +--Welcome (Unix)--------|------------------->|
//      +--Refuse, Close         +--Refuse, Close     +--Close
enum class Phase : std::uint8_t { greeting, challenged, open };
BOOST_DESCRIBE_ENUM(Phase, greeting, challenged, open)

struct MessageInfo {
    std::uint8_t id = 0;  // on the wire; below 128, so one byte; never reused
    std::string_view name;
    Direction direction = Direction::both;
    std::uint8_t phases = 0;      // bit n: legal in Phase n
    std::size_t least_bytes = 0;  // of the packet: id and fields, protocol_max
    std::size_t most_bytes = 0;
    [[nodiscard]] bool legal_in(Phase phase) const noexcept {
        return ((phases >> static_cast<unsigned>(phase)) & 1U) != 0;
    }
};

// In the order of Message's alternatives.
[[nodiscard]] std::span<const MessageInfo> message_table() noexcept;
[[nodiscard]] const MessageInfo& info_of(const Message& message) noexcept;
// Null if there is none.
[[nodiscard]] const MessageInfo* find_message(std::uint32_t id) noexcept;
[[nodiscard]] const MessageInfo* find_message(std::string_view name) noexcept;

}  // namespace emoted::protocol
