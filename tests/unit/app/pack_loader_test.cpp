#include "support/source_folder.hpp"
#include "support/temporary_folder.hpp"

#include <emoted/app/pack_loader.hpp>
#include <emoted/sequences/limits.hpp>

#include <catch2/catch.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

using namespace emoted;
using app::read_pack;
using emoted::test::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> paths_of(const std::vector<SourceFile>& files) {
    std::vector<std::string> paths;
    for (const SourceFile& file : files) {
        paths.push_back(file.path);
    }
    return paths;
}

using Paths = std::vector<std::string>;

}  // namespace

TEST_CASE("a missing folder is made, and nothing in it is fine") {
    const TemporaryFolder folder;
    const fs::path emotes = folder.path() / "a" / "emotes";
    CHECK(read_pack(emotes).empty());
    CHECK(fs::is_directory(emotes));
    CHECK(read_pack(emotes).empty());
}

TEST_CASE("a folder that vanishes before a reload is a fault, and what it served goes on serving") {
    const TemporaryFolder folder;
    config::Settings settings;
    settings.emotes.directory = folder.path() / "emotes";
    app::PackCache cache;
    const LoadResult first = app::load_pack(settings, nullptr, cache);
    CHECK(fs::is_directory(settings.emotes.directory));
    CHECK_FALSE(has_faults(first.report.diagnostics));

    fs::remove(settings.emotes.directory);
    const LoadResult second = app::load_pack(settings, first.library, cache);
    CHECK(second.library == first.library);
    REQUIRE(second.report.diagnostics.size() == 1);
    CHECK(second.report.diagnostics[0].code == DiagnosticCode::unreadable_file);
    CHECK(second.report.diagnostics[0].source == settings.emotes.directory.string());
    CHECK_FALSE(fs::exists(settings.emotes.directory));
}

TEST_CASE("a folder of emotes that cannot be one is a fault that names the setting and the path") {
    const TemporaryFolder folder;
    config::Settings settings;
    const auto fault_of = [&](const fs::path& path) {
        settings.emotes.directory = path;
        return app::folder_fault(settings);
    };
    CHECK_FALSE(fault_of(folder.path()));
    CHECK_FALSE(fault_of(folder.path() / "made/now"));
    CHECK(fs::is_directory(folder.path() / "made/now"));
    const fs::path file = folder.write("emotes", "x");
    const std::pair<fs::path, const char*> cases[] = {{file, "something else"}, {file / "below", "cannot be made"}};
    for (const auto& [path, found] : cases) {
        const auto fault = fault_of(path);
        REQUIRE(fault);
        CHECK(fault->severity == Severity::fault);
        CHECK(fault->source == path.string());
        CHECK_THAT(fault->message, Catch::Contains("emotes.directory"));
        CHECK_THAT(fault->found, Catch::Contains(found));
    }
}

TEST_CASE("that there is nothing to play is a warning, at a start and at a reload") {
    const TemporaryFolder folder;
    config::Settings settings;
    settings.emotes.directory = folder.path();
    app::PackCache cache;
    LoadResult empty = app::load_pack(settings, nullptr, cache);
    for (int round = 0; round < 2; ++round) {
        REQUIRE(empty.report.diagnostics.size() == 1);
        CHECK(empty.report.diagnostics[0].severity == Severity::warning);
        CHECK_THAT(empty.report.diagnostics[0].message, Catch::Contains("emotes.directory"));
        empty = app::load_pack(settings, empty.library, cache);
    }
    settings.emotes.directory = emoted::test::source_folder() / "config/starter";
    CHECK(app::load_pack(settings, nullptr, cache).report.diagnostics.empty());
}

TEST_CASE("nothing is quoted from a file that is no JSON object, wherever a link leads") {
    const TemporaryFolder folder;
    const TemporaryFolder elsewhere;
    config::Settings settings;
    settings.emotes.directory = folder.path();
    for (const char* const content :
         {"root:$6$hash:19000:0:99999:7:::\n", "\"a password\"", "[\"password\"]", "12345 password"}) {
        CAPTURE(content);
        fs::remove(folder.path() / "link.json");
        fs::create_symlink(elsewhere.write("password", content), folder.path() / "link.json");
        app::PackCache cache;
        const LoadResult result = app::load_pack(settings, nullptr, cache);
        REQUIRE(has_faults(result.report.diagnostics));
        for (const Diagnostic& diagnostic : result.report.diagnostics) {
            const std::string report = to_text(diagnostic) + to_json(diagnostic);
            CHECK(report.find("password\"") == std::string::npos);
            CHECK(report.find("hash") == std::string::npos);
            CHECK(report.find("12345") == std::string::npos);
        }
    }
    // The line of an emote file is shown, for whoever mends it.
    folder.write("broken.json", "  {\n  oops\n}");
    app::PackCache cache;
    const LoadResult result = app::load_pack(settings, nullptr, cache);
    CHECK(std::ranges::any_of(result.report.diagnostics,
                              [](const Diagnostic& diagnostic) { return diagnostic.source_line == "  oops"; }));
}

TEST_CASE("files are found in the whole tree, by ending, in the order of their lower-cased paths") {
    const TemporaryFolder folder;
    for (const char* name : {"b.json", "A.JSON", "c/a.Json", "C/b.json", "c/d/e.json", ".hidden.json", "x.txt", "json",
                             ".json", "y.json.bak", "wave.jsonc"}) {
        folder.write(name, "content of " + std::string(name));
    }
    const auto files = read_pack(folder.path());
    CHECK(paths_of(files) == Paths{".hidden.json", "A.JSON", "b.json", "c/a.Json", "C/b.json", "c/d/e.json"});
    CHECK(files[4].bytes == "content of C/b.json");
    CHECK(files[4].size_bytes == files[4].bytes.size());
    CHECK(files[4].read_error.empty());
}

TEST_CASE("a file may have 8 MiB and not a byte more") {
    const TemporaryFolder folder;
    folder.write("a.json", "");
    fs::resize_file(folder.path() / "a.json", limits::max_file_bytes);
    folder.write("b.json", "");
    fs::resize_file(folder.path() / "b.json", limits::max_file_bytes + 1);
    const auto files = read_pack(folder.path());
    REQUIRE(files.size() == 2);
    CHECK(files[0].bytes.size() == limits::max_file_bytes);
    CHECK(files[0].read_error.empty());
    CHECK(files[1].bytes.empty());
    CHECK_FALSE(files[1].read_error.empty());
    CHECK(files[1].size_bytes == limits::max_file_bytes + 1);
}

TEST_CASE("links are followed, loops end, and no folder is walked twice") {
    const TemporaryFolder folder;
    const TemporaryFolder elsewhere;
    elsewhere.write("pack/far.json", "far");
    folder.write("real/a.json", "a");
    fs::create_directory_symlink(elsewhere.path() / "pack", folder.path() / "linked");
    fs::create_directory_symlink(folder.path(), folder.path() / "real" / "loop");
    fs::create_directory_symlink("real", folder.path() / "z-again");
    fs::create_symlink("real/a.json", folder.path() / "b.json");
    fs::create_symlink("self.json", folder.path() / "self.json");
    fs::create_symlink("nowhere", folder.path() / "dangling.json");
    const auto files = read_pack(folder.path());
    CHECK(paths_of(files) == Paths{"b.json", "dangling.json", "linked/far.json", "real/a.json", "self.json"});
    CHECK(files[0].bytes == "a");
    CHECK_FALSE(files[1].read_error.empty());
    CHECK(files[2].bytes == "far");
    CHECK(files[4].read_error == "the link leads in a circle");
}

TEST_CASE("a link in a circle is told whatever its name, for it may have led to a folder") {
    const TemporaryFolder folder;
    folder.write("a.json", "a");
    fs::create_symlink("dances", folder.path() / "dances");
    const auto files = read_pack(folder.path());
    REQUIRE(paths_of(files) == Paths{"a.json", "dances"});
    CHECK(files[1].read_error == "the link leads in a circle");
}

TEST_CASE("a mounted volume's own folders are left out") {
    const TemporaryFolder folder;
    folder.write("..2026_11_30/wave.json", "wave");
    fs::create_directory_symlink("..2026_11_30", folder.path() / "..data");
    fs::create_symlink("..data/wave.json", folder.path() / "wave.json");
    CHECK(paths_of(read_pack(folder.path())) == Paths{"wave.json"});
}

TEST_CASE("pipes, devices and folders named like files hurt nobody, and are told") {
    const TemporaryFolder folder;
    REQUIRE(mkfifo((folder.path() / "pipe.json").c_str(), 0600) == 0);
    folder.write("folder.json/inner.json", "inner");
    fs::create_symlink("/dev/zero", folder.path() / "zero.json");
    fs::create_symlink("/dev/zero", folder.path() / "zero");
    const auto files = read_pack(folder.path());
    REQUIRE(paths_of(files) == Paths{"folder.json/inner.json", "pipe.json", "zero.json"});
    CHECK(files[0].bytes == "inner");
    CHECK(files[1].read_error == "it is a pipe, a socket or a device");
    CHECK(files[2].read_error == "it is a pipe, a socket or a device");
}

TEST_CASE("what cannot be read is in the list with the reason, and the rest is read") {
    if (geteuid() == 0) {
        WARN("root may read everything; not checked");
        return;
    }
    const TemporaryFolder folder;
    fs::permissions(folder.write("a.json", "a"), fs::perms::none);
    folder.write("b.json", "b");
    folder.write("closed/c.json", "c");
    fs::permissions(folder.path() / "closed", fs::perms::none);
    const auto files = read_pack(folder.path());
    fs::permissions(folder.path() / "closed", fs::perms::owner_all);
    REQUIRE(paths_of(files) == Paths{"a.json", "b.json", "closed"});
    CHECK_FALSE(files[0].read_error.empty());
    CHECK(files[1].bytes == "b");
    CHECK_FALSE(files[2].read_error.empty());
}

TEST_CASE("a folder that is a file is one fault") {
    const TemporaryFolder folder;
    const auto files = read_pack(folder.write("emotes", "x"));
    REQUIRE(files.size() == 1);
    CHECK_FALSE(files[0].read_error.empty());
}

TEST_CASE("what is beyond a limit of the whole tree is a fault of its own file") {
    const TemporaryFolder folder;
    for (const char* name : {"a.json", "b.json", "c.json"}) {
        folder.write(name, "12345");
    }
    const auto refused = [&](const app::PackLimits& limits) {
        Paths paths;
        for (const SourceFile& file : read_pack(folder.path(), limits)) {
            if (!file.read_error.empty()) {
                paths.push_back(file.path);
            }
        }
        return paths;
    };
    CHECK(refused({.max_files = 3}).empty());
    CHECK(refused({.max_files = 2}) == Paths{"c.json"});
    CHECK(refused({.max_bytes = 15}).empty());
    CHECK(refused({.max_bytes = 14}) == Paths{"c.json"});

    folder.write("d/e/f.json", "12345");
    CHECK(refused({.max_depth = 2}).empty());
    CHECK(refused({.max_depth = 1}) == Paths{"d/e"});
}

TEST_CASE("a missing policy allows nothing and says so loudly") {
    const TemporaryFolder folder;
    config::Settings settings;
    settings.emotes.policy = folder.path() / "emotes.json";
    Diagnostics diagnostics;
    const auto policy = app::load_policy(settings, diagnostics);
    REQUIRE(policy);
    CHECK_FALSE(policy->allows("my:wave", {}));
    REQUIRE(diagnostics.size() == 1);
    CHECK(diagnostics[0].severity == Severity::warning);
    CHECK_THAT(diagnostics[0].message, Catch::Contains("nobody may play"));
}

TEST_CASE("a faulty or unreadable policy is no policy") {
    const TemporaryFolder folder;
    config::Settings settings;
    Diagnostics diagnostics;
    settings.emotes.policy = folder.write("emotes.json", "{");
    CHECK(app::load_policy(settings, diagnostics) == nullptr);
    CHECK(diagnostics.at(0).code == DiagnosticCode::invalid_json);
    settings.emotes.policy = folder.path();
    CHECK(app::load_policy(settings, diagnostics) == nullptr);
    CHECK(diagnostics.at(1).code == DiagnosticCode::unreadable_file);
    settings.emotes.policy = folder.write(
        "good.json", R"({"schema_version": 3, "permissions": [{"permission": "emote.default", "emotes": ["my:.*"]}]})");
    const auto policy = app::load_policy(settings, diagnostics);
    REQUIRE(policy);
    CHECK(policy->allows("my:wave", {}));
    CHECK(diagnostics.size() == 2);
}
