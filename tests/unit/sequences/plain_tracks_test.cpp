#include "animation/plain_tracks.hpp"

#include "library/emote_file.hpp"
#include "support/animation_text.hpp"
#include "support/generated_clip.hpp"
#include "support/library_files.hpp"

#include <emoted/sequences/clip.hpp>
#include <emoted/sequences/random.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

using namespace emoted;
using library::EmoteFile;
using library::Way;

namespace {

// Everything that is known of a file after it was read.
std::vector<std::string> all_of(const EmoteFile& file) {
    std::vector<std::string> out{file.path, file.claimed_id, to_json(file.id_place), to_text(file.id_place),
                                 std::to_string(file.text_bytes)};
    for (const Diagnostic& diagnostic : file.diagnostics) {
        out.push_back(to_json(diagnostic) + to_text(diagnostic));
    }
    if (file.animation) {
        out.push_back(file.animation->id + ' ' + std::to_string(file.animation->digest) + ' ' + file.animation->source);
    }
    return out;
}

EmoteFile read(const std::string& text, Way way) {
    return library::read_emote_file(test::file("a.json", text), {}, way);
}

void check_both_ways(const std::string& text) {
    const std::vector<std::string> one = all_of(read(text, Way::short_if_possible));
    const std::vector<std::string> other = all_of(read(text, Way::whole));
    if (one != other) {
        CAPTURE(text);
        CHECK(one == other);
    }
}

// A file of one node whose only track is `keys`.
std::string file_of(const std::string& keys, const std::string& channel = "position") {
    test::AnimationText text;
    std::string file = text.text();
    const std::string tracks = "\"tracks\":";
    const std::size_t at = file.find("\"tracks\"");
    REQUIRE(at != std::string::npos);
    const std::size_t end = file.find('}', at) + 1;
    return file.replace(at, end - at, tracks + R"({"body": {")" + channel + "\": " + keys + "}}");
}

bool is_taken(const std::string& keys) {
    const auto plain = animation::take_plain_tracks(file_of(keys));
    return plain && plain->tracks.size() == 1;
}

// White space wherever JSON lets it stand.
std::string spread(std::string_view text, Random& random) {
    static constexpr std::array<std::string_view, 5> spaces{"", " ", "\n", "\t\r\n", ""};
    std::string out;
    bool quoted = false;
    for (const char c : text) {
        quoted = c == '"' ? !quoted : quoted;
        const bool stands_alone = !quoted && (c == '{' || c == '}' || c == '[' || c == ']' || c == ',' || c == ':');
        if (stands_alone) {
            out += spaces.at(random.below(spaces.size()));
        }
        out += c;
        if (stands_alone) {
            out += spaces.at(random.below(spaces.size()));
        }
    }
    return out;
}

// The text with a few pieces lost, repeated elsewhere or put in.
std::string damaged(std::string text, Random& random) {
    static constexpr std::array<std::string_view, 22> pieces{"{",           "}",
                                                             "[",           "]",
                                                             ",",           ":",
                                                             "\"",          "\\",
                                                             "null",        "-0",
                                                             "1e5",         "1e999",
                                                             " ",           "\n",
                                                             "0",           "\"3t\"",
                                                             "\"easing\":", "\"step\"",
                                                             "\xC3",        "true",
                                                             "\"time\":",   ",\"interpolation\":\"linear\""};
    const auto draw = [&random](std::size_t below) { return random.below(static_cast<std::uint32_t>(below)); };
    // Mostly in what the short way reads.
    const std::size_t tracks = text.find("\"tracks\"");
    for (std::uint32_t edits = 1 + random.below(2); edits > 0; --edits) {
        const std::size_t from = random.below(4) == 0 || tracks >= text.size() ? 0 : tracks;
        const std::size_t at = from + draw(text.size() - from);
        switch (random.below(3)) {
            case 0:
                text.erase(at, 1 + draw(random.below(3) == 0 ? 60 : 4));
                break;
            case 1: {
                const std::string copy = text.substr(from + draw(text.size() - from), 1 + draw(60));
                text.insert(at, copy);
                break;
            }
            default:
                text.insert(at, pieces.at(draw(pieces.size())));
        }
    }
    return text;
}

}  // namespace

TEST_CASE("a file read the short way gives what it gives as a whole") {
    for (const test::ClipKind kind : test::all_clip_kinds) {
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            const Clip clip = test::generated_clip(seed, kind);
            Random random(seed, "spaces");
            const std::string text = test::animation_text(clip);
            CAPTURE(static_cast<int>(kind), seed);
            check_both_ways(text);
            check_both_ways(spread(text, random));
            CHECK(read(text, Way::short_if_possible).animation != nullptr);
            for (const test::Wording wording : {test::Wording::constants, test::Wording::programs}) {
                check_both_ways(test::animation_text(clip, wording));
            }
        }
    }
    CHECK(animation::take_plain_tracks(test::animation_text(test::generated_clip(1, test::ClipKind::baked))));
}

TEST_CASE("a damaged file is reported the same whichever way it was tried first") {
    Random random(7, "damage");
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        const std::string text = test::animation_text(test::generated_clip(seed, test::ClipKind::eased));
        for (int i = 0; i < 250; ++i) {
            check_both_ways(damaged(text, random));
        }
    }
    const std::string small =
        file_of(R"([{"time":"0t","value":[0,1.5,-2]},{"time":"4t","value":[1,2,3],"interpolation":"step"},)"
                R"({"time":"9t","value":[0.25,0,7]}])");
    CHECK(animation::take_plain_tracks(small));
    for (int i = 0; i < 4000; ++i) {
        check_both_ways(damaged(small, random));
    }
}

TEST_CASE("keys of numbers and known words are taken, others are left alone") {
    const auto [keys, taken] = GENERATE(table<std::string, bool>({
        {R"([{"time":"0t","value":[0,1,2]}])", true},
        {R"( [ { "value" : [ 0 , 1e1 , -2.5E-3 ] , "time" : "0" } ] )", true},
        {R"([{"time":"0s","value":[0,-0,0.0]},{"time":"0.5s","value":[123456789012345,1234567890123456,1e-400]}])",
         true},
        {R"([{"time":"0t","value":[0,1,2],"easing":"EASE_in_Sine"},{"time":"1t","value":[0,1,2]}])", true},
        {R"([{"time":"0t","value":[0,1,2],"interpolation":"step"},{"time":"1t","value":[0,1,2]}])", true},
        {R"([{"interpolation":"linear","time":"0t","value":[0,1,2],"easing":"linear"},{"time":"1t","value":[0,1,2]}])",
         true},
        // Read whole: perhaps good.
        {R"([{"time":"0t","value":[0,1,"2"]}])", false},
        {R"([{"time":"0t","pre":[0,1,2],"post":[0,1,2]}])", false},
        {R"([{"time":"0t","value":[0,1,2],"easing":null},{"time":"1t","value":[0,1,2]}])", false},
        {R"([{"tim\u0065":"0t","value":[0,1,2]}])", false},
        // Faults.
        {"[]", false},
        {R"([{"time":"0t","value":[0,1,2],"easing":"linear"}])", false},
        {R"([{"time":"0t","value":[0,1,2],"interpolation":"step","easing":"linear"},{"time":"1t","value":[0,1,2]}])",
         false},
        {R"([{"time":"0t","time":"0t","value":[0,1,2]}])", false},
        {R"([{"time":"0t","value":[0,1,2],"value":[0,1,2]}])", false},
        {R"([{"time":"-1t","value":[0,1,2]}])", false},
        {R"([{"time":"0t","value":[0,1]}])", false},
        {R"([{"time":"0t","value":[0,1,2,3]}])", false},
        {R"([{"time":"0t","value":[0,1,2,]}])", false},
        {R"([{"time":"0t","value":[00,1,2]}])", false},
        {R"([{"time":"0t","value":[1.,1,2]}])", false},
        {R"([{"time":"0t","value":[-,1,2]}])", false},
        {R"([{"time":"0t","value":[1e999,1,2]}])", false},
        {R"([{"time":"0t","value":[1e,1,2]}])", false},
        {R"([{"time":"0t","value":[0,1,2],"easing":"wobbly"},{"time":"1t","value":[0,1,2]}])", false},
        {R"([{"time":"0t","value":[0,1,2],"colour":1}])", false},
        {R"([{"time":"0t"}])", false},
        {R"([{"value":[0,1,2]}])", false},
        {R"([{"time":"0t","value":[0,1,2]},])", false},
        {R"([{"time":"0t","value":[0,1,2]}])", true},
        // Taken, since only the file as a whole shows that they are faults.
        {R"([{"time":"1t","value":[0,1,2]}])", true},
        {R"([{"time":"0t","value":[0,1,2]},{"time":"0t","value":[0,1,2]}])", true},
        {R"([{"time":"0t","value":[0,1,2]},{"time":"900t","value":[0,1,2]}])", true},
        {R"([{"time":"0t","value":[0,1e30,2]}])", true},
    }));
    CAPTURE(keys);
    CHECK(is_taken(keys) == taken);
    for (const char* const channel : {"position", "rotation", "scale", "visible"}) {
        check_both_ways(file_of(keys, channel));
    }
}

TEST_CASE("nothing in a file is taken for what stands for a track") {
    const std::string good = R"([{"time":"0t","value":[0,1,2]}])";
    check_both_ways(file_of(good + R"(, "rotation": 9223372036854775808)"));
    check_both_ways(file_of(good + R"(, "rotatio\u006e": 9223372036854775808)"));
    check_both_ways(file_of("9223372036854775808, \"rotation\": " + good));
    check_both_ways(file_of(good + R"(}, "legs": {"position": 9223372036854775808)"));
    check_both_ways(file_of(good + R"(, "visible": 9223372036854775808)"));
    check_both_ways(file_of(good + "12"));
    check_both_ways(file_of("-" + good));
}

TEST_CASE("a file that says its id behind its tracks, or right before them, is read as a whole") {
    std::string text = file_of(R"([{"time":"0t","value":[0,1,2]}])");
    CHECK(animation::take_plain_tracks(text));
    const std::string id = R"("id": "t:a")";
    const std::size_t at = text.find(id);
    REQUIRE(at != std::string::npos);
    text.erase(at, text.find('"', at + id.size()) - at);
    SECTION("behind") {
        text.insert(text.rfind('}'), ", " + id);
    }
    SECTION("right before") {
        text.insert(text.find("\"timeline\""), id + ", ");
    }
    SECTION("before, with another spelling") {
        text.insert(1, R"("\u0069d": "t:a", )");
    }
    CHECK_FALSE(animation::take_plain_tracks(text));
    check_both_ways(text);
}
