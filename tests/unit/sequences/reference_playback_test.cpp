// The format's own reference animation, tick by tick as its author means it. It is not part of this project:
// $EMOTED_SAMPLES names the folder of samples.
#include <emoted/sequences/library.hpp>
#include <emoted/sequences/playback.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using emoted::NodePose;
using emoted::Vec3d;

namespace {

constexpr double pi = 3.14159265358979323846;
constexpr int duration = 80;

emoted::LoadResult load_reference() {
    const char* const folder = std::getenv("EMOTED_SAMPLES");
    INFO("EMOTED_SAMPLES must name the folder of sample files; tests/run sets it");
    REQUIRE(folder != nullptr);
    std::ifstream stream(std::string(folder) + "/reference/format_reference.json", std::ios::binary);
    REQUIRE(stream);
    emoted::SourceFile file;
    file.path = "format_reference.json";
    file.bytes = {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    file.size_bytes = file.bytes.size();
    std::vector<emoted::SourceFile> files;
    files.push_back(std::move(file));
    return build_library(std::move(files), {}, nullptr);
}

// A node's pose as the file describes it: turned about one axis, if at all.
struct Expected {
    std::string node;
    Vec3d position;
    Vec3d turn;  // degrees, one of them not 0 at most
    Vec3d scale{1, 1, 1};
    bool visible = true;
};

// What shows at tick `at` of a round.
std::vector<Expected> expected_at(int at) {
    const bool moved = at >= 1;
    const double wave = 1 + std::sin(at / 20.0 * 180.0 * pi / 180.0) * 0.05;
    return {
        // Both keys of the head's tracks are passed at tick 1; its scale follows the tick program from there.
        {"player_head",
         {0, moved ? 1.77 : 1.75, 0},
         {0, moved ? 5.002499605710734 : 0, 0},
         moved ? Vec3d{wave, 1, wave} : Vec3d{1, 1, 1}},
        {"partner_head", {0, 1.75, 0}, {}},
        // On its anchor, whose own track ends at tick 1 too.
        {"enchanted_sword",
         moved ? Vec3d{0.52 + 0.52, 1.45 + 1.02, 0} : Vec3d{0.5, 2.5, 0},
         {0, 0, moved ? 9.99735865418825 : 0},
         moved ? Vec3d{0.9999839998719979, 0.9999839998719979, 1} : Vec3d{1, 1, 1},
         at < 60},
        {"stage", {-1, 0, -1}, {}, {2, 0.1, 2}},
        // Shown by a key at tick 40 whose value is a variable, which the tick program sets from two seconds on.
        {"caption", {0, at < 40 ? 2.4 : 2.6, 0}, {}, {1, 1, 1}, at >= 40},
    };
}

void check_near(double actual, double expected) {
    CHECK(std::abs(actual - expected) < 1e-5);
}

void check_pose(const NodePose& pose, const Expected& expected) {
    CHECK(pose.visible == expected.visible);
    if (!expected.visible) {
        return;
    }
    check_near(static_cast<double>(pose.translation.x), expected.position.x);
    check_near(static_cast<double>(pose.translation.y), expected.position.y);
    check_near(static_cast<double>(pose.translation.z), expected.position.z);
    check_near(static_cast<double>(pose.scale.x), expected.scale.x);
    check_near(static_cast<double>(pose.scale.y), expected.scale.y);
    check_near(static_cast<double>(pose.scale.z), expected.scale.z);
    const auto half = [](double degrees) { return degrees * pi / 360; };
    check_near(static_cast<double>(pose.left_rotation.x), std::sin(half(expected.turn.x)));
    check_near(static_cast<double>(pose.left_rotation.y), std::sin(half(expected.turn.y)));
    check_near(static_cast<double>(pose.left_rotation.z), std::sin(half(expected.turn.z)));
    CHECK(pose.right_rotation == emoted::Quatf{});
}

// "first words of the commands that are sent @ where the event's origin stands", for each event in firing order.
std::vector<std::string> said(const std::vector<emoted::FiredEvent>& events) {
    std::vector<std::string> lines;
    for (const emoted::FiredEvent& fired : events) {
        std::string line;
        for (const std::string& command : fired.event->commands) {
            line += command.substr(0, command.find(' ', command.find(' ') + 1)) + ' ';
        }
        const Vec3d at = apply(fired.origin, fired.event->offset);
        for (const double part : {at.x, at.y, at.z}) {
            line += ' ' + std::to_string(static_cast<int>(std::lround(part * 100)));
        }
        lines.push_back(line);
    }
    return lines;
}

}  // namespace

TEST_CASE("the format's reference animation shows every pose and fires every event at its tick") {
    const emoted::LoadResult loaded = load_reference();
    REQUIRE_FALSE(has_faults(loaded.report.diagnostics));
    REQUIRE(loaded.library->playables().size() == 1);
    const auto playable = loaded.library->playables().front();
    const emoted::Clip& clip = *playable->layout.clips.front().clip;
    CHECK(clip.mode == emoted::PlaybackMode::loop);
    emoted::BranchPlayer player(playable, plan(*playable, emoted::BranchKind::main, 1), repeat_of(clip.mode));

    std::vector<std::pair<int, std::vector<std::string>>> fired;
    for (int tick = 0; tick <= 2 * duration + 10; ++tick) {
        CAPTURE(tick);
        const emoted::BranchFrame& frame = player.advance();
        REQUIRE(frame.failure == nullptr);
        CHECK_FALSE(frame.finished);
        // Without a delay a round begins in the tick in which the one before ends.
        CHECK(frame.begins.has_value() == (tick % duration == 0));
        if (!frame.events.empty()) {
            fired.emplace_back(tick, said({frame.events.begin(), frame.events.end()}));
        }
        for (const Expected& expected : expected_at(tick % duration)) {
            CAPTURE(expected.node);
            const auto node = clip.find_node(expected.node);
            REQUIRE(node);
            check_pose(player.current().nodes[node->value()].target, expected);
        }
    }
    // Hundredths of a block. Commands that the operator does not allow are not sent; their events are.
    const std::vector<std::pair<int, std::vector<std::string>>> round{
        {10, {"particle minecraft:flame  52 145 0"}},
        {20, {"playsound minecraft:item.trident.throw  104 247 0"}},
        {30, {" 104 247 0"}},
        {40, {" -100 0 -100"}},
        {50, {" 0 260 0"}},
        {60, {" 52 145 0"}},
        {80, {"playsound minecraft:block.note_block.hat  0 0 0"}},
    };
    std::vector<std::pair<int, std::vector<std::string>>> all{
        {0, {"playsound minecraft:entity.player.levelup  0 0 0"}}};
    for (int begin = 0; begin < 2 * duration; begin += duration) {
        for (const auto& [tick, events] : round) {
            all.emplace_back(begin + tick, events);
        }
    }
    all.emplace_back(2 * duration + 10, round.front().second);
    CHECK(fired == all);
    const auto stopped = player.stop_events();
    CHECK(said({stopped.begin(), stopped.end()}) == std::vector<std::string>{"particle minecraft:poof  0 100 0"});
}
