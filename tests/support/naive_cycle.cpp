#include "support/naive_cycle.hpp"

#include "molang/script.hpp"

namespace emoted::test {
namespace {

std::size_t active_key(const std::vector<std::int32_t>& ticks, std::int64_t at) {
    std::size_t active = 0;
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        if (ticks[i] <= at) {
            active = i;
        }
    }
    return active;
}

}  // namespace

NaiveCycle::NaiveCycle(const Clip& clip, Random random, std::int64_t rounds) : clip_(&clip) {
    molang_.random = random;
    molang_.queries["loop_count"] = static_cast<double>(rounds);
    molang_.queries["anim_length"] = static_cast<double>(clip.duration.value()) / 20;
}

std::vector<NaiveNode> NaiveCycle::next(const std::map<std::string, double>& player) {
    ++at_;
    for (const auto& [name, value] : player) {
        molang_.queries[name] = value;
    }
    molang_.queries["anim_time_ticks"] = static_cast<double>(at_);
    molang_.queries["anim_time"] = molang_.queries["life_time"] = static_cast<double>(at_) / 20;
    molang_.queries["delta_time"] = at_ == 0 ? 0 : 0.05;
    molang_.queries["key_frame_lerp_time"] = 0;
    if (at_ == 0 && clip_->initialize) {
        run(*clip_->initialize);
    }
    if (clip_->tick_program) {
        run(*clip_->tick_program);
    }
    // The clip as it is at this tick, with numbers only.
    Clip frozen = *clip_;
    for (std::size_t i = 0; i < clip_->nodes.size(); ++i) {
        freeze(frozen.tracks[i].position, clip_->tracks[i].position);
        freeze(frozen.tracks[i].scale, clip_->tracks[i].scale);
        freeze(frozen.tracks[i].rotation, clip_->tracks[i].rotation);
        freeze(frozen.tracks[i].visible, clip_->tracks[i].visible);
    }
    return naive_sample(frozen, at_);
}

double NaiveCycle::run(molang::ProgramIndex program) {
    return molang_.run(clip_->script->sources.at(program.value()));
}

void NaiveCycle::fill(Vec3d& numbers, const VectorPrograms::Components& programs) {
    if (programs[0]) {
        numbers.x = run(*programs[0]);
    }
    if (programs[1]) {
        numbers.y = run(*programs[1]);
    }
    if (programs[2]) {
        numbers.z = run(*programs[2]);
    }
}

void NaiveCycle::set_progress(const std::vector<std::int32_t>& ticks, std::size_t active) {
    double progress = 0;
    if (active + 1 < ticks.size()) {
        progress = static_cast<double>(at_ - ticks[active]) / static_cast<double>(ticks[active + 1] - ticks[active]);
    }
    molang_.queries["key_frame_lerp_time"] = progress;
}

void NaiveCycle::freeze(VectorTrack& frozen, const VectorTrack& track) {
    if (track.programs.empty()) {
        return;
    }
    const std::size_t active = active_key(track.ticks, at_);
    set_progress(track.ticks, active);
    fill(frozen.post[active], track.programs[active].post);
    if (active + 1 < track.ticks.size() && track.easing[active] != Easing::step) {
        fill(frozen.pre[active + 1], track.programs[active + 1].pre);
    }
}

void NaiveCycle::freeze(VisibleTrack& frozen, const VisibleTrack& track) {
    if (track.programs.empty()) {
        return;
    }
    const std::size_t active = active_key(track.ticks, at_);
    set_progress(track.ticks, active);
    if (track.programs[active]) {
        frozen.visible[active] = run(*track.programs[active]) != 0 ? 1 : 0;
    }
}

}  // namespace emoted::test
