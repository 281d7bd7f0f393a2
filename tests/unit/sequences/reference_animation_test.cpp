// The animations of the format's own samples, which are not part of this project: $EMOTED_SAMPLES names their folder.
#include "support/naive_sampler.hpp"
#include "support/read_animation.hpp"

#include <emoted/sequences/sampling.hpp>

#include <catch2/catch.hpp>

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

TEST_CASE("the format's reference animation: only what is not played yet is a fault") {
    const auto read = emoted::test::read_animation(sample("reference/format_reference.json"));
    CHECK_FALSE(read.clip);
    std::vector<std::string> faults;
    std::vector<std::string> warnings;
    for (const emoted::Diagnostic& diagnostic : read.diagnostics) {
        CHECK(diagnostic.position);
        CHECK(diagnostic.emote_id == "emote:format_reference");
        if (diagnostic.severity == Severity::fault) {
            CHECK(diagnostic.code == DiagnosticCode::unsupported_feature);
            faults.push_back(diagnostic.path);
        } else {
            CHECK(diagnostic.code == DiagnosticCode::command_not_allowed);
            warnings.push_back(diagnostic.path);
        }
    }
    CHECK(faults == std::vector<std::string>{
                        "$.molang",
                        "$.timeline.tracks.player_head.rotation[0].value[1]",
                        "$.timeline.tracks.player_head.scale[1].value[0]",
                        "$.timeline.tracks.player_head.scale[1].value[2]",
                        "$.timeline.tracks.caption.visible[1].value",
                    });
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
