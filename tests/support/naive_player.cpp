#include "support/naive_player.hpp"

#include <algorithm>
#include <cmath>

namespace emoted::test {
namespace {

[[nodiscard]] float between(float a, float b, double part) {
    return static_cast<float>(static_cast<double>(a) * (1 - part) + static_cast<double>(b) * part);
}
[[nodiscard]] Vec3f between(Vec3f a, Vec3f b, double part) {
    return {between(a.x, b.x, part), between(a.y, b.y, part), between(a.z, b.z, part)};
}

// By angle: a turns towards b, or towards -b if that is nearer.
[[nodiscard]] Quatf turned(Quatf a, Quatf b, double part) {
    const double ax[4] = {static_cast<double>(a.x), static_cast<double>(a.y), static_cast<double>(a.z),
                          static_cast<double>(a.w)};
    double bx[4] = {static_cast<double>(b.x), static_cast<double>(b.y), static_cast<double>(b.z),
                    static_cast<double>(b.w)};
    double cosine = 0;
    for (int i = 0; i < 4; ++i) {
        cosine += ax[i] * bx[i];
    }
    if (cosine < -1e-6) {  // at half a turn as they stand (D55)
        cosine = -cosine;
        for (double& component : bx) {
            component = -component;
        }
    }
    const double angle = std::acos(std::min(1.0, cosine));
    double first = 1 - part;
    double second = part;
    if (angle > 1e-6) {
        first = std::sin((1 - part) * angle) / std::sin(angle);
        second = std::sin(part * angle) / std::sin(angle);
    }
    double result[4];
    for (int i = 0; i < 4; ++i) {
        result[i] = first * ax[i] + second * bx[i];
    }
    return {static_cast<float>(result[0]), static_cast<float>(result[1]), static_cast<float>(result[2]),
            static_cast<float>(result[3])};
}

}  // namespace

std::vector<std::vector<NodePose>> all_poses(const Clip& clip) {
    std::vector<std::vector<NodePose>> result;
    ClipSampler sampler(std::make_shared<Clip>(clip));
    std::vector<NodePose> poses(clip.nodes.size());
    for (std::int64_t tick = 0; tick <= clip.duration.value(); ++tick) {
        sampler.sample(TickCount(tick), poses);
        result.push_back(poses);
    }
    return result;
}

nbt::Compound whole_data(const DisplayData& data) {
    nbt::Compound whole = nbt::parse_compound(data.options.remaining_snbt).value();
    const std::string& json = std::get<TextContent>(data.content).component_json;
    whole.set("text", json.substr(1, json.size() - 2));
    if (data.options.glowing) {
        whole.set("glowing", static_cast<std::int8_t>(*data.options.glowing ? 1 : 0));
    }
    return whole;
}

NaivePlayer::NaivePlayer(const Playable& playable, Branch branch, BranchPlayer::Repeat repeat, std::optional<Held> held)
    : playable_(&playable), branch_(std::move(branch)), repeat_(repeat), held_(held) {
    for (const ClipUse& use : playable.layout.clips) {
        poses_.push_back(all_poses(*use.clip));
    }
    for (const Display& display : playable.layout.displays) {
        const Node& node = playable.layout.clips[display.clip.value()].clip->nodes[display.node.value()];
        unpatched_.push_back({false, {}, whole_data({node.content, node.display})});
    }
}

std::vector<DisplayNow> NaivePlayer::at(std::int64_t tick) const {
    const std::vector<DisplayNow>& nothing = unpatched_;
    const std::optional<std::size_t> index = segment_at(tick);
    std::vector<DisplayNow> shown = nothing;
    std::vector<DisplayNow> tick_before_blend = nothing;
    const std::size_t following = index ? *index + 1 : 0;
    const Segment* next = following < branch_.segments.size() ? &branch_.segments[following] : nullptr;

    if (index) {
        const Segment& segment = branch_.segments[*index];
        const Clip& clip = *playable_->layout.clips[segment.clip.value()].clip;
        std::int64_t clip_tick = tick - segment.start.value();
        if (repeat_ == BranchPlayer::Repeat::loop) {
            clip_tick %= (clip.duration + clip.loop_delay).value();
        }
        shown = of_clip(segment.clip, std::min(clip_tick, clip.duration.value()));
        if (next != nullptr) {
            const std::int64_t before = next->blend_from.value() - 1 - segment.start.value();
            tick_before_blend = of_clip(segment.clip, std::min(before, clip.duration.value()));
        }
    } else if (held_) {
        const Clip& clip = *playable_->layout.clips[held_->clip.value()].clip;
        shown = of_clip(held_->clip, clip.duration.value());
        tick_before_blend = of_clip(held_->clip, clip.duration.value() - (held_->just_ended ? 1 : 0));
    } else {
        return nothing;
    }

    if (next != nullptr && next->blend_from.value() <= tick) {
        const std::vector<DisplayNow> arriving = of_clip(next->clip, 0);
        const auto& displays = playable_->layout.displays;
        for (std::size_t i = 0; i < displays.size(); ++i) {
            const std::size_t source = displays[i].mirror_of ? displays[i].mirror_of->value() : i;
            if (tick_before_blend[source].visible && shown[i].visible && arriving[source].visible) {
                shown[i].pose = arriving[source].pose;
            }
        }
    }
    return shown;
}

std::vector<DisplayNow> NaivePlayer::of_clip(ClipIndex clip, std::int64_t clip_tick) const {
    const Layout& layout = playable_->layout;
    const ClipUse& use = layout.clips[clip.value()];
    std::vector<DisplayNow> result = unpatched_;
    for (std::size_t n = 0; n < use.display_of_node.size(); ++n) {
        if (use.display_of_node[n]) {
            DisplayNow& now = result[use.display_of_node[n]->value()];
            now.pose = poses_[clip.value()][static_cast<std::size_t>(clip_tick)][n];
            now.visible = now.pose.visible;
            const NbtTrack& track = use.clip->tracks[n].nbt;
            for (std::size_t key = 0; key < track.ticks.size() && track.ticks[key] <= clip_tick; ++key) {
                for (const auto& [name, value] : std::get<nbt::Compound>(track.patches[key]).members) {
                    now.data.set(name, value);
                }
            }
        }
    }
    for (std::size_t i = 0; i < result.size(); ++i) {
        if (layout.displays[i].mirror_of) {
            const DisplayNow& source = result[layout.displays[i].mirror_of->value()];
            result[i].data = source.data;
            if (use.mirrored) {
                result[i] = source;
            }
        }
    }
    return result;
}

std::optional<std::size_t> NaivePlayer::segment_at(std::int64_t tick) const {
    std::optional<std::size_t> result;
    for (std::size_t i = 0; i < branch_.segments.size(); ++i) {
        if (branch_.segments[i].start.value() <= tick) {
            result = i;
        }
    }
    return result;
}

ModelClient::ModelClient(const Playable& playable) : playable_(&playable), displays_(playable.layout.displays.size()) {
    for (std::size_t i = 0; i < displays_.size(); ++i) {
        const emoted::Display& display = playable.layout.displays[i];
        const Node& node = playable.layout.clips[display.clip.value()].clip->nodes[display.node.value()];
        displays_[i].data = {node.content, node.display};
    }
}

void ModelClient::receive(const BranchFrame& frame, std::int64_t tick) {
    const auto& layout = playable_->layout;
    if (frame.begins) {
        clip_ = frame.begins;
        const ClipUse& use = layout.clips[clip_->value()];
        for (std::size_t i = 0; i < displays_.size(); ++i) {
            const auto& mirror_of = layout.displays[i].mirror_of;
            bool has = false;
            for (const auto& display : use.display_of_node) {
                has = has || (display && display->value() == i);
            }
            if (mirror_of) {
                displays_[i].visible = use.mirrored && displays_[mirror_of->value()].visible;
            } else if (!has) {
                displays_[i].visible = false;
            }
        }
        // A copy goes with its source, which may have just gone.
        for (std::size_t i = 0; i < displays_.size(); ++i) {
            if (const auto& mirror_of = layout.displays[i].mirror_of) {
                displays_[i].visible = use.mirrored && displays_[mirror_of->value()].visible;
            }
        }
    }
    for (const DataUpdate& update : frame.data) {
        for (std::size_t i = 0; i < displays_.size(); ++i) {
            if (i == update.display.value() || layout.displays[i].mirror_of == update.display) {
                displays_[i].data.options = update.data->options;
                if (update.content) {
                    displays_[i].data.content = update.data->content;
                }
            }
        }
    }
    if (clip_) {
        apply_list(*clip_, frame.poses, tick);
    }
    if (frame.blends_to) {
        apply_list(*frame.blends_to, frame.blend_poses, tick);
    }
}

NodePose ModelClient::drawn(std::size_t display, std::int64_t tick) const {
    const Display& state = displays_[display];
    const std::int64_t passed = tick - state.sent_at;
    if (passed >= state.duration) {
        return state.to;
    }
    const double part = static_cast<double>(passed) / state.duration;
    NodePose pose = state.to;
    pose.translation = between(state.from.translation, state.to.translation, part);
    pose.left_rotation = turned(state.from.left_rotation, state.to.left_rotation, part);
    pose.scale = between(state.from.scale, state.to.scale, part);
    pose.right_rotation = turned(state.from.right_rotation, state.to.right_rotation, part);
    return pose;
}

void ModelClient::apply(std::size_t display, const PoseUpdate& update, std::int64_t tick) {
    Display& state = displays_[display];
    const unsigned channels = update.channels;
    if ((channels & 15U) != 0) {
        state.from = drawn(display, tick);
        state.sent_at = tick;
        state.duration = update.interpolation_ticks;
    }
    if ((channels & PoseUpdate::translation) != 0) {
        state.to.translation = update.pose.translation;
    }
    if ((channels & PoseUpdate::left_rotation) != 0) {
        state.to.left_rotation = update.pose.left_rotation;
    }
    if ((channels & PoseUpdate::scale) != 0) {
        state.to.scale = update.pose.scale;
    }
    if ((channels & PoseUpdate::right_rotation) != 0) {
        state.to.right_rotation = update.pose.right_rotation;
    }
    if ((channels & PoseUpdate::visibility) != 0) {
        state.visible = update.pose.visible;
    }
}

void ModelClient::apply_list(ClipIndex clip, std::span<const PoseUpdate> updates, std::int64_t tick) {
    const auto& layout = playable_->layout;
    const bool copies_follow = layout.clips[clip_->value()].mirrored;
    for (const PoseUpdate& update : updates) {
        const auto display = layout.clips[clip.value()].display_of_node[update.node.value()];
        if (!display) {
            continue;
        }
        apply(display->value(), update, tick);
        for (std::size_t i = 0; copies_follow && i < displays_.size(); ++i) {
            if (layout.displays[i].mirror_of == display) {
                apply(i, update, tick);
            }
        }
    }
}

}  // namespace emoted::test
