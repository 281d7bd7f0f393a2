#include "support/plain_animation.hpp"

#include <boost/json/parse.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>

namespace emoted::test {
namespace {

namespace json = boost::json;

std::int32_t ticks_of(const json::value& time) {
    const std::string text(time.as_string());
    char* unit = nullptr;
    const double number = std::strtod(text.c_str(), &unit);
    const std::map<std::string, double> units{{"", 1}, {"t", 1}, {"s", 20}, {"d", 24000}};
    return static_cast<std::int32_t>(std::floor(number * units.at(unit) + 0.5));
}

Vec3d vector_of(const json::value& value) {
    const json::array& parts = value.as_array();
    return {parts.at(0).to_number<double>(), parts.at(1).to_number<double>(), parts.at(2).to_number<double>()};
}

// The place of "ease_in_out_cubic" in the enumeration: families of three after `linear`.
Easing easing_of(const json::object& key) {
    if (const auto* const interpolation = key.if_contains("interpolation");
        interpolation != nullptr && interpolation->as_string() == "step") {
        return Easing::step;
    }
    const auto* const easing = key.if_contains("easing");
    if (easing == nullptr || easing->as_string() == "linear") {
        return Easing::linear;
    }
    std::string name(easing->as_string());
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 'a' - 'A') : c; });
    int number = static_cast<int>(Easing::in_sine);
    for (const char* const family :
         {"sine", "quad", "cubic", "quart", "quint", "expo", "circ", "back", "elastic", "bounce"}) {
        for (const char* const direction : {"ease_in_", "ease_out_", "ease_in_out_"}) {
            if (name == std::string(direction) + family) {
                return static_cast<Easing>(number);
            }
            ++number;
        }
    }
    throw std::runtime_error("no easing " + name);
}

VectorTrack vector_track(const json::value* keys) {
    VectorTrack track;
    if (keys == nullptr) {
        return track;
    }
    for (const json::value& key : keys->as_array()) {
        const json::object& members = key.as_object();
        const json::value* const value = members.if_contains("value");
        track.ticks.push_back(ticks_of(members.at("time")));
        track.pre.push_back(vector_of(value != nullptr ? *value : members.at("pre")));
        track.post.push_back(vector_of(value != nullptr ? *value : members.at("post")));
        track.easing.push_back(easing_of(members));
    }
    return track;
}

VisibleTrack visible_track(const json::value* keys) {
    VisibleTrack track;
    if (keys != nullptr) {
        for (const json::value& key : keys->as_array()) {
            track.ticks.push_back(ticks_of(key.at("time")));
            track.visible.push_back(static_cast<std::uint8_t>(key.at("value").as_bool()));
        }
    }
    return track;
}

}  // namespace

Clip plain_animation(std::string_view text) {
    const json::value root = json::parse(json::string_view(text.data(), text.size()));
    const json::object& nodes = root.at("nodes").as_object();
    const json::object& tracks = root.at("timeline").at("tracks").as_object();
    Clip clip;
    clip.id = std::string(root.at("id").as_string());
    clip.duration = TickCount(ticks_of(root.at("timeline").at("duration")));
    // The first node in file order whose parent stands already, until all stand.
    while (clip.nodes.size() < nodes.size()) {
        const std::size_t before = clip.nodes.size();
        for (const auto& [id, value] : nodes) {
            const json::object& members = value.as_object();
            const json::value* const parent = members.if_contains("parent");
            const auto parent_index =
                parent == nullptr ? std::nullopt : clip.find_node(std::string(parent->as_string()));
            if (clip.find_node(std::string(id)) || (parent != nullptr && !parent_index)) {
                continue;
            }
            Node node;
            node.id = std::string(id);
            node.type = members.at("type").as_string() == "anchor" ? NodeType::anchor : NodeType::item_display;
            node.parent = parent_index;
            const json::value& transform = members.at("transform");
            node.transform = {vector_of(transform.at("position")), vector_of(transform.at("rotation")),
                              vector_of(transform.at("scale"))};
            const json::value* const visible = members.if_contains("visible");
            node.visible = visible == nullptr || visible->as_bool();
            clip.nodes.push_back(std::move(node));
            NodeTracks of_node;
            if (const json::value* const written = tracks.if_contains(id)) {
                const json::object& channels = written->as_object();
                of_node.position = vector_track(channels.if_contains("position"));
                of_node.rotation = vector_track(channels.if_contains("rotation"));
                of_node.scale = vector_track(channels.if_contains("scale"));
                of_node.visible = visible_track(channels.if_contains("visible"));
            }
            clip.tracks.push_back(std::move(of_node));
        }
        if (clip.nodes.size() == before) {
            throw std::runtime_error("a node without its parent");
        }
    }
    return clip;
}

}  // namespace emoted::test
