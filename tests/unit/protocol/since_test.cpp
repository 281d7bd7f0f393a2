#include "binary_reader.hpp"
#include "binary_writer.hpp"
#include "json_values.hpp"
#include "json_writer.hpp"

#include <emoted/protocol/since.hpp>

#include <boost/json/parse.hpp>
#include <catch2/catch.hpp>

namespace emoted::protocol {
namespace {

// A message that grew in version 2 and again in version 3.
struct Grown {
    std::uint8_t first = 0;
    std::optional<std::uint8_t> second;
    std::uint8_t third = 33;
    std::optional<std::uint8_t> fourth;
};
BOOST_DESCRIBE_STRUCT(Grown, (), (first, second, third, fourth))

}  // namespace

template <>
inline constexpr std::uint16_t since<&Grown::third> = 2;
template <>
inline constexpr std::uint16_t since<&Grown::fourth> = 3;

namespace {

Bytes binary(const Grown& value, std::uint16_t protocol) {
    Bytes bytes;
    BinaryWriter(bytes, protocol).value(value);
    return bytes;
}

std::string json(const Grown& value, std::uint16_t protocol) {
    std::string text;
    JsonWriter(text, protocol).value(value);
    return text;
}

const Grown full{1, std::uint8_t{2}, 3, std::uint8_t{4}};

TEST_CASE("Since: a field is on the wire from its version on") {
    CHECK(binary(full, 1) == Bytes{0b01, 1, 2});
    CHECK(binary(full, 2) == Bytes{0b01, 1, 2, 3});
    CHECK(binary(full, 3) == Bytes{0b11, 1, 2, 3, 4});
    CHECK(json(full, 1) == R"({"first":1,"second":2})");
    CHECK(json(full, 2) == R"({"first":1,"second":2,"third":3})");
    CHECK(json(full, 3) == R"({"first":1,"second":2,"third":3,"fourth":4})");
    CHECK(least_bytes<Grown>(1) == 2);
    CHECK(least_bytes<Grown>(2) == 3);
}

TEST_CASE("Since: a field that the link's version has not keeps its default") {
    for (std::uint16_t protocol = 1; protocol <= 3; ++protocol) {
        const Bytes bytes = binary(full, protocol);
        Grown read;
        BinaryReader reader(bytes, protocol);
        REQUIRE(reader.value(read));
        CHECK(reader.left() == 0);
        CHECK(read.third == (protocol >= 2 ? 3 : 33));
        CHECK(read.fourth.has_value() == (protocol >= 3));

        const boost::json::value parsed = boost::json::parse(json(full, protocol));
        Grown from_json;
        REQUIRE(JsonValues(protocol).members(parsed.as_object(), from_json));
        CHECK(binary(from_json, 3) == binary(read, 3));
    }
}

TEST_CASE("Since: a younger field is an error in an older version") {
    Grown read;
    const auto bytes = binary(full, 3);
    BinaryReader reader(bytes, 2);  // a mask bit of version 3
    CHECK_FALSE(reader.value(read));
    const boost::json::value parsed = boost::json::parse(json(full, 3));
    CHECK_FALSE(JsonValues(2).members(parsed.as_object(), read));
}

}  // namespace
}  // namespace emoted::protocol
