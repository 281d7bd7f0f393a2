#include "animation/animation_parser.hpp"

#include "support/edited_text.hpp"
#include "support/read_animation.hpp"

#include <emoted/sequences/limits.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using emoted::DiagnosticCode;
using emoted::Severity;
using emoted::test::Edit;
using emoted::test::edited;
using emoted::test::read_animation;
using emoted::test::whole_animation;

namespace {

using Code = DiagnosticCode;

struct Case {
    std::vector<Edit> edits;  // the place of the fault is marked @@
    Code code;
    std::string_view path;
};

void check(const Case& c, Severity severity) {
    const auto marked = edited(whole_animation(), c.edits);
    const auto read = read_animation(marked.text);
    CAPTURE(c.path, c.edits[0].to);
    CHECK((read.clip == nullptr) == (severity == Severity::fault));
    REQUIRE(read.diagnostics.size() == 1);
    const emoted::Diagnostic& found = read.diagnostics[0];
    CAPTURE(to_text(found));
    CHECK(found.severity == severity);
    CHECK(found.code == c.code);
    CHECK(found.path == c.path);
    REQUIRE(found.position);
    CHECK(found.position->line == marked.line);
    CHECK(found.position->column == marked.column);
    CHECK_FALSE(found.message.empty());
}

}  // namespace

TEST_CASE("D26: root and settings, each fault at its place") {
    const Case cases[] = {
        {{{R"({
  "$schema")",
           R"(@@{
  "$schema")"},
          {R"("id": "test:whole",)", ""}},
         Code::missing_member,
         "$.id"},
        {{{R"("test:whole")", R"(@@"whole")"}}, Code::invalid_identifier, "$.id"},
        {{{R"("test:whole")", R"(@@"test:")"}}, Code::invalid_identifier, "$.id"},
        {{{R"("test:whole")", R"(@@"Test:whole")"}}, Code::invalid_identifier, "$.id"},
        {{{R"("test:whole")", R"(@@"emote:break")"}}, Code::invalid_identifier, "$.id"},
        {{{R"("test:whole")", R"(@@"emote:continue")"}}, Code::invalid_identifier, "$.id"},
        {{{R"("name": "Whole")", R"("name": @@"  ")"}}, Code::invalid_value, "$.metadata.name"},
        {{{R"({"name": "Whole", )", R"(@@{)"}}, Code::missing_member, "$.metadata.name"},
        {{{R"("All of it")", R"(@@null)"}}, Code::missing_member, "$.metadata.description"},
        {{{R"("All of it")", R"(@@7)"}}, Code::wrong_type, "$.metadata.description"},
        {{{R"("standalone": false)", R"("standalone": @@"no")"}}, Code::wrong_type, "$.settings.standalone"},
        {{{R"("settings": {)", R"("settings": @@{)"}, {R"("standalone": false,)", ""}},
         Code::missing_member,
         "$.settings.standalone"},
        {{{R"("settings": {)", R"("settings": @@{)"}, {R"("cooldown": "2s",)", ""}},
         Code::missing_member,
         "$.settings.cooldown"},
        {{{R"("2s")", R"(@@80)"}}, Code::wrong_type, "$.settings.cooldown"},
        {{{R"("2s")", R"(@@"-1t")"}}, Code::invalid_time, "$.settings.cooldown"},
        {{{R"("2s")", R"(@@"2 s")"}}, Code::invalid_time, "$.settings.cooldown"},
        {{{"30.5", "@@180.5"}}, Code::invalid_value, "$.settings.rotation_deadzone"},
        {{{"30.5", "@@-1"}}, Code::invalid_value, "$.settings.rotation_deadzone"},
        {{{R"("2t")", R"(@@"21t")"}}, Code::limit_exceeded, "$.settings.display_interpolation"},
        {{{R"("hidden": true)", R"("hidden": @@1)"}}, Code::wrong_type, "$.settings.player.hidden"},
        {{{"0.25,\n", "@@-0.25,\n"}}, Code::invalid_value, "$.settings.player.stop_conditions.movement_distance"},
        {{{R"("stop_conditions": {)", R"("stop_conditions": @@{)"}, {R"("jump": true,)", ""}},
         Code::missing_member,
         "$.settings.player.stop_conditions.jump"},
        {{{R"("game_mode_change": false)", R"("game_mode_change": @@null)"}},
         Code::missing_member,
         "$.settings.player.stop_conditions.game_mode_change"},
        {{{R"("mode": "loop")", R"("mode": @@"lop")"}}, Code::unknown_word, "$.settings.playback.mode"},
        {{{R"("mode": "loop")", R"("mode": "once")"},
          {R"("5t"
)",
           R"(@@"5t"
)"}},
         Code::invalid_value,
         "$.settings.playback.loop_delay"},
        {{{R"("mode": "loop")", R"("mode": "hold")"},
          {R"("5t"
)",
           R"(@@"5t"
)"}},
         Code::invalid_value,
         "$.settings.playback.loop_delay"},
        {{{R"("nodes": {)", R"("molang": {"initialize": "v.a = @@speed;", "tick": "v.a = 2;"}, "nodes": {)"}},
         Code::invalid_molang,
         "$.molang.initialize"},
        {{{R"("duration": "40t")", R"("duration": @@80)"}}, Code::wrong_type, "$.timeline.duration"},
        {{{R"("duration": "40t")", R"("duration": @@"12001t")"}}, Code::limit_exceeded, "$.timeline.duration"},
    };
    for (const Case& c : cases) {
        check(c, Severity::fault);
    }
}

TEST_CASE("D26: nodes, each fault at its place") {
    const Case cases[] = {
        {{{R"("type": "anchor")", R"("type": @@"ancor")"}}, Code::unknown_word, "$.nodes.pivot.type"},
        {{{R"("space": "partner",)", ""}, {R"("sword": {)", R"("sword": @@{)"}},
         Code::missing_member,
         "$.nodes.sword.space"},
        {{{R"("parent": "body",)", R"("parent": "body", @@"space": null,)"}},
         Code::forbidden_member,
         "$.nodes.lower.space"},
        {{{R"("parent": "body",)", R"("parent": @@"bod",)"}}, Code::unknown_node, "$.nodes.lower.parent"},
        {{{R"("parent": "body",)", R"("parent": @@"lower",)"}}, Code::cyclic_parent, "$.nodes.lower.parent"},
        {{{R"("parent": "body",)", R"("parent": @@"body",)"}, {R"("space": "initiator",)", R"("parent": "lower",)"}},
         Code::cyclic_parent,
         "$.nodes.lower.parent"},
        {{{R"("position": [0, 1, 2])", R"("position": @@[0, 1])"}},
         Code::invalid_value,
         "$.nodes.lower.transform.position"},
        {{{R"("rotation": [3, 4, 5])", R"("rotation": [3, @@"4", 5])"}},
         Code::wrong_type,
         "$.nodes.lower.transform.rotation[1]"},
        {{{R"({"position": [0, 1, 2], "rotation": [3, 4, 5], "scale": [1, 0.75, 1]})",
           R"(@@{"position": [0, 1, 2], "rotation": [3, 4, 5]})"}},
         Code::missing_member,
         "$.nodes.lower.transform.scale"},
        {{{R"("position": [0, 1, 2])", R"("position": [0, 1, @@-30000001])"}},
         Code::limit_exceeded,
         "$.nodes.lower.transform.position[2]"},
        {{{R"("lower": {
      "type")",
           R"("lower": @@{
      "type")"},
          {R"("item_stack_snbt": "{id:\"minecraft:player_head\",count:1}",)", ""}},
         Code::missing_member,
         "$.nodes.lower.item_stack_snbt"},
        {{{R"("item_source": {)", R"("item_stack_snbt": "{id:stone}", "item_source": @@{)"}},
         Code::forbidden_member,
         "$.nodes.sword.item_source"},
        {{{R"("participant_hand")", R"(@@"hand")"}}, Code::unknown_word, "$.nodes.sword.item_source.type"},
        {{{R"("arm": "left")", R"("arm": @@"middle")"}}, Code::unknown_word, "$.nodes.sword.item_source.arm"},
        {{{R"("space": "partner",)", R"("space": "scene",)"}, {R"("item_source": {)", R"("item_source": @@{)"}},
         Code::invalid_value,
         "$.nodes.sword.item_source"},
        {{{R"("item_display": "thirdperson_lefthand")", R"("item_display": @@"lefthand")"}},
         Code::unknown_word,
         "$.nodes.sword.item_display"},
        {{{R"("item_display": "thirdperson_lefthand")",
           R"("item_display": "none", "skin": @@{"part": "head", "order": 0, "participant": "partner"})"}},
         Code::forbidden_member,
         "$.nodes.sword.skin"},
        // Inside SNBT: at the very character.
        {{{R"("{id:player_head}")", R"("@@{id:player_head")"}}, Code::invalid_snbt, "$.nodes.body.item_stack_snbt"},
        {{{R"("{id:\"minecraft:player_head\",count:1}")", R"("{id:\"minecraft:player_head\",count:@@]}")"}},
         Code::invalid_snbt,
         "$.nodes.lower.item_stack_snbt"},
        {{{R"("{id:player_head}")", R"(@@"{count:1}")"}}, Code::missing_member, "$.nodes.body.item_stack_snbt"},
        {{{R"("{id:player_head}")", R"("{id:@@1}")"}}, Code::wrong_type, "$.nodes.body.item_stack_snbt"},
        {{{R"("{id:player_head}")", R"("{id:@@\"Player Head\"}")"}},
         Code::invalid_identifier,
         "$.nodes.body.item_stack_snbt"},
        {{{R"("{id:player_head}")", R"("{id:stone}")"},
          {R"("skin": {"part": "body", "order": 0,)", R"("skin": @@{"part": "body", "order": 0,)"}},
         Code::invalid_value,
         "$.nodes.body.skin"},
        {{{R"("{Name:\"minecraft:gold_block\"}")", R"(@@"{}")"}},
         Code::missing_member,
         "$.nodes.stage.block_state_snbt"},
        {{{R"("{Name:\"minecraft:gold_block\"}")", R"("{Name:@@\"a:b:c\"}")"}},
         Code::invalid_identifier,
         "$.nodes.stage.block_state_snbt"},
        {{{R"("stage": {
      "type")",
           R"("stage": @@{
      "type")"},
          {R"("block_state_snbt": "{Name:\"minecraft:gold_block\"}")", R"("visible": true)"}},
         Code::missing_member,
         "$.nodes.stage.block_state_snbt"},
        {{{R"("text": {"text": "Hi", "size": 1.0})", R"("text": @@null)"}},
         Code::missing_member,
         "$.nodes.caption.text"},
        {{{R"("entity_nbt": "{brightness)", R"("entity_nbt": "@@{brightness)"}, {R"(glowing:1b})", R"(glowing:1b)"}},
         Code::invalid_snbt,
         "$.nodes.body.entity_nbt"},
        {{{R"("{line_width:120,alignment:\"left\"}")", R"("{@@Tags:[],line_width:1}")"}},
         Code::forbidden_member,
         "$.nodes.caption.entity_nbt"},
        {{{R"("part": "body", "order": 1)", R"("part": @@"torso", "order": 1)"}},
         Code::unknown_word,
         "$.nodes.lower.skin.part"},
        {{{R"("part": "body", "order": 1)", R"("part": "body", "order": @@-1)"}},
         Code::invalid_value,
         "$.nodes.lower.skin.order"},
        {{{R"("part": "body", "order": 1)", R"("part": "body", "order": @@1.5)"}},
         Code::invalid_value,
         "$.nodes.lower.skin.order"},
        {{{R"("participant": "initiator")", R"("participant": @@"partner")"}},
         Code::invalid_value,
         "$.nodes.body.skin.participant"},
        {{{R"("participant": "initiator")", R"("participant": @@"scene")"}},
         Code::unknown_word,
         "$.nodes.body.skin.participant"},
        // The default does not fit either: named at its own path, placed at the skin.
        {{{R"("space": "initiator",)", R"("space": "partner",)"},
          {R"("participant": "initiator")", R"("participant": "partner")"},
          {R"("skin": {"part": "body", "order": 1})", R"("skin": @@{"part": "body", "order": 1})"}},
         Code::invalid_value,
         "$.nodes.lower.skin.participant"},
        {{{R"("type": "anchor", )", R"("type": "anchor", @@"visible": null, )"}},
         Code::forbidden_member,
         "$.nodes.pivot.visible"},
        {{{R"("type": "anchor", )", R"("type": "anchor", @@"entity_nbt": "{}", )"}},
         Code::forbidden_member,
         "$.nodes.pivot.entity_nbt"},
        {{{R"("nodes": {)", R"("nodes": {"null": @@null,)"}}, Code::wrong_type, "$.nodes.null"},
        {{{R"("nodes": {)", R"("nodes": {" ": @@{"type": "anchor", "space": "scene", "transform": )"
                            R"({"position": [0,0,0], "rotation": [0,0,0], "scale": [1,1,1]}},)"}},
         Code::invalid_value,
         R"($.nodes[" "])"},
    };
    for (const Case& c : cases) {
        check(c, Severity::fault);
    }
}

TEST_CASE("entity data must not set what belongs to the playback") {
    for (const std::string_view key :
         {"id", "UUID", "Pos", "Motion", "Rotation", "Passengers", "Tags", "transformation", "interpolation_duration",
          "start_interpolation", "teleport_duration", "item", "item_display", "block_state", "text"}) {
        const std::string entity_nbt = R"("{a:1, @@)" + std::string(key) + R"(:1}")";
        check({{{R"("{line_width:120,alignment:\"left\"}")", entity_nbt}},
               Code::forbidden_member,
               "$.nodes.caption.entity_nbt"},
              Severity::fault);
    }
}

TEST_CASE("D26: tracks, each fault at its place") {
    const Case cases[] = {
        {{{R"("tracks": {
      "lower": {)",
           R"("tracks": {
      "lowre": @@{)"}},
         Code::unknown_node,
         "$.timeline.tracks.lowre"},
        {{{R"("stage": {
        "visible": [
          {"time": "0t", "value": true},
          {"time": "20t", "value": false}
        ]
      })",
           R"("stage": @@{})"}},
         Code::invalid_value,
         "$.timeline.tracks.stage"},
        {{{R"("rotation": [
          {"time": "0t", "value": [0, 90, 0]}
        ])",
           R"("rotation": @@[])"}},
         Code::invalid_value,
         "$.timeline.tracks.lower.rotation"},
        {{{R"("rotation": [
          {"time": "0t", "value": [0, 90, 0]}
        ])",
           R"("rotation": @@{})"}},
         Code::wrong_type,
         "$.timeline.tracks.lower.rotation"},
        {{{R"({"time": "0t", "value": [0, 90, 0]})", R"(@@null)"}},
         Code::wrong_type,
         "$.timeline.tracks.lower.rotation[0]"},
        {{{R"({"time": "0t", "value": [0, 90, 0]})", R"({"time": @@"1t", "value": [0, 90, 0]})"}},
         Code::invalid_timeline,
         "$.timeline.tracks.lower.rotation[0].time"},
        {{{R"("time": "10t", "pre")", R"("time": @@"0t", "pre")"}},
         Code::invalid_timeline,
         "$.timeline.tracks.lower.position[1].time"},
        {{{R"({"time": "40t", "value": [0, 4, 0]})", R"({"time": @@"41t", "value": [0, 4, 0]})"}},
         Code::invalid_timeline,
         "$.timeline.tracks.lower.position[2].time"},
        {{{R"({"time": "40t", "value": [0, 4, 0]})", R"({"time": @@40, "value": [0, 4, 0]})"}},
         Code::wrong_type,
         "$.timeline.tracks.lower.position[2].time"},
        {{{R"({"time": "40t", "value": [0, 4, 0]})", R"(@@{"value": [0, 4, 0]})"}},
         Code::missing_member,
         "$.timeline.tracks.lower.position[2].time"},
        {{{R"({"time": "40t", "value": [0, 4, 0]})", R"(@@{"time": "40t"})"}},
         Code::missing_member,
         "$.timeline.tracks.lower.position[2].value"},
        {{{R"({"time": "40t", "value": [0, 4, 0]})", R"(@@{"time": "40t", "pre": [0, 4, 0]})"}},
         Code::missing_member,
         "$.timeline.tracks.lower.position[2].post"},
        {{{R"({"time": "40t", "value": [0, 4, 0]})",
           R"({"time": "40t", "value": @@[0, 4, 0], "pre": [0, 0, 0], "post": [0, 0, 0]})"}},
         Code::forbidden_member,
         "$.timeline.tracks.lower.position[2].value"},
        {{{R"("value": [0, 4, 0])", R"("value": @@[0, 4, 0, 1])"}},
         Code::invalid_value,
         "$.timeline.tracks.lower.position[2].value"},
        {{{R"("value": [0, 4, 0])", R"("value": [0, @@null, 0])"}},
         Code::wrong_type,
         "$.timeline.tracks.lower.position[2].value[1]"},
        {{{R"("value": [0, 4, 0])", R"("value": [0, @@" ", 0])"}},
         Code::invalid_value,
         "$.timeline.tracks.lower.position[2].value[1]"},
        {{{R"("value": [0, 4, 0])", R"("value": [0, "@@q.anim_tim", 0])"}},
         Code::invalid_molang,
         "$.timeline.tracks.lower.position[2].value[1]"},
        {{{R"("pre": [0, 2, 0])", R"("pre": ["1 @@2", 2, 0])"}},
         Code::invalid_molang,
         "$.timeline.tracks.lower.position[1].pre[0]"},
        {{{R"("post": [0, 3, 0])", R"("post": [0, 3, @@30000000.5])"}},
         Code::limit_exceeded,
         "$.timeline.tracks.lower.position[1].post[2]"},
        {{{R"("interpolation": "step")", R"("interpolation": @@"Step")"}},
         Code::unknown_word,
         "$.timeline.tracks.lower.position[1].interpolation"},
        {{{R"("interpolation": "step")", R"("interpolation": "step", "easing": @@"linear")"}},
         Code::forbidden_member,
         "$.timeline.tracks.lower.position[1].easing"},
        {{{R"("Ease_In_Out_Sine")", R"(@@"ease_in_out_sin")"}},
         Code::unknown_word,
         "$.timeline.tracks.lower.position[0].easing"},
        {{{R"("value": [0, 4, 0])", R"("value": [0, 4, 0], @@"interpolation": null)"}},
         Code::forbidden_member,
         "$.timeline.tracks.lower.position[2].interpolation"},
        {{{R"("value": [0, 90, 0])", R"("value": [0, 90, 0], @@"easing": "linear")"}},
         Code::forbidden_member,
         "$.timeline.tracks.lower.rotation[0].easing"},
        {{{R"("value": true)", R"("value": @@1)"}}, Code::wrong_type, "$.timeline.tracks.stage.visible[0].value"},
        {{{R"("value": true)", R"("value": "@@v.shown = 1")"}},
         Code::invalid_molang,
         "$.timeline.tracks.stage.visible[0].value"},
        {{{R"("value": true)", R"("value": true, @@"interpolation": null)"}},
         Code::forbidden_member,
         "$.timeline.tracks.stage.visible[0].interpolation"},
        {{{R"("value": true)", R"("value": true, @@"post": null)"}},
         Code::forbidden_member,
         "$.timeline.tracks.stage.visible[0].post"},
        {{{R"("time": "20t", "value": false)", R"("time": @@"0t", "value": false)"}},
         Code::invalid_timeline,
         "$.timeline.tracks.stage.visible[1].time"},
        {{{R"("pivot": {
        "scale": [)",
           R"("pivot": {
        "visible": @@[{"time": "0t", "value": true}],
        "scale": [)"}},
         Code::forbidden_member,
         "$.timeline.tracks.pivot.visible"},
        {{{R"("pivot": {
        "scale": [)",
           R"("pivot": {
        "nbt": @@[{"time": "0t", "value": "{}"}],
        "scale": [)"}},
         Code::forbidden_member,
         "$.timeline.tracks.pivot.nbt"},
    };
    for (const Case& c : cases) {
        check(c, Severity::fault);
    }
}

TEST_CASE("D26: events, each fault at its place") {
    const Case cases[] = {
        {{{R"({"time": "5t", "source": {"type": "server"},)", R"(@@{"source": {"type": "server"},)"}},
         Code::missing_member,
         "$.timeline.events.timeline[0].time"},
        {{{R"("time": "39t")", R"("time": @@"4t")"}}, Code::invalid_timeline, "$.timeline.events.timeline[1].time"},
        {{{R"("time": "39t")", R"("time": @@"40t")"}}, Code::invalid_timeline, "$.timeline.events.timeline[1].time"},
        {{{R"({"type": "player"})", R"({"type": @@"players"})"}},
         Code::unknown_word,
         "$.timeline.events.start[0].source.type"},
        {{{R"({"type": "player"})", R"(@@"player")"}}, Code::wrong_type, "$.timeline.events.start[0].source"},
        {{{R"({"type": "player"})", R"(@@{"type": "node"})"}},
         Code::missing_member,
         "$.timeline.events.start[0].source.node"},
        {{{R"({"type": "node", "node": "stage"})", R"({"type": "node", "node": @@"pivot"})"}},
         Code::invalid_value,
         "$.timeline.events.timeline[1].source.node"},
        {{{R"({"type": "node", "node": "stage"})", R"({"type": "node", "node": @@"stages"})"}},
         Code::unknown_node,
         "$.timeline.events.timeline[1].source.node"},
        {{{R"("node": "pivot", "offset")", R"("node": @@"", "offset")"}},
         Code::unknown_node,
         "$.timeline.events.timeline[0].origin.node"},
        {{{R"("offset": [0, 1, 0])", R"("offset": @@[0, 1])"}},
         Code::invalid_value,
         "$.timeline.events.timeline[0].origin.offset"},
        {{{R"("offset": [0, 1, 0])", R"("offset": [@@1e300, 1, 0])"}},
         Code::limit_exceeded,
         "$.timeline.events.timeline[0].origin.offset[0]"},
        {{{R"(["stopsound x"])", R"([@@"/stopsound x"])"}},
         Code::invalid_value,
         "$.timeline.events.stop[0].commands[0]"},
        {{{R"(["stopsound x"])", R"([@@" "])"}}, Code::invalid_value, "$.timeline.events.stop[0].commands[0]"},
        {{{R"(["stopsound x"])", R"(["stopsound", @@null])"}},
         Code::wrong_type,
         "$.timeline.events.stop[0].commands[1]"},
        {{{R"(["stopsound x"])", R"(["stopsound", @@"stopsound x\nop me"])"}},
         Code::invalid_value,
         "$.timeline.events.stop[0].commands[1]"},
        {{{R"(["stopsound x"])", R"(@@"stopsound x")"}}, Code::wrong_type, "$.timeline.events.stop[0].commands"},
        {{{R"("stop": [
        {"source": {"type": "server"}, "origin": {"type": "root"}, "commands": ["stopsound x"]})",
           R"("stop": [
        @@{"source": {"type": "server"}, "origin": {"type": "root"}})"}},
         Code::missing_member,
         "$.timeline.events.stop[0].commands"},
        {{{R"("loop": [])", R"("loop": [@@null])"}}, Code::wrong_type, "$.timeline.events.loop[0]"},
        {{{R"("loop": [])", R"("loop": @@{})"}}, Code::wrong_type, "$.timeline.events.loop"},
    };
    for (const Case& c : cases) {
        check(c, Severity::fault);
    }
}

TEST_CASE("D1: unknown and ignored members are warnings, and the file serves") {
    const Case cases[] = {
        {{{R"("standalone": false,)", R"("standalone": false, @@"cooldwn": 1,)"}},
         Code::unknown_member,
         "$.settings.cooldwn"},
        {{{R"("loop_delay": "5t")", R"("loop_delay": "5t", @@"loop_start": "1t")"}},
         Code::ignored_member,
         "$.settings.playback.loop_start"},
        {{{R"("loop_delay": "5t")", R"("loop_delay": "5t", @@"loop_end": "1t")"}},
         Code::ignored_member,
         "$.settings.playback.loop_end"},
        {{{R"("nodes": {)", R"(@@"callbacks": {}, "nodes": {)"}}, Code::ignored_member, "$.callbacks"},
        {{{R"("type": "anchor", )", R"("type": "anchor", @@"skin": {}, )"}},
         Code::ignored_member,
         "$.nodes.pivot.skin"},
        {{{R"("type": "anchor", )", R"("type": "anchor", @@"colour": "red", )"}},
         Code::unknown_member,
         "$.nodes.pivot.colour"},
        {{{R"("value": [0, 90, 0])", R"("value": [0, 90, 0], @@"ease": 1)"}},
         Code::unknown_member,
         "$.timeline.tracks.lower.rotation[0].ease"},
        {{{R"("source": {"type": "player"})", R"("source": {"type": "player", @@"node": "x"})"}},
         Code::ignored_member,
         "$.timeline.events.start[0].source.node"},
        {{{R"("source": {"type": "player"})", R"(@@"time": "3t", "source": {"type": "player"})"}},
         Code::ignored_member,
         "$.timeline.events.start[0].time"},
    };
    for (const Case& c : cases) {
        check(c, Severity::warning);
    }
    const auto marked =
        edited(whole_animation(), {{R"("standalone": false,)", R"("standalone": false, "cooldwn": 1,)"}});
    CHECK(read_animation(marked.text).diagnostics.at(0).nearest == "cooldown");
}

TEST_CASE("D44: a command outside the allow-list is a warning and is left out, its event stays") {
    const Case cases[] = {
        {{{R"(["stopsound x"])", R"(["stopsound x", @@"say hello"])"}},
         Code::command_not_allowed,
         "$.timeline.events.stop[0].commands[1]"},
        {{{R"(["stopsound x"])", R"([@@"execute run stopsound x"])"}},
         Code::command_not_allowed,
         "$.timeline.events.stop[0].commands[0]"},
        {{{R"(["stopsound x"])", R"([@@"other:stopsound x"])"}},
         Code::command_not_allowed,
         "$.timeline.events.stop[0].commands[0]"},
        {{{R"(["stopsound x"])", R"([@@"stopsounds x"])"}},
         Code::command_not_allowed,
         "$.timeline.events.stop[0].commands[0]"},
        {{{R"(["stopsound x"])", R"([@@" stopsound x"])"}},
         Code::command_not_allowed,
         "$.timeline.events.stop[0].commands[0]"},
    };
    for (const Case& c : cases) {
        check(c, Severity::warning);
    }
    const auto text =
        edited(whole_animation(), {{R"(["stopsound x"])", R"(["say a", "minecraft:stopsound x", "say b"])"}});
    const auto read = read_animation(text.text);
    REQUIRE(read.clip);
    CHECK(read.clip->events.back().commands == std::vector<std::string>{"minecraft:stopsound x"});
    const auto none = read_animation(edited(whole_animation(), {{R"(["stopsound x"])", R"(["say a"])"}}).text);
    REQUIRE(none.clip);
    REQUIRE(none.clip->events.size() == 4);
    CHECK(none.clip->events.back().commands.empty());
    emoted::LoadOptions open;
    open.allowed_commands = {"say"};
    const auto said = read_animation(text.text, open);
    REQUIRE(said.clip);
    CHECK(said.clip->events.back().commands == std::vector<std::string>{"say a", "say b"});
}

TEST_CASE("D26: all faults of a file are reported in one pass, in the order of their places") {
    const auto text = edited(whole_animation(), {{R"("test:whole")", R"("whole")"},
                                                 {R"("hidden": true)", R"("hidden": 1)"},
                                                 {R"("parent": "body",)", R"("parent": "bod",)"},
                                                 {R"("value": [0, 4, 0])", R"("value": ["q.x", 4, "q.y"])"},
                                                 {R"("time": "39t")", R"("time": "40t")"}});
    const auto read = read_animation(text.text);
    CHECK_FALSE(read.clip);
    std::vector<std::string> paths;
    for (const emoted::Diagnostic& diagnostic : read.diagnostics) {
        paths.push_back(diagnostic.path);
    }
    CHECK(paths == std::vector<std::string>{"$.id", "$.settings.player.hidden", "$.nodes.lower.parent",
                                            "$.timeline.tracks.lower.position[2].value[0]",
                                            "$.timeline.tracks.lower.position[2].value[2]",
                                            "$.timeline.events.timeline[1].time"});
    CHECK(read.diagnostics.at(2).nearest == "body");
}

TEST_CASE("members that are missing or null as a whole") {
    for (const std::string_view member : {"settings", "nodes", "timeline", "metadata"}) {
        for (const std::string_view instead : {"null", "7"}) {
            const std::string from = "\"" + std::string(member) + "\": {";
            const std::string to = "\"" + std::string(member) + "\": " + std::string(instead) + ", \"other\": {";
            const auto read = read_animation(edited(whole_animation(), {{from, to}}).text);
            CAPTURE(member, instead);
            CHECK_FALSE(read.clip);
            REQUIRE_FALSE(read.diagnostics.empty());
            bool named = false;
            for (const emoted::Diagnostic& diagnostic : read.diagnostics) {
                named |= diagnostic.path == "$." + std::string(member) &&
                         diagnostic.code == (instead == "null" ? Code::missing_member : Code::wrong_type);
            }
            CHECK(named);
        }
    }
    for (const std::string_view text : {"7", "null", "[]"}) {
        CAPTURE(text);
        const auto read = read_animation(std::string(text));
        CHECK_FALSE(read.clip);
        REQUIRE(read.diagnostics.size() == 1);
        CHECK(read.diagnostics[0].code == Code::wrong_type);
        CHECK(read.diagnostics[0].path == "$");
    }
}

TEST_CASE("one cause is told once: names of nodes are not judged where there are none") {
    const std::string text = whole_animation();
    const std::size_t from = text.find("\"nodes\": {") + 9;
    const std::size_t to = text.find("\"timeline\"");
    std::string too_many = "{\"a\": 0";
    for (int i = 0; i < 100'000; ++i) {
        too_many += ", \"n" + std::to_string(i) + "\": 0";
    }
    struct Bad {
        std::string nodes;
        Code code;
    };
    const Bad cases[] = {{"{}", Code::invalid_value},
                         {"7", Code::wrong_type},
                         {"null", Code::missing_member},
                         {too_many + '}', Code::limit_exceeded}};
    for (const Bad& bad : cases) {
        const auto read = read_animation(text.substr(0, from) + bad.nodes + ',' + text.substr(to));
        CAPTURE(bad.nodes.substr(0, 20));
        CHECK(read.clip == nullptr);
        REQUIRE(read.diagnostics.size() == 1);
        CHECK(read.diagnostics[0].code == bad.code);
        CHECK(read.diagnostics[0].path == "$.nodes");
    }
}

TEST_CASE("D26: a cycle is told at its first node in the file, wherever the way into it comes from") {
    const auto node = [](const std::string& id, const std::string& parent) {
        return '"' + id + R"(": {"type": "anchor", "parent": ")" + parent +
               R"(", "transform": {"position": [0, 0, 0], "rotation": [0, 0, 0], "scale": [1, 1, 1]}}, )";
    };
    // The walk comes in by "way" and meets the cycle at "second".
    const std::string nodes =
        node("way", "second") + node("first", "third") + node("second", "first") + node("third", "second");
    const std::string with_cycle = "\"nodes\": {" + nodes;
    const auto read = read_animation(edited(whole_animation(), {{"\"nodes\": {", with_cycle}}).text);
    REQUIRE(read.diagnostics.size() == 1);
    CHECK(read.diagnostics[0].code == Code::cyclic_parent);
    CHECK(read.diagnostics[0].path == "$.nodes.first.parent");
    CHECK(read.diagnostics[0].message == "the node is its own ancestor: first -> third -> second");
}

TEST_CASE("a missing member says what should stand there") {
    const auto expected = [](std::string_view from, std::string_view to) {
        const auto read = read_animation(edited(whole_animation(), {{from, to}}).text);
        REQUIRE(read.diagnostics.size() == 1);
        CHECK(read.diagnostics[0].code == Code::missing_member);
        return read.diagnostics[0].expected;
    };
    CHECK(expected(R"("standalone": false,)", "") == "true or false");
    CHECK(expected(R"("cooldown": "2s",)", "") == R"(a time such as "10t", "1.5s" or "1d")");
    CHECK(expected(R"("arm": "left")", R"("arm": null)") == R"(one of "left", "right")");
    CHECK(expected(R"({"position": [0, 1, 2], )", "{") == "an array of three");
}
