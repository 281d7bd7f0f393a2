// Any text through the animation reader; what is accepted must sample to finite poses at every tick, without its Molang
// and with it, unless that ends the playback.
#include "animation/animation_parser.hpp"
#include "playback/clip_frames.hpp"

#include <emoted/sequences/json_document.hpp>
#include <emoted/sequences/json_reader.hpp>
#include <emoted/sequences/sampling.hpp>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace {

bool is_finite(const emoted::NodePose& pose) {
    const auto& [translation, left, scale, right, visible] = pose;
    for (const float value : {translation.x, translation.y, translation.z, left.x, left.y, left.z, left.w, scale.x,
                              scale.y, scale.z, right.x, right.y, right.z, right.w}) {
        if (!std::isfinite(value)) {
            return false;
        }
    }
    return true;
}

void play(const std::shared_ptr<const emoted::Clip>& clip) {
    emoted::ClipFrames frames(clip);
    const emoted::molang::PlayerQueries player;
    emoted::molang::StepBudget budget{20'000};
    const emoted::MolangContext context{&player, &budget};
    bool good = frames.begin(emoted::TickCount(0), 0, emoted::Random(1, "main#0"), context);
    while (good) {
        for (const emoted::NodePose& pose : frames.poses()) {
            if (!is_finite(pose)) {
                std::abort();
            }
        }
        if (frames.at() == clip->duration) {
            return;
        }
        good = frames.step(context);
    }
    if (frames.failure().empty()) {
        std::abort();  // ended without a reason
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    emoted::Diagnostics diagnostics;
    const auto document =
        emoted::text::JsonDocument::parse("fuzz", std::string(reinterpret_cast<const char*>(data), size), diagnostics);
    if (!document) {
        return 0;
    }
    emoted::text::JsonReader reader(*document, diagnostics);
    const auto clip = emoted::animation::parse_animation(reader, {});
    if ((clip == nullptr) != emoted::has_faults(diagnostics)) {
        std::abort();  // refused without a reason, or accepted with one
    }
    if (clip == nullptr) {
        return 0;
    }
    emoted::ClipSampler sampler(clip);
    std::vector<emoted::NodePose> poses(clip->nodes.size());
    for (std::int64_t tick = 0; tick <= clip->duration.value(); ++tick) {
        sampler.sample(emoted::TickCount(tick), poses);
        for (const emoted::NodePose& pose : poses) {
            if (!is_finite(pose)) {
                std::abort();
            }
        }
    }
    play(clip);
    return 0;
}
