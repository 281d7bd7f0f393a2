#include "animation/node_builder.hpp"
#include "animation/timeline_builder.hpp"

#include <utility>

namespace emoted::animation {
namespace {

// The rules that keys of every channel keep: the first at 0, strictly rising, none past the end.
class KeyTimes {
public:
    KeyTimes(std::optional<TickCount> duration, BuildReport& report) : duration_(duration), report_(report) {}

    void check(const std::optional<TickCount>& time, const Pointer& track, std::size_t index) {
        if (!time) {
            report_.incomplete();
            previous_.reset();
            return;
        }
        const auto fault = [&](std::string message, std::string expected) {
            report_.fault(track / index / "time", DiagnosticCode::invalid_timeline,
                          {.message = std::move(message), .expected = std::move(expected)});
        };
        if (index == 0 && time->value() != 0) {
            fault("the first key is not at the start", "\"0t\"");
        } else if (previous_ && *time <= *previous_) {
            fault("the key is not after the one before it, which is at " + std::to_string(previous_->value()) + "t",
                  "rising times");
        } else if (duration_ && *time > *duration_) {
            fault("the key is after the end", "at most the duration, " + std::to_string(duration_->value()) + "t");
        }
        previous_ = time;
    }

private:
    std::optional<TickCount> duration_;
    BuildReport& report_;
    std::optional<TickCount> previous_;
};

std::int32_t to_tick(const std::optional<TickCount>& time) noexcept {
    return static_cast<std::int32_t>(time.value_or(TickCount(0)).value());
}

// Where a vector stands; made into a pointer only for a report, since there are many keys and few reports.
struct VectorPlace {
    const Pointer& track;
    std::size_t key = 0;
    std::string_view member;
    [[nodiscard]] Pointer component(std::size_t index) const { return track / key / member / index; }
};

Vec3d build_vector(const std::optional<RawVector>& raw, const VectorPlace& place, BuildReport& report) {
    std::array<double, 3> numbers{};
    if (!raw) {
        report.incomplete();
        return {};
    }
    for (std::size_t i = 0; i < 3; ++i) {
        const std::optional<RawComponent>& component = raw->at(i);
        if (!component) {
            report.incomplete();
        } else if (const double* const number = std::get_if<double>(&*component)) {
            numbers.at(i) = *number;
            if (!has_good_magnitude(*number)) {
                report_magnitude(place.component(i), report);
            }
        } else {
            report_unsupported(place.component(i), "Molang expressions", report);
        }
    }
    return {numbers[0], numbers[1], numbers[2]};
}

VectorTrack build_vector_track(const RawVectorTrack& raw, const std::optional<TickCount>& duration, const Pointer& at,
                               BuildReport& report) {
    VectorTrack track;
    KeyTimes times(duration, report);
    for (std::size_t i = 0; i < raw.size(); ++i) {
        const RawVectorKey& key = raw[i];
        times.check(key.time, at, i);
        track.ticks.push_back(to_tick(key.time));
        track.post.push_back(build_vector(key.post, {at, i, key.split ? "post" : "value"}, report));
        track.pre.push_back(key.split ? build_vector(key.pre, {at, i, "pre"}, report) : track.post.back());
        track.easing.push_back(key.easing);
    }
    return track;
}

VisibleTrack build_visible_track(const RawVisibleTrack& raw, const std::optional<TickCount>& duration,
                                 const Pointer& at, BuildReport& report) {
    VisibleTrack track;
    KeyTimes times(duration, report);
    for (std::size_t i = 0; i < raw.size(); ++i) {
        times.check(raw[i].time, at, i);
        bool visible = true;
        if (!raw[i].value) {
            report.incomplete();
        } else {
            if (const bool* const value = std::get_if<bool>(&*raw[i].value)) {
                visible = *value;
            } else {
                report_unsupported(at / i / "value", "Molang expressions", report);
            }
        }
        track.ticks.push_back(to_tick(raw[i].time));
        track.visible.push_back(static_cast<std::uint8_t>(visible));
    }
    return track;
}

}  // namespace

void report_unsupported(const Pointer& at, const std::string& what, BuildReport& report) {
    report.fault(at, DiagnosticCode::unsupported_feature, {.message = "this version does not play " + what + " yet"});
}

std::vector<NodeTracks> build_tracks(const RawAnimation& raw, const Hierarchy& hierarchy, BuildReport& report) {
    std::vector<NodeTracks> built(raw.nodes.size());
    for (const RawTracks& tracks : raw.tracks) {
        const Pointer at = Pointer() / "timeline" / "tracks" / tracks.node;
        NodeTracks result;
        const auto vector = [&](const std::optional<RawVectorTrack>& track, std::string_view name) {
            return track ? build_vector_track(*track, raw.duration, at / name, report) : VectorTrack{};
        };
        result.position = vector(tracks.position, "position");
        result.rotation = vector(tracks.rotation, "rotation");
        result.scale = vector(tracks.scale, "scale");
        const auto node = find_node(hierarchy, tracks.node, at, report);
        const bool anchor = node && raw.nodes[*node].type == NodeType::anchor;
        const auto forbid = [&](std::string_view name) {
            report.fault(at / name, DiagnosticCode::forbidden_member,
                         {.message = "an anchor has no entity", .expected = "only position, rotation and scale"});
        };
        if (tracks.visible && anchor) {
            forbid("visible");
        } else if (tracks.visible) {
            result.visible = build_visible_track(*tracks.visible, raw.duration, at / "visible", report);
        }
        if (tracks.nbt && anchor) {
            forbid("nbt");
        } else if (tracks.nbt) {
            report_unsupported(at / "nbt", "tracks of entity data", report);
        }
        if (node) {
            built[hierarchy.clip_index[*node].value()] = std::move(result);
        }
    }
    return built;
}

}  // namespace emoted::animation
