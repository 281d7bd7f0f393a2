#include "support/library_files.hpp"
#include "support/temporary_folder.hpp"

#include <emoted/app/pack_cache.hpp>
#include <emoted/app/pack_loader.hpp>
#include <emoted/sequences/random.hpp>

#include <catch2/catch.hpp>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

using namespace emoted;
using namespace std::chrono_literals;
using app::FileStamp;
using app::PackCache;
using emoted::test::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

// Everything that a report says, one line each.
std::vector<std::string> lines(const LoadResult& result) {
    std::vector<std::string> out;
    for (const Diagnostic& diagnostic : result.report.diagnostics) {
        out.push_back(to_text(diagnostic));
    }
    for (const auto* const ids :
         {&result.report.kept_last_good, &result.report.added, &result.report.changed, &result.report.removed}) {
        out.emplace_back("ids:");
        out.insert(out.end(), ids->begin(), ids->end());
    }
    for (const auto& playable : result.library->playables()) {
        out.push_back(playable->id + ' ' + playable->source + ' ' + std::to_string(playable->digest));
    }
    out.push_back(std::to_string(result.report.files_found) + ' ' + std::to_string(result.library->digest()));
    return out;
}

std::string animation(std::string_view id, std::string name = "Name") {
    test::AnimationText text;
    text.id = id;
    text.name = std::move(name);
    return text.text();
}

// A good or bad file of one of a few ids.
std::string drawn_text(Random& random) {
    const std::string id = "t:" + std::string(1, static_cast<char>('a' + random.below(6)));
    const std::string other = "t:" + std::string(1, static_cast<char>('a' + random.below(6)));
    switch (random.below(5)) {
        case 0:
            return test::sequence_text(id, R"({"emote": ")" + other + "\"}");
        case 1:
            return animation(id).substr(0, 40);
        case 2: {
            std::string text = animation(id);
            return text.replace(text.find("\"standalone\""), 12, "\"standalne\"");
        }
        default:
            return animation(id, "Name" + std::to_string(random.below(3)));
    }
}

// Changes, adds, breaks, mends, removes, moves, links or only touches one of eight files. Every text is of a size of
// its own, `padding`, so that no change hides in one step of the file system's clock.
void change_something(const fs::path& folder, Random& random, std::size_t& padding) {
    const auto draw_path = [&] {
        return folder / (std::string(1, static_cast<char>('a' + random.below(8))) + ".json");
    };
    const fs::path path = draw_path();
    const fs::path other = draw_path();
    std::error_code ignored;
    switch (random.below(8)) {
        case 0:
            fs::remove(path);
            break;
        case 1:
            fs::rename(path, other, ignored);
            break;
        case 2:
            fs::remove(path);
            fs::create_symlink(other.filename(), path);
            break;
        case 3:
            if (fs::is_regular_file(path, ignored)) {
                fs::last_write_time(path, fs::last_write_time(path) - std::chrono::seconds(random.below(3)));
            }
            break;
        default:
            // Not through a link, which may lead back to where it stands.
            if (fs::is_symlink(path)) {
                fs::remove(path);
            }
            std::ofstream(path) << drawn_text(random) << std::string(++padding, ' ');
    }
}

const LoadOptions usual;
constexpr auto now = 1'000s;
const FileStamp old_stamp{1, 2, 3, 990s, 991s};
ReadFile something() {
    const auto at_once = [](std::size_t /*count*/, const Workers::Task& task) { task(0); };
    std::vector<PackFile> files;
    files.push_back({test::file("a.json", "{")});
    return build_library(std::move(files), usual, {at_once, {}}, nullptr).files.at(0);
}

}  // namespace

TEST_CASE("a file is known again by its path and the whole of its stamp") {
    PackCache cache;
    cache.begin(usual, now);
    const ReadFile file = something();
    cache.keep("a.json", old_stamp, file, 10);
    CHECK(cache.find("a.json", old_stamp) == file);
    CHECK(cache.find("b.json", old_stamp) == nullptr);
    FileStamp other = old_stamp;
    SECTION("device") {
        other.device = 9;
    }
    SECTION("inode") {
        other.inode = 9;
    }
    SECTION("size") {
        other.size_bytes = 9;
    }
    SECTION("time of change") {
        other.modified += 1ns;
    }
    SECTION("time of the change of its status") {
        other.status_changed += 1ns;
    }
    CHECK(cache.find("a.json", other) == nullptr);
}

TEST_CASE("a file that was changed shortly before is not relied on") {
    PackCache cache;
    cache.begin(usual, now);
    FileStamp stamp = old_stamp;
    stamp.modified = now - 2s;
    cache.keep("a.json", stamp, something(), 10);
    CHECK(cache.size() == 0);
    stamp.modified -= 1ns;
    stamp.status_changed = now - 2s;
    cache.keep("a.json", stamp, something(), 10);
    CHECK(cache.size() == 0);
    stamp.status_changed -= 1ns;
    cache.keep("a.json", stamp, something(), 10);
    CHECK(cache.find("a.json", stamp) != nullptr);
}

TEST_CASE("what other options read is forgotten, and what is no longer found") {
    PackCache cache;
    cache.begin(usual, now);
    cache.keep("a.json", old_stamp, something(), 10);
    cache.keep("b.json", old_stamp, something(), 10);
    cache.begin(usual, now);
    CHECK(cache.find("a.json", old_stamp) != nullptr);
    cache.forget_unused();
    CHECK(cache.size() == 1);
    CHECK(cache.bytes() == 10);

    LoadOptions other;
    SECTION("limits") {
        other.limits.max_segments = 5;
    }
    SECTION("allowed commands") {
        other.allowed_commands.emplace_back("say");
    }
    SECTION("quotes") {
        other.quote_other_files = false;
    }
    cache.begin(other, now);
    CHECK(cache.size() == 0);
    CHECK(cache.bytes() == 0);
}

TEST_CASE("what there is no room for is read again") {
    PackCache cache(PackCache::settling_time, 20);
    cache.begin(usual, now);
    cache.keep("a.json", old_stamp, something(), 15);
    cache.keep("b.json", old_stamp, something(), 6);
    CHECK(cache.find("b.json", old_stamp) == nullptr);
    cache.keep("c.json", old_stamp, something(), 5);
    CHECK(cache.find("c.json", old_stamp) != nullptr);
    CHECK(cache.bytes() == 20);
    // What goes makes room.
    cache.begin(usual, now);
    CHECK(cache.find("c.json", old_stamp) != nullptr);
    cache.forget_unused();
    cache.keep("b.json", old_stamp, something(), 15);
    CHECK(cache.bytes() == 20);
}

TEST_CASE("a reload that reads only what has changed gives what a load of everything gives") {
    const TemporaryFolder folder;
    config::Settings settings;
    settings.emotes.directory = folder.path() / "emotes";
    fs::create_directories(settings.emotes.directory);
    std::size_t padding = 0;
    PackCache cache(-1h);
    LoadResult cached;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        Random random(seed, "edits");
        for (int edit = 0; edit < 12; ++edit) {
            for (std::uint32_t changes = random.below(3); changes > 0; --changes) {
                change_something(folder.path() / "emotes", random, padding);
            }
            PackCache nothing;
            const LoadResult fresh = app::load_pack(settings, cached.library, nothing);
            cached = app::load_pack(settings, cached.library, cache);
            CAPTURE(seed, edit);
            REQUIRE(lines(cached) == lines(fresh));
            CHECK(cached.report.files_read <= fresh.report.files_read);
        }
    }
}

TEST_CASE("a file that was written just before a load is read again in the next one") {
    const TemporaryFolder folder;
    config::Settings settings;
    settings.emotes.directory = folder.path();
    folder.write("a.json", animation("t:a", "One"));
    PackCache cache;
    const LoadResult first = app::load_pack(settings, nullptr, cache);
    CHECK(first.report.files_read == 1);
    CHECK(cache.size() == 0);
    // Of the same size, perhaps within one step of the clock.
    folder.write("a.json", animation("t:a", "Two"));
    const LoadResult second = app::load_pack(settings, first.library, cache);
    CHECK(second.report.files_read == 1);
    CHECK(second.report.changed == std::vector<std::string>{"t:a"});
}

TEST_CASE("a load that is asked to stop gives nothing and forgets nothing") {
    const TemporaryFolder folder;
    config::Settings settings;
    settings.emotes.directory = folder.path();
    folder.write("a.json", animation("t:a"));
    PackCache cache(-1h);
    const LoadResult first = app::load_pack(settings, nullptr, cache);
    folder.write("b.json", animation("t:b"));
    std::stop_source source;
    source.request_stop();
    CHECK(app::load_pack(settings, first.library, cache, source.get_token()).library == nullptr);
    CHECK(cache.size() == 1);
    const LoadResult second = app::load_pack(settings, first.library, cache);
    CHECK(second.report.files_read == 1);
    CHECK(second.report.added == std::vector<std::string>{"t:b"});
}

TEST_CASE("a reload does not read what has not changed") {
    const TemporaryFolder folder;
    config::Settings settings;
    settings.emotes.directory = folder.path();
    folder.write("a.json", animation("t:a"));
    PackCache cache(-1h);
    const LoadResult first = app::load_pack(settings, nullptr, cache);
    folder.write("b.json", animation("t:b"));
    const LoadResult second = app::load_pack(settings, first.library, cache);
    CHECK(second.library->find("t:a") == first.library->find("t:a"));
    CHECK(second.report.added == std::vector<std::string>{"t:b"});
    CHECK(second.report.files_found == 2);
    CHECK(second.report.files_read == 1);
    // What cannot be read is tried again each time.
    fs::resize_file(folder.path() / "a.json", limits::max_file_bytes + 1);
    const LoadResult third = app::load_pack(settings, second.library, cache);
    CHECK(third.report.diagnostics.at(0).code == DiagnosticCode::file_too_large);
    CHECK(cache.size() == 1);
}
