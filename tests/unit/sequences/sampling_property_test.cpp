// What must hold for every clip there is: the sampler against the naive evaluator, at every tick. Generated clips, the
// same clips by way of their files, the starter pack, and the format's own samples ($EMOTED_SAMPLES).
#include "animation/pose_kernels.hpp"
#include "support/animation_text.hpp"
#include "support/generated_clip.hpp"
#include "support/naive_sampler.hpp"
#include "support/plain_animation.hpp"
#include "support/pose_fault.hpp"
#include "support/read_animation.hpp"
#include "support/source_folder.hpp"

#include <emoted/sequences/random.hpp>
#include <emoted/sequences/sampling.hpp>

#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

namespace t = emoted::test;
namespace fs = std::filesystem;
using emoted::Clip;
using emoted::ClipSampler;
using emoted::NodeIndex;
using emoted::NodePose;
using emoted::TickCount;

namespace {

// Samples `played` from first to last tick against what `truth` says; the first fault, or nothing.
std::string first_fault(const std::shared_ptr<const Clip>& played, const Clip& truth,
                        const emoted::PoseKernels& kernels = emoted::animation::best_pose_kernels()) {
    if (played->duration != truth.duration || played->nodes.size() != truth.nodes.size()) {
        return "another duration or number of nodes";
    }
    ClipSampler sampler(played, kernels);
    std::vector<NodePose> poses(played->nodes.size());
    for (std::int64_t tick = 0; tick <= truth.duration.value(); ++tick) {
        const std::vector<NodePose> before = poses;
        sampler.sample(TickCount(tick), poses);
        const std::vector<t::NaiveNode> expected = t::naive_sample(truth, tick);
        for (std::uint32_t i = 0; i < poses.size(); ++i) {
            const emoted::Node& node = truth.nodes[i];
            if (played->nodes[i].id != node.id) {
                return "another order of nodes";
            }
            const std::string fault =
                t::pose_fault(poses[i], sampler.world(NodeIndex(i)), expected[i], node.type == emoted::NodeType::anchor,
                              tick == 0 ? nullptr : &before[i]);
            if (!fault.empty()) {
                return node.id + " at tick " + std::to_string(tick) + ": " + fault;
            }
        }
    }
    return {};
}

std::string bytes_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

// Every animation under `folder` by its path; sequences are not sampled.
std::map<std::string, std::string> animations_under(const fs::path& folder) {
    std::map<std::string, std::string> texts;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.path().extension() == ".json") {
            std::string text = bytes_of(entry.path());
            if (text.find(R"("timeline")") != std::string::npos) {
                texts.emplace(entry.path().lexically_relative(folder).generic_string(), std::move(text));
            }
        }
    }
    return texts;
}

void check_files(const std::map<std::string, std::string>& texts) {
    for (const auto& [path, text] : texts) {
        CAPTURE(path);
        const auto read = t::read_animation(text);
        REQUIRE(read.clip);
        CHECK(first_fault(read.clip, t::plain_animation(text)) == "");  // NOLINT(readability-container-size-empty)
    }
}

}  // namespace

TEST_CASE("generated clips of every kind agree with the naive evaluator at every tick") {
    // Those for older processors and those for this one, in turn.
    const auto all_kernels = emoted::animation::supported_pose_kernels();
    for (const t::ClipKind kind : t::all_clip_kinds) {
        // Clips of every easing are long.
        const std::uint64_t count = kind == t::ClipKind::eased ? 30 : 320;
        for (std::uint64_t seed = 1000; seed < 1000 + count; ++seed) {
            const auto clip = std::make_shared<const Clip>(t::generated_clip(seed, kind));
            const std::string fault = first_fault(clip, *clip, *all_kernels[seed % all_kernels.size()]);
            if (!fault.empty()) {
                CAPTURE(static_cast<int>(kind), seed, fault);
                REQUIRE(fault.empty());
            }
        }
    }
}

TEST_CASE("generated clips of every kind agree with the naive evaluator in any order of ticks") {
    for (const t::ClipKind kind : t::all_clip_kinds) {
        for (std::uint64_t seed = 5000; seed < 5040; ++seed) {
            const auto clip = std::make_shared<const Clip>(t::generated_clip(seed, kind));
            ClipSampler sampler(clip);
            std::vector<NodePose> poses(clip->nodes.size());
            emoted::Random random(seed, "order");
            for (int i = 0; i < 12; ++i) {
                const auto tick =
                    static_cast<std::int64_t>(random.below(static_cast<std::uint32_t>(clip->duration.value() + 1)));
                sampler.sample(TickCount(tick), poses);
                const std::vector<t::NaiveNode> expected = t::naive_sample(*clip, tick);
                for (std::uint32_t n = 0; n < poses.size(); ++n) {
                    const std::string fault =
                        t::pose_fault(poses[n], sampler.world(NodeIndex(n)), expected[n], false, nullptr);
                    if (!fault.empty()) {
                        CAPTURE(static_cast<int>(kind), seed, tick, clip->nodes[n].id, fault);
                        REQUIRE(fault.empty());
                    }
                }
            }
        }
    }
}

TEST_CASE("poses are the same bytes whatever the processor can do") {
    for (const t::ClipKind kind : t::all_clip_kinds) {
        for (std::uint64_t seed = 6000; seed < 6040; ++seed) {
            const auto clip = std::make_shared<const Clip>(t::generated_clip(seed, kind));
            std::vector<std::vector<NodePose>> films;
            for (const emoted::PoseKernels* const kernels : emoted::animation::supported_pose_kernels()) {
                ClipSampler sampler(clip, *kernels);
                std::vector<NodePose> poses(clip->nodes.size());
                std::vector<NodePose> film;
                for (std::int64_t tick = 0; tick <= clip->duration.value(); ++tick) {
                    sampler.sample(TickCount(tick), poses);
                    film.insert(film.end(), poses.begin(), poses.end());
                }
                films.push_back(std::move(film));
            }
            for (const std::vector<NodePose>& film : films) {
                CAPTURE(static_cast<int>(kind), seed);
                REQUIRE(film == films.front());
            }
        }
    }
}

TEST_CASE("generated clips read from their files agree with the naive evaluator at every tick") {
    for (const t::ClipKind kind : t::all_clip_kinds) {
        for (std::uint64_t seed = 2000; seed < 2030; ++seed) {
            const Clip clip = t::generated_clip(seed, kind);
            const auto read = t::read_animation(t::animation_text(clip));
            for (const emoted::Diagnostic& diagnostic : read.diagnostics) {
                UNSCOPED_INFO(to_text(diagnostic));
            }
            CAPTURE(static_cast<int>(kind), seed);
            REQUIRE(read.clip);
            const std::string fault = first_fault(read.clip, clip);
            CAPTURE(fault);
            REQUIRE(fault.empty());
        }
    }
}

TEST_CASE("the starter pack's animations agree with a second reader and the naive evaluator at every tick") {
    const auto texts = animations_under(t::source_folder() / "config" / "starter");
    CHECK(texts.size() >= 19);
    check_files(texts);
}

TEST_CASE("the handshake samples agree with a second reader and the naive evaluator at every tick") {
    const char* const samples = std::getenv("EMOTED_SAMPLES");
    INFO("EMOTED_SAMPLES must name the folder of sample files; tests/run sets it");
    REQUIRE(samples != nullptr);
    const auto texts = animations_under(fs::path(samples) / "handshake");
    CHECK(texts.size() == 3);
    check_files(texts);
}
