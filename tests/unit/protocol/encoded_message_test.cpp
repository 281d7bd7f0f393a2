#include <emoted/protocol/encoded_message.hpp>
#include <emoted/protocol/framing.hpp>

#include <catch2/catch.hpp>

#include <memory>

namespace emoted::protocol {
namespace {

TEST_CASE("Encoded message: encoded once per encoding, the same bytes for everybody") {
    const EncodedMessage message(std::make_shared<const Message>(Ping{7}));
    const SharedBytes& binary = message.bytes(Encoding::binary);
    CHECK(*binary == Bytes{5, 6, 0, 0, 0, 7});
    CHECK(message.bytes(Encoding::binary) == binary);
    const SharedBytes& json = message.bytes(Encoding::json_lines);
    CHECK(std::string(json->begin(), json->end()) == "{\"type\":\"Ping\",\"sequence\":7}\n");
    CHECK(message.bytes(Encoding::json_lines) == json);
}

}  // namespace
}  // namespace emoted::protocol
