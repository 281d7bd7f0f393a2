// Prints what a client would draw: every pose of every display node of animations, tick by tick, as JSON.
//
//   pose_dump FOLDER ID...
//
// FOLDER is walked for *.json; each ID must be an animation in it. The output is one object by clip id:
//   {"example:wave": {
//     "duration": 40, "mode": "once", "loop_delay": 0,
//     "nodes": [{"id": "head", "type": "item_display", "space": "initiator", "part": "head", "rows": [0, 12],
//                "item": "{id:\"minecraft:player_head\"}", "display": "none"}, ...],
//     "frames": [[[tx, ty, tz, lx, ly, lz, lw, sx, sy, sz, rx, ry, rz, rw, visible], ...], ...]}}
// "nodes" holds the displays in clip order (anchors are not drawn), "frames" one list for each tick from 0 to the
// duration with one pose for each of them: translation, left rotation, scale, right rotation, 1 or 0.
// Faults go to the error output. Exit status: 0 all printed, 1 a file of a wanted id is faulty, 2 wrong usage.
#include "animation/animation_parser.hpp"

#include <emoted/sequences/json_document.hpp>
#include <emoted/sequences/json_reader.hpp>
#include <emoted/sequences/sampling.hpp>

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

using emoted::Clip;
using emoted::NodePose;

std::string json_string(std::string_view text) {
    return boost::json::serialize(boost::json::string_view(text.data(), text.size()));
}

std::string number(float value) {
    std::array<char, 32> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return error == std::errc() ? std::string(buffer.data(), end) : "0";
}

std::string_view name_of(emoted::NodeType type) {
    constexpr std::array<std::string_view, 4> names{"item_display", "block_display", "text_display", "anchor"};
    return names.at(static_cast<std::size_t>(type));
}
std::string_view name_of(emoted::Space space) {
    constexpr std::array<std::string_view, 3> names{"scene", "initiator", "partner"};
    return names.at(static_cast<std::size_t>(space));
}
std::string_view name_of(emoted::SkinPart part) {
    constexpr std::array<std::string_view, 6> names{"head", "body", "left_arm", "right_arm", "left_leg", "right_leg"};
    return names.at(static_cast<std::size_t>(part));
}
std::string_view name_of(emoted::PlaybackMode mode) {
    constexpr std::array<std::string_view, 4> names{"once", "hold", "loop", "server_sync"};
    return names.at(static_cast<std::size_t>(mode));
}
std::string_view name_of(emoted::ItemDisplayContext context) {
    constexpr std::array<std::string_view, 10> names{"none",
                                                     "thirdperson_lefthand",
                                                     "thirdperson_righthand",
                                                     "firstperson_lefthand",
                                                     "firstperson_righthand",
                                                     "head",
                                                     "gui",
                                                     "ground",
                                                     "fixed",
                                                     "on_shelf"};
    return names.at(static_cast<std::size_t>(context));
}

void print_node(const emoted::Node& node) {
    std::cout << R"({"id": )" << json_string(node.id) << R"(, "type": ")" << name_of(node.type) << R"(", "space": ")"
              << name_of(node.space) << '"';
    if (node.skin) {
        std::cout << R"(, "part": ")" << name_of(node.skin->part) << R"(", "rows": [)" << int{node.skin->row_from}
                  << ", " << int{node.skin->row_to} << ']';
    }
    if (const auto* const item = std::get_if<emoted::ItemContent>(&node.content)) {
        if (const auto* const fixed = std::get_if<emoted::FixedItem>(&item->item)) {
            std::cout << R"(, "item": )" << json_string(emoted::nbt::to_snbt(fixed->stack));
        }
        std::cout << R"(, "display": ")" << name_of(item->context) << '"';
    }
    std::cout << '}';
}

void print_pose(const NodePose& pose) {
    const auto& [t, l, s, r, visible] = pose;
    std::cout << '[';
    for (const float value : {t.x, t.y, t.z, l.x, l.y, l.z, l.w, s.x, s.y, s.z, r.x, r.y, r.z, r.w}) {
        std::cout << number(value) << ',';
    }
    std::cout << (visible ? 1 : 0) << ']';
}

void print_clip(const std::shared_ptr<const Clip>& clip) {
    std::vector<std::size_t> drawn;
    for (std::size_t i = 0; i < clip->nodes.size(); ++i) {
        if (clip->nodes[i].type != emoted::NodeType::anchor) {
            drawn.push_back(i);
        }
    }
    std::cout << json_string(clip->id) << R"(: {"duration": )" << clip->duration.value() << R"(, "mode": ")"
              << name_of(clip->mode) << R"(", "loop_delay": )" << clip->loop_delay.value() << ",\n\"nodes\": [";
    for (const std::size_t i : drawn) {
        std::cout << (i == drawn.front() ? "" : ",\n");
        print_node(clip->nodes[i]);
    }
    std::cout << "],\n\"frames\": [";
    emoted::ClipSampler sampler(clip);
    std::vector<NodePose> poses(clip->nodes.size());
    for (std::int64_t tick = 0; tick <= clip->duration.value(); ++tick) {
        sampler.sample(emoted::TickCount(tick), poses);
        std::cout << (tick == 0 ? "[" : ",\n[");
        for (const std::size_t i : drawn) {
            std::cout << (i == drawn.front() ? "" : ",");
            print_pose(poses[i]);
        }
        std::cout << ']';
    }
    std::cout << "]}";
}

// Null if the file is no animation with a wanted id, or after faults, which are printed.
std::shared_ptr<const Clip> load(const fs::path& path, const std::vector<std::string>& wanted, bool& failed) {
    std::ifstream file(path, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    emoted::Diagnostics diagnostics;
    const auto document = emoted::text::JsonDocument::parse(path.string(), std::move(bytes), diagnostics);
    std::shared_ptr<const Clip> clip;
    bool is_wanted = false;
    if (document) {
        emoted::text::JsonReader reader(*document, diagnostics);
        emoted::text::ObjectCursor root = reader.root();
        const auto id = root.optional("id").string();
        is_wanted = id && std::find(wanted.begin(), wanted.end(), *id) != wanted.end() &&
                    root.optional("type").string() == "animation";
        clip = is_wanted ? emoted::animation::parse_animation(reader, {}) : nullptr;
    }
    emoted::text::sort(diagnostics);
    for (const emoted::Diagnostic& diagnostic : diagnostics) {
        if (is_wanted || !document) {
            std::cerr << to_text(diagnostic);
        }
    }
    failed = failed || (is_wanted && !clip);
    return clip;
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.size() < 2) {
        std::cerr << "usage: pose_dump FOLDER ID...\n";
        return 2;
    }
    const std::vector<std::string> wanted(arguments.begin() + 1, arguments.end());
    std::map<std::string, std::shared_ptr<const Clip>> clips;
    bool failed = false;
    std::error_code error;
    for (fs::recursive_directory_iterator entry(arguments[0], error), end; !error && entry != end;
         entry.increment(error)) {
        if (entry->is_regular_file() && entry->path().extension() == ".json") {
            if (auto clip = load(entry->path(), wanted, failed)) {
                clips.insert_or_assign(clip->id, std::move(clip));
            }
        }
    }
    if (error) {
        std::cerr << "pose_dump: " << arguments[0] << ": " << error.message() << '\n';
        return 1;
    }
    std::cout << "{";
    std::string_view between;
    for (const std::string& id : wanted) {
        const auto found = clips.find(id);
        if (found == clips.end()) {
            std::cerr << "pose_dump: no playable animation " << id << " in " << arguments[0] << '\n';
            failed = true;
            continue;
        }
        std::cout << between;
        between = ",\n";
        print_clip(found->second);
    }
    std::cout << "}\n";
    return failed ? 1 : 0;
}
