// Generated clips whose values are written in Molang, from the file to the playback: the poses are those of the same
// clip with plain numbers, by the naive evaluator.
#include "support/animation_text.hpp"
#include "support/generated_clip.hpp"
#include "support/naive_sampler.hpp"
#include "support/pose_fault.hpp"

#include <emoted/sequences/library.hpp>
#include <emoted/sequences/playback.hpp>

#include <catch2/catch.hpp>

#include <memory>
#include <string>
#include <vector>

namespace t = emoted::test;
using emoted::Clip;
using emoted::NodeIndex;
using emoted::NodePose;

namespace {

std::shared_ptr<const emoted::Playable> load(std::string text) {
    emoted::SourceFile file;
    file.path = "generated.json";
    file.size_bytes = text.size();
    file.bytes = std::move(text);
    std::vector<emoted::SourceFile> files;
    files.push_back(std::move(file));
    const emoted::LoadResult result = build_library(std::move(files), {}, nullptr);
    for (const emoted::Diagnostic& diagnostic : result.report.diagnostics) {
        UNSCOPED_INFO(to_text(diagnostic));
    }
    CHECK(result.report.diagnostics.empty());
    REQUIRE(result.library->playables().size() == 1);
    return result.library->playables().front();
}

// Plays once from the first to the last tick; the first fault, or nothing.
std::string first_fault(const std::shared_ptr<const emoted::Playable>& playable, const Clip& truth) {
    emoted::BranchPlayer player(playable, plan(*playable, emoted::BranchKind::main, 1),
                                emoted::BranchPlayer::Repeat::once);
    std::vector<NodePose> before(truth.nodes.size());
    for (std::int64_t tick = 0; tick <= truth.duration.value(); ++tick) {
        const std::string at = " at tick " + std::to_string(tick) + ": ";
        if (const emoted::BranchFrame& frame = player.advance(); frame.failure != nullptr) {
            return at + *frame.failure;
        }
        const auto shown = player.current().nodes;
        const std::vector<t::NaiveNode> expected = t::naive_sample(truth, tick);
        for (std::uint32_t i = 0; i < expected.size(); ++i) {
            const emoted::Node& node = truth.nodes[i];
            if (const double off = t::naive_distance(t::widened(player.world(NodeIndex(i))), expected[i].world);
                !(off < 1e-9)) {
                return node.id + at + "the world matrix is " + std::to_string(off) + " off";
            }
            if (node.type == emoted::NodeType::anchor) {
                continue;
            }
            const NodePose& pose = shown[i].target;
            if (pose.visible != expected[i].visible) {
                return node.id + at + "the visibility is wrong";
            }
            if (pose.visible) {
                const std::string fault = t::pose_fault(pose, player.world(NodeIndex(i)), expected[i], false,
                                                        tick > 0 && before[i].visible ? &before[i] : nullptr);
                if (!fault.empty()) {
                    return node.id + at + fault;
                }
            }
            before[i] = pose;
        }
    }
    return {};
}

}  // namespace

TEST_CASE("clips written in Molang play as the same clips in numbers, folded or run at every tick") {
    for (const t::ClipKind kind : t::all_clip_kinds) {
        for (std::uint64_t seed = 3000; seed < (kind == t::ClipKind::eased ? 3006 : 3030); ++seed) {
            const Clip clip = t::generated_clip(seed, kind);
            for (const t::Wording wording : {t::Wording::constants, t::Wording::programs}) {
                CAPTURE(static_cast<int>(kind), seed, static_cast<int>(wording));
                const std::string fault = first_fault(load(t::animation_text(clip, wording)), clip);
                CAPTURE(fault);
                REQUIRE(fault.empty());
            }
        }
    }
}
