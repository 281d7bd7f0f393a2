#include <emoted/sequences/diagnostic.hpp>
#include <emoted/sequences/json_reader.hpp>

#include <boost/json/parse.hpp>
#include <catch2/catch.hpp>

#include <set>

using namespace emoted;

TEST_CASE("D26: the text form is compiler style") {
    Diagnostics diagnostics;
    const auto document =
        text::JsonDocument::parse("dance.json", "{\n  \"settings\": {\n\t\"cooldwn\": \"5s\"}\n}", diagnostics);
    text::JsonReader reader(*document, diagnostics);
    reader.set_emote_id("my:dance");
    text::ObjectCursor root = reader.root();
    text::ObjectCursor settings = root.required("settings").object();
    CHECK_FALSE(settings.required("cooldown").time(TickCount(0)));
    settings.finish();
    text::sort(diagnostics);
    REQUIRE(diagnostics.size() == 2);
    CHECK(to_text(diagnostics[0]) ==
          "error[missing_member] dance.json:2:15 $.settings.cooldown (my:dance)\n"
          "  the member \"cooldown\" is missing\n"
          "     2 |   \"settings\": {\n"
          "       |               ^\n");
    CHECK(to_text(diagnostics[1]) ==
          "warning[unknown_member] dance.json:3:2 $.settings.cooldwn (my:dance)\n"
          "  unknown member \"cooldwn\"\n"
          "     3 |  \"cooldwn\": \"5s\"}\n"
          "       |  ^\n"
          "  hint: did you mean \"cooldown\"?\n");
    const auto json = boost::json::parse(to_json(diagnostics[1])).as_object();
    CHECK(json.at("severity") == "warning");
    CHECK(json.at("code") == "unknown_member");
    CHECK(json.at("path") == "$.settings.cooldwn");
    CHECK(json.at("pointer") == "/settings/cooldwn");
    CHECK(json.at("line") == 3);
    CHECK(json.at("column") == 2);
    CHECK(json.at("offset") == 19);
    CHECK(json.at("nearest") == "cooldown");
    CHECK(json.at("emote") == "my:dance");
    CHECK_FALSE(json.contains("related"));
}

TEST_CASE("all parts of a report are printed") {
    Diagnostic diagnostic;
    diagnostic.source = "a\x1b[2J.json";
    diagnostic.path = "$.steps[0].emote";
    diagnostic.pointer = "/steps/0/emote";
    diagnostic.code = DiagnosticCode::unknown_emote;
    diagnostic.message = "no such emote";
    diagnostic.expected = "a loaded animation";
    diagnostic.found = "\"a:b\"";
    diagnostic.nearest = "a:c";
    diagnostic.hint = "See the report.";
    diagnostic.related.push_back({"b.json", "$.nodes.head", TextPosition{4, 2, 1}, "declared here"});
    CHECK(to_text(diagnostic) ==
          "error[unknown_emote] a\\u001B[2J.json $.steps[0].emote\n"
          "  no such emote\n"
          "  expected: a loaded animation\n"
          "  found: \"a:b\"\n"
          "  hint: did you mean \"a:c\"? See the report.\n"
          "  see: b.json:2:1 $.nodes.head: declared here\n");
    const auto json = boost::json::parse(to_json(diagnostic)).as_object();
    CHECK(json.at("related").at(0).at("line") == 2);
    CHECK(json.at("related").at(0).at("message") == "declared here");
    CHECK_FALSE(json.contains("line"));
}

TEST_CASE("a place inside a text has two columns: that of the file and that of the text") {
    Diagnostics diagnostics;
    const auto document =
        text::JsonDocument::parse("dance.json", R"({"a/b": ["v.x + \"\u00e9\" + oops"]})", diagnostics);
    text::JsonReader reader(*document, diagnostics);
    reader.warn_at("/a~1b/0", DiagnosticCode::invalid_molang, {.message = "no such name"}, 13);
    REQUIRE(diagnostics.size() == 1);
    CHECK(to_text(diagnostics[0]) ==
          "warning[invalid_molang] dance.json:1:30 $[\"a/b\"][0], column 13 of the text\n"
          "  no such name\n"
          "     1 | {\"a/b\": [\"v.x + \\\"\\u00e9\\\" + oops\"]}\n"
          "       |                              ^\n"
          "  found: \"v.x + \\\"\\u00e9\\\" + oops\"\n");
    CHECK(boost::json::parse(to_json(diagnostics[0])).at("text_column") == 13);
}

TEST_CASE("JSON reports are valid whatever the file was called") {
    Diagnostic diagnostic;
    diagnostic.source = "\xFF\xFE.json";
    CHECK_NOTHROW(boost::json::parse(to_json(diagnostic)));
}

TEST_CASE("codes have distinct names") {
    std::set<std::string_view> names;
    const int last = static_cast<int>(DiagnosticCode::invalid_pattern);
    for (int code = 0; code <= last; ++code) {
        names.insert(to_string(static_cast<DiagnosticCode>(code)));
    }
    CHECK(names.size() == static_cast<std::size_t>(last) + 1);
    CHECK(names.count("unknown") == 0);
}

TEST_CASE("only faults make a file fail") {
    Diagnostics diagnostics(2);
    diagnostics[0].severity = diagnostics[1].severity = Severity::warning;
    CHECK_FALSE(has_faults(diagnostics));
    diagnostics[1].severity = Severity::fault;
    CHECK(has_faults(diagnostics));
}

TEST_CASE("the caret stands under the value, behind wide letters and marks, and controls are made safe") {
    const auto caret_line = [](const std::string& before) {
        Diagnostics diagnostics;
        const auto document = text::JsonDocument::parse("t", "[\"" + before + "\", 7]", diagnostics);
        REQUIRE(document);
        text::JsonReader reader(*document, diagnostics);
        reader.fault_at("/1", DiagnosticCode::invalid_value, {.message = "no"});
        return to_text(diagnostics[0]);
    };
    CHECK_THAT(caret_line("ab"), Catch::Contains("     1 | [\"ab\", 7]\n       |        ^\n"));
    CHECK_THAT(caret_line("\u5E3D\U0001F600"),
               Catch::Contains("     1 | [\"\u5E3D\U0001F600\", 7]\n       |          ^\n"));
    CHECK_THAT(caret_line("e\u0301"), Catch::Contains("     1 | [\"e\u0301\", 7]\n       |       ^\n"));
    // An 8-bit control and a turn of direction, which would hide what stands there.
    CHECK_THAT(caret_line("\u009B\u202E"), Catch::Contains("     1 | [\"\uFFFD\uFFFD\", 7]\n       |        ^\n"));
}

TEST_CASE("names from outside are fit for one line of a terminal") {
    CHECK(safe_line("a\n\x1b[2J\x7f\u009b\u202e\xff") == "a\\n\\u001B[2J\\u007F\\u009B\\u202E\\xFF");
}
