// The animations of the format's own samples, which are not part of this project: $EMOTED_SAMPLES names their folder.
#include "support/clip_maker.hpp"
#include "support/naive_cycle.hpp"
#include "support/naive_sampler.hpp"
#include "support/read_animation.hpp"

#include <emoted/sequences/playback.hpp>
#include <emoted/sequences/sampling.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using emoted::DiagnosticCode;
using emoted::Severity;

namespace {

std::string sample(const std::string& path) {
    const char* const folder = std::getenv("EMOTED_SAMPLES");
    INFO("EMOTED_SAMPLES must name the folder of sample files; tests/run sets it");
    REQUIRE(folder != nullptr);
    std::ifstream file(std::string(folder) + "/" + path, std::ios::binary);
    INFO(path);
    REQUIRE(file);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

TEST_CASE("the format's reference animation loads, commands outside the allow-list are warned of") {
    const auto read = emoted::test::read_animation(sample("reference/format_reference.json"));
    CHECK(read.clip);
    std::vector<std::string> warnings;
    for (const emoted::Diagnostic& diagnostic : read.diagnostics) {
        CHECK(diagnostic.position);
        CHECK(diagnostic.emote_id == "emote:format_reference");
        CHECK(diagnostic.severity == Severity::warning);
        CHECK(diagnostic.code == DiagnosticCode::command_not_allowed);
        warnings.push_back(diagnostic.path);
    }
    CHECK(warnings == std::vector<std::string>{
                          "$.timeline.events.start[0].commands[1]",
                          "$.timeline.events.timeline[2].commands[0]",
                          "$.timeline.events.timeline[2].commands[1]",
                          "$.timeline.events.timeline[3].commands[0]",
                          "$.timeline.events.timeline[4].commands[0]",
                          "$.timeline.events.timeline[5].commands[0]",
                          "$.timeline.events.stop[0].commands[1]",
                      });
}

TEST_CASE("the format's reference animation: every pose, visibility and event at its tick") {
    const auto read = emoted::test::read_animation(sample("reference/format_reference.json"));
    REQUIRE(read.clip);
    const emoted::Clip& clip = *read.clip;
    REQUIRE(clip.mode == emoted::PlaybackMode::loop);
    CHECK(clip.dynamic_nodes.size() == 2);  // player_head and caption
    const auto playable = emoted::test::animation(read.clip);
    emoted::BranchPlayer player(playable, emoted::plan(*playable, emoted::BranchKind::main, 1),
                                emoted::BranchPlayer::Repeat::loop);
    std::vector<std::string> events;
    for (std::int64_t round = 0; round < 2; ++round) {
        emoted::test::NaiveCycle naive(clip, emoted::Random(1, "main#" + std::to_string(round)), round);
        // The loop delay is 0: in the tick of the end the next round has begun.
        for (std::int64_t tick = 0; tick < clip.duration.value(); ++tick) {
            CAPTURE(round, tick);
            const emoted::BranchFrame& frame = player.advance();
            REQUIRE(frame.failure == nullptr);
            const auto expected = naive.next({});
            const auto current = player.current();
            for (std::size_t i = 0; i < expected.size(); ++i) {
                CAPTURE(clip.nodes[i].id);
                if (clip.nodes[i].type == emoted::NodeType::anchor) {
                    continue;
                }
                REQUIRE(current.nodes[i].target.visible == expected[i].visible);
                if (expected[i].visible) {
                    REQUIRE(emoted::test::naive_distance(emoted::test::naive_render(current.nodes[i].target),
                                                         expected[i].world) < 1e-5);
                }
            }
            for (const emoted::FiredEvent& fired : frame.events) {
                constexpr std::array<const char*, 4> groups{"start", "timeline", "loop", "stop"};
                events.push_back(std::to_string(round * clip.duration.value() + tick) + " " +
                                 groups.at(static_cast<std::size_t>(fired.event->group)));
            }
        }
    }
    CHECK(events == std::vector<std::string>{"0 start", "10 timeline", "20 timeline", "30 timeline", "40 timeline",
                                             "50 timeline", "60 timeline", "80 loop", "90 timeline", "100 timeline",
                                             "110 timeline", "120 timeline", "130 timeline", "140 timeline"});
    // The caption is hidden until 2 seconds, then its expression shows it.
    const auto caption = clip.find_node("caption");
    REQUIRE(caption);
    CHECK(player.current().nodes[caption->value()].target.visible);
}

TEST_CASE("the handshake's animations load without a word and agree with the naive evaluator at every tick") {
    for (const std::string name : {"offer", "shake", "close"}) {
        CAPTURE(name);
        const auto read = emoted::test::read_animation(sample("handshake/handshake." + name + ".json"));
        for (const emoted::Diagnostic& diagnostic : read.diagnostics) {
            UNSCOPED_INFO(to_text(diagnostic));
        }
        CHECK(read.diagnostics.empty());
        REQUIRE(read.clip);
        const emoted::Clip& clip = *read.clip;
        CHECK(clip.id == "handshake:" + name);
        emoted::ClipSampler sampler(read.clip);
        std::vector<emoted::NodePose> poses(clip.nodes.size());
        for (std::int64_t tick = 0; tick <= clip.duration.value(); ++tick) {
            sampler.sample(emoted::TickCount(tick), poses);
            const auto expected = emoted::test::naive_sample(clip, tick);
            for (std::size_t i = 0; i < poses.size(); ++i) {
                CAPTURE(tick, clip.nodes[i].id);
                REQUIRE(emoted::test::naive_distance(emoted::test::naive_render(poses[i]), expected[i].world) < 1e-5);
                REQUIRE(poses[i].visible == expected[i].visible);
                // A rig without shear: what the client interpolates is then a plain rotation.
                REQUIRE(poses[i].right_rotation == emoted::Quatf{});
            }
        }
    }
}
