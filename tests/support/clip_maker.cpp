#include "support/clip_maker.hpp"

#include "animation/display_options.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace emoted::test {
namespace {

[[nodiscard]] NodeIndex index_of(const Clip& clip, std::string_view node_id) {
    for (std::uint32_t i = 0; i < clip.nodes.size(); ++i) {
        if (clip.nodes[i].id == node_id) {
            return NodeIndex(i);
        }
    }
    throw std::invalid_argument("the clip has no node " + std::string(node_id));
}

void fill(VectorTrack& track, const std::vector<VectorKey>& keys) {
    for (const VectorKey& key : keys) {
        track.ticks.push_back(key.tick);
        track.pre.push_back(key.value);
        track.post.push_back(key.value);
        track.easing.push_back(key.easing);
    }
}

[[nodiscard]] Node make_node(const Clip& clip, std::string id, Space space, std::string_view parent) {
    Node node;
    node.id = std::move(id);
    node.space = space;
    if (!parent.empty()) {
        node.parent = index_of(clip, parent);
        node.space = clip.nodes[node.parent->value()].space;
    }
    return node;
}

void add_copies(Layout& layout) {
    const std::size_t originals = layout.displays.size();
    for (std::uint32_t i = 0; i < originals; ++i) {
        if (layout.displays[i].space == Space::initiator) {
            Display copy = layout.displays[i];
            copy.node_id = "__partner__" + copy.node_id;
            copy.space = Space::partner;
            copy.mirror_of = DisplayIndex(i);
            layout.displays.push_back(std::move(copy));
        }
    }
    for (ClipUse& use : layout.clips) {
        use.mirrored = std::none_of(use.clip->nodes.begin(), use.clip->nodes.end(),
                                    [](const Node& node) { return node.space == Space::partner; });
    }
}

}  // namespace

ClipMaker::ClipMaker(std::string id, std::int64_t duration) {
    clip_.id = std::move(id);
    clip_.metadata.name = clip_.id;
    clip_.duration = TickCount(duration);
}

ClipMaker& ClipMaker::mode(PlaybackMode mode, std::int64_t loop_delay) {
    clip_.mode = mode;
    clip_.loop_delay = TickCount(loop_delay);
    return *this;
}

ClipMaker& ClipMaker::interpolation(std::int64_t ticks) {
    clip_.display_interpolation = TickCount(ticks);
    return *this;
}

ClipMaker& ClipMaker::deadzone(double degrees) {
    clip_.rotation_deadzone = degrees;
    return *this;
}

ClipMaker& ClipMaker::node(std::string id, Space space, std::string_view parent) {
    Node node = make_node(clip_, std::move(id), space, parent);
    node.type = NodeType::text_display;
    node.content = TextContent{"\"" + node.id + "\""};
    clip_.nodes.push_back(std::move(node));
    clip_.tracks.emplace_back();
    return *this;
}

ClipMaker& ClipMaker::anchor(std::string id, Space space, std::string_view parent) {
    clip_.nodes.push_back(make_node(clip_, std::move(id), space, parent));
    clip_.tracks.emplace_back();
    return *this;
}

ClipMaker& ClipMaker::at(Vec3d position) {
    clip_.nodes.back().transform.position = position;
    return *this;
}

ClipMaker& ClipMaker::hidden() {
    clip_.nodes.back().visible = false;
    return *this;
}

ClipMaker& ClipMaker::entity_nbt(std::string_view snbt) {
    Node& node = clip_.nodes.back();
    node.entity_nbt = nbt::parse_compound(snbt).value();
    node.display = animation::to_display_options(node.type, node.entity_nbt);
    return *this;
}

ClipMaker& ClipMaker::item(std::string_view stack_snbt) {
    clip_.nodes.back().type = NodeType::item_display;
    clip_.nodes.back().content =
        ItemContent{FixedItem{nbt::parse_compound(stack_snbt).value()}, ItemDisplayContext::head};
    return *this;
}

ClipMaker& ClipMaker::hand_item(Arm arm) {
    clip_.nodes.back().type = NodeType::item_display;
    clip_.nodes.back().content = ItemContent{HandItem{arm}, ItemDisplayContext::head};
    return *this;
}

ClipMaker& ClipMaker::block(std::string_view state_snbt) {
    clip_.nodes.back().type = NodeType::block_display;
    clip_.nodes.back().content = BlockContent{nbt::parse_compound(state_snbt).value()};
    return *this;
}

ClipMaker& ClipMaker::position(std::string_view node, std::initializer_list<VectorKey> keys) {
    return position(node, std::vector<VectorKey>(keys));
}

ClipMaker& ClipMaker::position(std::string_view node, const std::vector<VectorKey>& keys) {
    fill(tracks(node).position, keys);
    return *this;
}

ClipMaker& ClipMaker::position_jumps(std::string_view node, std::initializer_list<JumpKey> keys) {
    VectorTrack& track = tracks(node).position;
    for (const JumpKey& key : keys) {
        track.ticks.push_back(key.tick);
        track.pre.push_back(key.pre);
        track.post.push_back(key.post);
        track.easing.push_back(Easing::linear);
    }
    return *this;
}

ClipMaker& ClipMaker::rotation(std::string_view node, const std::vector<VectorKey>& keys) {
    fill(tracks(node).rotation, keys);
    return *this;
}

ClipMaker& ClipMaker::scale(std::string_view node, const std::vector<VectorKey>& keys) {
    fill(tracks(node).scale, keys);
    return *this;
}

ClipMaker& ClipMaker::visible(std::string_view node, const std::vector<VisibleKey>& keys) {
    VisibleTrack& track = tracks(node).visible;
    for (const VisibleKey& key : keys) {
        track.ticks.push_back(key.tick);
        track.visible.push_back(key.visible ? 1 : 0);
    }
    return *this;
}

ClipMaker& ClipMaker::nbt(std::string_view node, const std::vector<NbtKey>& keys) {
    NbtTrack& track = tracks(node).nbt;
    for (const NbtKey& key : keys) {
        track.ticks.push_back(key.tick);
        track.patches.push_back(nbt::parse_compound(key.patch).value());
    }
    return *this;
}

ClipMaker& ClipMaker::event(EventGroup group, std::int64_t at, std::string command) {
    ClipEvent event;
    event.group = group;
    event.at = TickCount(at);
    event.commands.push_back(std::move(command));
    clip_.events.push_back(std::move(event));
    return *this;
}

std::shared_ptr<const Clip> ClipMaker::make() const {
    auto clip = std::make_shared<Clip>(clip_);
    if (clip->nodes.empty()) {
        ClipMaker with_node = *this;
        return with_node.node("body").make();
    }
    std::stable_sort(clip->events.begin(), clip->events.end(), [](const ClipEvent& a, const ClipEvent& b) {
        return std::pair(a.group, a.at) < std::pair(b.group, b.at);
    });
    return clip;
}

NodeTracks& ClipMaker::tracks(std::string_view node) {
    return clip_.tracks[index_of(clip_, node).value()];
}

Layout lay_out(const std::vector<std::shared_ptr<const Clip>>& clips, bool two_player) {
    Layout layout;
    for (std::uint32_t c = 0; c < clips.size(); ++c) {
        ClipUse use;
        use.clip = clips[c];
        for (std::uint32_t n = 0; n < use.clip->nodes.size(); ++n) {
            const Node& node = use.clip->nodes[n];
            if (node.type == NodeType::anchor) {
                use.display_of_node.emplace_back();
                continue;
            }
            const auto known = std::find_if(layout.displays.begin(), layout.displays.end(),
                                            [&node](const Display& display) { return display.node_id == node.id; });
            const auto index = static_cast<std::uint32_t>(known - layout.displays.begin());
            if (known == layout.displays.end()) {
                Display display;
                display.node_id = node.id;
                display.type = node.type;
                display.space = node.space;
                display.clip = ClipIndex(c);
                display.node = NodeIndex(n);
                layout.displays.push_back(std::move(display));
            }
            use.display_of_node.emplace_back(DisplayIndex(index));
        }
        layout.clips.push_back(std::move(use));
    }
    if (two_player) {
        add_copies(layout);
    }
    return layout;
}

std::shared_ptr<const Playable> animation(std::shared_ptr<const Clip> clip) {
    auto playable = std::make_shared<Playable>();
    playable->id = clip->id;
    playable->duration = clip->duration;
    playable->layout = lay_out({std::move(clip)});
    return playable;
}

std::shared_ptr<const Playable> linear(std::vector<std::shared_ptr<const Clip>> clips, Steps<ClipIndex> steps) {
    auto playable = std::make_shared<Playable>();
    playable->id = "t:linear";
    playable->layout = lay_out(clips);
    playable->sequence.emplace();
    playable->sequence->id = playable->id;
    playable->sequence->content = std::move(steps);
    return playable;
}

std::shared_ptr<const Playable> two_player(std::vector<std::shared_ptr<const Clip>> clips,
                                           AwaitPartner<ClipIndex> await) {
    auto playable = std::make_shared<Playable>();
    playable->id = "t:two_player";
    playable->layout = lay_out(clips, true);
    playable->sequence.emplace();
    playable->sequence->id = playable->id;
    playable->sequence->participants.emplace();
    playable->sequence->content = std::move(await);
    return playable;
}

Candidate<ClipIndex> clip_choice(std::uint32_t clip, std::int32_t weight) {
    return {ClipIndex(clip), weight};
}
Candidate<ClipIndex> continue_choice(std::int32_t weight) {
    return {Control::continue_repeat, weight};
}
Candidate<ClipIndex> break_choice(std::int32_t weight) {
    return {Control::break_repeat, weight};
}

EmoteStep<ClipIndex> emote(std::vector<Candidate<ClipIndex>> candidates, std::int64_t repeat, std::int64_t transition) {
    EmoteStep<ClipIndex> step;
    step.weighted = candidates.front().weight > 0;
    step.candidates = std::move(candidates);
    step.repeat = repeat;
    step.transition = TickCount(transition);
    return step;
}

WaitStep wait(std::int64_t ticks) {
    return WaitStep{TickCount(ticks)};
}

}  // namespace emoted::test
