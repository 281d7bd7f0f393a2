#include "support/library_files.hpp"

#include <emoted/sequences/library.hpp>
#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/related_places.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using namespace emoted;
using namespace emoted::test;

namespace {

using Code = DiagnosticCode;
using Names = std::vector<std::string>;

std::string animation(std::string id, std::string name = "Name") {
    AnimationText text;
    text.id = std::move(id);
    text.name = std::move(name);
    return text.text();
}

std::string playing(std::string_view id, std::string_view clip) {
    return sequence_text(id, R"({"emote": ")" + std::string(clip) + "\"}");
}

LoadResult load(std::vector<SourceFile> files, const Library* previous = nullptr, const LoadOptions& options = {}) {
    return build_library(std::move(files), options, previous);
}

Names ids(const Library& library) {
    Names out;
    for (const auto& playable : library.playables()) {
        out.push_back(playable->id);
    }
    return out;
}

Names codes(const LoadReport& report) {
    Names out;
    for (const Diagnostic& diagnostic : report.diagnostics) {
        out.push_back(diagnostic.source + ' ' + std::string(to_string(diagnostic.code)) + ' ' + diagnostic.path);
    }
    return out;
}

}  // namespace

TEST_CASE("a library is sorted by id and found by id, standalone and sequence alike") {
    const LoadResult result = load(
        {file("b.json", animation("t:b")), file("s.json", playing("t:s", "t:a")), file("a.json", animation("t:a"))});
    CHECK(ids(*result.library) == Names{"t:a", "t:b", "t:s"});
    CHECK(result.library->find("t:b")->source == "b.json");
    CHECK(result.library->find("t:") == nullptr);
    CHECK(result.library->find("t:z") == nullptr);
    CHECK(result.report.diagnostics.empty());
    CHECK(result.report.files_found == 3);
    CHECK(result.report.emotes_loaded == 3);
    CHECK(result.report.animations_loaded == 2);
    CHECK(result.report.sequences_loaded == 1);
    CHECK(result.report.added == Names{"t:a", "t:b", "t:s"});
    CHECK(load({}).library->playables().empty());
    CHECK(load({}).library->find("t:a") == nullptr);
}

TEST_CASE("the order of the files does not matter") {
    std::vector<SourceFile> files{file("B.json", animation("t:b")), file("a.json", "{"), file("C.json", "["),
                                  file("s.json", playing("t:s", "t:b"))};
    const LoadResult first = load(files);
    std::reverse(files.begin(), files.end());
    const LoadResult second = load(files);
    CHECK(first.library->digest() == second.library->digest());
    CHECK(codes(first.report) == codes(second.report));
    // By path in lower case.
    CHECK(codes(first.report) == Names{"a.json invalid_json $", "C.json invalid_json $"});
}

TEST_CASE("what kind of file it is, and which version") {
    struct Case {
        std::string text;
        Code code;
        std::string path;
    };
    const std::vector<Case> cases{
        {"", Code::invalid_json, "$"},
        {"[]", Code::wrong_type, "$"},
        {"{}", Code::missing_member, "$.type"},
        {R"({"type": "emote", "schema_version": 4})", Code::unknown_word, "$.type"},
        {R"({"type": "Sequence", "schema_version": 4})", Code::unknown_word, "$.type"},
        {R"({"type": 4, "schema_version": 4})", Code::wrong_type, "$.type"},
        {R"({"type": "sequence", "schema_version": "4"})", Code::wrong_type, "$.schema_version"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        const LoadResult result = load({file("x.json", c.text), file("good.json", animation("t:a"))});
        REQUIRE_FALSE(result.report.diagnostics.empty());
        CHECK(result.report.diagnostics[0].code == c.code);
        CHECK(result.report.diagnostics[0].path == c.path);
        // One bad file never affects another.
        CHECK(ids(*result.library) == Names{"t:a"});
    }
}

TEST_CASE("D2: other schema versions are refused with one sentence, the rest is not checked") {
    for (const char* const version : {"1", "3", "5", "4.5", "-4", "1e300"}) {
        for (const char* const type : {"animation", "sequence"}) {
            const LoadResult result =
                load({file("x.json", R"({"type": ")" + std::string(type) + R"(", "schema_version": )" + version +
                                         R"(, "id": 7})")});
            CAPTURE(version);
            REQUIRE(result.report.diagnostics.size() == 1);
            const Diagnostic& diagnostic = result.report.diagnostics[0];
            CHECK(diagnostic.code == Code::unsupported_version);
            CHECK(diagnostic.path == "$.schema_version");
            CHECK(diagnostic.message.find(version) != std::string::npos);
            CHECK(diagnostic.message.find("reads 4") != std::string::npos);
            CHECK(diagnostic.message.find("convert") != std::string::npos);
        }
    }
    std::string text = animation("t:a");
    text.replace(text.find("\"schema_version\": 4"), 19, "\"schema_version\": 4.0");
    CHECK(load({file("x.json", text)}).report.diagnostics.empty());
}

TEST_CASE("unreadable and oversized files have one fault of their own") {
    SourceFile unreadable = file("a.json", "");
    unreadable.read_error = "Permission denied";
    SourceFile oversized = file("b.json", "");
    oversized.size_bytes = limits::max_file_bytes + 1;
    // The size is looked at again once the bytes are there.
    SourceFile grown = file("c.json", std::string(limits::max_file_bytes + 1, ' '));
    grown.size_bytes = 10;
    const LoadResult result = load({unreadable, oversized, grown});
    CHECK(codes(result.report) ==
          Names{"a.json unreadable_file $", "b.json file_too_large $", "c.json file_too_large $"});
    CHECK(result.report.diagnostics[0].message.find("Permission denied") != std::string::npos);
    CHECK(result.report.diagnostics[1].found == "8388609 bytes");
    SourceFile largest = file("d.json", animation("t:a"));
    largest.bytes.resize(limits::max_file_bytes, ' ');
    largest.size_bytes = largest.bytes.size();
    CHECK(load({largest}).report.diagnostics.empty());
}

TEST_CASE("D26: every file of a duplicate id is dropped, whatever its kind, and names the others") {
    const LoadResult result = load({file("a.json", animation("t:x")), file("b.json", playing("t:x", "t:good")),
                                    file("c.json", animation("t:y")), file("d.json", animation("t:y")),
                                    file("e.json", animation("t:good")), file("f.json", playing("t:s", "t:y"))});
    CHECK(ids(*result.library) == Names{"t:good"});
    CHECK(codes(result.report) == Names{"a.json duplicate_id $.id", "b.json duplicate_id $.id",
                                        "c.json duplicate_id $.id", "d.json duplicate_id $.id",
                                        "f.json unknown_emote $.steps[0].emote"});
    const Diagnostic& first = result.report.diagnostics[0];
    REQUIRE(first.related.size() == 1);
    CHECK(first.related[0].source == "b.json");
    CHECK(first.related[0].position);
    REQUIRE(first.position);
    CHECK(first.source_line.substr(first.caret_column - 1, 5) == "\"t:x\"");
    CHECK(result.report.diagnostics[4].message.find("several files") != std::string::npos);
}

TEST_CASE("D26: only files that parsed and resolved count as duplicates") {
    std::string broken = animation("t:x");
    broken.replace(broken.find("\"cooldown\": \"0t\""), 16, "\"cooldown\": 0");
    const LoadResult result =
        load({file("a.json", animation("t:x")), file("b.json", broken), file("c.json", playing("t:x", "t:nothing"))});
    CHECK(ids(*result.library) == Names{"t:x"});
    CHECK(codes(result.report) ==
          Names{"b.json wrong_type $.settings.cooldown", "c.json unknown_emote $.steps[0].emote"});
}

TEST_CASE("a sequence does not outlive an animation that a duplicate takes away") {
    // t:x is an animation and a good sequence: both go, and with them what refers to the animation.
    const LoadResult result = load({file("a.json", animation("t:x")), file("b.json", playing("t:x", "t:y")),
                                    file("c.json", animation("t:y")), file("d.json", playing("t:s", "t:x"))});
    CHECK(ids(*result.library) == Names{"t:y"});
    CHECK(codes(result.report) ==
          Names{"a.json duplicate_id $.id", "b.json duplicate_id $.id", "d.json unknown_emote $.steps[0].emote"});
}

TEST_CASE("a reference to an animation with faults says so") {
    std::string broken = animation("t:x");
    broken.replace(broken.find("\"cooldown\": \"0t\""), 16, "\"cooldown\": 0");
    const LoadResult result = load({file("a.json", broken), file("s.json", playing("t:s", "t:x"))});
    REQUIRE(result.report.diagnostics.size() == 2);
    CHECK(result.report.diagnostics[1].message.find("has faults") != std::string::npos);
    CHECK(result.report.diagnostics[1].related.at(0).source == "a.json");
}

TEST_CASE("a reference to a file that is no JSON says so, as far as an id can be seen") {
    std::string broken = animation("t:x");
    broken.pop_back();
    const auto fault_of = [](std::string text) {
        LoadResult result = load({file("a.json", text), file("s.json", playing("t:s", "t:x"))});
        place_related(result.report.diagnostics, [&](const std::string&) { return std::optional(text); });
        REQUIRE(result.report.diagnostics.size() == 2);
        CHECK(result.report.diagnostics[0].code == DiagnosticCode::invalid_json);
        return result.report.diagnostics[1];
    };
    const Diagnostic linked = fault_of(broken);
    CHECK(linked.message == "\"t:x\" was not loaded because its file has faults");
    REQUIRE(linked.related.size() == 1);
    CHECK(linked.related[0].position);
    CHECK(linked.related[0].message == "the object that begins here has no end");
    for (const char* const text :
         {"{\"id\"", "{\"id\":", "{\"id\": \"", "{\"id\": \"t:x", "{\"id\": \"T:X\"", "{\"id\" \"t:x\"", "{"}) {
        const Diagnostic alone = fault_of(text);
        CAPTURE(text);
        CHECK(alone.related.empty() == (std::string_view(text) != "{\"id\": \"t:x"));
    }
}

TEST_CASE("D26: what the report of a file has no room for is counted") {
    constexpr std::size_t most = limits::max_diagnostics_per_file;
    // A wrong rotation is one fault and an unknown member one warning.
    const auto bad = [](std::size_t faults, std::size_t warnings) {
        AnimationText text;
        text.id = "t:bad";
        for (std::size_t i = 0; i < faults; ++i) {
            text.nodes += R"(, "n)" + std::to_string(i) + R"(": {"type": "anchor", "space": "scene", "transform":
                {"position": [0, 0, 0], "rotation": 0, "scale": [1, 1, 1]}})";
        }
        std::string members;
        for (std::size_t i = 0; i < warnings; ++i) {
            members += R"("unknown)" + std::to_string(i) + R"(": 1, )";
        }
        std::string whole = text.text();
        return whole.insert(whole.find('{') + 1, members);
    };
    struct Case {
        std::size_t faults;
        std::size_t warnings;
        std::string line;
    };
    for (const Case& each :
         {Case{most, most, ""}, Case{most + 1, 0, "bad.json: and 1 more error in this file"},
          Case{0, most + 2, "bad.json: and 2 more warnings in this file"},
          Case{most + 37, most + 1, "bad.json: and 37 more errors and 1 more warning in this file"}}) {
        CAPTURE(each.faults, each.warnings);
        const LoadReport report =
            load({file("a.json", animation("t:a")), file("bad.json", bad(each.faults, each.warnings))}).report;
        const std::size_t shown = std::min(each.faults, most) + std::min(each.warnings, most);
        CHECK(report.diagnostics.size() == shown);
        REQUIRE(report.omitted.size() == (each.line.empty() ? 0 : 1));
        if (!each.line.empty()) {
            CHECK(report.omitted[0].source == "bad.json");
            CHECK(report.omitted[0].faults + report.omitted[0].warnings + shown == each.faults + each.warnings);
            CHECK(to_text(report.omitted[0]) == each.line);
        }
    }
}

TEST_CASE("D46: emotes beyond max_emotes, in id order, are faults") {
    LoadOptions options;
    options.limits.max_emotes = 2;
    const auto files = [] {
        return std::vector<SourceFile>{file("1.json", animation("t:c")), file("2.json", animation("t:a")),
                                       file("3.json", animation("t:b"))};
    };
    const LoadResult result = load(files(), nullptr, options);
    CHECK(ids(*result.library) == Names{"t:a", "t:b"});
    CHECK(codes(result.report) == Names{"1.json limit_exceeded $.id"});
    CHECK(result.report.diagnostics[0].message.find("limits.max_emotes") != std::string::npos);
    CHECK(result.report.diagnostics[0].position);
    options.limits.max_emotes = 3;
    CHECK(load(files(), nullptr, options).report.diagnostics.empty());
}

TEST_CASE("D28: a file that is faulty now keeps the emote that its path served") {
    const LoadResult before = load({file("a.json", animation("t:a", "Old")), file("s.json", playing("t:s", "t:a")),
                                    file("b.json", animation("t:b"))});
    REQUIRE(before.report.diagnostics.empty());
    const auto reload = [&before](std::vector<SourceFile> files, bool keep = true) {
        LoadOptions options;
        options.keep_last_good = keep;
        return load(std::move(files), before.library.get(), options);
    };
    SECTION("unparsable: kept, and still there for sequences") {
        const LoadResult after =
            reload({file("a.json", "{"), file("s.json", playing("t:s", "t:a")), file("b.json", animation("t:b"))});
        CHECK(ids(*after.library) == Names{"t:a", "t:b", "t:s"});
        CHECK(after.report.kept_last_good == Names{"t:a"});
        CHECK(codes(after.report) == Names{"a.json invalid_json $"});
        CHECK(after.library->find("t:a") == before.library->find("t:a"));
        CHECK(after.library->digest() == before.library->digest());
        CHECK(after.report.changed.empty());
    }
    SECTION("unreadable") {
        SourceFile unreadable = file("a.json", "");
        unreadable.read_error = "gone";
        CHECK(reload({unreadable}).report.kept_last_good == Names{"t:a"});
    }
    SECTION("a sequence that no longer resolves keeps its clips") {
        const LoadResult after = reload({file("s.json", playing("t:s", "t:a"))});
        CHECK(ids(*after.library) == Names{"t:s"});
        CHECK(after.report.kept_last_good == Names{"t:s"});
        CHECK(after.report.removed == Names{"t:a", "t:b"});
    }
    SECTION("switched off: dropped") {
        const LoadResult after = reload({file("a.json", "{"), file("b.json", animation("t:b"))}, false);
        CHECK(ids(*after.library) == Names{"t:b"});
        CHECK(after.report.kept_last_good.empty());
        CHECK(after.report.removed == Names{"t:a", "t:s"});
    }
    SECTION("another good file alone owns the id now") {
        const LoadResult after = reload({file("a.json", "{"), file("new.json", animation("t:a", "New"))});
        CHECK(ids(*after.library) == Names{"t:a"});
        CHECK(after.library->find("t:a")->metadata.name == "New");
        CHECK(after.report.kept_last_good.empty());
    }
    SECTION("one of a duplicate pair keeps what its path served") {
        const LoadResult after =
            reload({file("a.json", animation("t:a", "New")), file("new.json", animation("t:a", "Newer")),
                    file("s.json", playing("t:s", "t:a"))});
        CHECK(codes(after.report) == Names{"a.json duplicate_id $.id", "new.json duplicate_id $.id"});
        CHECK(ids(*after.library) == Names{"t:a", "t:s"});
        CHECK(after.library->find("t:a")->metadata.name == "Old");
        CHECK(after.report.kept_last_good == Names{"t:a"});
        // The sequence goes with the clip that serves.
        CHECK(after.library->find("t:s")->layout.clips[0].clip == before.library->find("t:a")->layout.clips[0].clip);
    }
    SECTION("a good sequence alone owns the id now: it is no clip any more") {
        const LoadResult after =
            reload({file("a.json", "{"), file("b.json", animation("t:b")), file("new.json", playing("t:a", "t:b")),
                    file("r.json", playing("t:r", "t:a"))});
        CHECK(ids(*after.library) == Names{"t:a", "t:b"});
        CHECK(after.library->find("t:a")->sequence);
        CHECK(codes(after.report) == Names{"a.json invalid_json $", "r.json forbidden_reference $.steps[0].emote"});
    }
    SECTION("a file that is gone is gone") {
        const LoadResult after = reload({file("b.json", animation("t:b"))});
        CHECK(ids(*after.library) == Names{"t:b"});
        CHECK(after.report.kept_last_good.empty());
    }
    SECTION("kept again and again") {
        const LoadResult once = reload({file("a.json", "{")});
        const LoadResult twice = load({file("a.json", "[")}, once.library.get());
        CHECK(ids(*twice.library) == Names{"t:a"});
        const LoadResult mended = load({file("a.json", animation("t:a", "New"))}, twice.library.get());
        CHECK(mended.library->find("t:a")->metadata.name == "New");
        CHECK(mended.report.changed == Names{"t:a"});
        CHECK(mended.report.kept_last_good.empty());
    }
    SECTION("a path that served nothing keeps nothing") {
        const LoadResult after = reload({file("z.json", "{")});
        CHECK(ids(*after.library).empty());
    }
}

TEST_CASE("reports say what a reload added, changed and removed") {
    const LoadResult before = load(
        {file("a.json", animation("t:a")), file("b.json", animation("t:b")), file("s.json", playing("t:s", "t:a"))});
    const LoadResult after = load({file("a.json", animation("t:a", "Other")), file("c.json", animation("t:c")),
                                   file("s.json", playing("t:s", "t:a"))},
                                  before.library.get());
    CHECK(after.report.added == Names{"t:c"});
    // A sequence changes with its clips.
    CHECK(after.report.changed == Names{"t:a", "t:s"});
    CHECK(after.report.removed == Names{"t:b"});
}

TEST_CASE("D27: digests are over meaning, not spelling") {
    const auto digest = [](const std::string& text) {
        const LoadResult result = load({file("a.json", text)});
        REQUIRE(result.library->playables().size() == 1);
        return result.library->playables()[0]->digest;
    };
    const std::string base = animation("t:a");
    const auto replaced = [&base](std::string_view from, std::string_view to) {
        std::string text = base;
        REQUIRE(text.find(from) != std::string::npos);
        text.replace(text.find(from), from.size(), to);
        return text;
    };
    CHECK(digest(base) == digest(replaced("\"10t\"", "\"0.5s\"")));
    CHECK(digest(base) == digest(replaced("[0, 0, 0]", "[0.0, 0,0e5 ]")));
    for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
             {"\"10t\"", "\"11t\""},
             {"[0, 0, 0]", "[0, 0.001, 0]"},
             {"\"Name\"", "\"Names\""},
             {"\"jump\": true", "\"jump\": false"},
             {"\"text\": \"x\"", "\"text\": \"y\""},
             {"\"body\"", "\"bodies\""},
             {"\"cooldown\": \"0t\"", "\"cooldown\": \"1t\""},
         }) {
        CAPTURE(from, to);
        CHECK(digest(base) != digest(replaced(from, to)));
    }
    const auto patched = [&](const std::string& keys) {
        return digest(replaced(R"("tracks": {})", R"("tracks": {"body": {"nbt": [)" + keys + "]}}"));
    };
    const std::uint64_t keys = patched(R"({"time": "0t", "value": "{a:1}"}, {"time": "2t", "value": "{a:2}"})");
    CHECK(keys == patched(R"({"time": "0", "value": "{'a' : 1,}"}, {"time": "0.1s", "value": "{a:+2}"})"));
    CHECK(keys != patched(R"({"time": "0t", "value": "{a:1}"}, {"time": "3t", "value": "{a:2}"})"));
    CHECK(keys != patched(R"({"time": "0t", "value": "{a:1}"}, {"time": "2t", "value": "{a:2b}"})"));
    CHECK(keys != patched(R"({"time": "0t", "value": "{a:1}"})"));
    CHECK(keys != digest(base));
    // Compounds and text components have no order, and are compared without one; lists have.
    const auto with_data = [&](const std::string& data, const std::string& text = "\"x\"") {
        return digest(replaced(R"("text": "x")", R"("text": )" + text + R"(, "entity_nbt": ")" + data + '"'));
    };
    const std::uint64_t data = with_data("{a:1,b:{c:[1,2],d:2f}}");
    CHECK(data == with_data("{b:{d:2f,c:[1,2]},a:1}"));
    for (const char* const other : {"{a:1,b:{c:[2,1],d:2f}}", "{a:1,b:{c:[1,2],d:2d}}", "{a:1,b:{c:[1],d:2f}}",
                                    "{a:1,b:{c:[I;1,2],d:2f}}", "{b:1,a:{c:[1,2],d:2f}}", "{a:1,b:{},c:[1,2],d:2f}"}) {
        CAPTURE(other);
        CHECK(data != with_data(other));
    }
    const std::uint64_t text = with_data("{}", R"({"text": "x", "bold": true, "extra": ["a", {"text": "b"}]})");
    CHECK(text == with_data("{}", R"({"bold": true, "extra": ["a", {"text": "b"}], "text": "x"})"));
    CHECK(text != with_data("{}", R"({"bold": true, "extra": [{"text": "b"}, "a"], "text": "x"})"));
    CHECK(text != with_data("{}", R"({"bold": "true", "extra": ["a", {"text": "b"}], "text": "x"})"));
    CHECK(patched(R"({"time": "0t", "value": "{a:1,b:2}"})") == patched(R"({"time": "0t", "value": "{b:2,a:1}"})"));
    const auto sequence_digest = [&base](const std::string& steps) {
        const LoadResult result =
            load({file("a.json", base), file("b.json", animation("t:b")), file("s.json", sequence_text("t:s", steps))});
        REQUIRE(result.library->find("t:s"));
        return result.library->find("t:s")->digest;
    };
    const std::uint64_t one = sequence_digest(R"({"emote": "t:a"}, {"emote": ["t:a", "t:b"]})");
    CHECK(one == sequence_digest(R"({"emote": ["t:a"]}, {"repeat": 1, "emote": ["t:a", "t:b"]})"));
    for (const char* const other : {R"({"emote": "t:a"}, {"emote": ["t:b", "t:a"]})",
                                    R"({"emote": "t:a"}, {"emote": ["t:a", "t:b"], "repeat": 2})",
                                    R"({"emote": "t:a"}, {"emote": ["t:a", "t:b"], "transition": "1t"})",
                                    R"({"emote": "t:a"}, {"emote": ["t:a", 50, "t:b", 50]})",
                                    R"({"emote": "t:a"}, {"wait": "1t"}, {"emote": ["t:a", "t:b"]})",
                                    R"({"emote": "t:a"}, {"emote": ["t:a", "t:b", "emote:break"]})"}) {
        CAPTURE(other);
        CHECK(one != sequence_digest(other));
    }
}

TEST_CASE("the handshake samples load without a word") {
    const char* const samples = std::getenv("EMOTED_SAMPLES");
    INFO("EMOTED_SAMPLES must name the folder of sample files; tests/run sets it");
    REQUIRE(samples != nullptr);
    std::vector<SourceFile> files;
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(samples) / "handshake")) {
        std::ifstream stream(entry.path(), std::ios::binary);
        files.push_back(file(entry.path().filename().string(), {std::istreambuf_iterator<char>(stream), {}}));
    }
    const LoadResult result = load(std::move(files));
    CHECK(result.report.diagnostics.empty());
    const auto handshake = result.library->find("handshake:handshake");
    REQUIRE(handshake);
    CHECK(handshake->two_player());
    CHECK(handshake->duration == TickCount(60));
    CHECK(handshake->layout.clips.size() == 3);
    CHECK(handshake->layout.displays.size() == 22);
}
