// B7, B7b: from files to what can be played, against parsing alone and against looking at the folder alone.
#include "bench/contests.hpp"
#include "support/temporary_folder.hpp"

#include <emoted/app/pack_loader.hpp>
#include <emoted/sequences/clip.hpp>
#include <emoted/sequences/random.hpp>

#include <dirent.h>
#include <simdjson.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string_view>
#include <utility>

namespace emoted::bench {
namespace {

// Writes animations as exporters do: compact, about 100 kB, 30 nodes, keys of position, rotation and scale.
class Exporter {
public:
    explicit Exporter(std::uint64_t seed) : random_(seed, "benchmark file") {}

    std::string animation(std::string_view id) {
        text_ = R"({"schema_version":4,"type":"animation","id":")" + std::string(id) +
                R"(","metadata":{"name":"Wave","description":"A wave."},"settings":{"standalone":true,)"
                R"("cooldown":"2s","player":{"hidden":true,"stop_conditions":{"movement_distance":0.1,"jump":true,)"
                R"("submerge":true,"ride":true,"damage":true,"attack":true,"game_mode_change":true}},)"
                R"("playback":{"mode":"loop","loop_delay":"0t"}},"nodes":{)";
        for (int node = 0; node < nodes; ++node) {
            add_node(node);
        }
        text_ += R"(},"timeline":{"duration":"200t","tracks":{)";
        for (int node = 0; node < nodes; ++node) {
            text_ += (node == 0 ? "\"" : ",\"") + name_of(node) + "\":{";
            add_track("position", 2);
            text_ += ',';
            add_track("rotation", 180);
            text_ += ',';
            add_track("scale", 2);
            text_ += '}';
        }
        text_ += R"(},"events":{}}})";
        return std::move(text_);
    }

private:
    static constexpr int nodes = 30;
    static constexpr int keys = 12;

    static std::string name_of(int node) { return "bone_" + std::to_string(node); }

    void add_node(int node) {
        text_ += (node == 0 ? "\"" : ",\"") + name_of(node) + R"(":{"type":"item_display",)";
        text_ += node == 0 ? std::string(R"("space":"initiator")") : R"("parent":")" + name_of(node / 3) + '"';
        text_ += R"(,"item_stack_snbt":"{id:\"minecraft:stick\",count:1}","item_display":"fixed","transform":{)"
                 R"("position":[0,0.5,0],"rotation":[0,0,0],"scale":[1,1,1]}})";
    }

    void add_track(std::string_view channel, double reach) {
        static constexpr std::array<std::string_view, 6> shapes{
            "",
            R"(,"interpolation":"step")",
            R"(,"easing":"linear")",
            R"(,"interpolation":"linear","easing":"ease_in_out_sine")",
            R"(,"easing":"ease_out_cubic")",
            R"(,"interpolation":"linear","easing":"ease_in_out_back")"};
        text_ += '"' + std::string(channel) + "\":[";
        for (int key = 0; key < keys; ++key) {
            text_ += (key == 0 ? "{\"time\":\"" : ",{\"time\":\"") + std::to_string(key * 16) + "t\",\"value\":[";
            for (int i = 0; i < 3; ++i) {
                std::array<char, 32> number{};
                const int size = std::snprintf(number.data(), number.size(), "%s%.5g", i == 0 ? "" : ",",
                                               reach * (random_.real() - 0.5));
                text_.append(number.data(), static_cast<std::size_t>(size));
            }
            text_ += ']';
            if (key + 1 < keys) {
                text_ += shapes.at(random_.below(static_cast<std::uint32_t>(shapes.size())));
            }
            text_ += '}';
        }
        text_ += ']';
    }

    Random random_;
    std::string text_;
};

struct Pack {
    explicit Pack(std::size_t count) {
        settings.emotes.directory = folder.path() / "emotes";
        for (std::size_t i = 0; i < count; ++i) {
            constexpr std::size_t distinct = 24;
            const std::string id = "bench:emote" + std::to_string(10'000 + i);
            texts.push_back(Exporter(i % distinct).animation(id));
            folder.write("emotes/" + id.substr(6) + ".json", texts.back());
        }
    }

    test::TemporaryFolder folder;
    config::Settings settings;
    std::vector<std::string> texts;
};

void expect(bool good, const std::string& what) {
    if (!good) {
        throw WrongResult(what);
    }
}

// Every key's value, as simdjson reads it.
void check_clip(const Playable& playable, const std::string& text) {
    const Clip& clip = *playable.layout.clips.at(0).clip;
    simdjson::dom::parser parser;
    const simdjson::dom::element tracks = parser.parse(text)["timeline"]["tracks"];
    for (std::size_t node = 0; node < clip.nodes.size(); ++node) {
        const simdjson::dom::element of_node = tracks[clip.nodes[node].id];
        for (const auto& [name, track] :
             {std::pair("position", &clip.tracks[node].position), std::pair("rotation", &clip.tracks[node].rotation),
              std::pair("scale", &clip.tracks[node].scale)}) {
            std::size_t key = 0;
            for (const simdjson::dom::element written : simdjson::dom::array(of_node[name])) {
                const simdjson::dom::array value = written["value"];
                const Vec3d& read = track->post.at(key++);
                expect(read.x == double(value.at(0)) && read.y == double(value.at(1)) && read.z == double(value.at(2)),
                       clip.id + ", node " + clip.nodes[node].id);
            }
            expect(key == track->ticks.size(), clip.id + ": the number of keys");
        }
    }
}

void check_load(const LoadResult& result, const Pack& pack) {
    expect(result.report.diagnostics.empty(), "the pack has faults");
    expect(result.library->playables().size() == pack.texts.size(), "not every emote is there");
    for (std::size_t i = 0; i < std::min<std::size_t>(pack.texts.size(), 24); ++i) {
        check_clip(*result.library->playables()[i], pack.texts[i]);
    }
}

LoadResult load_all(const Pack& pack) {
    app::PackCache nothing;
    return app::load_pack(pack.settings, nullptr, nothing);
}

Sides load_sides(std::size_t count) {
    auto pack = std::make_shared<Pack>(count);
    check_load(load_all(*pack), *pack);
    auto parser = std::make_shared<simdjson::dom::parser>();
    auto padded = std::make_shared<std::vector<simdjson::padded_string>>();
    for (const std::string& text : pack->texts) {
        padded->emplace_back(text);
    }
    const auto units = static_cast<double>(count);
    return {{[pack] { expect(load_all(*pack).library->playables().size() == pack->texts.size(), "a load"); }, units},
            {[parser, padded] {
                 for (const simdjson::padded_string& text : *padded) {
                     expect(parser->parse(text).error() == simdjson::SUCCESS, "simdjson");
                 }
             },
             units}};
}

// One file changes before each load.
struct ReloadedPack {
    explicit ReloadedPack(std::size_t count) : pack(count), changed{pack.texts[count / 2], pack.texts[count / 2]} {
        changed[1].replace(changed[1].find("A wave."), 7, "Another wave.");
        last = app::load_pack(pack.settings, nullptr, cache);
        check_load(last, pack);
    }

    void change_and_load() {
        round = 1 - round;
        pack.folder.write("emotes/emote" + std::to_string(10'000 + pack.texts.size() / 2) + ".json", changed.at(round));
        last = app::load_pack(pack.settings, last.library, cache);
    }

    Pack pack;
    std::array<std::string, 2> changed;
    std::size_t round = 0;
    // Files of a benchmark are younger than what a daemon relies on; here each change is of another size.
    app::PackCache cache{std::chrono::hours(-1)};
    LoadResult last;
};

void look_at_folder(const std::string& path) {
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(path.c_str()), ::closedir);
    std::uint64_t bytes = 0;
    while (const dirent* const entry = ::readdir(folder.get())) {
        struct stat status {};
        expect(::fstatat(::dirfd(folder.get()), static_cast<const char*>(entry->d_name), &status, 0) == 0, "stat");
        bytes += static_cast<std::uint64_t>(status.st_size);
    }
    expect(bytes > 0, "an empty folder");
}

Sides reload_sides(std::size_t count) {
    auto pack = std::make_shared<ReloadedPack>(count);
    for (int round = 0; round < 2; ++round) {
        pack->change_and_load();
        expect(pack->last.report.changed.size() == 1, "one emote has changed");
        expect(pack->last.library->digest() == load_all(pack->pack).library->digest(), "as a load of everything");
    }
    const auto units = static_cast<double>(count);
    return {{[pack] { pack->change_and_load(); }, units},
            {[pack] { look_at_folder(pack->pack.settings.emotes.directory.string()); }, units}};
}

}  // namespace

std::vector<Contest> load_contests() {
    // 500 files give the same ratio as 5,000 do, in a tenth of the time; each text is in the cache of files.
    constexpr std::size_t files = 500;
    return {
        {"B7",
         "load of 500 files of 100 kB; against simdjson parsing them in memory",
         "file",
         6,
         4,
         Measure::cost,
         [](Size size) { return load_sides(size == Size::full ? files : 24); },
         {},
         Clock::wall},
        {"B7c",
         "the same by processor time of all threads",
         "file",
         6,
         4,
         Measure::cost,
         [](Size size) { return load_sides(size == Size::full ? files : 24); },
         {},
         Clock::process},
        {"B7b", "reload of 5,000 files of 100 kB, one changed; against looking at the folder", "file", 4, 2,
         Measure::cost, [](Size size) { return reload_sides(size == Size::full ? 5000 : 24); }},
    };
}

}  // namespace emoted::bench
