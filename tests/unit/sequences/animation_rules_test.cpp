// The animation format rule by rule (format sections 4.1 to 4.7 and 5.1 to 5.3): one row for each rule that
// animation_parser_test.cpp and nbt_track_test.cpp do not have a row for, refused or accepted.
#include "animation/animation_parser.hpp"
#include "support/edited_text.hpp"
#include "support/read_animation.hpp"

#include <emoted/sequences/limits.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

using Code = emoted::DiagnosticCode;
using emoted::test::Edit;
using emoted::test::edited;
using emoted::test::read_animation;
using emoted::test::whole_animation;

namespace {

struct Refused {
    std::vector<Edit> edits;  // the place of the fault is marked @@
    Code code;
    std::string path;
};

void check(const Refused& c) {
    const auto marked = edited(whole_animation(), c.edits);
    const auto read = read_animation(marked.text);
    CAPTURE(c.path, c.edits[0].to);
    CHECK_FALSE(read.clip);
    for (const auto& diagnostic : read.diagnostics) {
        UNSCOPED_INFO(to_text(diagnostic));
    }
    REQUIRE(read.diagnostics.size() == 1);
    CHECK(read.diagnostics[0].code == c.code);
    CHECK(read.diagnostics[0].path == c.path);
    REQUIRE(read.diagnostics[0].position);
    CHECK(read.diagnostics[0].position->line == marked.line);
    CHECK(read.diagnostics[0].position->column == marked.column);
}

// The clip of the whole animation with these edits, about which nothing is said.
std::shared_ptr<const emoted::Clip> accepted(const std::vector<Edit>& edits) {
    const auto read = read_animation(edited(whole_animation(), edits).text);
    CAPTURE(edits[0].to);
    for (const auto& diagnostic : read.diagnostics) {
        UNSCOPED_INFO(to_text(diagnostic));
    }
    CHECK(read.diagnostics.empty());
    REQUIRE(read.clip);
    return read.clip;
}

}  // namespace

TEST_CASE("format 4.1, settings: every rule has its fault") {
    const Refused cases[] = {
        {{{R"("standalone": false)", R"("standalone": @@null)"}}, Code::missing_member, "$.settings.standalone"},
        {{{R"("cooldown": "2s")", R"("cooldown": @@"2x")"}}, Code::invalid_time, "$.settings.cooldown"},
        {{{R"("cooldown": "2s")", R"("cooldown": @@true)"}}, Code::wrong_type, "$.settings.cooldown"},
        {{{"30.5", R"(@@"30")"}}, Code::wrong_type, "$.settings.rotation_deadzone"},
        {{{R"("display_interpolation": "2t")", R"("display_interpolation": @@2)"}},
         Code::wrong_type,
         "$.settings.display_interpolation"},
        {{{R"("display_interpolation": "2t")", R"("display_interpolation": @@"-1t")"}},
         Code::invalid_time,
         "$.settings.display_interpolation"},
        {{{R"("hidden": true,)", ""}, {R"("player": {)", R"("player": @@{)"}},
         Code::missing_member,
         "$.settings.player.hidden"},
        {{{"0.25,\n", "@@\"0.25\",\n"}}, Code::wrong_type, "$.settings.player.stop_conditions.movement_distance"},
        {{{R"("movement_distance": 0.25,)", ""}, {R"("stop_conditions": {)", R"("stop_conditions": @@{)"}},
         Code::missing_member,
         "$.settings.player.stop_conditions.movement_distance"},
        {{{R"("mode": "loop",)", ""}, {R"("playback": {)", R"("playback": @@{)"}},
         Code::missing_member,
         "$.settings.playback.mode"},
        {{{R"("mode": "loop")", R"("mode": @@"Loop")"}}, Code::unknown_word, "$.settings.playback.mode"},
        {{{R"("mode": "loop")", R"("mode": @@3)"}}, Code::wrong_type, "$.settings.playback.mode"},
        {{{R"("loop_delay": "5t")", R"("loop_delay": @@"-5t")"}}, Code::invalid_time, "$.settings.playback.loop_delay"},
        {{{R"("loop_delay": "5t")", R"("loop_delay": @@5)"}}, Code::wrong_type, "$.settings.playback.loop_delay"},
        {{{R"("duration": "40t")", R"("duration": @@"0t")"}}, Code::invalid_time, "$.timeline.duration"},
        {{{R"("duration": "40t")", R"("duration": @@"0.4t")"}}, Code::invalid_time, "$.timeline.duration"},
        {{{R"("nodes": {)", R"("molang": @@7, "nodes": {)"}}, Code::wrong_type, "$.molang"},
        {{{R"("nodes": {)", R"("molang": {"initialize": @@" "}, "nodes": {)"}},
         Code::invalid_value,
         "$.molang.initialize"},
        {{{R"("nodes": {)", R"("molang": {"tick": @@1}, "nodes": {)"}}, Code::wrong_type, "$.molang.tick"},
    };
    for (const Refused& c : cases) {
        check(c);
    }
    // Each stop condition is required, and a boolean.
    for (const std::string name : {"jump", "submerge", "ride", "damage", "attack", "game_mode_change"}) {
        const bool value = name == "jump" || name == "ride" || name == "attack";
        const std::string written = '"' + name + "\": " + (value ? "true" : "false");
        const std::string path = "$.settings.player.stop_conditions." + name;
        const std::string number = '"' + name + "\": @@1";
        const std::string nothing = '"' + name + "\": @@null";
        check({{{written, number}}, Code::wrong_type, path});
        check({{{written, nothing}}, Code::missing_member, path});
    }
}

TEST_CASE("format 4.1, settings: what is accepted") {
    CHECK(accepted({{"30.5", "0"}})->rotation_deadzone == 0);
    CHECK(accepted({{"30.5", "180"}})->rotation_deadzone == 180);
    CHECK(accepted({{R"("display_interpolation": "2t")", R"("display_interpolation": "0t")"}})->display_interpolation ==
          emoted::TickCount(0));
    CHECK(accepted({{"0.25,\n", "0,\n"}})->player.stop.movement_distance == 0);
    CHECK(accepted({{R"("loop_delay": "5t")", R"("loop_delay": null)"}})->loop_delay == emoted::TickCount(0));
    const auto once =
        accepted({{R"("mode": "loop")", R"("mode": "once")"}, {R"("loop_delay": "5t")", R"("loop_delay": "0t")"}});
    CHECK(once->mode == emoted::PlaybackMode::once);
    CHECK(accepted({{R"("mode": "loop")", R"("mode": "hold")"}, {R"("loop_delay": "5t")", R"("loop_delay": "0s")"}})
              ->mode == emoted::PlaybackMode::hold);
    const auto synced = accepted({{R"("mode": "loop")", R"("mode": "server_sync")"}});
    CHECK(synced->mode == emoted::PlaybackMode::server_sync);
    CHECK(synced->loop_delay == emoted::TickCount(5));
    CHECK(accepted({{R"("duration": "40t")", R"("duration": "12000t")"}})->duration == emoted::TickCount(12'000));
    CHECK(accepted({{R"("duration": "40t")", R"("duration": "600s")"}})->duration == emoted::TickCount(12'000));
}

TEST_CASE("format 4.2, nodes: every rule has its fault") {
    const Refused cases[] = {
        {{{R"("pivot": {
      "type": "anchor", )",
           R"("pivot": @@{
      )"}},
         Code::missing_member,
         "$.nodes.pivot.type"},
        {{{R"("type": "anchor")", R"("type": @@1)"}}, Code::wrong_type, "$.nodes.pivot.type"},
        {{{R"("space": "initiator")", R"("space": @@"everywhere")"}}, Code::unknown_word, "$.nodes.body.space"},
        {{{R"("parent": "body",)", R"("parent": @@1,)"}}, Code::wrong_type, "$.nodes.lower.parent"},
        {{{R"("parent": "body",)", R"("parent": null,)"},
          {R"("lower": {
      "type")",
           R"("lower": @@{
      "type")"}},
         Code::missing_member,
         "$.nodes.lower.space"},
        {{{R"("position": [0, 1, 2])", R"("position": @@"0 1 2")"}},
         Code::wrong_type,
         "$.nodes.lower.transform.position"},
        {{{R"("position": [0, 1, 2])", R"("position": [0, 1, @@null])"}},
         Code::wrong_type,
         "$.nodes.lower.transform.position[2]"},
        {{{R"("position": [0, 1, 2])", R"("position": @@[0, 1, 2, 3])"}},
         Code::invalid_value,
         "$.nodes.lower.transform.position"},
        {{{R"({"position": [0, 1, 2], )", R"(@@{)"}}, Code::missing_member, "$.nodes.lower.transform.position"},
        {{{R"({"position": [0, 1, 2], "rotation": [3, 4, 5], )", R"(@@{"position": [0, 1, 2], )"}},
         Code::missing_member,
         "$.nodes.lower.transform.rotation"},
        {{{R"("item_display": "none",)", ""},
          {R"("lower": {
      "type")",
           R"("lower": @@{
      "type")"}},
         Code::missing_member,
         "$.nodes.lower.item_display"},
        {{{R"("item_display": "none")", R"("item_display": @@"NONE")"}},
         Code::unknown_word,
         "$.nodes.lower.item_display"},
        {{{R"({"type": "participant_hand", "arm": "left"})", R"(@@{"type": "participant_hand"})"}},
         Code::missing_member,
         "$.nodes.sword.item_source.arm"},
        {{{R"({"type": "participant_hand", "arm": "left"})", R"(@@{"arm": "left"})"}},
         Code::missing_member,
         "$.nodes.sword.item_source.type"},
        {{{R"({"type": "participant_hand", "arm": "left"})", R"(@@"left")"}},
         Code::wrong_type,
         "$.nodes.sword.item_source"},
        {{{R"("{id:player_head}")", R"(@@["{id:player_head}"])"}}, Code::wrong_type, "$.nodes.body.item_stack_snbt"},
        {{{R"("{id:player_head}")", R"("@@[]")"}}, Code::invalid_snbt, "$.nodes.body.item_stack_snbt"},
        {{{R"("{Name:\"minecraft:gold_block\"}")", R"("@@'stone'")"}},
         Code::invalid_snbt,
         "$.nodes.stage.block_state_snbt"},
        {{{R"("{Name:\"minecraft:gold_block\"}")", R"("{Name:@@1b}")"}},
         Code::wrong_type,
         "$.nodes.stage.block_state_snbt"},
        {{{R"("text": {"text": "Hi", "size": 1.0},)", ""}, {R"("caption": {)", R"("caption": @@{)"}},
         Code::missing_member,
         "$.nodes.caption.text"},
        {{{R"("visible": false)", R"("visible": @@0)"}}, Code::wrong_type, "$.nodes.body.visible"},
        {{{R"("{line_width:120,alignment:\"left\"}")", R"(@@{"line_width": 120})"}},
         Code::wrong_type,
         "$.nodes.caption.entity_nbt"},
        {{{R"("{line_width:120,alignment:\"left\"}")", R"("@@[]")"}}, Code::invalid_snbt, "$.nodes.caption.entity_nbt"},
        {{{R"({"part": "body", "order": 1})", R"(@@{"order": 1})"}}, Code::missing_member, "$.nodes.lower.skin.part"},
        {{{R"({"part": "body", "order": 1})", R"(@@{"part": "body"})"}},
         Code::missing_member,
         "$.nodes.lower.skin.order"},
        {{{R"({"part": "body", "order": 1})", R"(@@"body")"}}, Code::wrong_type, "$.nodes.lower.skin"},
        // Without a participant it is the initiator's, who has no part in the partner's space.
        {{{R"("space": "initiator",)", R"("space": "scene",)"},
          {R"("participant": "initiator")", R"("participant": @@"initiator")"},
          {R"("parent": "body",)", R"("space": "initiator",)"}},
         Code::invalid_value,
         "$.nodes.body.skin.participant"},
    };
    for (const Refused& c : cases) {
        check(c);
    }
}

TEST_CASE("format 4.2, nodes: no nodes at all") {
    const std::string text = R"({"type": "animation", "schema_version": 4, "id": "t:a", "metadata": {"name": "n",
        "description": ""}, "settings": {"standalone": true, "cooldown": "0t", "player": {"hidden": true,
        "stop_conditions": {"movement_distance": 0, "jump": false, "submerge": false, "ride": false, "damage": false,
        "attack": false, "game_mode_change": false}}, "playback": {"mode": "once"}}, "nodes": {},
        "timeline": {"duration": "1t", "tracks": {}}})";
    const auto read = read_animation(text);
    CHECK_FALSE(read.clip);
    REQUIRE(read.diagnostics.size() == 1);
    CHECK(read.diagnostics[0].code == Code::invalid_value);
    CHECK(read.diagnostics[0].path == "$.nodes");
    // One anchor, no tracks, no events, all defaults: the least there can be.
    std::string least = text;
    least.replace(least.find("\"nodes\": {}"), 11,
                  R"("nodes": {"a": {"type": "anchor", "space": "scene", "transform": {"position": [0, 0, 0],
                  "rotation": [0, 0, 0], "scale": [0, 0, 0]}}})");
    const auto smallest = read_animation(least);
    CHECK(smallest.diagnostics.empty());
    CHECK(smallest.clip);
}

TEST_CASE("format 4.2, nodes: every word and default") {
    const std::pair<std::string_view, emoted::ItemDisplayContext> contexts[] = {
        {"none", emoted::ItemDisplayContext::none},
        {"thirdperson_lefthand", emoted::ItemDisplayContext::thirdperson_lefthand},
        {"thirdperson_righthand", emoted::ItemDisplayContext::thirdperson_righthand},
        {"firstperson_lefthand", emoted::ItemDisplayContext::firstperson_lefthand},
        {"firstperson_righthand", emoted::ItemDisplayContext::firstperson_righthand},
        {"head", emoted::ItemDisplayContext::head},
        {"gui", emoted::ItemDisplayContext::gui},
        {"ground", emoted::ItemDisplayContext::ground},
        {"fixed", emoted::ItemDisplayContext::fixed},
        {"on_shelf", emoted::ItemDisplayContext::on_shelf},
    };
    for (const auto& [word, context] : contexts) {
        const std::string to = "\"item_display\": \"" + std::string(word) + '"';
        const auto clip = accepted({{R"("item_display": "thirdperson_lefthand")", to}});
        CHECK(std::get<emoted::ItemContent>(clip->nodes[2].content).context == context);
    }
    const std::pair<std::string_view, emoted::SkinPart> parts[] = {
        {"head", emoted::SkinPart::head},         {"body", emoted::SkinPart::body},
        {"left_arm", emoted::SkinPart::left_arm}, {"right_arm", emoted::SkinPart::right_arm},
        {"left_leg", emoted::SkinPart::left_leg}, {"right_leg", emoted::SkinPart::right_leg},
    };
    for (const auto& [word, part] : parts) {
        const std::string to = "{\"part\": \"" + std::string(word) + "\", \"order\": 1}";
        CHECK(accepted({{R"({"part": "body", "order": 1})", to}})->nodes[1].skin->part == part);
    }
    const auto clip = accepted({{R"("arm": "left")", R"("arm": "right")"}});
    CHECK(std::get<emoted::HandItem>(std::get<emoted::ItemContent>(clip->nodes[2].content).item).arm ==
          emoted::Arm::right);
    CHECK(clip->nodes[1].visible);                                        // lower: not said
    CHECK(clip->nodes[1].skin->participant == emoted::Space::initiator);  // likewise
    CHECK(clip->nodes[2].entity_nbt.empty());
    // Any JSON but null is a text; ids may do without their namespace (D51).
    for (const std::string_view text : {R"("")", "7", "true", "[]", R"(["a", {"text": "b"}])"}) {
        const std::string to = "\"text\": " + std::string(text);
        CHECK(
            std::get<emoted::TextContent>(accepted({{R"("text": {"text": "Hi", "size": 1.0})", to}})->nodes[4].content)
                .component_json.size() > 0);
    }
    accepted({{R"("{Name:\"minecraft:gold_block\"}")", R"("{Name:gold_block}")"}});
    accepted({{R"("item_source": {)", R"("item_stack_snbt": null, "item_source": {)"}});
    accepted({{R"("item_stack_snbt": "{id:player_head}")",
               R"("item_stack_snbt": "{id:player_head}", "item_source": null)"}});
}

TEST_CASE("format 4.3, tracks: every rule has its fault") {
    const Refused cases[] = {
        {{{R"("duration": "40t",)", ""}, {R"("timeline": {)", R"("timeline": @@{)"}},
         Code::missing_member,
         "$.timeline.duration"},
        {{{R"("stage": {
        "visible": [
          {"time": "0t", "value": true},
          {"time": "20t", "value": false}
        ]
      })",
           R"("stage": @@null)"}},
         Code::wrong_type,
         "$.timeline.tracks.stage"},
        {{{R"("stage": {
        "visible": [
          {"time": "0t", "value": true},
          {"time": "20t", "value": false}
        ]
      })",
           R"("stage": {"visible": @@[]})"}},
         Code::invalid_value,
         "$.timeline.tracks.stage.visible"},
        {{{R"("stage": {
        "visible": [
          {"time": "0t", "value": true},
          {"time": "20t", "value": false}
        ]
      })",
           R"("stage": @@{"position": null, "visible": null})"}},
         Code::invalid_value,
         "$.timeline.tracks.stage"},
        {{{R"("time": "0t", "value": true)", R"("time": @@"1t", "value": true)"}},
         Code::invalid_timeline,
         "$.timeline.tracks.stage.visible[0].time"},
        {{{R"("time": "20t", "value": false)", R"("time": @@"41t", "value": false)"}},
         Code::invalid_timeline,
         "$.timeline.tracks.stage.visible[1].time"},
        {{{R"({"time": "20t", "value": false})", R"(@@{"time": "20t"})"}},
         Code::missing_member,
         "$.timeline.tracks.stage.visible[1].value"},
        {{{R"({"time": "20t", "value": false})", R"(@@{"value": false})"}},
         Code::missing_member,
         "$.timeline.tracks.stage.visible[1].time"},
        {{{R"({"time": "20t", "value": false})", R"(@@false)"}},
         Code::wrong_type,
         "$.timeline.tracks.stage.visible[1]"},
        {{{R"("time": "20t", "value": false)", R"("time": "20t", "value": @@" ")"}},
         Code::invalid_value,
         "$.timeline.tracks.stage.visible[1].value"},
        {{{R"("time": "20t", "value": false)", R"("time": "20t", "value": @@[true])"}},
         Code::wrong_type,
         "$.timeline.tracks.stage.visible[1].value"},
        {{{R"("value": true)", R"("value": true, @@"easing": "linear")"}},
         Code::forbidden_member,
         "$.timeline.tracks.stage.visible[0].easing"},
        {{{R"("value": true)", R"("value": true, @@"pre": true)"}},
         Code::forbidden_member,
         "$.timeline.tracks.stage.visible[0].pre"},
        {{{R"({"time": "0t", "value": [0, 90, 0]})", R"({"time": @@"-1t", "value": [0, 90, 0]})"}},
         Code::invalid_time,
         "$.timeline.tracks.lower.rotation[0].time"},
        {{{R"({"time": "0t", "value": [0, 90, 0]})",
           R"({"time": "0t", "value": [0, 90, 0], @@"interpolation": "step"})"}},
         Code::forbidden_member,
         "$.timeline.tracks.lower.rotation[0].interpolation"},
        {{{R"("value": [0, 4, 0])", R"("value": [0, 4, 0], @@"easing": null)"}},
         Code::forbidden_member,
         "$.timeline.tracks.lower.position[2].easing"},
        {{{R"("post": [0, 3, 0])", R"("value": @@[0, 3, 0], "post": [0, 3, 0])"}},
         Code::forbidden_member,
         "$.timeline.tracks.lower.position[1].value"},
        {{{R"({"time": "10t", "pre": [0, 2, 0], )", R"(@@{"time": "10t", )"}},
         Code::missing_member,
         "$.timeline.tracks.lower.position[1].pre"},
        {{{R"("value": [0, 90, 0])", R"("value": @@"[0, 90, 0]")"}},
         Code::wrong_type,
         "$.timeline.tracks.lower.rotation[0].value"},
        {{{R"("value": [0, 90, 0])", R"("value": [@@true, 90, 0])"}},
         Code::wrong_type,
         "$.timeline.tracks.lower.rotation[0].value[0]"},
        {{{R"("interpolation": "step")", R"("interpolation": @@1)"}},
         Code::wrong_type,
         "$.timeline.tracks.lower.position[1].interpolation"},
        {{{R"("easing": "Ease_In_Out_Sine")", R"("easing": @@1)"}},
         Code::wrong_type,
         "$.timeline.tracks.lower.position[0].easing"},
        {{{R"("easing": "Ease_In_Out_Sine")", R"("interpolation": "step", "easing": @@"ease_in_sine")"}},
         Code::forbidden_member,
         "$.timeline.tracks.lower.position[0].easing"},
    };
    for (const Refused& c : cases) {
        check(c);
    }
}

TEST_CASE("format 4.3, tracks: what is accepted") {
    // Every easing in any case; linear with or without its name.
    std::vector<std::string> names{"linear"};
    for (const std::string way : {"in", "out", "in_out"}) {
        for (const std::string family :
             {"sine", "quad", "cubic", "quart", "quint", "expo", "circ", "back", "elastic", "bounce"}) {
            names.push_back("ease_" + way + "_" + family);
        }
    }
    std::vector<emoted::Easing> seen;
    for (const std::string& name : names) {
        std::string upper = name;
        upper[0] = static_cast<char>(upper[0] - 'a' + 'A');
        const std::string to = "\"interpolation\": \"linear\", \"easing\": \"" + upper + '"';
        const auto easing = accepted({{R"("easing": "Ease_In_Out_Sine")", to}})->tracks[1].position.easing[0];
        CHECK(std::find(seen.begin(), seen.end(), easing) == seen.end());
        CHECK(easing != emoted::Easing::step);
        seen.push_back(easing);
    }
    CHECK(seen[0] == emoted::Easing::linear);
    // A key at the end, and one alone; no tracks; null where something may be left out.
    accepted({{R"("time": "20t", "value": false)", R"("time": "40t", "value": false)"}});
    accepted({{R"({"time": "0t", "value": true},
          {"time": "20t", "value": false})",
               R"({"time": "0t", "value": false})"}});
    accepted({{R"("easing": "Ease_In_Out_Sine")", R"("easing": null, "interpolation": null)"}});
    accepted({{R"("pre": [0, 2, 0])", R"("value": null, "pre": [0, 2, 0])"}});
    accepted({{R"("value": [0, 4, 0])", R"("value": [0, 4, 0], "pre": null, "post": null)"}});
    // D25: an integral number is a number.
    CHECK(accepted({{R"("value": [0, 4, 0])", R"("value": [0.0, 4e0, -0])"}})->tracks[1].position.post[2].y == 4);
}

TEST_CASE("format 4.7, events: every rule has its fault") {
    const Refused cases[] = {
        {{{R"({"source": {"type": "player"}, )", R"(@@{)"}}, Code::missing_member, "$.timeline.events.start[0].source"},
        {{{R"({"source": {"type": "player"}, )", R"({"source": @@{}, )"}},
         Code::missing_member,
         "$.timeline.events.start[0].source.type"},
        {{{R"({"source": {"type": "player"}, "origin": {"type": "root"}, )", R"(@@{"source": {"type": "player"}, )"}},
         Code::missing_member,
         "$.timeline.events.start[0].origin"},
        {{{R"({"source": {"type": "player"}, "origin": {"type": "root"}, )",
           R"({"source": {"type": "player"}, "origin": @@{}, )"}},
         Code::missing_member,
         "$.timeline.events.start[0].origin.type"},
        {{{R"({"source": {"type": "player"}, "origin": {"type": "root"}, )",
           R"({"source": {"type": "player"}, "origin": {"type": @@"feet"}, )"}},
         Code::unknown_word,
         "$.timeline.events.start[0].origin.type"},
        {{{R"({"source": {"type": "player"}, "origin": {"type": "root"}, )",
           R"({"source": {"type": "player"}, "origin": @@{"type": "node"}, )"}},
         Code::missing_member,
         "$.timeline.events.start[0].origin.node"},
        {{{R"({"type": "node", "node": "pivot", "offset": [0, 1, 0]})",
           R"({"type": "node", "node": @@"pivots", "offset": [0, 1, 0]})"}},
         Code::unknown_node,
         "$.timeline.events.timeline[0].origin.node"},
        {{{R"("offset": [0, 1, 0])", R"("offset": @@"0 1 0")"}},
         Code::wrong_type,
         "$.timeline.events.timeline[0].origin.offset"},
        {{{R"("time": "5t")", R"("time": @@5)"}}, Code::wrong_type, "$.timeline.events.timeline[0].time"},
        {{{R"("time": "5t")", R"("time": @@"-5t")"}}, Code::invalid_time, "$.timeline.events.timeline[0].time"},
        {{{R"(["stopsound x"])", R"([@@7])"}}, Code::wrong_type, "$.timeline.events.stop[0].commands[0]"},
    };
    for (const Refused& c : cases) {
        check(c);
    }
}

TEST_CASE("format 4.7, events: what is accepted") {
    // Ties, the last tick before the end (D18), no commands, no offset, an anchor as origin.
    const auto clip = accepted({{R"("time": "39t")", R"("time": "5t")"}});
    CHECK(clip->events[2].at == emoted::TickCount(5));
    CHECK(clip->events[2].commands.empty());
    CHECK(clip->events[2].offset == emoted::Vec3d{});
}
