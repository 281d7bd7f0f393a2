// Files made to hurt: refused with a reason, in time in proportion to their size.
#include "text/suggestions.hpp"

#include <emoted/sequences/library.hpp>
#include <emoted/sequences/limits.hpp>

#include <catch2/catch.hpp>

#include <ctime>
#include <string>
#include <string_view>
#include <vector>

using emoted::DiagnosticCode;

namespace {

std::string repeated(const std::string& part, std::size_t bytes) {
    std::string text;
    text.reserve(bytes + part.size());
    while (text.size() + part.size() <= bytes) {
        text += part;
    }
    return text;
}

emoted::LoadResult load(std::string text) {
    emoted::SourceFile file;
    file.path = "hostile.json";
    file.size_bytes = text.size();
    file.bytes = std::move(text);
    std::vector<emoted::SourceFile> files;
    files.push_back(std::move(file));
    return build_library(std::move(files), {}, nullptr);
}

double seconds_of_work() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// An animation whose only display has this item.
std::string with_item(const std::string& snbt) {
    return R"({"type":"animation","schema_version":4,"id":"h:a","metadata":{"name":"A","description":""},"settings":{)"
           R"("standalone":true,"cooldown":"0t","player":{"hidden":true,"stop_conditions":{"movement_distance":0,)"
           R"("jump":false,"submerge":false,"ride":false,"damage":false,"attack":false,"game_mode_change":false}},)"
           R"("playback":{"mode":"once"}},"nodes":{"n":{"type":"item_display","space":"scene","item_display":"none",)"
           R"("transform":{"position":[0,0,0],"rotation":[0,0,0],"scale":[1,1,1]},"item_stack_snbt":")" +
           snbt + R"("}},"timeline":{"duration":"1t","tracks":{}}})";
}

}  // namespace

TEST_CASE("files made to hurt are refused with a reason and soon") {
    constexpr std::size_t most = emoted::limits::max_file_bytes - 1'000;
    constexpr std::size_t many = 1'000'000;  // for what costs more a byte
    struct Case {
        std::string what;
        std::string text;
    };
    const std::vector<Case> cases{
        {"one number of 8 MiB", '[' + std::string(most, '1') + ']'},
        {"one number with 8 MiB of decimals", "[0." + std::string(most, '0') + "1]"},
        {"one exponent of 8 MiB", "[1e" + std::string(most, '9') + ']'},
        {"16,384 open brackets", std::string(16'384, '[')},
        {"16,384 nested brackets", std::string(16'384, '[') + std::string(16'384, ']')},
        {"8 MiB of open brackets", std::string(most, '[')},
        {"8 MiB of open objects", repeated("{\"a\":", most)},
        {"a number beyond every double", "[1e999]"},
        {"1 MB of the same key", '{' + repeated("\"a\":0,", many) + "\"b\":0}"},
        {"8 MiB of one string without its end", '"' + std::string(most, 'a')},
        {"8 MiB of escapes, the last one a lone surrogate", "[\"" + repeated("\\u0041", most) + "\\uD800\"]"},
        {"a lone surrogate as a key", R"({"\uDC00": 1})"},
        {"8 MiB of backslashes", '"' + std::string(most, '\\')},
        {"8 MiB of white space", std::string(most, ' ')},
        {"8 MiB of line ends and then a fault", std::string(most, '\n') + "x"},
        {"1 MB of empty arrays", '[' + repeated("[],", many) + "0]"},
        {"1 MB of zeros", '[' + repeated("0,", many) + "0]"},
        {"1 MB of unknown fields", '{' +
                                       [] {
                                           std::string text;
                                           for (int i = 0; text.size() < many - 20; ++i) {
                                               text += "\"k" + std::to_string(i) + "\":0,";
                                           }
                                           return text;
                                       }() +
                                       "\"z\":0}"},
        {"1 MB of nested SNBT", with_item(std::string(many, '['))},
        {"1 MB of nested SNBT functions", with_item(repeated("bool(", many))},
        {"one SNBT number of 1 MB", with_item("{id:" + std::string(many, '1') + '}')},
        {"1 MB of one SNBT key", with_item('{' + repeated("a:0,", many) + '}')},
    };
    for (const Case& c : cases) {
        CAPTURE(c.what, c.text.size());
        const double start = seconds_of_work();
        const emoted::LoadResult result = load(c.text);
        // Some tenths of a second with every sanitizer; what grows with the square of the size takes minutes.
        CHECK(seconds_of_work() - start < 20.0);
        CHECK(result.report.emotes_loaded == 0);
        REQUIRE(has_faults(result.report.diagnostics));
        CHECK(result.report.diagnostics.size() <= emoted::limits::max_diagnostics_per_file);
        for (const emoted::Diagnostic& diagnostic : result.report.diagnostics) {
            REQUIRE(to_text(diagnostic).size() < 4'000);
        }
    }
}

TEST_CASE("suggestions run out") {
    const std::vector<std::string_view> names{"speed", "height"};
    emoted::text::Suggestions suggestions;
    for (std::size_t i = 0; i < emoted::text::Suggestions::most; ++i) {
        REQUIRE(suggestions.any_left());
        REQUIRE(suggestions.nearest("sped", names) == "speed");
    }
    CHECK_FALSE(suggestions.any_left());
    CHECK(suggestions.nearest("sped", names).empty());
}

TEST_CASE("names are suggested for the faults that are shown, not for tens of thousands") {
    std::string assigned;
    for (int i = 0; i < 1'200; ++i) {
        assigned += "v.abcd" + std::to_string(i) + "=1;";
    }
    std::string keys;
    for (int i = 0; i < 12'000; ++i) {
        keys += std::string(i == 0 ? "" : ",") + R"({"time":")" + std::to_string(i) + R"(t","value":["v.abcx)" +
                std::to_string(i) + R"(",0,0]})";
    }
    std::string text = with_item("{id:\\\"minecraft:stone\\\",count:1}");
    const std::string timeline = R"("timeline":{"duration":"1t","tracks":{}})";
    text.replace(text.find(timeline), timeline.size(),
                 R"("molang":{"tick":")" + assigned +
                     R"("},"timeline":{"duration":"12000t","tracks":{"n":{"position":[)" + keys + "]}}}");
    const double start = seconds_of_work();
    const auto result = load(std::move(text));
    CHECK(result.report.diagnostics.size() <= 200);
    CHECK_FALSE(result.report.diagnostics.empty());
    CHECK(seconds_of_work() - start < 20.0);
}
