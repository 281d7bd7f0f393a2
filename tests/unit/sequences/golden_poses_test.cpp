// The starter pack's poses, as numbers that were looked at and approved once: tests/golden/poses/starter.txt. Unlike
// the naive evaluator these also notice when the files, the rules and both evaluators change together.
#include "support/approved_file.hpp"
#include "support/read_animation.hpp"
#include "support/source_folder.hpp"

#include <emoted/sequences/sampling.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace t = emoted::test;
namespace fs = std::filesystem;
using emoted::NodePose;
using emoted::Quatf;

namespace {

constexpr std::int64_t ticks_between_frames = 5;

// To five decimals, without zeros at the end.
std::string number(float value) {
    const double rounded = std::round(static_cast<double>(value) * 1e5) / 1e5 + 0.0;
    std::array<char, 32> buffer{};
    const auto [end, error] =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), rounded, std::chars_format::fixed);
    return {buffer.data(), end};
}

// Translation, left rotation, scale, and the right rotation if there is one.
std::string pose_text(const NodePose& pose) {
    if (!pose.visible) {
        return " hidden";
    }
    const auto& [translation, left, scale, right, visible] = pose;
    std::vector<float> numbers{translation.x, translation.y, translation.z, left.x,  left.y,
                               left.z,        left.w,        scale.x,       scale.y, scale.z};
    if (!(right == Quatf{})) {
        numbers.insert(numbers.end(), {right.x, right.y, right.z, right.w});
    }
    std::string text;
    for (const float value : numbers) {
        text += ' ' + number(value);
    }
    return text;
}

// Every fifth tick and the last; a display that stands as in the frame before is not said again.
std::string clip_text(const std::shared_ptr<const emoted::Clip>& clip) {
    std::string text = clip->id + '\n';
    emoted::ClipSampler sampler(clip);
    std::vector<NodePose> poses(clip->nodes.size());
    std::vector<std::string> said(clip->nodes.size());
    for (std::int64_t tick = 0; tick <= clip->duration.value(); ++tick) {
        sampler.sample(emoted::TickCount(tick), poses);
        if (tick % ticks_between_frames != 0 && tick != clip->duration.value()) {
            continue;
        }
        for (std::size_t i = 0; i < poses.size(); ++i) {
            std::string pose = pose_text(poses[i]);
            if (clip->nodes[i].type != emoted::NodeType::anchor && pose != said[i]) {
                text += std::to_string(tick) + ' ' + clip->nodes[i].id + pose + '\n';
                said[i] = std::move(pose);
            }
        }
    }
    return text;
}

std::string starter_text() {
    std::map<std::string, std::string> by_path;
    const fs::path folder = t::source_folder() / "config" / "starter";
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".json") {
            continue;
        }
        std::string bytes = t::read_file(entry.path());
        if (bytes.find(R"("timeline")") == std::string::npos) {
            continue;  // a sequence
        }
        const auto read = t::read_animation(std::move(bytes));
        REQUIRE(read.clip);
        by_path.emplace(entry.path().generic_string(), clip_text(read.clip));
    }
    std::string text;
    for (const auto& [path, clip] : by_path) {
        text += clip;
    }
    return text;
}

// Equal word for word, numbers to the last decimal but one: another way to compute a sine is no change.
bool same(const std::string& a, const std::string& b) {
    std::istringstream left(a);
    std::istringstream right(b);
    std::string x;
    std::string y;
    while (left >> x) {
        if (!(right >> y)) {
            return false;
        }
        if (x != y) {
            double u = 0;
            double v = 0;
            const auto first = std::from_chars(x.data(), x.data() + x.size(), u);
            const auto second = std::from_chars(y.data(), y.data() + y.size(), v);
            if (first.ec != std::errc() || second.ec != std::errc() || !(std::abs(u - v) < 2.5e-5)) {
                return false;
            }
        }
    }
    return !(right >> y);
}

}  // namespace

TEST_CASE("the starter pack's poses are those that were approved") {
    const fs::path file = t::source_folder() / "tests" / "golden" / "poses" / "starter.txt";
    const std::string actual = starter_text();
    const bool approved = same(t::read_file(file), actual) || t::is_approved(file, actual);
    INFO("EMOTED_APPROVE=1 takes the new poses over; see " << file.string() << ".unapproved");
    CHECK(approved);
}
