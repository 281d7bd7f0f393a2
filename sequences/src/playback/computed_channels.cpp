#include "playback/computed_channels.hpp"

#include "animation/build_report.hpp"
#include "animation/rotation.hpp"
#include "text/printable.hpp"

#include <emoted/sequences/limits.hpp>

#include <algorithm>
#include <cmath>

namespace emoted {
namespace {

constexpr double seconds_per_tick = 1.0 / ticks_per_second;

// A value that an expression computed, as far as Minecraft's world reaches.
double held(double value) noexcept {
    return std::clamp(value, -limits::max_transform_magnitude, limits::max_transform_magnitude);
}

Vec3d mixed(const Vec3d& from, const Vec3d& to, double share) noexcept {
    return {from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share, from.z + (to.z - from.z) * share};
}

bool rests(const VectorTrack& track, std::uint32_t key) noexcept {
    return key + 1 == track.ticks.size() || track.easing[key] == Easing::step;
}

// Whether a channel jumps at the key that is reached in this tick: it is approached as something else than it then is.
// Expressions are compared as they are written, since to evaluate those before would draw random numbers.
bool jumps_at(const VectorTrack& track, std::uint32_t key, std::int64_t at, bool is_rotation) noexcept {
    if (key == 0 || track.ticks[key] != at) {
        return false;
    }
    const bool held_before = track.easing[key - 1] == Easing::step;
    const Vec3d& before = held_before ? track.post[key - 1] : track.pre[key];
    const auto& before_programs = held_before ? track.programs[key - 1].post : track.programs[key].pre;
    const Vec3d& now = track.post[key];
    const auto& now_programs = track.programs[key].post;
    if (before_programs == now_programs && before == now) {
        return false;
    }
    const VectorPrograms::Components numbers{};
    if (is_rotation && before_programs == numbers && now_programs == numbers) {
        // 0 and 360 degrees are the same pose.
        return std::abs(animation::dot(euler_xyz_degrees(before), euler_xyz_degrees(now))) < 1.0 - 1e-12;
    }
    return true;
}

}  // namespace

ComputedChannels::ComputedChannels(const Clip& clip)
    : clip_(clip), evaluator_(clip.script), cursors_(clip.dynamic_nodes.size()) {
    for (const NodeIndex node : clip.dynamic_nodes) {
        overrides_.emplace_back();
        overrides_.back().node = node;
        chosen_.emplace_back(clip.tracks[node.value()].nbt.ticks.size());
    }
}

bool ComputedChannels::begin(TickCount at, std::int64_t rounds, const Random& random, const MolangContext& context) {
    evaluator_.begin(random);
    rounds_ = rounds;
    std::fill(cursors_.begin(), cursors_.end(), Cursors{});
    budget_ = context.budget;
    evaluator_.set(*context.player);
    set_timeline(at, 0.0);
    return run_program(clip_.initialize, "initialize") && run_program(clip_.tick_program, "tick") && set_channels();
}

bool ComputedChannels::step(TickCount at, const MolangContext& context) {
    budget_ = context.budget;
    evaluator_.set(*context.player);
    set_timeline(at, seconds_per_tick);
    return run_program(clip_.tick_program, "tick") && set_channels();
}

void ComputedChannels::set_timeline(TickCount at, double delta) {
    at_ = at.value();
    molang::TimelineQueries timeline;
    timeline.anim_time_ticks = static_cast<double>(at_);
    timeline.anim_time = timeline.anim_time_ticks * seconds_per_tick;
    timeline.life_time = timeline.anim_time;
    timeline.anim_length = static_cast<double>(clip_.duration.value()) * seconds_per_tick;
    timeline.delta_time = delta;
    timeline.loop_count = static_cast<double>(rounds_);
    evaluator_.set(timeline);
    evaluator_.set_key_frame_lerp_time(0.0);
}

// The results of the two programs are nobody's: they may be anything.
bool ComputedChannels::run_program(const std::optional<molang::ProgramIndex>& program, std::string_view name) {
    if (!program) {
        return true;
    }
    (void)evaluator_.run(*program, *budget_);
    return !budget_->exhausted() || fail_steps(animation::Pointer() / "molang" / name, *program);
}

bool ComputedChannels::set_channels() {
    for (std::size_t i = 0; i < overrides_.size(); ++i) {
        NodeOverride& out = overrides_[i];
        const NodeTracks& tracks = clip_.tracks[out.node.value()];
        Cursors& cursors = cursors_[i];
        out.jumps = false;
        const bool good = vector(tracks.position, cursors.position, {out.node, "position"}, out.position, out.jumps) &&
                          vector(tracks.scale, cursors.scale, {out.node, "scale"}, out.scale, out.jumps) &&
                          rotation(tracks.rotation, cursors.rotation, {out.node, "rotation"}, out) &&
                          visible(tracks.visible, cursors.visible, {out.node, "visible"}, out.visible) &&
                          choices(tracks.nbt, cursors, chosen_[i], {out.node, "nbt"});
        if (!good) {
            return false;
        }
    }
    return true;
}

// Moves the cursor, and tells the expressions how far it is to the next key.
std::uint32_t ComputedChannels::seek(const std::vector<std::int32_t>& ticks, std::uint32_t& cursor) {
    while (cursor + 1 < ticks.size() && ticks[cursor + 1] <= at_) {
        ++cursor;
    }
    progress_ = 0.0;
    if (cursor + 1 < ticks.size()) {
        const double start = ticks[cursor];
        progress_ = (static_cast<double>(at_) - start) / (ticks[cursor + 1] - start);
    }
    evaluator_.set_key_frame_lerp_time(progress_);
    return cursor;
}

// Between two keys both are evaluated, at the first one's own tick too.
bool ComputedChannels::ends(const VectorTrack& track, std::uint32_t key, const Place& place, Vec3d& from, Vec3d& to) {
    return components(track.post[key], track.programs[key].post, place.at(key, "post"), from) &&
           (rests(track, key) ||
            components(track.pre[key + 1], track.programs[key + 1].pre, place.at(key + 1, "pre"), to));
}

bool ComputedChannels::vector(const VectorTrack& track, std::uint32_t& cursor, const Place& place,
                              std::optional<Vec3d>& out, bool& jumps) {
    if (track.programs.empty()) {
        return true;
    }
    const std::uint32_t key = seek(track.ticks, cursor);
    Vec3d from;
    Vec3d to;
    if (!ends(track, key, place, from, to)) {
        return false;
    }
    out = rests(track, key) ? from : mixed(from, to, ease(track.easing[key], progress_));
    jumps = jumps || jumps_at(track, key, at_, false);
    return true;
}

bool ComputedChannels::rotation(const VectorTrack& track, std::uint32_t& cursor, const Place& place,
                                NodeOverride& out) {
    if (track.programs.empty()) {
        return true;
    }
    const std::uint32_t key = seek(track.ticks, cursor);
    Vec3d from;
    Vec3d to;
    if (!ends(track, key, place, from, to)) {
        return false;
    }
    out.rotation = euler_xyz_degrees(from);
    if (!rests(track, key)) {
        out.rotation = slerp(*out.rotation, euler_xyz_degrees(to), ease(track.easing[key], progress_));
    }
    out.jumps = out.jumps || jumps_at(track, key, at_, true);
    return true;
}

bool ComputedChannels::visible(const VisibleTrack& track, std::uint32_t& cursor, const Place& place,
                               std::optional<bool>& out) {
    if (track.programs.empty()) {
        return true;
    }
    const std::uint32_t key = seek(track.ticks, cursor);
    out = track.visible[key] != 0;
    const std::optional<molang::ProgramIndex>& program = track.programs[key];
    if (!program) {
        return true;
    }
    double value = 0.0;
    if (!run(*program, place.at(key, "value"), value)) {
        return false;
    }
    out = value != 0.0;
    return true;
}

// Each once, as its key is passed; a clip that begins in its middle passes several.
bool ComputedChannels::choices(const NbtTrack& track, Cursors& cursors, std::vector<std::uint32_t>& chosen,
                               const Place& place) {
    for (std::uint32_t& key = cursors.next_nbt; key < track.ticks.size() && track.ticks[key] <= at_; ++key) {
        const auto* const choice = std::get_if<NbtChoice>(&track.patches[key]);
        if (choice == nullptr) {
            continue;
        }
        evaluator_.set_key_frame_lerp_time(0.0);
        double value = 0.0;
        if (!run(choice->select, place.at(key, "select"), value)) {
            return false;
        }
        const auto options = static_cast<double>(choice->options.size());
        if (std::floor(value) != value || value < 0.0 || value >= options) {
            return fail(pointer_to(place.at(key, "select")), choice->select,
                        "is none of the options, which count from 0 to " + std::to_string(choice->options.size() - 1));
        }
        chosen[key] = static_cast<std::uint32_t>(value);
    }
    return true;
}

std::uint32_t ComputedChannels::chosen(NodeIndex node, std::size_t key) const noexcept {
    const auto found = std::lower_bound(clip_.dynamic_nodes.begin(), clip_.dynamic_nodes.end(), node);
    return chosen_[static_cast<std::size_t>(found - clip_.dynamic_nodes.begin())][key];
}

bool ComputedChannels::components(const Vec3d& numbers, const VectorPrograms::Components& programs, Place place,
                                  Vec3d& out) {
    out = numbers;
    double* const axes[] = {&out.x, &out.y, &out.z};
    for (std::size_t i = 0; i < programs.size(); ++i) {
        if (!programs[i]) {
            continue;
        }
        place.component = i;
        if (!run(*programs[i], place, *axes[i])) {
            return false;
        }
        *axes[i] = held(*axes[i]);
    }
    return true;
}

bool ComputedChannels::run(molang::ProgramIndex program, const Place& place, double& out) {
    out = evaluator_.run(program, *budget_);
    if (budget_->exhausted()) {
        return fail_steps(pointer_to(place), program);
    }
    if (!std::isfinite(out)) {
        return fail(pointer_to(place), program, "is not a finite number");
    }
    return true;
}

bool ComputedChannels::fail_steps(const animation::Pointer& at, molang::ProgramIndex program) {
    return fail(at, program, "takes more steps than one playback may in a tick (limits.molang_steps)");
}

bool ComputedChannels::fail(const animation::Pointer& at, molang::ProgramIndex program, std::string_view what) {
    failure_ = clip_.id + " at " + at.text() + ": " +
               text::quoted(evaluator_.script().sources[program.value()], text::excerpt_characters) + " ";
    failure_ += what;
    return false;
}

animation::Pointer ComputedChannels::pointer_to(const Place& place) const {
    const Node& node = clip_.nodes[place.node.value()];
    animation::Pointer key = animation::Pointer() / "timeline" / "tracks" / node.id / place.channel / place.key;
    const NodeTracks& tracks = clip_.tracks[place.node.value()];
    if (place.channel == "visible") {
        return key / "value";
    }
    if (place.channel == "nbt") {
        return key / "value" / place.member;
    }
    const VectorTrack& track = place.channel == "position"   ? tracks.position
                               : place.channel == "rotation" ? tracks.rotation
                                                             : tracks.scale;
    // A key that is written as one value is kept as two that are the same.
    const VectorPrograms& programs = track.programs[place.key];
    const bool whole = programs.pre == programs.post && track.pre[place.key] == track.post[place.key];
    return key / (whole ? "value" : place.member) / place.component;
}

}  // namespace emoted
