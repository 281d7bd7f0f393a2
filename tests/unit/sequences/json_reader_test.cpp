#include <emoted/sequences/json_reader.hpp>
#include <emoted/sequences/limits.hpp>

#include <boost/json/value.hpp>
#include <catch2/catch.hpp>

#include <array>
#include <functional>
#include <string>
#include <vector>

using emoted::DiagnosticCode;
using emoted::Diagnostics;
using emoted::Severity;
using emoted::TickCount;
using emoted::text::JsonDocument;
using emoted::text::JsonReader;
using emoted::text::ObjectCursor;

namespace {

enum class Mode { once, loop };
constexpr std::array<std::pair<std::string_view, Mode>, 2> modes{{{"once", Mode::once}, {"loop", Mode::loop}}};

Diagnostics read(const std::string& text, const std::function<void(ObjectCursor&)>& body) {
    Diagnostics diagnostics;
    const auto document = JsonDocument::parse("test.json", text, diagnostics);
    REQUIRE(document);
    JsonReader reader(*document, diagnostics);
    ObjectCursor root = reader.root();
    body(root);
    CHECK(reader.failed() == has_faults(diagnostics));
    emoted::text::sort(diagnostics);
    return diagnostics;
}

}  // namespace

TEST_CASE("D26: each accessor names code, path and place of what it refuses") {
    struct Case {
        std::string text;
        std::function<void(ObjectCursor&)> body;
        DiagnosticCode code;
        std::string path;
        std::uint32_t line;
        std::uint32_t column;
    };
    const auto wrong_type = DiagnosticCode::wrong_type;
    const auto bad = DiagnosticCode::invalid_value;
    const auto member = [](auto accessor) {
        return [accessor](ObjectCursor& root) { CHECK_FALSE(accessor(root.required("a"))); };
    };
    using emoted::text::Field;
    const auto string = member([](const Field& f) { return f.string(); });
    const auto blank = member([](const Field& f) { return f.not_blank(); });
    const auto boolean = member([](const Field& f) { return f.boolean(); });
    const auto number = member([](const Field& f) { return f.number(0, 180); });
    const auto integer = member([](const Field& f) { return f.integer(1, 100); });
    const auto time = member([](const Field& f) { return f.time(TickCount(1)); });
    const auto identifier = member([](const Field& f) { return f.identifier(); });
    const auto vector = member([](const Field& f) { return f.vector(); });
    const auto word = member([](const Field& f) { return f.word<Mode>(modes); });
    const auto object = member([](const Field& f) { return static_cast<bool>(f.object()); });
    const auto array = member([](const Field& f) { return static_cast<bool>(f.array()); });
    const std::vector<Case> cases{
        {"[]", [](ObjectCursor& root) { CHECK_FALSE(root); }, wrong_type, "$", 1, 1},
        {" {}", string, DiagnosticCode::missing_member, "$.a", 1, 2},
        {"{\"a\": null}", string, DiagnosticCode::missing_member, "$.a", 1, 7},
        {"{\n\"a\": 1}", string, wrong_type, "$.a", 2, 6},
        {"{\"a\": \" \\t\"}", blank, bad, "$.a", 1, 7},
        {"{\"a\": 0}", boolean, wrong_type, "$.a", 1, 7},
        {"{\"a\": \"0\"}", number, wrong_type, "$.a", 1, 7},
        {"{\"a\": 180.5}", number, bad, "$.a", 1, 7},
        {"{\"a\": -0.1}", number, bad, "$.a", 1, 7},
        {"{\"a\": 0}", integer, bad, "$.a", 1, 7},
        {"{\"a\": 101}", integer, bad, "$.a", 1, 7},
        {"{\"a\": 4.5}", integer, bad, "$.a", 1, 7},
        {"{\"a\": 1e300}", integer, bad, "$.a", 1, 7},
        {"{\"a\": 18446744073709551615}", integer, bad, "$.a", 1, 7},
        {"{\"a\": 80}", time, wrong_type, "$.a", 1, 7},
        {"{\"a\": \"0.4t\"}", time, DiagnosticCode::invalid_time, "$.a", 1, 7},
        {"{\"a\": \"1 s\"}", time, DiagnosticCode::invalid_time, "$.a", 1, 7},
        {"{\"a\": \"wave\"}", identifier, DiagnosticCode::invalid_identifier, "$.a", 1, 7},
        {"{\"a\": {}}", vector, wrong_type, "$.a", 1, 7},
        {"{\"a\": [1, 2]}", vector, bad, "$.a", 1, 7},
        {"{\"a\": [1, \"2\", 3]}", vector, wrong_type, "$.a[1]", 1, 11},
        {"{\"a\": \"lop\"}", word, DiagnosticCode::unknown_word, "$.a", 1, 7},
        {"{\"a\": []}", object, wrong_type, "$.a", 1, 7},
        {"{\"a\": {}}", array, wrong_type, "$.a", 1, 7},
        {"{\"b\": null}", [](ObjectCursor& root) { root.forbid("b", "not here"); }, DiagnosticCode::forbidden_member,
         "$.b", 1, 2},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        const Diagnostics diagnostics = read(c.text, c.body);
        REQUIRE(diagnostics.size() == 1);
        CHECK(diagnostics[0].severity == Severity::fault);
        CHECK(diagnostics[0].code == c.code);
        CHECK(diagnostics[0].path == c.path);
        CHECK(diagnostics[0].position->line == c.line);
        CHECK(diagnostics[0].position->column == c.column);
        CHECK_FALSE(diagnostics[0].message.empty());
    }
}

TEST_CASE("good values are read") {
    const std::string text = R"({"s": "x", "b": true, "n": 180, "i": 4.0, "t": "1.5s", "id": "a:b/c", "v": [1, 2.5, -3],
                                 "w": "loop", "o": {"x": 1}, "l": [1, null], "z": null})";
    const Diagnostics diagnostics = read(text, [](ObjectCursor& root) {
        CHECK(root.required("s").string() == "x");
        CHECK(root.required("b").boolean() == true);
        CHECK(root.required("n").number(0, 180) == 180.0);
        CHECK(root.required("i").integer(4, 4) == 4);
        CHECK(root.required("t").time(TickCount(30)) == TickCount(30));
        CHECK(root.required("id").identifier() == "a:b/c");
        CHECK(root.required("v").vector() == emoted::Vec3d{1, 2.5, -3});
        CHECK(root.required("w").word<Mode>(modes) == Mode::loop);
        ObjectCursor object = root.required("o").object();
        CHECK(object.optional("x").integer(1, 1) == 1);
        object.finish();
        const auto list = root.required("l").array();
        REQUIRE(list.size() == 2);
        CHECK(list[0].present());
        CHECK_FALSE(list[1].present());
        CHECK(list[1].mentioned());
        // null counts as absent, and absence is no fault where the member is optional.
        CHECK_FALSE(root.optional("z").number());
        CHECK(root.optional("z").mentioned());
        CHECK_FALSE(root.optional("nothing").vector());
        CHECK_FALSE(root.optional("nothing").object());
        CHECK_FALSE(root.optional("nothing").mentioned());
        root.finish();
    });
    CHECK(diagnostics.empty());
}

TEST_CASE("D1: unknown members are warnings with the nearest known one") {
    const auto body = [](ObjectCursor& root) {
        (void)root.optional("cooldown");
        root.accept({"$schema"});
        root.ignore("callbacks", "it is part of a later format");
        root.finish();
    };
    const Diagnostics diagnostics = read(R"({"$schema": "x", "coldown": 1, "callbacks": 2, "zzzzzz": 3})", body);
    REQUIRE(diagnostics.size() == 3);
    CHECK(diagnostics[0].severity == Severity::warning);
    CHECK(diagnostics[0].code == DiagnosticCode::unknown_member);
    CHECK(diagnostics[0].path == "$.coldown");
    CHECK(diagnostics[0].position->column == 18);
    CHECK(diagnostics[0].nearest == "cooldown");
    CHECK(diagnostics[1].code == DiagnosticCode::ignored_member);
    CHECK(diagnostics[1].message.find("callbacks") != std::string::npos);
    CHECK(diagnostics[2].nearest.empty());
}

TEST_CASE("an unknown member is a fault where the caller says so") {
    const Diagnostics diagnostics = read(R"({"x": 1})", [](ObjectCursor& root) { root.finish(Severity::fault); });
    REQUIRE(diagnostics.size() == 1);
    CHECK(diagnostics[0].severity == Severity::fault);
}

TEST_CASE("an unknown word names those that are known, and the nearest") {
    static constexpr std::pair<std::string_view, int> words[] = {{"animation", 0}, {"sequence", 1}};
    const Diagnostics diagnostics = read(
        R"({"type": "animatoin"})", [](ObjectCursor& root) { CHECK_FALSE(root.required("type").word<int>(words)); });
    REQUIRE(diagnostics.size() == 1);
    CHECK(diagnostics[0].expected == R"(one of "animation", "sequence")");
    CHECK(diagnostics[0].nearest == "animation");
}

TEST_CASE("members beyond the sixty-fourth are known or unknown like the others") {
    std::vector<std::string> names;
    std::string text = "{";
    for (int i = 0; i < 100; ++i) {
        names.push_back("k" + std::to_string(i));
        text += (i == 0 ? "\"" : ", \"") + names.back() + "\": 0";
    }
    text += '}';
    const Diagnostics diagnostics = read(text, [&names](ObjectCursor& root) {
        for (const std::string& name : names) {
            if (name != "k5" && name != "k90") {
                (void)root.optional(name);
            }
        }
        root.finish();
    });
    REQUIRE(diagnostics.size() == 2);
    CHECK(diagnostics[0].path == "$.k5");
    CHECK(diagnostics[1].path == "$.k90");
    CHECK(read(text, [](ObjectCursor& root) {
              CHECK(root.members().size() == 100);
              root.finish();
          }).empty());
}

TEST_CASE("an empty cursor reports nothing") {
    const Diagnostics diagnostics = read(R"({"a": 1})", [](ObjectCursor& root) {
        ObjectCursor empty = root.required("a").object();
        CHECK_FALSE(empty);
        CHECK_FALSE(empty.required("x").string());
        empty.required("x").fault(DiagnosticCode::invalid_value, {.message = "no"});
        CHECK(empty.required("y").array().size() == 0);
        CHECK(empty.members().empty());
        empty.finish();
    });
    CHECK(diagnostics.size() == 1);
}

TEST_CASE("places inside a string value count its decoded bytes") {
    const Diagnostics diagnostics = read(R"({"a": "é\n\u00e9\uD83D\uDE00x!"})", [](ObjectCursor& root) {
        for (const std::size_t inside : {0U, 2U, 3U, 5U, 9U, 10U, 11U}) {
            root.required("a").fault(DiagnosticCode::invalid_snbt, {.message = "here"}, inside);
        }
    });
    REQUIRE(diagnostics.size() == 7);
    std::vector<std::uint32_t> columns;
    std::vector<std::uint32_t> text_columns;
    for (const auto& diagnostic : diagnostics) {
        columns.push_back(diagnostic.position->column);
        text_columns.push_back(diagnostic.text_column);
    }
    CHECK(columns == std::vector<std::uint32_t>{8, 9, 11, 17, 29, 30, 31});
    CHECK(text_columns == std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE("reports at pointers fall back to the nearest value around") {
    Diagnostics diagnostics;
    const auto document = JsonDocument::parse("t", R"({"a": [10, 20]})", diagnostics);
    JsonReader reader(*document, diagnostics);
    reader.set_emote_id("my:emote");
    reader.fault_at("/a/1", DiagnosticCode::unknown_emote, {.message = "one"});
    reader.fault_at("/a/7", DiagnosticCode::unknown_emote, {.message = "two"});
    reader.warn_at("", DiagnosticCode::unknown_emote, {.message = "three"});
    // There is no text to be inside of.
    reader.warn_at("/a/1", DiagnosticCode::unknown_emote, {.message = "four"}, 1);
    REQUIRE(diagnostics.size() == 4);
    CHECK(diagnostics[3].position->column == 12);
    CHECK(diagnostics[3].text_column == 0);
    CHECK(diagnostics[0].path == "$.a[1]");
    CHECK(diagnostics[0].found == "20");
    CHECK(diagnostics[0].position->column == 12);
    CHECK(diagnostics[0].emote_id == "my:emote");
    CHECK(diagnostics[1].path == "$.a[7]");
    CHECK(diagnostics[1].position->column == 7);
    CHECK(diagnostics[2].path == "$");
    CHECK(diagnostics[2].severity == Severity::warning);
}

TEST_CASE("D26: at most 100 faults are kept of a file, and as many warnings") {
    std::string text = "{\"list\": [0";
    for (int i = 0; i < 150; ++i) {
        text += ", 0";
    }
    text += "]";
    for (int i = 0; i < 150; ++i) {
        text += ", \"k" + std::to_string(i) + "\": 0";
    }
    const Diagnostics diagnostics = read(text + "}", [](ObjectCursor& root) {
        const auto list = root.required("list").array();
        for (std::size_t i = 0; i < list.size(); ++i) {
            CHECK_FALSE(list[i].string());
        }
        root.finish();
    });
    CHECK(diagnostics.size() == 2 * emoted::limits::max_diagnostics_per_file);
}

TEST_CASE("a hundred faults in a file of the largest size are placed in time") {
    std::string text = "{\"list\": [";
    while (text.size() < emoted::limits::max_file_bytes - 10) {
        text += "[],";
    }
    text += "[]]}";
    const Diagnostics diagnostics = read(text, [](ObjectCursor& root) {
        const auto list = root.required("list").array();
        for (std::size_t i = list.size(); i-- > 0;) {
            CHECK_FALSE(list[i].string());
            if (i + 100 < list.size()) {
                break;
            }
        }
    });
    CHECK(diagnostics.size() == 100);
}

TEST_CASE("the nearest word") {
    using emoted::text::nearest_word;
    const std::vector<std::string_view> words{"linear", "step", "repeat", "on", "off"};
    CHECK(nearest_word("liner", words) == "linear");
    CHECK(nearest_word("setp", words) == "step");
    CHECK(nearest_word("repaet", words) == "repeat");
    CHECK(nearest_word("rpt", words).empty());
    CHECK(nearest_word("in", words) == "on");
    CHECK(nearest_word("", words).empty());
    // Of two at the same distance the one that begins alike for longer; else the first one.
    constexpr std::string_view functions[] = {"ln", "sin", "sign", "random_integer", "random_integers"};
    CHECK(nearest_word("sn", functions) == "sin");
    CHECK(nearest_word("xn", functions) == "ln");
    CHECK(nearest_word("sinn", functions) == "sin");
    // An abbreviation, if nothing is near.
    CHECK(nearest_word("random_int", functions) == "random_integer");
    CHECK(nearest_word("ra", functions).empty());
    CHECK(nearest_word("completely", words).empty());
    CHECK(nearest_word(std::string(65, 'x'), {}).empty());
}
