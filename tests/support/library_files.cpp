#include "support/library_files.hpp"

#include <utility>

namespace emoted::test {
namespace {

constexpr std::string_view player = R"("player": {"hidden": true, "stop_conditions": {"movement_distance": 0.1,
    "jump": true, "submerge": true, "ride": true, "damage": true, "attack": true, "game_mode_change": true}})";

constexpr std::string_view participant_members = R"("participants": {
    "initiator": {"position": "~ ~ ~", "rotation": "~ 0"},
    "partner": {"position": "^ ^ ^1", "rotation": "~180 0"}},)";

}  // namespace

std::string AnimationText::text() const {
    std::string out = R"({"type": "animation", "schema_version": 4, "id": ")" + id + R"(", "metadata": {"name": ")" +
                      name + R"(", "description": ""}, "settings": {"standalone": )" + standalone +
                      R"(, "cooldown": "0t", )" + std::string(player) + R"(, "playback": {"mode": ")" + mode +
                      R"(", "loop_delay": ")" + loop_delay + R"("}}, "nodes": {)" + nodes +
                      R"(}, "timeline": {"duration": ")" + duration + R"(", "tracks": {}, "events": {)" + events +
                      "}}}";
    return out;
}

std::string node_text(std::string_view id, std::string_view members) {
    return '"' + std::string(id) + "\": {" + std::string(members) +
           R"(, "transform": {"position": [0, 0, 0], "rotation": [0, 0, 0], "scale": [1, 1, 1]}})";
}

std::string skin_text(std::string_view id, std::string_view part, int order, std::string_view space) {
    return node_text(id, R"("type": "item_display", "space": ")" + std::string(space) +
                             R"(", "item_stack_snbt": "{id:'minecraft:player_head'}", "item_display": "none", )" +
                             R"("skin": {"part": ")" + std::string(part) + R"(", "participant": ")" +
                             std::string(space) + R"(", "order": )" + std::to_string(order) + '}');
}

std::string sequence_text(std::string_view id, std::string_view steps, bool participants) {
    return R"({"type": "sequence", "schema_version": 4, "id": ")" + std::string(id) +
           R"(", "metadata": {"name": "S", "description": ""}, )" +
           std::string(participants ? participant_members : std::string_view()) + R"("settings": {"cooldown": "0t", )" +
           std::string(player) + "}, \"steps\": [" + std::string(steps) + "]}";
}

SourceFile file(std::string path, std::string bytes) {
    const std::uint64_t size = bytes.size();
    return {std::move(path), std::move(bytes), {}, size};
}

}  // namespace emoted::test
