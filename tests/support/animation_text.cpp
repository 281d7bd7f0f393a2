#include "support/animation_text.hpp"

#include "animation/easing.hpp"

#include <array>
#include <charconv>
#include <string_view>

namespace emoted::test {
namespace {

std::string number(double value) {
    std::array<char, 32> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), end};
}

std::string vector(const Vec3d& v) {
    return '[' + number(v.x) + ", " + number(v.y) + ", " + number(v.z) + ']';
}

// The value of a key: `plain` as it is, or `value` in Molang.
std::string worded(const std::string& plain, double value, Wording wording) {
    if (wording == Wording::numbers) {
        return plain;
    }
    std::array<char, 400> buffer{};
    const auto [end, error] =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed);
    return '"' + std::string(buffer.data(), end) + (wording == Wording::constants ? " + 0\"" : " + v.nothing\"");
}
std::string vector(const Vec3d& v, Wording wording) {
    return '[' + worded(number(v.x), v.x, wording) + ", " + worded(number(v.y), v.y, wording) + ", " +
           worded(number(v.z), v.z, wording) + ']';
}

std::string time(std::int64_t tick) {
    return R"("time": ")" + std::to_string(tick) + "t\"";
}

// `{a: b, c: d}` from the members.
class List {
public:
    List(char open, char close) : text_(1, open), close_(close) {}
    void add(const std::string& element) {
        text_ += (empty_ ? "" : ", ") + element;
        empty_ = false;
    }
    [[nodiscard]] bool empty() const { return empty_; }
    [[nodiscard]] std::string text() const { return text_ + close_; }

private:
    std::string text_;
    char close_;
    bool empty_ = true;
};

std::string shape(Easing easing) {
    if (easing == Easing::step) {
        return R"(, "interpolation": "step")";
    }
    for (const auto& [name, named] : animation::easing_names()) {
        if (named == easing && easing != Easing::linear) {
            return R"(, "easing": ")" + std::string(name) + '"';
        }
    }
    return {};
}

void add_track(List& tracks, const std::string& name, const VectorTrack& track, Wording wording) {
    if (track.empty()) {
        return;
    }
    List keys('[', ']');
    for (std::size_t i = 0; i < track.ticks.size(); ++i) {
        const std::string value = track.pre[i] == track.post[i] ? R"("value": )" + vector(track.post[i], wording)
                                                                : R"("pre": )" + vector(track.pre[i], wording) +
                                                                      R"(, "post": )" + vector(track.post[i], wording);
        const bool last = i + 1 == track.ticks.size();
        keys.add('{' + time(track.ticks[i]) + ", " + value + (last ? "" : shape(track.easing[i])) + '}');
    }
    tracks.add('"' + name + "\": " + keys.text());
}

void add_visible(List& tracks, const VisibleTrack& track, Wording wording) {
    if (track.empty()) {
        return;
    }
    List keys('[', ']');
    for (std::size_t i = 0; i < track.ticks.size(); ++i) {
        const std::string plain = track.visible[i] != 0 ? "true" : "false";
        keys.add('{' + time(track.ticks[i]) + R"(, "value": )" + worded(plain, track.visible[i], wording) + '}');
    }
    tracks.add("\"visible\": " + keys.text());
}

std::string node_text(const Clip& clip, const Node& node) {
    List members('{', '}');
    if (node.parent) {
        members.add(R"("parent": ")" + clip.nodes.at(node.parent->value()).id + '"');
    } else {
        members.add(R"("space": "initiator")");
    }
    if (node.type == NodeType::anchor) {
        members.add(R"("type": "anchor")");
    } else {
        members.add(R"("type": "item_display", "item_display": "none", "item_stack_snbt": "{id:stick}")");
        members.add(std::string(R"("visible": )") + (node.visible ? "true" : "false"));
    }
    members.add(R"("transform": {"position": )" + vector(node.transform.position) + R"(, "rotation": )" +
                vector(node.transform.rotation) + R"(, "scale": )" + vector(node.transform.scale) + '}');
    return '"' + node.id + "\": " + members.text();
}

}  // namespace

std::string animation_text(const Clip& clip, Wording wording) {
    List nodes('{', '}');
    List tracks('{', '}');
    for (std::size_t i = 0; i < clip.nodes.size(); ++i) {
        const Node& node = clip.nodes[i];
        nodes.add(node_text(clip, node));
        List of_node('{', '}');
        add_track(of_node, "position", clip.tracks[i].position, wording);
        add_track(of_node, "rotation", clip.tracks[i].rotation, wording);
        add_track(of_node, "scale", clip.tracks[i].scale, wording);
        if (node.type != NodeType::anchor) {
            add_visible(of_node, clip.tracks[i].visible, wording);
        }
        if (!of_node.empty()) {
            tracks.add('"' + node.id + "\": " + of_node.text());
        }
    }
    return R"({"type": "animation", "schema_version": 4, "id": ")" + clip.id +
           R"(", "metadata": {"name": "Generated", "description": ""}, "settings": {"standalone": true, )" +
           R"("cooldown": "0t", "rotation_deadzone": 50, "player": {"hidden": true, "stop_conditions": )" +
           R"({"movement_distance": 0, "jump": false, "submerge": false, "ride": false, "damage": false, )" +
           R"("attack": false, "game_mode_change": false}}, "playback": {"mode": "once", "loop_delay": "0t"}}, )" +
           (wording == Wording::programs ? R"("molang": {"initialize": "v.nothing = 0;"}, )" : "") + R"("nodes": )" +
           nodes.text() + R"(, "timeline": {"duration": ")" + std::to_string(clip.duration.value()) +
           R"(t", "tracks": )" + tracks.text() + "}}";
}

}  // namespace emoted::test
