// The starter pack through the product's own loader.
#include "support/source_folder.hpp"

#include <emoted/app/pack_loader.hpp>
#include <emoted/sequences/library.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

using namespace emoted;

namespace {

LoadResult load_starter() {
    const std::filesystem::path folder = emoted::test::source_folder() / "config" / "starter";
    return build_library(app::read_pack(folder), LoadOptions{}, nullptr);
}

}  // namespace

TEST_CASE("the starter pack loads without a fault or a warning") {
    const LoadResult result = load_starter();
    for (const Diagnostic& diagnostic : result.report.diagnostics) {
        UNSCOPED_INFO(to_text(diagnostic));
    }
    CHECK(result.report.diagnostics.empty());
    CHECK(result.report.files_found > 0);
    CHECK(result.report.emotes_loaded == result.report.files_found);
    CHECK(result.report.sequences_loaded == 3);
}

TEST_CASE("the starter pack's emotes can be started, and its parts cannot") {
    const LoadResult result = load_starter();
    std::vector<std::string> startable;
    for (const auto& playable : result.library->playables()) {
        if (playable->standalone) {
            startable.push_back(playable->id);
        }
    }
    CHECK(startable == std::vector<std::string>{"starter:bow", "starter:cheer", "starter:clap", "starter:dance",
                                                "starter:handshake", "starter:high_five", "starter:sit",
                                                "starter:wave"});
}

TEST_CASE("the starter pack's emotes show one body for each player") {
    const LoadResult result = load_starter();
    REQUIRE_FALSE(result.library->playables().empty());
    for (const auto& playable : result.library->playables()) {
        INFO(playable->id);
        const auto& displays = playable->layout.displays;
        const auto copies = std::count_if(displays.begin(), displays.end(),
                                          [](const Display& display) { return display.mirror_of.has_value(); });
        CHECK(displays.size() == (playable->two_player() ? 22 : 11));
        CHECK(copies == (playable->two_player() ? 11 : 0));
    }
}
