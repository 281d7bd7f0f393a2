// D54: what deepslate reads in SNBT texts, where both grammars agree, and by name where they do not
// (tests/vectors/snbt.mjs).
#include "support/vectors.hpp"

#include <emoted/sequences/snbt.hpp>

#include <boost/json/value.hpp>
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace json = boost::json;
namespace nbt = emoted::nbt;
using nbt::Tag;

namespace {

std::string text_in(const json::value& value) {
    return std::string(value.as_string());
}

template <class Array>
Array array_in(const json::value& elements) {
    Array array;
    for (const json::value& element : elements.as_array()) {
        // Longs are texts.
        array.push_back(element.is_string() ? static_cast<typename Array::value_type>(std::stoll(text_in(element)))
                                            : element.to_number<typename Array::value_type>());
    }
    return array;
}

// A tag from {type: value}.
Tag tag_in(const json::value& value) {
    const auto& [type, content] = *value.as_object().begin();
    if (type == "byte") {
        return content.to_number<std::int8_t>();
    }
    if (type == "short") {
        return content.to_number<std::int16_t>();
    }
    if (type == "int") {
        return content.to_number<std::int32_t>();
    }
    if (type == "long") {
        return std::int64_t{std::stoll(text_in(content))};
    }
    if (type == "float") {
        return std::strtof(text_in(content).c_str(), nullptr);
    }
    if (type == "double") {
        return std::strtod(text_in(content).c_str(), nullptr);
    }
    if (type == "string") {
        return text_in(content);
    }
    if (type == "bytes") {
        return array_in<nbt::ByteArray>(content);
    }
    if (type == "ints") {
        return array_in<nbt::IntArray>(content);
    }
    if (type == "longs") {
        return array_in<nbt::LongArray>(content);
    }
    if (type == "list") {
        nbt::List list;
        for (const json::value& element : content.as_array()) {
            list.push_back(tag_in(element));
        }
        return list;
    }
    if (type == "compound") {
        nbt::Compound compound;
        for (const json::value& member : content.as_array()) {
            compound.members.emplace_back(text_in(member.at(0)), tag_in(member.at(1)));
        }
        return compound;
    }
    throw std::runtime_error("no type of tag " + std::string(type));
}

}  // namespace

TEST_CASE("D54: deepslate's values are ours, and survive their canonical text") {
    const json::object vectors = emoted::test::read_vectors("snbt");
    const json::array& accepted = vectors.at("accepted").as_array();
    CHECK(accepted.size() > 300);
    for (const json::value& entry : accepted) {
        const std::string text = text_in(entry.at("text"));
        CAPTURE(text);
        const Tag expected = tag_in(entry.at("tag"));
        const auto read = nbt::parse_snbt(text);
        REQUIRE(read);
        CAPTURE(nbt::to_snbt(*read), nbt::to_snbt(expected));
        REQUIRE(*read == expected);
        // The order of members is part of the canonical text, and deepslate keeps it as we do.
        REQUIRE(nbt::to_snbt(*read) == nbt::to_snbt(expected));
        const auto again = nbt::parse_snbt(nbt::to_snbt(*read));
        REQUIRE(again);
        REQUIRE(*again == expected);
    }
}

TEST_CASE("D54: what deepslate refuses, we refuse") {
    const json::object vectors = emoted::test::read_vectors("snbt");
    for (const json::value& entry : vectors.at("refused").as_array()) {
        CAPTURE(entry);
        CHECK_FALSE(nbt::parse_snbt(text_in(entry)));
    }
}

TEST_CASE("D54: what the grammar since 1.21.5 reads otherwise than deepslate") {
    const json::object vectors = emoted::test::read_vectors("snbt");
    const json::array& left_out = vectors.at("left_out").as_array();
    CHECK(left_out.size() > 40);
    for (const json::value& entry : left_out) {
        CAPTURE(entry);
        const auto read = nbt::parse_snbt(text_in(entry.at("text")));
        REQUIRE(read.has_value() == !entry.at("ours").is_null());
        if (read) {
            CHECK(nbt::to_snbt(*read) == text_in(entry.at("ours")));
        }
    }
}
