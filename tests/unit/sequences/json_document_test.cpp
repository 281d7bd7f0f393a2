#include <emoted/sequences/json_document.hpp>
#include <emoted/sequences/limits.hpp>

#include <boost/json/value.hpp>
#include <catch2/catch.hpp>

#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <utility>
#include <vector>

using emoted::DiagnosticCode;
using emoted::Diagnostics;
using emoted::text::JsonDocument;

namespace {

std::optional<JsonDocument> parse(std::string text) {
    Diagnostics diagnostics;
    auto document = JsonDocument::parse("test.json", std::move(text), diagnostics);
    REQUIRE(document.has_value() == diagnostics.empty());
    return document;
}

}  // namespace

TEST_CASE("D25: what is refused, and where") {
    struct Case {
        std::string text;
        DiagnosticCode code;
        std::uint32_t line;
        std::uint32_t column;
    };
    const auto invalid = DiagnosticCode::invalid_json;
    const std::vector<Case> cases{
        {"", invalid, 1, 1},
        {"   ", invalid, 1, 4},
        {"{", invalid, 1, 1},
        {"{\n  \"a\": 1,\n}", invalid, 3, 1},
        {"[1,]", invalid, 1, 4},
        {"[1 2]", invalid, 1, 4},
        {"[1", invalid, 1, 1},
        {"{\"a\" 1}", invalid, 1, 6},
        {"{a: 1}", invalid, 1, 2},
        {"{'a': 1}", invalid, 1, 2},
        {"{} // x", invalid, 1, 4},
        {"{/**/}", invalid, 1, 2},
        {"[01]", invalid, 1, 2},
        {"[-]", invalid, 1, 2},
        {"[+1]", invalid, 1, 2},
        {"[1.]", invalid, 1, 4},
        {"[.5]", invalid, 1, 2},
        {"[1e]", invalid, 1, 4},
        {"[1e+]", invalid, 1, 5},
        {"[NaN]", invalid, 1, 2},
        {"[Infinity]", invalid, 1, 2},
        {"[1e999]", invalid, 1, 2},
        {"[-1e999]", invalid, 1, 2},
        {"[1" + std::string(400, '0') + "]", invalid, 1, 2},
        {"[tru]", invalid, 1, 2},
        {"\"abc", invalid, 1, 1},
        {"\"a\nb\"", invalid, 1, 3},
        {"\"a\\q\"", invalid, 1, 3},
        {"\"\\u12\"", invalid, 1, 2},
        {"\"\\u12g4\"", invalid, 1, 2},
        {"\"\xFF\"", invalid, 1, 2},
        {"\"\xC0\xAF\"", invalid, 1, 2},                    // overlong
        {"\"\xED\xA0\x80\"", invalid, 1, 2},                // a surrogate in UTF-8
        {"\"\xF4\x90\x80\x80\"", invalid, 1, 2},            // above U+10FFFF
        {"\"ab\\uD83D\"", invalid, 1, 4},                   // lone high surrogate
        {"\"ab\\uDE00\"", invalid, 1, 4},                   // lone low surrogate
        {"\"\\uD83D\\u0041\"", invalid, 1, 2},              // high surrogate before something else
        {"\"\xC3\xA9\xF0\x9F\x98\x80\" x", invalid, 1, 6},  // columns are code points
        {"{\"a\": 1, \"b\": 2, \"a\": 3}", DiagnosticCode::duplicate_key, 1, 18},
        {"{\"a\": 1,\n \"\\u0061\": 3}", DiagnosticCode::duplicate_key, 2, 2},
        {"\xEF\xBB\xBF[1 2]", invalid, 1, 4},
        {"{}\xEF\xBB\xBF", invalid, 1, 3},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        Diagnostics diagnostics;
        CHECK_FALSE(JsonDocument::parse("test.json", c.text, diagnostics));
        REQUIRE(diagnostics.size() == 1);
        CHECK(diagnostics[0].code == c.code);
        CHECK(diagnostics[0].path == "$");
        CHECK(diagnostics[0].source == "test.json");
        REQUIRE(diagnostics[0].position);
        CHECK(diagnostics[0].position->line == c.line);
        CHECK(diagnostics[0].position->column == c.column);
        CHECK_FALSE(diagnostics[0].message.empty());
    }
}

TEST_CASE("D25: every cut of a text is refused, whole it is not") {
    const std::string text = R"({"a": [1, -2.5e3, "x\u00e9\n", true, null], "b": {"c": {}}})";
    CHECK(parse(text));
    for (std::size_t length = 0; length < text.size(); ++length) {
        Diagnostics diagnostics;
        CHECK_FALSE(JsonDocument::parse("cut.json", text.substr(0, length), diagnostics));
        CHECK(diagnostics.size() == 1);
    }
}

TEST_CASE("D25: duplicates are found in large objects, the first in the text is named") {
    std::string text = "{";
    for (int i = 0; i < 100; ++i) {
        text += "\"k" + std::to_string(i) + "\": 0,\n";
    }
    const std::string good = text + "\"last\": 0}";
    CHECK(parse(good));
    Diagnostics diagnostics;
    CHECK_FALSE(JsonDocument::parse("x", text + "\"k7\": 1, \"k3\": 1}", diagnostics));
    REQUIRE(diagnostics.size() == 1);
    CHECK(diagnostics[0].code == DiagnosticCode::duplicate_key);
    CHECK(diagnostics[0].position->line == 101);
    CHECK(diagnostics[0].position->column == 1);
    CHECK(diagnostics[0].hint.find("line 8") != std::string::npos);
}

TEST_CASE("D25: depth up to 128 at the edge") {
    const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    CHECK(parse(nested(emoted::limits::max_json_depth)));
    Diagnostics diagnostics;
    CHECK_FALSE(JsonDocument::parse("x", nested(emoted::limits::max_json_depth + 1), diagnostics));
    REQUIRE(diagnostics.size() == 1);
    CHECK(diagnostics[0].position->column == emoted::limits::max_json_depth + 1);
    CHECK(diagnostics[0].message.find("max_json_depth") != std::string::npos);
}

TEST_CASE("D25: a byte order mark is accepted and takes no column") {
    const auto document = parse("\xEF\xBB\xBF{\"a\": 1}");
    REQUIRE(document);
    emoted::Diagnostic diagnostic;
    document->place(diagnostic, document->offset_at("/a", JsonDocument::Part::member_name).value());
    CHECK(diagnostic.position->column == 2);
    CHECK(diagnostic.source_line == "{\"a\": 1}");
}

TEST_CASE("a document of max_file_bytes is read, one byte more is not") {
    std::string text = "[]";
    text.resize(emoted::limits::max_file_bytes, ' ');
    CHECK(parse(text));
    text.push_back(' ');
    Diagnostics diagnostics;
    CHECK_FALSE(JsonDocument::parse("x", text, diagnostics));
    REQUIRE(diagnostics.size() == 1);
    CHECK(diagnostics[0].code == DiagnosticCode::file_too_large);
    CHECK(diagnostics[0].path == "$");
}

TEST_CASE("numbers are read exactly") {
    const auto number = [](const std::string& text) { return parse(text)->root(); };
    CHECK(number("9223372036854775807").as_int64() == INT64_MAX);
    CHECK(number("-9223372036854775808").as_int64() == INT64_MIN);
    CHECK(number("18446744073709551615").as_uint64() == UINT64_MAX);
    CHECK(number("18446744073709551616").as_double() == 18446744073709551616.0);
    CHECK(number("0.1").as_double() == 0.1);
    CHECK(number("-0").as_double() == 0.0);
    CHECK(std::signbit(number("-0").as_double()));
    CHECK(number("1.7976931348623157e308").as_double() == 1.7976931348623157e308);
    CHECK(number("2.2250738585072011e-308").as_double() == 2.2250738585072011e-308);
    // Too close to zero is zero, however it is written.
    CHECK(number("1e-999").as_double() == 0.0);
    CHECK(number("0." + std::string(500, '0') + "1e10").as_double() == 0.0);
    CHECK(number("1e-99999999999999999999").as_double() == 0.0);
}

// Numbers of few digits are read another way than long ones: both sides of the edge, and every place of the point.
TEST_CASE("numbers of any number of digits are the nearest doubles") {
    std::mt19937_64 random(7);
    for (int round = 0; round < 20'000; ++round) {
        std::string token = random() % 2 == 0 ? "-" : "";
        const std::size_t digits = 1 + random() % 18;
        const std::size_t point = 1 + random() % digits;
        for (std::size_t i = 0; i < digits; ++i) {
            token += i == point ? "." : "";
            token += static_cast<char>('0' + (i == 0 && point > 1 ? 1 + random() % 9 : random() % 10));
        }
        token += random() % 8 == 0 ? "e-3" : "";
        const auto document = parse(token);
        REQUIRE(document);
        INFO(token);
        const double read = document->root().to_number<double>();
        REQUIRE(read == std::strtod(token.c_str(), nullptr));
    }
    const auto zeros = parse("[-0, -0.0, -0.000]");
    REQUIRE(zeros);
    for (const auto& zero : zeros->root().as_array()) {
        CHECK(std::signbit(zero.to_number<double>()));
    }
}

TEST_CASE("strings are decoded") {
    const auto document = parse(R"(["\"\\\/\b\f\n\r\t", "\u00e9\u20ac\uD83D\uDE00", "é€😀", ""])");
    const auto& array = document->root().as_array();
    CHECK(array.at(0).as_string() == "\"\\/\b\f\n\r\t");
    CHECK(array.at(1).as_string() == array.at(2).as_string());
    CHECK(array.at(3).as_string().empty());
}

TEST_CASE("values know their pointer, path and place") {
    const std::string text =
        "{\n  \"steps\": [\n    {\"wait\" : \"10t\"},\n    [1, [ ], {\"a/b~c\": \"é\"}]\n  ],\n"
        "  \"left arm\": {}, \"x\":7}";
    const auto document = parse(text);
    REQUIRE(document);
    struct Case {
        std::string pointer;
        std::string path;
        std::string starts;
        std::string name_starts;
    };
    const std::vector<Case> cases{
        {"", "$", "{\n", "{\n"},
        {"/steps", "$.steps", "[\n", "\"steps\""},
        {"/steps/0/wait", "$.steps[0].wait", "\"10t\"", "\"wait\""},
        {"/steps/1/1", "$.steps[1][1]", "[ ]", "[ ]"},
        {"/steps/1/2/a~1b~0c", "$.steps[1][2][\"a/b~c\"]", "\"é\"", "\"a/b~c\""},
        {"/left arm", "$[\"left arm\"]", "{}", "\"left arm\""},
        {"/x", "$.x", "7", "\"x\""},
    };
    for (const Case& c : cases) {
        INFO(c.pointer);
        const auto* const value = document->find(c.pointer);
        REQUIRE(value != nullptr);
        CHECK(document->pointer_to(*value) == c.pointer);
        CHECK(emoted::text::display_path(c.pointer, document->root()) == c.path);
        CHECK(text.substr(document->offset_at(c.pointer).value(), c.starts.size()) == c.starts);
        CHECK(text.substr(document->offset_of(*value, JsonDocument::Part::member_name), c.name_starts.size()) ==
              c.name_starts);
    }
    CHECK(document->find("/nothing") == nullptr);
    CHECK(document->find("/steps/9") == nullptr);
    CHECK(document->find("/steps/x") == nullptr);
    CHECK_FALSE(document->offset_at("/steps/9"));
}

TEST_CASE("places are found in any order") {
    const std::string text = "[1,\r\n 22,\n\n  \"é\", 3]";
    const auto document = parse(text);
    const auto place = [&document](std::string_view pointer) {
        emoted::Diagnostic diagnostic;
        document->place(diagnostic, document->offset_at(pointer).value());
        return std::pair(diagnostic.position->line, diagnostic.position->column);
    };
    CHECK(place("/3") == std::pair(4U, 8U));
    CHECK(place("/0") == std::pair(1U, 2U));
    CHECK(place("/2") == std::pair(4U, 3U));
    CHECK(place("/1") == std::pair(2U, 2U));
}

TEST_CASE("a long line is shown around its caret") {
    const std::string text = "[" + std::string(1'000, ' ') + "\"x\", \"" + std::string(1'000, 'y') + "\"]";
    const auto document = parse(text);
    emoted::Diagnostic diagnostic;
    document->place(diagnostic, document->offset_at("/0").value());
    CHECK(diagnostic.source_line.size() == 100);
    CHECK(diagnostic.source_line.substr(diagnostic.caret_column - 1, 3) == "\"x\"");
}

TEST_CASE("content is kept as written, without white space") {
    const auto document = parse(R"( { "a" : [1.0, 1e2 , "x \" y" ], "b": { "c" :true , "d": [ ] }, "e": "f" } )");
    REQUIRE(document);
    CHECK(document->compact_text_of(*document->find("/a")) == R"([1.0,1e2,"x \" y"])");
    CHECK(document->compact_text_of(*document->find("/b/c")) == "true");
    CHECK(document->compact_text_of_member("b") == R"({"c":true,"d":[]})");
    CHECK(document->compact_text_of_member("e") == R"("f")");
    CHECK(document->compact_text_of_member("z").empty());
}

TEST_CASE("a file in UTF-16 or UTF-32 is called by its name") {
    using namespace std::string_literals;
    const std::pair<std::string, std::string> cases[] = {
        {"\xFF\xFE{\0}\0"s, "UTF-16"},
        {"\xFE\xFF\0{\0}"s, "UTF-16"},
        {"{\0}\0"s, "UTF-16"},
        {"\0{\0}"s, "UTF-16"},
        {"\xFF\xFE\0\0{\0\0\0}\0\0\0"s, "UTF-32"},
        {"\0\0\xFE\xFF\0\0\0{\0\0\0}"s, "UTF-32"},
        {"{\0\0\0}\0\0\0"s, "UTF-32"},
        {"\0\0\0{\0\0\0}"s, "UTF-32"},
    };
    for (const auto& [text, encoding] : cases) {
        Diagnostics diagnostics;
        CHECK_FALSE(JsonDocument::parse("t", text, diagnostics));
        REQUIRE(diagnostics.size() == 1);
        CHECK(diagnostics[0].code == DiagnosticCode::invalid_json);
        CHECK(diagnostics[0].message == "the file is written in " + encoding);
        CHECK(diagnostics[0].expected == "UTF-8");
        CHECK(diagnostics[0].position->offset == 0);
    }
    // A zero byte elsewhere does not make it so.
    Diagnostics diagnostics;
    CHECK_FALSE(JsonDocument::parse("t", std::string("[1,\0]", 5), diagnostics));
    CHECK(diagnostics.at(0).message.find("UTF") == std::string::npos);
}
