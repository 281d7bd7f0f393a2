// The page: its data as JSON, put into the template with its script and style.
#include "explain/display_look.hpp"
#include "explain/preview_parts.hpp"
#include "explain/preview_resources.hpp"

#include <boost/describe/enum_to_string.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <cmath>
#include <string_view>
#include <variant>

namespace emoted::explain {
namespace {

namespace json = boost::json;

// A hundredth of a millimetre is more than a picture can show.
[[nodiscard]] double rounded(double value) {
    constexpr double places = 1e5;
    return std::round(value * places) / places;
}

[[nodiscard]] json::value array_of(const std::optional<Vec3f>& v) {
    return v ? json::value(json::array{rounded(v->x), rounded(v->y), rounded(v->z)}) : json::value(nullptr);
}
[[nodiscard]] json::value array_of(const std::optional<Quatf>& q) {
    return q ? json::value(json::array{rounded(q->x), rounded(q->y), rounded(q->z), rounded(q->w)})
             : json::value(nullptr);
}

[[nodiscard]] json::array roots_array(const std::vector<protocol::Root>& roots) {
    json::array out;
    for (const protocol::Root& root : roots) {
        out.push_back(json::array{static_cast<int>(root.space), rounded(root.position.x), rounded(root.position.y),
                                  rounded(root.position.z), root.yaw, root.active});
    }
    return out;
}

// One short array for each message: what it is, its tick, its content.
void append(json::array& out, const PreviewPart::Timed& timed) {
    const std::uint64_t tick = timed.tick;
    if (const auto* const frame = std::get_if<protocol::PoseFrame>(&timed.message)) {
        json::array nodes;
        for (const protocol::NodeUpdate& node : frame->nodes) {
            json::array update{node.node, node.interpolation.value_or(1)};
            update.push_back(node.visible ? json::value(*node.visible) : json::value(nullptr));
            update.push_back(array_of(node.translation));
            update.push_back(array_of(node.left_rotation));
            update.push_back(array_of(node.scale));
            update.push_back(array_of(node.right_rotation));
            while (update.back().is_null()) {
                update.pop_back();
            }
            nodes.push_back(std::move(update));
        }
        out.push_back(json::array{"pose", tick, frame->clip, std::move(nodes)});
    } else if (const auto* const begin = std::get_if<protocol::SegmentBegin>(&timed.message)) {
        out.push_back(json::array{"begin", tick, begin->clip ? json::value(*begin->clip) : json::value(nullptr)});
    } else if (const auto* const scene = std::get_if<protocol::SceneChanged>(&timed.message)) {
        out.push_back(json::array{"roots", tick, 0, roots_array(scene->roots)});
    } else if (const auto* const moved = std::get_if<protocol::RootMoved>(&timed.message)) {
        out.push_back(json::array{"roots", tick, moved->interpolation_ticks, roots_array({moved->root})});
    } else if (const auto* const event = std::get_if<protocol::Event>(&timed.message)) {
        json::array commands;
        for (const std::string& command : event->commands) {
            commands.emplace_back(command);
        }
        out.push_back(
            json::array{"event", tick, boost::describe::enum_to_string(event->kind, "event"), std::move(commands)});
    } else if (const auto* const data = std::get_if<protocol::DisplaysChanged>(&timed.message)) {
        json::array changes;
        for (const protocol::DisplayUpdate& update : data->displays) {
            if (const std::optional<std::string> label = label_of(update)) {
                changes.push_back(json::array{update.display, *label});
            }
        }
        if (!changes.empty()) {
            out.push_back(json::array{"label", tick, std::move(changes)});
        }
    }
}

[[nodiscard]] json::array displays_array(const protocol::PlaybackStart& start) {
    json::array out;
    for (const protocol::DisplayEntity& display : start.displays) {
        const DisplayLook look = look_of(display);
        json::object one{{"node", display.node_id},
                         {"space", static_cast<int>(display.space)},
                         {"from", json::array{look.from.x, look.from.y, look.from.z}},
                         {"to", json::array{look.to.x, look.to.y, look.to.z}},
                         {"color", json::array{look.red, look.green, look.blue}},
                         {"face", look.face},
                         {"label", look.label}};
        if (display.mirror_of) {
            one["mirror"] = *display.mirror_of;
        }
        out.push_back(std::move(one));
    }
    return out;
}

[[nodiscard]] json::array clips_array(const protocol::PlaybackStart& start) {
    json::array out;
    for (const protocol::ClipTable& clip : start.clips) {
        json::array nodes;
        for (const std::int32_t display : clip.display_of_node) {
            nodes.emplace_back(display);
        }
        out.push_back(json::object{{"id", clip.clip_id}, {"mirrored", clip.mirrored}, {"nodes", std::move(nodes)}});
    }
    return out;
}

[[nodiscard]] json::object part_object(const Preview& preview, const PreviewPart& part) {
    json::array entries;
    for (const TimeLineEntry& entry : part.entries) {
        json::object one{{"kind", name_of(entry.kind)}, {"from", entry.from}, {"to", entry.to}};
        if (entry.clip) {
            one["clip"] = preview.explanation.playable->layout.clips[entry.clip->value()].clip->id;
        }
        if (entry.control) {
            one["clip"] = *entry.control == Control::break_repeat ? "emote:break" : "emote:continue";
        }
        if (entry.step) {
            one["path"] = step_path(part.kind, *entry.step);
        }
        entries.push_back(std::move(one));
    }
    json::array messages;
    for (const PreviewPart::Timed& timed : part.messages) {
        append(messages, timed);
    }
    return {{"branch", random_label(part.kind)},
            {"ticks", part.ticks},
            {"entries", std::move(entries)},
            {"messages", std::move(messages)}};
}

[[nodiscard]] json::object data_of(const Preview& preview, std::optional<std::uint64_t> partner_at) {
    const Explanation& explanation = preview.explanation;
    json::array parts;
    for (const PreviewPart& part : preview.parts) {
        parts.push_back(part_object(preview, part));
    }
    json::object data{{"id", explanation.playable->id},
                      {"name", explanation.playable->metadata.name},
                      {"seed", std::to_string(explanation.plan.seed)},
                      {"displays", displays_array(preview.start)},
                      {"clips", clips_array(preview.start)},
                      {"roots", roots_array(preview.start.roots)},
                      {"parts", std::move(parts)}};
    if (explanation.partner) {
        data["partner"] =
            json::object{{"offer", explanation.partner->offer_ticks}, {"end", explanation.partner->end()}};
        data["partner_at"] = partner_at.value_or(explanation.partner->end());
    }
    std::string note = preview.failure;
    if (preview.cut_at) {
        note += "Poses from tick " + std::to_string(*preview.cut_at) + " on are left out: there are too many.";
    }
    data["note"] = note;
    return data;
}

void replace(std::string& page, std::string_view mark, std::string_view text) {
    page.replace(page.find(mark), mark.size(), text);
}

}  // namespace

std::string preview_page(const Preview& preview, std::optional<std::uint64_t> partner_at) {
    std::string page(preview_html);
    replace(page, "/* style */", preview_css);
    replace(page, "/* script */", preview_js);
    // Inside a script element nothing may look like its end.
    std::string data;
    for (const char c : json::serialize(data_of(preview, partner_at))) {
        if (c == '<') {
            data += "\\u003c";
        } else {
            data += c;
        }
    }
    replace(page, "{\"data\": \"here\"}", data);
    return page;
}

}  // namespace emoted::explain
