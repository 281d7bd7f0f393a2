#include "animation/key_times.hpp"
#include "animation/nbt_builder.hpp"
#include "animation/node_builder.hpp"
#include "animation/timeline_builder.hpp"

#include <cmath>
#include <utility>

namespace emoted::animation {
namespace {

// Where a vector stands; made into a pointer only for a report, since there are many keys and few reports.
struct VectorPlace {
    const Pointer& track;
    std::size_t key = 0;
    std::string_view member;
    [[nodiscard]] Pointer component(std::size_t index) const { return track / key / member / index; }
};

// Numbers and programs of one key's vector.
struct BuiltVector {
    Vec3d numbers;
    VectorPrograms::Components programs;
    [[nodiscard]] bool is_computed() const noexcept { return programs[0] || programs[1] || programs[2]; }
};

[[nodiscard]] bool is_never_finite(const std::optional<molang::Compiled>& compiled) noexcept {
    return compiled && compiled->always && !std::isfinite(compiled->always->value);
}

class TrackBuilder {
public:
    TrackBuilder(std::optional<TickCount> duration, MolangBuilder& molang, BuildReport& report)
        : duration_(duration), molang_(molang), report_(report) {}

    VectorTrack vector_track(const RawVectorTrack& raw, const Pointer& at) {
        VectorTrack track;
        track.ticks.reserve(raw.size());
        track.pre.reserve(raw.size());
        track.post.reserve(raw.size());
        track.easing.reserve(raw.size());
        KeyTimes times(duration_, report_);
        for (std::size_t i = 0; i < raw.size(); ++i) {
            const RawVectorKey& key = raw[i];
            times.check(key.time, at, i);
            const BuiltVector post = vector(key.post, {at, i, key.split ? "post" : "value"});
            const BuiltVector pre = key.split ? vector(key.pre, {at, i, "pre"}) : post;
            track.ticks.push_back(to_tick(key.time));
            track.pre.push_back(pre.numbers);
            track.post.push_back(post.numbers);
            track.easing.push_back(key.easing);
            if (pre.is_computed() || post.is_computed()) {
                track.programs.resize(raw.size());
                track.programs[i] = {pre.programs, post.programs};
            }
        }
        return track;
    }

    VectorTrack vector_track(const PlainTrack& plain, const Pointer& at) {
        KeyTimes times(duration_, report_);
        for (std::size_t i = 0; i < plain.ticks.size(); ++i) {
            times.check(TickCount(plain.ticks[i]), at, i);
            const Vec3d& value = plain.values[i];
            for (const double number : {value.x, value.y, value.z}) {
                if (!has_good_magnitude(number)) {
                    report_magnitude(at / i / "value", report_);
                }
            }
        }
        return {plain.ticks, plain.values, plain.values, plain.easing, {}};
    }

    VisibleTrack visible_track(const RawVisibleTrack& raw, const Pointer& at) {
        VisibleTrack track;
        KeyTimes times(duration_, report_);
        bool computed = false;
        for (std::size_t i = 0; i < raw.size(); ++i) {
            times.check(raw[i].time, at, i);
            bool visible = true;
            std::optional<molang::ProgramIndex> program;
            if (!raw[i].value) {
                report_.incomplete();
            } else if (const bool* const value = std::get_if<bool>(&*raw[i].value)) {
                visible = *value;
            } else {
                const std::optional<molang::Compiled> compiled =
                    molang_.compile(std::get<RawMolang>(*raw[i].value).source, molang::Access::read_only,
                                    [&] { return at / i / "value"; });
                // What is not finite ends the playback when it is reached, not the loading.
                if (is_never_finite(compiled)) {
                    molang_.warn_of_end(at / i / "value", *compiled->always, "a finite number");
                }
                if (compiled && compiled->constant && std::isfinite(*compiled->constant)) {
                    visible = *compiled->constant != 0.0;
                } else if (compiled) {
                    program = compiled->program;
                }
            }
            track.ticks.push_back(to_tick(raw[i].time));
            track.visible.push_back(static_cast<std::uint8_t>(visible));
            track.programs.push_back(program);
            computed = computed || program;
        }
        if (!computed) {
            track.programs = {};
        }
        return track;
    }

private:
    BuiltVector vector(const std::optional<RawVector>& raw, const VectorPlace& place) {
        BuiltVector built;
        if (!raw) {
            report_.incomplete();
            return built;
        }
        double* const axes[] = {&built.numbers.x, &built.numbers.y, &built.numbers.z};
        for (std::size_t i = 0; i < 3; ++i) {
            const std::optional<RawComponent>& component = raw->at(i);
            if (!component) {
                report_.incomplete();
            } else if (const double* const number = std::get_if<double>(&*component)) {
                *axes[i] = *number;
                if (!has_good_magnitude(*number)) {
                    report_magnitude(place.component(i), report_);
                }
            } else {
                computed(std::get<RawMolang>(*component).source, place, i, *axes[i], built.programs.at(i));
            }
        }
        return built;
    }

    // An expression that always is the same good number is that number.
    void computed(std::string_view source, const VectorPlace& place, std::size_t component, double& number,
                  std::optional<molang::ProgramIndex>& program) {
        const std::optional<molang::Compiled> compiled =
            molang_.compile(source, molang::Access::read_only, [&] { return place.component(component); });
        if (is_never_finite(compiled)) {
            molang_.warn_of_end(place.component(component), *compiled->always, "a finite number");
        }
        if (compiled && compiled->constant && has_good_magnitude(*compiled->constant)) {
            number = *compiled->constant;
        } else if (compiled) {
            program = compiled->program;
        }
    }

    std::optional<TickCount> duration_;
    MolangBuilder& molang_;
    BuildReport& report_;
};

}  // namespace

std::vector<NodeTracks> build_tracks(const RawAnimation& raw, const Hierarchy& hierarchy, std::span<const Node> nodes,
                                     MolangBuilder& molang, BuildReport& report) {
    TrackBuilder builder(raw.duration, molang, report);
    std::vector<NodeTracks> built(raw.nodes.size());
    for (const RawTracks& tracks : raw.tracks) {
        const Pointer at = Pointer() / "timeline" / "tracks" / tracks.node;
        NodeTracks result;
        const auto vector = [&](const std::optional<RawVectorTrack>& track, const PlainTrack* plain,
                                std::string_view name) {
            return plain != nullptr ? builder.vector_track(*plain, at / name)
                   : track          ? builder.vector_track(*track, at / name)
                                    : VectorTrack{};
        };
        result.position = vector(tracks.position, tracks.plain_position, "position");
        result.rotation = vector(tracks.rotation, tracks.plain_rotation, "rotation");
        result.scale = vector(tracks.scale, tracks.plain_scale, "scale");
        const auto node = find_node(hierarchy, tracks.node, at, report);
        const bool anchor = node && raw.nodes[*node].type == NodeType::anchor;
        const auto forbid = [&](std::string_view name) {
            report.fault(at / name, DiagnosticCode::forbidden_member,
                         {.message = "an anchor has no entity", .expected = "only position, rotation and scale"});
        };
        if (tracks.visible && anchor) {
            forbid("visible");
        } else if (tracks.visible) {
            result.visible = builder.visible_track(*tracks.visible, at / "visible");
        }
        if (tracks.nbt && anchor) {
            forbid("nbt");
        } else if (tracks.nbt && node) {
            result.nbt = build_nbt_track(*tracks.nbt, nodes[hierarchy.clip_index[*node].value()], raw.duration,
                                         at / "nbt", molang, report);
        }
        if (node) {
            built[hierarchy.clip_index[*node].value()] = std::move(result);
        }
    }
    return built;
}

}  // namespace emoted::animation
