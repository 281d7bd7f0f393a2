// The files that are shipped in config/ agree with the program.
#include "support/source_folder.hpp"

#include <emoted/config/loader.hpp>
#include <emoted/config/read_file.hpp>

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

using namespace emoted;
using namespace emoted::config;

namespace {

const std::filesystem::path folder = emoted::test::source_folder() / "config";

// What the shipped file sets besides the defaults: the emotes that come with it.
Settings starter_settings() {
    Settings settings;
    settings.emotes.directory = "starter";
    return settings;
}

}  // namespace

TEST_CASE("the shipped emoted.toml is what the table of settings says") {
    const std::string expected = commented_file(starter_settings());
    const std::string shipped = read_file(folder / "emoted.toml", max_config_bytes).bytes;
    if (shipped != expected) {
        std::ofstream("emoted.toml.unapproved") << expected;
        FAIL("config/emoted.toml is out of step; what it should be is in emoted.toml.unapproved, in "
             << std::filesystem::current_path());
    }
}

TEST_CASE("the shipped emoted.toml parses to the defaults and the starter values") {
    const std::string text = read_file(folder / "emoted.toml", max_config_bytes).bytes;
    const Loaded shipped = parse("emoted.toml", text, "/etc/emoted", {});
    for (const Diagnostic& diagnostic : shipped.diagnostics) {
        FAIL_CHECK(to_text(diagnostic));
    }
    const Loaded defaults = parse("empty", "", "/etc/emoted", {});
    REQUIRE(shipped.settings);
    REQUIRE(defaults.settings);
    for (const SettingInfo& info : describe_settings()) {
        CAPTURE(info.key);
        if (info.key == "emotes.directory") {
            CHECK(value_of(*shipped.settings, info.key) == "\"/etc/emoted/starter\"");
        } else {
            CHECK(value_of(*shipped.settings, info.key) == value_of(*defaults.settings, info.key));
        }
    }
}

TEST_CASE("the shipped emoted.toml documents every key") {
    const std::string text = read_file(folder / "emoted.toml", max_config_bytes).bytes;
    for (const SettingInfo& info : describe_settings()) {
        CAPTURE(info.key);
        const std::string word = info.key.substr(info.key.rfind('.') + 1);
        const auto assignment = text.find('\n' + word + " = ");
        REQUIRE(assignment != std::string::npos);
        // The line before is a comment.
        const auto line_before = text.rfind('\n', assignment - 1);
        CHECK(text[line_before + 1] == '#');
    }
}

TEST_CASE("the table of settings is sound") {
    std::set<std::string> keys;
    for (const SettingInfo& info : describe_settings()) {
        CAPTURE(info.key);
        CHECK(keys.insert(info.key).second);
        CHECK_FALSE(info.help.empty());
        CHECK(info.help.back() == '.');
        CHECK_FALSE(info.type.empty());
        CHECK(info.environment.starts_with("EMOTED_"));
    }
}

TEST_CASE("a file written from settings gives those settings") {
    Settings settings;
    settings.proxies.named.emplace_back("eu.lobby", Credential{{"lobby.secret", ""}, {"", "OLD"}, {}, {}});
    settings.emotes.directory = "a \"quoted\" folder";
    settings.viewers.range = 12.25;
    settings.proxies.grace = TickCount(7);
    const Loaded loaded = parse("written", commented_file(settings), "", {});
    REQUIRE(loaded.settings);
    CHECK(commented_file(*loaded.settings).find("a \\\"quoted\\\" folder") != std::string::npos);
    CHECK(loaded.settings->viewers.range == 12.25);
    CHECK(loaded.settings->proxies.grace == TickCount(7));
    REQUIRE(loaded.settings->proxies.named.size() == 1);
    CHECK(loaded.settings->proxies.named[0].second.source.file == "lobby.secret");
    CHECK(loaded.settings->proxies.named[0].second.previous_source.environment == "OLD");
}
