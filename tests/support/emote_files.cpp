#include "emote_files.hpp"

#include <algorithm>
#include <stdexcept>

namespace emoted::test {
namespace {

std::string quoted(const std::string& text) {
    return '"' + text + '"';
}
std::string word(bool value) {
    return value ? "true" : "false";
}
std::string number(double value) {
    return std::to_string(value);
}

std::string player(bool hidden, double movement_distance, bool conditions) {
    std::string text =
        R"({"hidden": )" + word(hidden) + R"(, "stop_conditions": {"movement_distance": )" + number(movement_distance);
    for (const char* const name : {"jump", "submerge", "ride", "damage", "attack", "game_mode_change"}) {
        text += ", " + quoted(name) + ": " + word(conditions);
    }
    return text + "}}";
}

std::string head(const std::string& type, const std::string& id) {
    return R"({"type": )" + quoted(type) + R"(, "schema_version": 4, "id": )" + quoted(id) +
           R"(, "metadata": {"name": )" + quoted(id) + R"(, "description": "", "tags": ["t"]}, )";
}

SourceFile source(const std::string& id, std::string text) {
    SourceFile file;
    file.path = id + ".json";
    std::replace(file.path.begin(), file.path.end(), ':', '/');
    file.size_bytes = text.size();
    file.bytes = std::move(text);
    return file;
}

std::string step(const std::string& animation) {
    return R"({"emote": )" + quoted(animation) + "}";
}

}  // namespace

SourceFile file_of(const AnimationFile& animation) {
    std::string text = head("animation", animation.id) + R"("settings": {"standalone": )" + word(animation.standalone) +
                       R"(, "cooldown": )" + quoted(animation.cooldown) + R"(, "rotation_deadzone": )" +
                       number(animation.rotation_deadzone) + R"(, "player": )" +
                       player(animation.hidden, animation.movement_distance, animation.stop_conditions) +
                       R"(, "playback": {"mode": )" + quoted(animation.mode) + R"(, "loop_delay": )" +
                       quoted(animation.loop_delay) + "}}, " +
                       (animation.molang.empty() ? "" : R"("molang": )" + animation.molang + ", ") + R"("nodes": {)";
    const std::string x = animation.x.empty() ? "0" : quoted(animation.x);
    for (int node = 0; node < animation.nodes; ++node) {
        text += (node == 0 ? "" : ", ") + quoted("n" + std::to_string(node)) +
                R"(: {"type": "text_display", "space": )" + quoted(animation.space) +
                R"(, "text": "x", "transform": {"position": [0, 1, 0], "rotation": [0, 0, 0], "scale": [1, 1, 1]}})";
    }
    text += R"(}, "timeline": {"duration": )" + quoted(std::to_string(animation.duration) + "t") +
            R"(, "tracks": {"n0": {"position": [{"time": "0t", "value": [)" + x + R"(, 1, 0]}, {"time": )" +
            quoted(std::to_string(animation.duration) + "t") + R"(, "value": [)" + x + R"(, 2, 0]}])" +
            (animation.nbt.empty() ? "" : R"(, "nbt": )" + animation.nbt) + "}}";
    if (!animation.events.empty()) {
        text += R"(, "events": )" + animation.events;
    }
    return source(animation.id, text + "}}");
}

SourceFile file_of(const PairFile& pair) {
    const std::string matched = pair.matched_steps.empty() ? "[" + step(pair.matched) + "]" : pair.matched_steps;
    return source(pair.id, head("sequence", pair.id) + R"("settings": {"cooldown": )" + quoted(pair.cooldown) +
                               R"(, "player": )" + player(pair.hidden, pair.movement_distance, true) +
                               R"(}, "participants": {"initiator": {"position": "~ ~ ~", "rotation": "~ 0"}, )" +
                               R"("partner": {"position": )" + quoted(pair.partner_position) + R"(, "rotation": )" +
                               quoted(pair.partner_rotation) + R"(}}, "steps": [{"await_partner": {"emote": )" +
                               quoted(pair.offer) + R"(, "timeout": )" + quoted(pair.timeout) + R"(}, "matched": )" +
                               matched + R"(, "timeout": [)" + step(pair.timed_out) + "]}]}");
}

SourceFile linear_file(const std::string& id, const std::vector<std::string>& animations, const std::string& cooldown) {
    std::string steps;
    for (const std::string& animation : animations) {
        steps += (steps.empty() ? "" : ", ") + step(animation);
    }
    return source(id, head("sequence", id) + R"("settings": {"cooldown": )" + quoted(cooldown) + R"(, "player": )" +
                          player(true, 0.1, true) + R"(}, "steps": [)" + steps + "]}");
}

std::shared_ptr<const Library> library_of(std::vector<SourceFile> files) {
    LoadResult result = build_library(std::move(files), LoadOptions{}, nullptr);
    for (const Diagnostic& diagnostic : result.report.diagnostics) {
        if (diagnostic.severity == Severity::fault) {
            throw std::logic_error("a test's own emote is faulty: " + to_text(diagnostic));
        }
    }
    return result.library;
}

}  // namespace emoted::test
