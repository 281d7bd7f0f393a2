#include "animation/clip_builder.hpp"

#include "animation/hierarchy.hpp"
#include "animation/molang_builder.hpp"
#include "animation/node_builder.hpp"
#include "animation/timeline_builder.hpp"

#include <emoted/sequences/limits.hpp>

#include <algorithm>

namespace emoted::animation {
namespace {

void check_settings(const RawAnimation& raw, BuildReport& report) {
    const Pointer playback = Pointer() / "settings" / "playback";
    const bool plays_once = raw.mode == PlaybackMode::once || raw.mode == PlaybackMode::hold;
    if (plays_once && raw.loop_delay.value() != 0) {
        report.fault(playback / "loop_delay", DiagnosticCode::invalid_value,
                     {.message = "an animation that does not loop has no delay between loops", .expected = "\"0t\""});
    }
    if (raw.molang && raw.mode == PlaybackMode::server_sync && raw.molang->tick) {
        report.fault(Pointer() / "molang" / "tick", DiagnosticCode::forbidden_member,
                     {.message = "an animation that follows the server's time may start anywhere, so it has no tick "
                                 "program"});
    }
    if (raw.duration && raw.duration->value() > limits::max_clip_ticks) {
        report.fault(Pointer() / "timeline" / "duration", DiagnosticCode::limit_exceeded,
                     {.message = "the animation is " + std::to_string(raw.duration->value()) + " ticks long",
                      .expected = "at most " + std::to_string(limits::max_clip_ticks) + " ticks (max_clip_ticks)"});
    }
}

std::optional<molang::ProgramIndex> build_program(const std::optional<RawMolang>& raw, std::string_view name,
                                                  MolangBuilder& molang) {
    if (!raw) {
        return std::nullopt;
    }
    const std::optional<molang::Compiled> compiled =
        molang.compile(raw->source, molang::Access::program, [name] { return Pointer() / "molang" / name; });
    return compiled ? std::optional(compiled->program) : std::nullopt;
}

bool has_choice(const NbtTrack& track) {
    return std::any_of(track.patches.begin(), track.patches.end(),
                       [](const NbtPatch& patch) { return std::holds_alternative<NbtChoice>(patch); });
}

std::vector<NodeIndex> find_dynamic_nodes(const std::vector<NodeTracks>& tracks) {
    std::vector<NodeIndex> dynamic;
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        const NodeTracks& each = tracks[i];
        if (!each.position.programs.empty() || !each.rotation.programs.empty() || !each.scale.programs.empty() ||
            !each.visible.programs.empty() || has_choice(each.nbt)) {
            dynamic.emplace_back(static_cast<std::uint32_t>(i));
        }
    }
    return dynamic;
}

bool is_complete(const RawAnimation& raw) {
    return raw.id && raw.metadata && raw.standalone && raw.cooldown && raw.player && raw.mode && raw.duration &&
           !raw.nodes.empty();
}

}  // namespace

std::shared_ptr<const Clip> build_clip(const RawAnimation& raw, const LoadOptions& options, BuildReport& report) {
    check_settings(raw, report);
    const Hierarchy hierarchy = resolve_hierarchy(raw.nodes, report);
    auto clip = std::make_shared<Clip>();
    clip->nodes = build_nodes(raw.nodes, hierarchy, report);
    MolangBuilder molang(report);
    if (raw.molang) {
        clip->initialize = build_program(raw.molang->initialize, "initialize", molang);
        clip->tick_program = build_program(raw.molang->tick, "tick", molang);
    }
    if (raw.lost_molang) {
        molang.assume_assigned();
    }
    clip->tracks = build_tracks(raw, hierarchy, clip->nodes, molang, report);
    clip->dynamic_nodes = find_dynamic_nodes(clip->tracks);
    clip->script = molang.finish();
    clip->events = build_events(raw, hierarchy, options.allowed_commands, report);
    if (report.failed() || !is_complete(raw)) {
        return nullptr;
    }
    clip->id = *raw.id;
    clip->metadata = *raw.metadata;
    clip->standalone = *raw.standalone;
    clip->cooldown = *raw.cooldown;
    clip->rotation_deadzone = raw.rotation_deadzone;
    clip->display_interpolation = raw.display_interpolation;
    clip->player = *raw.player;
    clip->mode = *raw.mode;
    clip->loop_delay = raw.loop_delay;
    clip->duration = *raw.duration;
    return clip;
}

}  // namespace emoted::animation
