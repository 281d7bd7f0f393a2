// Messages to bytes and back, in both encodings. The layout rules are in PROTOCOL.md, section "Encodings".
//
// Pure functions; any thread. A packet here is what framing carries: message id and fields in binary (no length in
// front), one JSON object in JSON lines (no line end). Decoding accepts exactly what encoding can make (in JSON: in any
// member order and spelling of numbers), so decode then encode is the identity.
#pragma once

#include <emoted/protocol/limits.hpp>
#include <emoted/protocol/message_table.hpp>
#include <emoted/protocol/messages.hpp>

#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace emoted::protocol {

enum class Encoding : std::uint8_t { binary, json_lines };
BOOST_DESCRIBE_ENUM(Encoding, binary, json_lines)

using Bytes = std::vector<std::uint8_t>;

enum class CodecErrorCode : std::uint8_t {
    unknown_message,    // an id or type that the table has not
    illegal_message,    // known, but not from this side or not in this phase
    bad_size,           // smaller or larger than such a message can be
    truncated,          // the packet ends inside a field
    trailing_bytes,     // the packet goes on after the last field
    bad_varint,         // longer than 5 bytes, over 32 bits, or not in its shortest form
    bad_bool,           // a byte other than 0 and 1
    bad_enum,           // a number or word outside the enumeration
    bad_presence_mask,  // a bit set that belongs to no optional field
    bad_utf8,
    not_finite,         // an infinity or NaN
    too_many_elements,  // an array longer than the packet can hold, or than limits::max_array_elements
    invalid_json,       // not one JSON object in strict JSON
    wrong_type,         // a JSON value of another type than the field's
    out_of_range,       // a JSON number that the field cannot hold
    bad_text,           // a string that is no number, UUID or hex of the right length
    missing_member,
    unknown_member,
};
BOOST_DESCRIBE_ENUM(CodecErrorCode, unknown_message, illegal_message, bad_size, truncated, trailing_bytes, bad_varint,
                    bad_bool, bad_enum, bad_presence_mask, bad_utf8, not_finite, too_many_elements, invalid_json,
                    wrong_type, out_of_range, bad_text, missing_member, unknown_member)

struct CodecError {
    CodecErrorCode code{};
    std::string path;        // "PlayerStates.states[3].position.x"; empty if the message is not known
    std::string text;        // one sentence for a person
    std::size_t offset = 0;  // into the packet; 0 in JSON unless the text is not JSON at all
    // "PlayerStates.states[3].pitch: not a finite number"
    [[nodiscard]] std::string to_string() const;
};

// Which messages a receiver takes; looked at before anything but the id is believed.
struct Legal {
    Direction direction = Direction::to_daemon;  // to_daemon for the daemon, to_proxy for a proxy
    Phase phase = Phase::open;
};

// Floats must be finite and strings valid UTF-8, as the core guarantees; `protocol` is the version that the link
// speaks.
[[nodiscard]] Bytes encode_binary(const Message& message, std::uint16_t protocol = limits::protocol_max);
[[nodiscard]] std::string encode_json(const Message& message, std::uint16_t protocol = limits::protocol_max);

[[nodiscard]] tl::expected<Message, CodecError> decode_binary(std::span<const std::uint8_t> packet,
                                                              std::uint16_t protocol = limits::protocol_max,
                                                              std::optional<Legal> legal = std::nullopt);
[[nodiscard]] tl::expected<Message, CodecError> decode_json(std::string_view line,
                                                            std::uint16_t protocol = limits::protocol_max,
                                                            std::optional<Legal> legal = std::nullopt);

// By encoding.
[[nodiscard]] Bytes encode(const Message& message, Encoding encoding, std::uint16_t protocol = limits::protocol_max);
[[nodiscard]] tl::expected<Message, CodecError> decode(std::span<const std::uint8_t> packet, Encoding encoding,
                                                       std::uint16_t protocol = limits::protocol_max,
                                                       std::optional<Legal> legal = std::nullopt);

// 8-4-4-4-12 lower-case hexadecimal digits; reading takes upper case too.
[[nodiscard]] std::string to_text(const Uuid& uuid);
[[nodiscard]] std::optional<Uuid> uuid_from_text(std::string_view text) noexcept;

}  // namespace emoted::protocol
