// What a playback can make a link carry in a second: a bound from above, kept by every emote that loads.
#include "sequence/traffic.hpp"

#include <emoted/sequences/library.hpp>
#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/playback.hpp>

#include <catch2/catch.hpp>
#include <support/clip_maker.hpp>
#include <support/emote_files.hpp>

#include <algorithm>
#include <deque>
#include <numeric>

using namespace emoted;
using namespace emoted::test;

namespace {

// A text display whose text is another one of so many bytes every `every` ticks.
AnimationFile flashing(const std::string& id, int duration, int every, std::size_t text_bytes) {
    AnimationFile file;
    file.id = id;
    file.duration = duration;
    for (int tick = 0; tick < duration; tick += every) {
        file.nbt += (tick == 0 ? R"([{"time": ")" : R"(, {"time": ")") + std::to_string(tick) +
                    R"(t", "value": "{text:)" + std::string(text_bytes, (tick / every) % 2 == 0 ? 'a' : 'b') + R"(}"})";
    }
    file.nbt += "]";
    return file;
}

std::string events(int first, int count, int every, std::size_t command_bytes) {
    std::string text;
    for (int i = 0; i < count; ++i) {
        text += (i == 0 ? R"({"timeline": [)" : ", ") + std::string(R"({"time": ")") +
                std::to_string(first + i * every) +
                R"(t", "source": {"type": "server"}, "origin": {"type": "root"}, "commands": ["playsound )" +
                std::string(command_bytes - 10, 'x') + R"("]})";
    }
    return text + "]}";
}

LoadResult load(std::vector<SourceFile> files) {
    return build_library(std::move(files), LoadOptions{}, nullptr);
}

std::size_t per_second(const AnimationFile& file) {
    return library_of({file_of(file)})->find(file.id)->traffic.per_second;
}

// Bytes of texts and commands that a branch really brings, in the dearest 20 ticks of `ticks`.
std::size_t played(const std::shared_ptr<const Playable>& playable, BranchPlayer::Repeat repeat, int ticks) {
    BranchPlayer player(playable, plan(*playable, BranchKind::main, 7), repeat);
    std::deque<std::size_t> window;
    std::size_t most = 0;
    for (int tick = 0; tick < ticks; ++tick) {
        const BranchFrame& frame = player.advance();
        std::size_t bytes = 0;
        for (const DataUpdate& update : frame.data) {
            bytes += std::get<TextContent>(update.data->content).component_json.size();
        }
        for (const FiredEvent& fired : frame.events) {
            for (const std::string& command : fired.event->commands) {
                bytes += command.size();
            }
        }
        window.push_back(bytes);
        if (window.size() > 20) {
            window.pop_front();
        }
        most = std::max(most, std::accumulate(window.begin(), window.end(), std::size_t{0}));
    }
    return most;
}

}  // namespace

TEST_CASE("an emote without NBT tracks and events brings nothing but its start") {
    AnimationFile file;
    file.id = "t:plain";
    const auto library = library_of({file_of(file)});
    const Traffic& traffic = library->find("t:plain")->traffic;
    CHECK(traffic.start > 100);
    CHECK(traffic.data == 0);
    CHECK(traffic.per_second == 0);
}

TEST_CASE("the bound is near what is played, and never below") {
    struct Case {
        AnimationFile file;
        const char* mode;
        const char* loop_delay;
    };
    const auto [file, mode, delay] = GENERATE(values<Case>({
        {flashing("t:a", 40, 1, 1'000), "once", "0t"},
        {flashing("t:a", 40, 1, 1'000), "loop", "0t"},
        {flashing("t:a", 7, 3, 1'000), "loop", "0t"},
        {flashing("t:a", 7, 3, 1'000), "loop", "5t"},
        {flashing("t:a", 1, 1, 1'000), "loop", "0t"},
        {flashing("t:a", 100, 30, 1'000), "loop", "3t"},
        {flashing("t:a", 60, 19, 1'000), "hold", "0t"},
    }));
    AnimationFile with_events = file;
    with_events.mode = mode;
    with_events.loop_delay = delay;
    with_events.events = events(0, std::max(1, file.duration / 4), 4, 500);
    CAPTURE(file.duration, mode, delay);
    const auto library = library_of({file_of(with_events)});
    const auto playable = library->find("t:a");
    const BranchPlayer::Repeat repeat = repeat_of(playable->layout.clips[0].clip->mode);
    const std::size_t really = played(playable, repeat, 200);
    CHECK(really > 0);
    CHECK(playable->traffic.per_second >= really);
    if (file.duration > 1) {  // of which the only key changes nothing from round to round
        CHECK(playable->traffic.per_second < 2 * really);
    }
}

TEST_CASE("changes of entity data and commands are bounded for any second, at the edge") {
    const auto faults = [](const AnimationFile& file) {
        Diagnostics found;
        for (const Diagnostic& diagnostic : load({file_of(file)}).report.diagnostics) {
            if (diagnostic.severity == Severity::fault) {
                found.push_back(diagnostic);
            }
        }
        return found;
    };
    SECTION("of an NBT track") {
        // 20 updates in any 20 ticks: the text in its quotes, braces and names, and what frames an update.
        const std::size_t around = per_second(flashing("t:a", 40, 1, 1'000)) / 20 - 1'000;
        const std::size_t most = limits::max_data_bytes_per_second / 20 - around;
        CHECK(per_second(flashing("t:a", 40, 1, most)) <= limits::max_data_bytes_per_second);
        const Diagnostics found = faults(flashing("t:a", 40, 1, most + 1));
        REQUIRE(found.size() == 1);
        CHECK(found[0].code == DiagnosticCode::limit_exceeded);
        CHECK(found[0].pointer == "/timeline/tracks/n0/nbt");
        CHECK(found[0].expected.find("max_data_bytes_per_second") != std::string::npos);
        CHECK(found[0].message.find("by the nbt track of \"n0\"") != std::string::npos);
        // Half as often it may be twice as much.
        CHECK(faults(flashing("t:a", 40, 2, most + 1)).empty());
    }
    SECTION("of events") {
        AnimationFile file;
        file.id = "t:a";
        file.duration = 200;
        file.events = events(10, 40, 1, 32'000);
        CHECK(faults(file).empty());
        file.events = events(10, 40, 1, 32'500);
        CHECK(faults(file).empty());
        file.events = R"({"timeline": [)";
        for (int i = 0; i < 3; ++i) {
            file.events += (i == 0 ? "" : ", ") + std::string(R"({"time": ")") + std::to_string(10 + i * 9) +
                           R"(t", "source": {"type": "server"}, "origin": {"type": "root"}, "commands": [)";
            for (int command = 0; command < 11; ++command) {
                file.events += (command == 0 ? "\"playsound " : ", \"playsound ") + std::string(32'000, 'x') + "\"";
            }
            file.events += "]}";
        }
        file.events += "]}";
        const Diagnostics found = faults(file);
        REQUIRE(found.size() == 1);
        CHECK(found[0].code == DiagnosticCode::limit_exceeded);
        CHECK(found[0].pointer == "/timeline/events");
    }
    SECTION("of a round and the next one") {
        AnimationFile file = flashing("t:a", 1, 1, 60'000);
        CHECK(faults(file).empty());
        file.mode = "loop";
        CHECK(faults(file).size() == 1);
        file.loop_delay = "1t";
        CHECK(faults(file).empty());
    }
}

TEST_CASE("short animations of a sequence one after the other are bounded together") {
    const std::vector<SourceFile> animations{file_of(flashing("t:a", 1, 1, 60'000)),
                                             file_of(flashing("t:b", 1, 1, 60'000))};
    const auto with = [&animations](std::size_t segments) {
        std::vector<std::string> ids;
        for (std::size_t i = 0; i < segments; ++i) {
            ids.emplace_back(i % 2 == 0 ? "t:a" : "t:b");
        }
        std::vector<SourceFile> files = animations;
        files.push_back(linear_file("t:s", ids));
        return load(std::move(files));
    };
    const LoadResult good = with(17);  // a MiB and less, whatever its order
    REQUIRE(good.library->find("t:s") != nullptr);
    CHECK(good.library->find("t:s")->traffic.per_second > 17 * 60'000);
    CHECK(good.library->find("t:s")->traffic.data > 60'000);

    const LoadResult bad = with(18);
    CHECK(bad.library->find("t:a") != nullptr);
    CHECK(bad.library->find("t:s") == nullptr);
    const auto found = std::find_if(bad.report.diagnostics.begin(), bad.report.diagnostics.end(),
                                    [](const Diagnostic& one) { return one.severity == Severity::fault; });
    REQUIRE(found != bad.report.diagnostics.end());
    CHECK(found->code == DiagnosticCode::limit_exceeded);
    CHECK(found->source == "t/s.json");
    CHECK(found->pointer == "/steps/0/emote");
    CHECK(found->expected.find("max_data_bytes_per_second") != std::string::npos);
    REQUIRE(found->related.size() == 1);
    CHECK(found->related[0].pointer == "/timeline/tracks/n0/nbt");
}

TEST_CASE("the bound of a sequence is not below what is played") {
    const std::string first = "t:a";
    std::vector<SourceFile> files{file_of(flashing("t:a", 3, 1, 2'000)), file_of(flashing("t:b", 5, 2, 3'000)),
                                  file_of(flashing("t:c", 30, 7, 4'000)),
                                  linear_file("t:s", {"t:a", "t:b", "t:a", "t:c", "t:b", "t:a", "t:b", "t:a"})};
    const auto library = library_of(std::move(files));
    const auto playable = library->find("t:s");
    const std::size_t really = played(playable, BranchPlayer::Repeat::once, 120);
    CHECK(playable->traffic.per_second >= really);
    CHECK(playable->traffic.per_second < 3 * really);
}
