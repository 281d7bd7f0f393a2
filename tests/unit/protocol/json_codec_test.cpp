#include "random_message.hpp"

#include <emoted/protocol/codec.hpp>

#include <boost/describe/enum_to_string.hpp>
#include <catch2/catch.hpp>

#include <string>
#include <variant>

namespace emoted::protocol {
namespace {

TEST_CASE("JSON: every message comes back, and means what its binary form means") {
    Random random(20260102, "json_codec_test");
    for (std::size_t alternative = 0; alternative < std::variant_size_v<Message>; ++alternative) {
        for (int i = 0; i < 30; ++i) {
            const Message message = random_message(alternative, random);
            const std::string line = encode_json(message);
            CAPTURE(line);
            CHECK(line.find('\n') == std::string::npos);
            const auto decoded = decode_json(line);
            REQUIRE(decoded);
            CHECK(encode_json(*decoded) == line);
            CHECK(encode_binary(*decoded) == encode_binary(message));
        }
    }
}

TEST_CASE("JSON: a line cut anywhere is refused") {
    Random random(20260103, "json_codec_test");
    for (std::size_t alternative = 0; alternative < std::variant_size_v<Message>; ++alternative) {
        const std::string line = encode_json(random_message(alternative, random));
        for (std::size_t size = 0; size < line.size(); ++size) {
            REQUIRE_FALSE(decode_json(std::string_view(line).substr(0, size)));
        }
        REQUIRE_FALSE(decode_json(line + "}"));
        REQUIRE(decode_json(line + " "));
    }
}

TEST_CASE("JSON: with any bit flipped a line is refused or says the same when written again") {
    Random random(20260104, "json_codec_test");
    for (std::size_t alternative = 0; alternative < std::variant_size_v<Message>; ++alternative) {
        std::string line = encode_json(random_message(alternative, random));
        for (std::size_t bit = 0; bit < 8 * line.size(); ++bit) {
            const auto flipped = static_cast<char>(1U << (bit % 8));
            line[bit / 8] = static_cast<char>(line[bit / 8] ^ flipped);
            if (const auto decoded = decode_json(line)) {
                const std::string again = encode_json(*decoded);
                const auto twice = decode_json(again);
                REQUIRE(twice);
                REQUIRE(encode_json(*twice) == again);
            }
            line[bit / 8] = static_cast<char>(line[bit / 8] ^ flipped);
        }
    }
}

TEST_CASE("JSON: how values are written") {
    CHECK(encode_json(Ping{7}) == R"({"type":"Ping","sequence":7})");
    CHECK(encode_json(Close{CloseReason::slow_consumer, "a \"b\"\n\x01"}) ==
          R"({"type":"Close","reason":"slow_consumer","text":"a \"b\"\n\u0001"})");
    CHECK(encode_json(Play{1, 2, "a:b", std::nullopt, 18'446'744'073'709'551'615U}) ==
          R"({"type":"Play","request_id":1,"player":2,"emote":"a:b","seed":"18446744073709551615"})");
    CHECK(encode_json(LineOfSightAnswer{3, Sight::blocked}) ==
          R"({"type":"LineOfSightAnswer","query":3,"sight":"blocked"})");
    PlayerState state;
    state.player = 1;
    state.position = {0.1, -0.0, 64};
    state.head_yaw = 0.1F;
    CHECK(encode_json(PlayerStates{true, {state}}) ==
          R"({"type":"PlayerStates","complete":true,"states":[{"player":1,"position":[0.1,-0.0,64],"head_yaw":0.1,)"
          R"("pitch":0,"flags":3,"age_ms":0}]})");
    Challenge challenge;
    challenge.nonce.fill(0xA5);
    CHECK(encode_json(challenge) == R"({"type":"Challenge","nonce":")" + std::string(32, 'x').replace(0, 32, [] {
        std::string hex;
        for (int i = 0; i < 32; ++i) {
            hex += "a5";
        }
        return hex;
    }()) + R"(","daemon_instance":"00000000-0000-0000-0000-000000000000"})");
}

TEST_CASE("JSON: members in any order, null for an absent optional, 4.0 for 4") {
    const auto decoded =
        decode_json(R"( {"seed":null, "emote":"a:b","player":2.0,"request_id":1e0,"type":"Play","state":null} )");
    REQUIRE(decoded);
    CHECK(encode_json(*decoded) == R"({"type":"Play","request_id":1,"player":2,"emote":"a:b"})");
}

TEST_CASE("JSON: what is refused, and how it is named") {
    struct Row {
        std::string line;
        CodecErrorCode code;
        std::string error;
    };
    const std::vector<Row> rows{
        {"[]", CodecErrorCode::wrong_type, "a line must be one JSON object"},
        {"{}", CodecErrorCode::missing_member, "the member \"type\" is missing"},
        {R"({"type":1})", CodecErrorCode::wrong_type, "the member \"type\" must be a string"},
        {R"({"type":"Pling"})", CodecErrorCode::unknown_message,
         "no message has the type \"Pling\", did you mean \"Ping\"?"},
        {R"({"type":"Ping"})", CodecErrorCode::missing_member, "Ping.sequence: this member is missing"},
        {R"({"type":"Ping","sequence":null})", CodecErrorCode::wrong_type,
         "Ping.sequence: expected a whole number, found null"},
        {R"({"type":"Ping","sequence":"1"})", CodecErrorCode::wrong_type,
         "Ping.sequence: expected a whole number, found a string"},
        {R"({"type":"Ping","sequence":1.5})", CodecErrorCode::out_of_range,
         "Ping.sequence: expected a whole number from 0 to 4294967295"},
        {R"({"type":"Ping","sequence":-1})", CodecErrorCode::out_of_range,
         "Ping.sequence: expected a whole number from 0 to 4294967295"},
        {R"({"type":"Ping","sequence":4294967296})", CodecErrorCode::out_of_range,
         "Ping.sequence: expected a whole number from 0 to 4294967295"},
        {R"({"type":"Ping","sequence":1e300})", CodecErrorCode::out_of_range,
         "Ping.sequence: expected a whole number from 0 to 4294967295"},
        {R"({"type":"Ping","sequence":18446744073709551615})", CodecErrorCode::out_of_range,
         "Ping.sequence: expected a whole number from 0 to 4294967295"},
        {R"({"type":"Ping","sequence":1,"sequense":2})", CodecErrorCode::unknown_member,
         "Ping: unknown member \"sequense\", did you mean \"sequence\"?"},
        {R"({"type":"Close","reason":"norma","text":""})", CodecErrorCode::bad_enum,
         "Close.reason: unknown word \"norma\", did you mean \"normal\"?"},
        {R"({"type":"Play","request_id":1,"player":2,"emote":"a:b","seed":5})", CodecErrorCode::wrong_type,
         "Play.seed: expected a string with a 64-bit whole number, found a number"},
        {R"({"type":"Play","request_id":1,"player":2,"emote":"a:b","seed":"18446744073709551616"})",
         CodecErrorCode::bad_text, "Play.seed: expected a string with a 64-bit whole number"},
        {R"({"type":"Play","request_id":1,"player":2,"emote":"a:b","seed":"-1"})", CodecErrorCode::bad_text,
         "Play.seed: expected a string with a 64-bit whole number"},
        {R"({"type":"Authenticate","proof":"00"})", CodecErrorCode::bad_text,
         "Authenticate.proof: expected 64 hexadecimal digits"},
        {R"({"type":"PlayerStates","complete":1,"states":[]})", CodecErrorCode::wrong_type,
         "PlayerStates.complete: expected true or false, found a number"},
        {R"({"type":"PlayerStates","complete":true,"states":[{"player":1,"position":[1,2],"head_yaw":0,"pitch":0,"flags":0,"age_ms":0}]})",
         CodecErrorCode::wrong_type, "PlayerStates.states[0].position: expected an array of 3 numbers"},
        {R"({"type":"PlayerStates","complete":true,"states":[{"player":1,"position":[1,2,"3"],"head_yaw":0,"pitch":0,"flags":0,"age_ms":0}]})",
         CodecErrorCode::wrong_type, "PlayerStates.states[0].position[2]: expected a number, found a string"},
        {R"({"type":"PlayerStates","complete":true,"states":[{"player":1,"position":[1,2,3],"head_yaw":1e39,"pitch":0,"flags":0,"age_ms":0}]})",
         CodecErrorCode::out_of_range, "PlayerStates.states[0].head_yaw: this number is too large"},
    };
    for (const Row& row : rows) {
        const auto decoded = decode_json(row.line);
        CAPTURE(row.line);
        REQUIRE_FALSE(decoded);
        CHECK(boost::describe::enum_to_string(decoded.error().code, "") ==
              std::string(boost::describe::enum_to_string(row.code, "")));
        CHECK(decoded.error().to_string() == row.error);
    }
}

TEST_CASE("JSON: what is no strict JSON is refused with its place") {
    for (const std::string_view line :
         {"", "{", "{\"type\":\"Ping\",\"sequence\":01}", "{\"type\":\"Ping\",\"type\":\"Ping\"}",
          "{\"type\":\"\xFF\"}", "{} {}", "{\"type\":\"Ping\",\"sequence\":NaN}"}) {
        const auto decoded = decode_json(line);
        CAPTURE(line);
        REQUIRE_FALSE(decoded);
        CHECK(decoded.error().code == CodecErrorCode::invalid_json);
    }
    const std::string deep(200'000, '[');
    CHECK(decode_json(deep).error().code == CodecErrorCode::invalid_json);
}

TEST_CASE("JSON: words of a peer are shortened in texts") {
    const auto decoded = decode_json(R"({"type":")" + std::string(10'000, 'x') + R"("})");
    REQUIRE_FALSE(decoded);
    CHECK(decoded.error().text.size() < 100);
}

TEST_CASE("JSON: a receiver refuses what is not for it, or not yet") {
    CHECK(decode_json(R"({"type":"Ping","sequence":1})", 1, Legal{Direction::to_daemon, Phase::open}));
    const auto early = decode_json(R"({"type":"Ping"})", 1, Legal{Direction::to_daemon, Phase::greeting});
    REQUIRE_FALSE(early);
    CHECK(early.error().code == CodecErrorCode::illegal_message);
}

}  // namespace
}  // namespace emoted::protocol
