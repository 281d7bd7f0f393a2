#include "binary_reader.hpp"
#include "binary_writer.hpp"
#include "random_message.hpp"

#include <emoted/protocol/codec.hpp>

#include <boost/describe/enum_to_string.hpp>
#include <catch2/catch.hpp>

#include <limits>
#include <string>
#include <variant>

namespace emoted::protocol {
namespace {

constexpr std::size_t alternatives = std::variant_size_v<Message>;

// A handful of messages of every kind.
template <class Function>
void for_random_messages(Function&& function) {
    Random random(20260101, "binary_codec_test");
    for (std::size_t alternative = 0; alternative < alternatives; ++alternative) {
        for (int i = 0; i < 20; ++i) {
            const Message message = random_message(alternative, random);
            CAPTURE(info_of(message).name, i);
            function(message);
        }
    }
}

TEST_CASE("Binary: every message comes back whole") {
    for_random_messages([](const Message& message) {
        const Bytes bytes = encode_binary(message);
        const auto decoded = decode_binary(bytes);
        REQUIRE(decoded);
        CHECK(decoded->index() == message.index());
        CHECK(encode_binary(*decoded) == bytes);
    });
}

TEST_CASE("Binary: a packet cut anywhere is refused") {
    for_random_messages([](const Message& message) {
        const Bytes bytes = encode_binary(message);
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            const auto decoded = decode_binary(std::span(bytes).first(size));
            REQUIRE_FALSE(decoded);
            const auto code = decoded.error().code;
            REQUIRE((code == CodecErrorCode::truncated || code == CodecErrorCode::bad_size ||
                     code == CodecErrorCode::too_many_elements));
        }
    });
}

TEST_CASE("Binary: a byte left over is refused") {
    for_random_messages([](const Message& message) {
        Bytes bytes = encode_binary(message);
        bytes.push_back(0);
        const auto decoded = decode_binary(bytes);
        REQUIRE_FALSE(decoded);
        const auto code = decoded.error().code;
        CHECK((code == CodecErrorCode::trailing_bytes || code == CodecErrorCode::bad_size));
    });
}

TEST_CASE("Binary: with any bit flipped a packet is refused or means exactly its bytes") {
    for_random_messages([](const Message& message) {
        Bytes bytes = encode_binary(message);
        for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
            bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ (1U << (bit % 8)));
            if (const auto decoded = decode_binary(bytes)) {
                REQUIRE(encode_binary(*decoded) == bytes);
            }
            bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ (1U << (bit % 8)));
        }
    });
}

TEST_CASE("Binary: the layout is id, then fields in order, big-endian") {
    CHECK(encode_binary(Ping{0x01020304}) == Bytes{6, 1, 2, 3, 4});
    CHECK(encode_binary(Close{CloseReason::ping_timeout, "hi"}) == Bytes{8, 4, 2, 'h', 'i'});
    // Presence mask first: bit 0 state (absent), bit 1 seed.
    Play play{1, 2, "a:b", std::nullopt, 0x0102030405060708U};
    CHECK(encode_binary(play) == Bytes{21, 0b10, 0, 0, 0, 1, 0, 0, 0, 2, 3, 'a', ':', 'b', 1, 2, 3, 4, 5, 6, 7, 8});
    // 2.0f is 40 00 00 00.
    CHECK(encode_binary(PlayerAction{7, ActionKind::damage, 2.0F}) == Bytes{20, 1, 0, 0, 0, 7, 2, 0x40, 0, 0, 0});
}

TEST_CASE("Binary: an array's count is checked before anything is taken for it") {
    // ViewersChanged: playback, added (count 2^32 - 1), nothing behind.
    Bytes bytes{74, 0, 0, 0, 0, 0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0};
    const auto decoded = decode_binary(bytes);
    REQUIRE_FALSE(decoded);
    CHECK(decoded.error().code == CodecErrorCode::too_many_elements);
    CHECK(decoded.error().path == "ViewersChanged.added");
}

TEST_CASE("Binary: limits::max_array_elements is the longest array") {
    ViewersChanged message{1, std::vector<PlayerHandle>(limits::max_array_elements), {}};
    CHECK(decode_binary(encode_binary(message)));
    message.added.push_back(0);
    const auto decoded = decode_binary(encode_binary(message));
    REQUIRE_FALSE(decoded);
    CHECK(decoded.error().code == CodecErrorCode::too_many_elements);
}

TEST_CASE("Binary: what is refused, and how it is named") {
    struct Row {
        Bytes bytes;
        CodecErrorCode code;
        std::string path;
    };
    const std::vector<Row> rows{
        {{}, CodecErrorCode::truncated, ""},
        {{0}, CodecErrorCode::unknown_message, ""},
        {{127}, CodecErrorCode::unknown_message, ""},
        {{0xFF, 0xFF, 0xFF, 0xFF, 0xFF}, CodecErrorCode::bad_varint, ""},
        {{0xFF, 0xFF, 0xFF, 0xFF, 0x1F}, CodecErrorCode::bad_varint, ""},
        {{0x86, 0x00, 0, 0, 0, 1}, CodecErrorCode::bad_varint, ""},  // Ping's id, not in shortest form
        {{6, 0, 0, 1}, CodecErrorCode::bad_size, "Ping"},
        {{6, 0, 0, 0, 1, 0}, CodecErrorCode::bad_size, "Ping"},
        {{8, 9, 0}, CodecErrorCode::bad_enum, "Close.reason"},
        {{8, 0, 2, 'a'}, CodecErrorCode::truncated, "Close.text"},
        {{8, 0, 0, 0}, CodecErrorCode::trailing_bytes, "Close"},
        {{8, 0, 1, 0xC0}, CodecErrorCode::bad_utf8, "Close.text"},
        {{19, 2, 0}, CodecErrorCode::bad_bool, "PlayerStates.complete"},
        {{19, 0, 1}, CodecErrorCode::too_many_elements, "PlayerStates.states"},
        {{20, 2, 0, 0, 0, 7, 2}, CodecErrorCode::bad_presence_mask, "PlayerAction"},
        {{20, 1, 0, 0, 0, 7, 2, 0x7F, 0x80, 0, 0}, CodecErrorCode::not_finite, "PlayerAction.amount"},
        {{20, 1, 0, 0, 0, 7, 2, 0x7F, 0xC0, 0, 0}, CodecErrorCode::not_finite, "PlayerAction.amount"},
    };
    for (const Row& row : rows) {
        const auto decoded = decode_binary(row.bytes);
        CAPTURE(row.bytes);
        REQUIRE_FALSE(decoded);
        CHECK(boost::describe::enum_to_string(decoded.error().code, "") ==
              std::string(boost::describe::enum_to_string(row.code, "")));
        CHECK(decoded.error().path == row.path);
        CHECK_FALSE(decoded.error().text.empty());
    }
}

TEST_CASE("Binary: the path of a fault names elements of arrays and nested fields") {
    PlayerStates states{true, {PlayerState{}, PlayerState{}}};
    states.states[1].position.y = std::numeric_limits<double>::infinity();
    const auto decoded = decode_binary(encode_binary(states));
    REQUIRE_FALSE(decoded);
    CHECK(decoded.error().path == "PlayerStates.states[1].position.y");
    CHECK(decoded.error().to_string() == "PlayerStates.states[1].position.y: not a finite number");
}

TEST_CASE("Binary: a receiver refuses what is not for it, or not yet, before reading the fields") {
    const Bytes ping = encode_binary(Ping{1});
    CHECK(decode_binary(ping, 1, Legal{Direction::to_daemon, Phase::open}));
    const auto early = decode_binary(ping, 1, Legal{Direction::to_daemon, Phase::greeting});
    REQUIRE_FALSE(early);
    CHECK(early.error().code == CodecErrorCode::illegal_message);
    const Bytes welcome{4};  // not even whole
    const auto wrong_way = decode_binary(welcome, 1, Legal{Direction::to_daemon, Phase::greeting});
    REQUIRE_FALSE(wrong_way);
    CHECK(wrong_way.error().code == CodecErrorCode::illegal_message);
}

TEST_CASE("Binary: VarInts at their edges") {
    for (const std::uint32_t value : {0U, 127U, 128U, 16'383U, 16'384U, 2'097'151U, 2'097'152U, 0xFFFF'FFFFU}) {
        Bytes bytes;
        BinaryWriter(bytes, 1).varint(value);
        CHECK(bytes.size() == varint_bytes(value));
        std::uint32_t read = 0;
        BinaryReader reader(bytes, 1);
        REQUIRE(reader.varint(read));
        CHECK(read == value);
        CHECK(reader.left() == 0);
    }
}

TEST_CASE("UUIDs have one text") {
    Uuid uuid;
    for (std::size_t i = 0; i < 16; ++i) {
        uuid.bytes[i] = static_cast<std::uint8_t>(0x11 * i);
    }
    CHECK(to_text(uuid) == "00112233-4455-6677-8899-aabbccddeeff");
    CHECK(uuid_from_text("00112233-4455-6677-8899-AABBCCDDEEFF") == uuid);
    CHECK_FALSE(uuid_from_text("00112233-4455-6677-8899-aabbccddeef"));
    CHECK_FALSE(uuid_from_text("00112233-4455-6677-8899-aabbccddeefg"));
    CHECK_FALSE(uuid_from_text("00112233x4455-6677-8899-aabbccddeeff"));
}

}  // namespace
}  // namespace emoted::protocol
