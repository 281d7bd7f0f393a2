// Tracks of entity data: read and checked, and what displays show while they are played.
#include "animation/animation_parser.hpp"
#include "support/clip_maker.hpp"
#include "support/edited_text.hpp"
#include "support/read_animation.hpp"

#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/playback.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace t = emoted::test;
using emoted::BranchFrame;
using emoted::BranchKind;
using emoted::BranchPlayer;
using emoted::ClipIndex;
using emoted::DisplayData;
using emoted::DisplayIndex;
using emoted::TickCount;
using Code = emoted::DiagnosticCode;
using Repeat = emoted::BranchPlayer::Repeat;
using Lines = std::vector<std::string>;

namespace {

// The whole animation with `tracks` in front of its own; the place of the fault is marked @@.
t::MarkedText with_tracks(const std::string& tracks) {
    const std::string added = R"("tracks": {)" + tracks + ", ";
    return t::edited(t::whole_animation(), {{R"("tracks": {)", added},
                                            {R"("stage": {
        "visible": [)",
                                             R"("stage2": {
        "visible": [)"},
                                            {R"("stage2": {
        "visible": [
          {"time": "0t", "value": true},
          {"time": "20t", "value": false}
        ]
      },)",
                                             ""}});
}

t::ReadAnimation read(const std::string& tracks) {
    return t::read_animation(with_tracks(tracks).text);
}

// "{a:1}" as a JSON string.
std::string json(std::string_view snbt) {
    std::string out = "\"";
    for (const char c : snbt) {
        out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    }
    return out + '"';
}

std::string one_key(std::string_view node, std::string_view snbt) {
    return '"' + std::string(node) + R"(": {"nbt": [{"time": "0t", "value": )" + json(snbt) + "}]}";
}

}  // namespace

TEST_CASE("an NBT track is read as it stands") {
    const auto read_back = read(R"("stage": {"nbt": [{"time": "0t", "value": "{block_state:{Name:'stone'},a:1}"},
                                                     {"time": "40t", "value": "{a:2}"}]})");
    for (const auto& diagnostic : read_back.diagnostics) {
        UNSCOPED_INFO(to_text(diagnostic));
    }
    CHECK(read_back.diagnostics.empty());
    REQUIRE(read_back.clip);
    const auto stage = read_back.clip->find_node("stage");
    REQUIRE(stage);
    const emoted::NbtTrack& track = read_back.clip->tracks[stage->value()].nbt;
    CHECK(track.ticks == std::vector<std::int32_t>{0, 40});
    REQUIRE(track.patches.size() == 2);
    CHECK(to_snbt(std::get<emoted::nbt::Compound>(track.patches[0])) == R"({block_state:{Name:"stone"},a:1})");
    CHECK(to_snbt(std::get<emoted::nbt::Compound>(track.patches[1])) == "{a:2}");
    for (std::size_t i = 0; i < read_back.clip->tracks.size(); ++i) {
        CHECK(read_back.clip->tracks[i].nbt.empty() == (i != stage->value()));
    }
}

TEST_CASE("NBT tracks: each fault at its place") {
    struct Case {
        std::string tracks;
        Code code;
        std::string path;
    };
    const std::string at = "$.timeline.tracks.stage.nbt";
    const Case cases[] = {
        {R"("stage": {"nbt": @@{}})", Code::wrong_type, at},
        {R"("stage": {"nbt": @@[]})", Code::invalid_value, at},
        {R"("pivot2": @@{"nbt": [{"time": "0t", "value": "{}"}]})", Code::unknown_node, "$.timeline.tracks.pivot2"},
        {R"("stage": {"nbt": [@@7]})", Code::wrong_type, at + "[0]"},
        {R"("stage": {"nbt": [@@null]})", Code::wrong_type, at + "[0]"},
        {R"("stage": {"nbt": [@@{"value": "{}"}]})", Code::missing_member, at + "[0].time"},
        {R"("stage": {"nbt": [{"time": @@0, "value": "{}"}]})", Code::wrong_type, at + "[0].time"},
        {R"("stage": {"nbt": [{"time": @@"-1t", "value": "{}"}]})", Code::invalid_time, at + "[0].time"},
        {R"("stage": {"nbt": [{"time": @@"1t", "value": "{}"}]})", Code::invalid_timeline, at + "[0].time"},
        {R"("stage": {"nbt": [{"time": "0t", "value": "{}"}, {"time": @@"0t", "value": "{}"}]})",
         Code::invalid_timeline, at + "[1].time"},
        {R"("stage": {"nbt": [{"time": "0t", "value": "{}"}, {"time": @@"41t", "value": "{}"}]})",
         Code::invalid_timeline, at + "[1].time"},
        {R"("stage": {"nbt": [@@{"time": "0t"}]})", Code::missing_member, at + "[0].value"},
        {R"("stage": {"nbt": [{"time": "0t", "value": @@null}]})", Code::missing_member, at + "[0].value"},
        {R"("stage": {"nbt": [{"time": "0t", "value": @@1}]})", Code::wrong_type, at + "[0].value"},
        {R"("stage": {"nbt": [{"time": "0t", "value": @@["{}"]}]})", Code::wrong_type, at + "[0].value"},
        // Exactly time and value.
        {R"("stage": {"nbt": [{"time": "0t", "value": "{}", @@"interpolation": "step"}]})", Code::unknown_member,
         at + "[0].interpolation"},
        {R"("stage": {"nbt": [{"time": "0t", "value": "{}", @@"easing": null}]})", Code::unknown_member,
         at + "[0].easing"},
        {R"("stage": {"nbt": [{"time": "0t", "value": "{}", @@"pre": "{}"}]})", Code::unknown_member, at + "[0].pre"},
        {R"("stage": {"nbt": [{"time": "0t", "value": "{}", @@"x": 1}]})", Code::unknown_member, at + "[0].x"},
        // A compound in SNBT.
        {R"("stage": {"nbt": [{"time": "0t", "value": "@@"}]})", Code::invalid_snbt, at + "[0].value"},
        {R"("stage": {"nbt": [{"time": "0t", "value": "{a:1, }@@b}"}]})", Code::invalid_snbt, at + "[0].value"},
        {R"("stage": {"nbt": [{"time": "0t", "value": "@@[1]"}]})", Code::invalid_snbt, at + "[0].value"},
        {R"("stage": {"nbt": [{"time": "0t", "value": "{a:@@01}"}]})", Code::invalid_snbt, at + "[0].value"},
        {R"("stage": {"nbt": [{"time": "0t", "value": "{a:'\u00e9\\n', b:@@]}"}]})", Code::invalid_snbt,
         at + "[0].value"},
        // Selectors.
        {R"("stage": {"nbt": [{"time": "0t", "value": @@{"options": ["{}", "{}"]}}]})", Code::missing_member,
         at + "[0].value.select"},
        {R"("stage": {"nbt": [{"time": "0t", "value": {"select": @@1, "options": ["{}", "{}"]}}]})", Code::wrong_type,
         at + "[0].value.select"},
        {R"("stage": {"nbt": [{"time": "0t", "value": {"select": @@" ", "options": ["{}", "{}"]}}]})",
         Code::invalid_value, at + "[0].value.select"},
        {R"("stage": {"nbt": [{"time": "0t", "value": {"molang": @@"q.anim_time"}}]})", Code::unsupported_feature,
         at + "[0].value.molang"},
        {R"("stage": {"nbt": [{"time": "0t", "value": @@{"select": "0"}}]})", Code::missing_member,
         at + "[0].value.options"},
        {R"("stage": {"nbt": [{"time": "0t", "value": {"select": "0", "options": @@["{}"]}}]})", Code::invalid_value,
         at + "[0].value.options"},
        {R"("stage": {"nbt": [{"time": "0t", "value": {"select": "0", "options": @@"{}"}}]})", Code::wrong_type,
         at + "[0].value.options"},
        {R"("stage": {"nbt": [{"time": "0t", "value": {"select": "0", "options": ["{}", @@null]}}]})", Code::wrong_type,
         at + "[0].value.options[1]"},
        {R"("stage": {"nbt": [{"time": "0t", "value": {"select": "0", "options": [@@1, "{}"]}}]})", Code::wrong_type,
         at + "[0].value.options[0]"},
        {R"("stage": {"nbt": [{"time": "0t", "value": {"select": "0", "options": ["{}", "{a:@@01}"]}}]})",
         Code::invalid_snbt, at + "[0].value.options[1]"},
        {R"("stage": {"nbt": [{"time": "0t", "value": {"select": "0", "options": ["{}", "{@@Tags:[]}"]}}]})",
         Code::forbidden_member, at + "[0].value.options[1]"},
        {R"("stage": {"nbt": [{"time": "0t", "value": {"select": "0", "options": ["{}", "{}"], @@"x": 1}}]})",
         Code::unknown_member, at + "[0].value.x"},
        {R"("stage": {"nbt": [{"time": "0t", "value": {"select": "1 + @@", "options": ["{}", "{}"]}}]})",
         Code::invalid_molang, at + "[0].value.select"},
        {R"("stage": {"nbt": [{"time": "0t", "value": {"select": "1 + @@q.anim_tim", "options": ["{}", "{}"]}}]})",
         Code::invalid_molang, at + "[0].value.select"},
        {R"("stage": {"nbt": [{"time": "0t", "value": {"select": "@@v.x = 1", "options": ["{}", "{}"]}}]})",
         Code::invalid_molang, at + "[0].value.select"},
        {R"("stage": {"nbt": [{"time": "0t", "value": {"select": "0", "options": ["{a:1}", "{b:1}"]}},
                              {"time": "1t", "value": "{@@c:1}"}]})",
         Code::invalid_value, at + "[1].value"},
        // What the first key does not declare.
        {R"("stage": {"nbt": [{"time": "0t", "value": "{a:1}"}, {"time": "1t", "value": "{a:2,@@b:1}"}]})",
         Code::invalid_value, at + "[1].value"},
        {R"("stage": {"nbt": [{"time": "0t", "value": "{a:{b:1}}"}, {"time": "1t", "value": "{@@b:1}"}]})",
         Code::invalid_value, at + "[1].value"},
        // Content.
        {R"("stage": {"nbt": [{"time": "0t", "value": "{block_state:@@'stone'}"}]})", Code::wrong_type,
         at + "[0].value"},
        {R"("stage": {"nbt": [{"time": "0t", "value": "{block_state:{Name:@@1}}"}]})", Code::wrong_type,
         at + "[0].value"},
        {R"("stage": {"nbt": [{"time": "0t", "value": "{block_state:{Name:@@'Stone'}}"}]})", Code::invalid_identifier,
         at + "[0].value"},
        {R"("sword": {"nbt": [{"time": "0t", "value": "{@@item:{id:'stone'}}"}]})", Code::forbidden_member,
         "$.timeline.tracks.sword.nbt[0].value"},
        {R"("sword": {"nbt": [{"time": "0t", "value": "{item_display:@@1}"}]})", Code::wrong_type,
         "$.timeline.tracks.sword.nbt[0].value"},
        {R"("sword": {"nbt": [{"time": "0t", "value": "{item_display:@@'hed'}"}]})", Code::unknown_word,
         "$.timeline.tracks.sword.nbt[0].value"},
        {R"("body": {"nbt": [{"time": "0t", "value": "{item:@@[]}"}]})", Code::wrong_type,
         "$.timeline.tracks.body.nbt[0].value"},
        {R"("body": {"nbt": [{"time": "0t", "value": "{item:{id:@@'a b'}}"}]})", Code::invalid_identifier,
         "$.timeline.tracks.body.nbt[0].value"},
        {R"("body": {"nbt": [{"time": "0t", "value": "{item:{id:@@'minecraft:stone'}}"}]})", Code::invalid_value,
         "$.timeline.tracks.body.nbt[0].value"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.tracks);
        const t::MarkedText marked = with_tracks(c.tracks);
        const auto found = t::read_animation(marked.text);
        CHECK_FALSE(found.clip);
        for (const auto& diagnostic : found.diagnostics) {
            UNSCOPED_INFO(to_text(diagnostic));
        }
        REQUIRE(found.diagnostics.size() == 1);
        CHECK(found.diagnostics[0].code == c.code);
        CHECK(found.diagnostics[0].path == c.path);
        REQUIRE(found.diagnostics[0].position);
        CHECK(found.diagnostics[0].position->line == marked.line);
        CHECK(found.diagnostics[0].position->column == marked.column);
    }
}

TEST_CASE("what belongs to the playback stands in no NBT track, content may") {
    for (const std::string name : {"id", "UUID", "Pos", "Motion", "Rotation", "Tags", "Passengers", "transformation",
                                   "interpolation_duration", "start_interpolation", "teleport_duration"}) {
        CAPTURE(name);
        const auto found = read(one_key("stage", "{" + name + ":1}"));
        REQUIRE(found.diagnostics.size() == 1);
        CHECK(found.diagnostics[0].code == Code::forbidden_member);
        // Further down it is anybody's.
        CHECK(read(one_key("stage", "{x:{" + name + ":1}}")).clip);
    }
    for (const std::string patch :
         {"{block_state:{}}", "{block_state:{Properties:{lit:'true'}}}", "{item:1}", "{text:1}"}) {
        CAPTURE(patch);
        CHECK(read(one_key("stage", patch)).clip);
    }
    CHECK(read(one_key("sword", "{item_display:'gui'}")).clip);
    CHECK(read(one_key("body", "{item:{components:{a:1}},item_display:'fixed'}")).clip);
    CHECK(read(one_key("body", "{item:{id:player_head}}")).clip);
    CHECK(read(one_key("caption", "{text:{text:'Bye',bold:1b}}")).clip);
}

namespace {

// A list of texts that takes so many bytes in canonical SNBT.
std::string list_of(std::size_t bytes) {
    constexpr std::size_t longest = 60'000;
    std::string list = "[";
    for (std::size_t left = bytes - 2; left > 0;) {
        const std::size_t element = std::min(left, longest);
        const bool last = element == left;
        list += "'" + std::string(element - (last ? 2 : 3), 'x') + (last ? "'" : "',");
        left -= element;
    }
    return list + "]";
}

}  // namespace

TEST_CASE("entity data that could not be sent is refused, at the edge") {
    // {block_state:{Name:"minecraft:gold_block"}}, and the quotes, colon and comma that a member takes.
    const std::string node = R"("block_state":{"Name":"minecraft:gold_block",},)";
    const std::size_t around = std::string(R"({"a":,})").size();
    const std::size_t most = emoted::limits::max_entity_data_bytes - node.size() - around;
    CHECK(read(one_key("stage", "{a:" + list_of(most) + "}")).clip);
    const auto found = read(one_key("stage", "{a:" + list_of(most + 1) + "}"));
    CHECK_FALSE(found.clip);
    REQUIRE(found.diagnostics.size() == 1);
    CHECK(found.diagnostics[0].code == Code::limit_exceeded);
    CHECK(found.diagnostics[0].path == "$.timeline.tracks.stage.nbt");
    CHECK(found.diagnostics[0].expected.find("max_entity_data_bytes") != std::string::npos);
    // Keys that replace one another count once, those that add up are added.
    const auto two = [&](std::size_t each, bool apart) {
        const std::string list = list_of(each);
        return read(R"("stage": {"nbt": [{"time": "0t", "value": "{a:{b:)" + list +
                    R"(}}"}, {"time": "1t", "value": "{a:{)" + (apart ? "c" : "b") + ":" + list + R"(}}"}]})");
    };
    CHECK(two(most - 100, false).clip);
    CHECK_FALSE(two(most / 2, true).clip);
    CHECK(two(most / 2 - 100, true).clip);
}

namespace {

std::string described(const DisplayData& data) {
    std::string text;
    if (const auto* const item = std::get_if<emoted::ItemContent>(&data.content)) {
        const auto* const fixed = std::get_if<emoted::FixedItem>(&item->item);
        text =
            (fixed != nullptr ? to_snbt(fixed->stack) : "hand") + " " + std::to_string(static_cast<int>(item->context));
    } else if (const auto* const block = std::get_if<emoted::BlockContent>(&data.content)) {
        text = to_snbt(block->state);
    } else {
        text = std::get<emoted::TextContent>(data.content).component_json;
    }
    if (data.options.glowing) {
        text += *data.options.glowing ? " glowing" : " dark";
    }
    if (data.options.block_light) {
        text += " light " + std::to_string(*data.options.block_light) + "/" + std::to_string(*data.options.sky_light);
    }
    return text + (data.options.remaining_snbt == "{}" ? "" : " " + data.options.remaining_snbt);
}

// "3: n0=..." for each tick with changes; "+" where the content is new.
Lines changes(const emoted::Playable& playable, BranchPlayer& player, int ticks) {
    Lines lines;
    for (int i = 0; i < ticks; ++i) {
        const BranchFrame& frame = player.advance();
        std::string line;
        for (const emoted::DataUpdate& update : frame.data) {
            line += " " + playable.layout.displays[update.display.value()].node_id + (update.content ? "+=" : "=") +
                    described(*update.data) + ";";
        }
        if (!line.empty()) {
            lines.push_back(std::to_string(frame.tick.value()) + ":" + line);
        }
    }
    return lines;
}

Lines played(const std::shared_ptr<const emoted::Clip>& clip, int ticks, Repeat repeat = Repeat::once,
             TickCount phase = TickCount(0)) {
    const auto playable = t::animation(clip);
    BranchPlayer player(playable, plan(*playable, BranchKind::main, 1), repeat, phase);
    return changes(*playable, player, ticks);
}

}  // namespace

TEST_CASE("values merge as keys are passed, each kind of content becomes what the game would make of it") {
    const auto clip =
        t::ClipMaker("t:a", 10)
            .node("item")
            .item("{id:\"stone\",count:1,components:{a:1}}")
            .nbt("item", {{0, "{item:{components:{b:2}}}"}, {3, "{item:{id:dirt}}"}, {5, "{item:{count:1}}"}})
            .node("context")
            .item("{id:\"stone\"}")
            .nbt("context", {{2, "{item_display:gui}"}})
            .node("block")
            .block("{Name:\"stone\"}")
            .nbt("block", {{0, "{block_state:{Properties:{lit:\"true\"}}}"}, {4, "{block_state:{Name:dirt}}"}})
            .node("text")
            .nbt("text", {{0, "{text:{text:a,bold:true,x:[1,0b]}}"}, {6, "{text:{text:b}}"}, {7, "{text:\"c\\n\"}"}})
            .node("options")
            .entity_nbt("{brightness:{block:1,sky:2},glowing:1b}")
            .nbt("options", {{0, "{brightness:{sky:15},z:1}"}, {8, "{glowing:0b}"}, {9, "{brightness:{sky:16}}"}})
            .node("hand")
            .hand_item(emoted::Arm::left)
            .nbt("hand", {{10, "{a:1}"}})
            .make();
    CHECK(played(clip, 12) == Lines{
                                  "0: item+={id:\"stone\",count:1,components:{a:1,b:2}} 5; "
                                  "block+={Name:\"stone\",Properties:{lit:\"true\"}}; "
                                  "text+={\"text\":\"a\",\"bold\":true,\"x\":[1,false]}; "
                                  "options=\"options\" glowing light 1/15 {z:1};",
                                  "2: context+={id:\"stone\"} 6;",
                                  "3: item+={id:\"dirt\",count:1,components:{a:1,b:2}} 5;",
                                  "4: block+={Name:\"dirt\",Properties:{lit:\"true\"}};",
                                  "6: text+={\"text\":\"b\",\"bold\":true,\"x\":[1,false]};",
                                  "7: text+=\"c\\n\";",
                                  "8: options=\"options\" dark light 1/15 {z:1};",
                                  // A value that the game does not take is no typed field.
                                  "9: options=\"options\" dark {brightness:{block:1,sky:16},z:1};",
                                  "10: hand=hand 5 {a:1};",
                              });
}

TEST_CASE("a key that changes nothing sends nothing, and text is compared by what it means") {
    CHECK(played(t::ClipMaker("t:a", 5)
                     .node("n")
                     .entity_nbt("{a:1}")
                     .nbt("n", {{0, "{a:1,text:n}"}, {2, "{a:1}"}, {3, "{a:1b}"}})
                     .make(),
                 6) == Lines{"3: n=\"n\" {a:1b};"});
}

TEST_CASE("hidden displays get their data too") {
    CHECK(played(t::ClipMaker("t:a", 5).node("n").hidden().nbt("n", {{0, "{a:1}"}, {4, "{a:2}"}}).make(), 6) ==
          Lines{"0: n=\"n\" {a:1};", "4: n=\"n\" {a:2};"});
}

TEST_CASE("a loop begins anew from the unpatched data, and sends only what that changes") {
    t::ClipMaker maker("t:a", 4);
    maker.loops(0).node("n").nbt("n", {{0, "{a:1}"}, {2, "{a:2}"}, {4, "{a:9}"}});
    // With no delay the restart replaces the end pose and what the end's key says.
    CHECK(played(maker.make(), 9, Repeat::loop) == Lines{"0: n=\"n\" {a:1};", "2: n=\"n\" {a:2};", "4: n=\"n\" {a:1};",
                                                         "6: n=\"n\" {a:2};", "8: n=\"n\" {a:1};"});
    // In the delay it holds.
    CHECK(played(maker.loops(2).make(), 8, Repeat::loop) ==
          Lines{"0: n=\"n\" {a:1};", "2: n=\"n\" {a:2};", "4: n=\"n\" {a:9};", "6: n=\"n\" {a:1};"});
    // Members that only a later key had are gone.
    CHECK(played(t::ClipMaker("t:b", 3).loops(0).node("n").nbt("n", {{0, "{a:{x:1}}"}, {1, "{a:{y:1}}"}}).make(), 5,
                 Repeat::loop) == Lines{"0: n=\"n\" {a:{x:1}};", "1: n=\"n\" {a:{x:1,y:1}};", "3: n=\"n\" {a:{x:1}};",
                                        "4: n=\"n\" {a:{x:1,y:1}};"});
}

TEST_CASE("a clip that begins in its middle has passed all keys until there") {
    t::ClipMaker maker("t:a", 6);
    maker.mode(emoted::PlaybackMode::server_sync, 3)
        .node("n")
        .nbt("n", {{0, "{a:1,b:1}"}, {2, "{b:2}"}, {4, "{b:4}"}, {6, "{a:6}"}});
    CHECK(played(maker.make(), 3, Repeat::loop, TickCount(3)) ==
          Lines{"0: n=\"n\" {a:1,b:2};", "1: n=\"n\" {a:1,b:4};"});
    CHECK(played(maker.make(), 3, Repeat::loop, TickCount(4)) ==
          Lines{"0: n=\"n\" {a:1,b:4};", "2: n=\"n\" {a:6,b:4};"});
    // In the delay: as at the end, then from the start.
    CHECK(played(maker.make(), 3, Repeat::loop, TickCount(8)) ==
          Lines{"0: n=\"n\" {a:6,b:4};", "1: n=\"n\" {a:1,b:1};"});
}

TEST_CASE("the next segment undoes the patches of the one before, whether it has any of its own or not") {
    const auto patched = [](const std::string& id, const std::string& patch) {
        return t::ClipMaker(id, 2).node("n").nbt("n", {{0, patch}}).make();
    };
    const auto playable =
        t::linear({patched("t:a", "{a:1}"), patched("t:b", "{b:1}"), t::ClipMaker("t:c", 2).node("n").make(),
                   t::ClipMaker("t:d", 2).node("x").make()},
                  {t::emote({t::clip_choice(0)}), t::emote({t::clip_choice(1)}), t::wait(2),
                   t::emote({t::clip_choice(2)}), t::emote({t::clip_choice(0)}, 1, 3), t::emote({t::clip_choice(3)})});
    BranchPlayer player(playable, plan(*playable, BranchKind::main, 1), Repeat::once);
    CHECK(changes(*playable, player, 20) == Lines{
                                                "0: n=\"n\" {a:1};",
                                                "2: n=\"n\" {b:1};",
                                                // Over the wait it stays.
                                                "6: n=\"n\";",
                                                // During the transition, too, the old data stays.
                                                "11: n=\"n\" {a:1};",
                                                // A clip that has not the node undoes as well.
                                                "13: n=\"n\";",
                                            });
}

TEST_CASE("D56: the key at the end of a clip that a transition follows is the ending clip's") {
    const auto playable = t::linear({t::ClipMaker("t:a", 2).node("n").nbt("n", {{0, "{a:1}"}, {2, "{a:2}"}}).make(),
                                     t::ClipMaker("t:b", 2).node("n").nbt("n", {{0, "{a:3}"}}).make()},
                                    {t::emote({t::clip_choice(0)}), t::emote({t::clip_choice(1)}, 1, 2)});
    BranchPlayer player(playable, plan(*playable, BranchKind::main, 1), Repeat::once);
    CHECK(changes(*playable, player, 8) == Lines{"0: n=\"n\" {a:1};", "2: n=\"n\" {a:2};", "4: n=\"n\" {a:3};"});
    // Where the next one begins at once, the end's key is never seen.
    const auto at_once = t::linear({playable->layout.clips[0].clip, playable->layout.clips[1].clip},
                                   {t::emote({t::clip_choice(0)}), t::emote({t::clip_choice(1)})});
    BranchPlayer other(at_once, plan(*at_once, BranchKind::main, 1), Repeat::once);
    CHECK(changes(*at_once, other, 6) == Lines{"0: n=\"n\" {a:1};", "2: n=\"n\" {a:3};"});
}

TEST_CASE("D48: only the source of a copy is named, in every clip") {
    emoted::AwaitPartner<ClipIndex> await;
    await.offer = ClipIndex(0);
    await.timeout = TickCount(5);
    await.matched = {t::emote({t::clip_choice(1)})};
    await.timed_out = {t::emote({t::clip_choice(1)})};
    const auto playable = t::two_player({t::ClipMaker("t:a", 2).node("n").nbt("n", {{0, "{a:1}"}}).make(),
                                         t::ClipMaker("t:b", 2).node("n").nbt("n", {{1, "{b:1}"}}).make()},
                                        await);
    REQUIRE(playable->layout.displays.size() == 2);
    BranchPlayer player(playable, plan(*playable, BranchKind::offer, 1), Repeat::once);
    CHECK(changes(*playable, player, 3) == Lines{"0: n=\"n\" {a:1};"});
    player.continue_with(plan(*playable, BranchKind::matched, 1));
    CHECK(changes(*playable, player, 3) == Lines{"0: n=\"n\";", "1: n=\"n\" {b:1};"});
}

TEST_CASE("D42: a late viewer is told what is not as the layout has it") {
    const auto playable =
        t::animation(t::ClipMaker("t:a", 9)
                         .node("n")
                         .nbt("n", {{0, "{a:1,text:n}"}, {2, "{text:m}"}, {4, "{text:n}"}, {5, "{a:2}"}})
                         .node("m")
                         .make());
    BranchPlayer player(playable, plan(*playable, BranchKind::main, 1), Repeat::once);
    CHECK(player.changed_data().empty());
    const auto told = [&] {
        const auto changed = player.changed_data();
        REQUIRE(changed.size() == 1);
        CHECK(changed[0].display == DisplayIndex(0));
        return (changed[0].content ? "+" : "") + described(*changed[0].data);
    };
    static_cast<void>(player.advance());
    CHECK(told() == "\"n\" {a:1}");
    static_cast<void>(changes(*playable, player, 3));
    CHECK(told() == "+\"m\" {a:1}");
    static_cast<void>(changes(*playable, player, 2));
    CHECK(told() == "\"n\" {a:2}");
}

namespace {

std::shared_ptr<const emoted::Clip> selecting(const std::string& keys, const std::string& molang = {},
                                              const std::string& mode = "loop") {
    const std::string nodes = molang.empty() ? R"("nodes": {)" : R"("molang": {)" + molang + R"(}, "nodes": {)";
    const std::string tracks = R"("tracks": {"caption": {"nbt": [)" + keys + "]}, ";
    const std::string playback = R"("mode": ")" + mode + '"';
    const auto text = t::edited(t::whole_animation(), {{R"("nodes": {)", nodes},
                                                       {R"("tracks": {)", tracks},
                                                       {R"("mode": "loop")", playback},
                                                       {R"("duration": "40t")", R"("duration": "60t")"}});
    const auto found = t::read_animation(text.text);
    for (const auto& diagnostic : found.diagnostics) {
        UNSCOPED_INFO(to_text(diagnostic));
    }
    CHECK_FALSE(has_faults(found.diagnostics));
    REQUIRE(found.clip);
    return found.clip;
}

// What a key of the caption chooses from the texts 0, 1 and 2.
std::string choice(int tick, const std::string& select) {
    return R"({"time": ")" + std::to_string(tick) + R"(t", "value": {"select": ")" + select +
           R"(", "options": ["{x:0}", "{x:1}", "{x:2}"]}})";
}

// "3: 2" for the tick and what the caption shows from then on; "4: error ..." at the end.
Lines chosen(const std::shared_ptr<const emoted::Clip>& clip, int ticks, TickCount phase = TickCount(0)) {
    const auto playable = t::animation(clip);
    BranchPlayer player(playable, plan(*playable, BranchKind::main, 1), repeat_of(clip->mode), phase);
    Lines lines;
    for (int i = 0; i < ticks; ++i) {
        const BranchFrame& frame = player.advance();
        const std::string tick = std::to_string(frame.tick.value()) + ": ";
        if (frame.failure != nullptr) {
            lines.push_back(tick + *frame.failure);
            break;
        }
        for (const emoted::DataUpdate& update : frame.data) {
            lines.push_back(tick + update.data->options.remaining_snbt);
        }
    }
    return lines;
}

}  // namespace

TEST_CASE("selectors choose once, when their key is passed") {
    // The tick at which it is passed, and no way to the next key.
    CHECK(chosen(selecting(choice(0, "q.anim_time_ticks") + "," + choice(2, "q.anim_time_ticks / 2") + "," +
                           choice(4, "q.key_frame_lerp_time + q.anim_time_ticks - 2") + "," +
                           R"({"time": "7t", "value": "{x:7}"})"),
                 12) == Lines{"0: {x:0}", "2: {x:1}", "4: {x:2}", "7: {x:7}"});
    // After the tick program and once in a cycle; the programs' variables are theirs to read.
    CHECK(chosen(selecting(choice(0, "v.n") + "," + choice(3, "v.n == 5 ? 1 : 0"),
                           R"("initialize": "v.n = 1;", "tick": "v.n = v.n + 1;")"),
                 6) == Lines{"0: {x:2}", "3: {x:1}"});
    // Each round chooses anew.
    CHECK(chosen(selecting(choice(0, "q.loop_count")), 140) == Lines{"0: {x:0}", "65: {x:1}", "130: {x:2}"});
    // Options merge as fixed patches do, and those of later keys may be of any members.
    CHECK(chosen(selecting(R"({"time": "0t", "value": "{x:{a:1}}"}, {"time": "1t", "value": {"select": "1",
                               "options": ["{}", "{x:{b:2},y:3}"]}})"),
                 3) == Lines{"0: {x:{a:1}}", "1: {x:{a:1,b:2},y:3}"});
}

TEST_CASE("a selector that chooses no option ends the playback on its tick") {
    const auto fails = [](const std::string& select) {
        const Lines lines = chosen(selecting(choice(0, "0") + "," + choice(3, select)), 6);
        REQUIRE(lines.size() == 2);
        CHECK(lines[1].substr(0, 3) == "3: ");
        return lines[1];
    };
    const std::string failure = fails("q.anim_time_ticks");
    CHECK(failure.find("test:whole") != std::string::npos);
    CHECK(failure.find("/timeline/tracks/caption/nbt/1/value/select") != std::string::npos);
    CHECK(failure.find("q.anim_time_ticks") != std::string::npos);
    CHECK(failure.find("0 to 2") != std::string::npos);
    static_cast<void>(fails("3"));
    static_cast<void>(fails("-1"));
    static_cast<void>(fails("0.5"));
    CHECK(fails("math.sqrt(-q.anim_time)").find("finite") != std::string::npos);
}

TEST_CASE("a clip that begins in its middle has chosen at all keys until there") {
    const auto clip = selecting(
        choice(0, "2") + "," + choice(5, "q.anim_time_ticks == 6 ? 1 : 2") + "," + choice(8, "0"), {}, "server_sync");
    CHECK(chosen(clip, 4, TickCount(6)) == Lines{"0: {x:1}", "2: {x:0}"});
    // In the delay, as at the end.
    CHECK(chosen(clip, 2, TickCount(63)) == Lines{"0: {x:0}"});
}

TEST_CASE("D41: a node whose entity data an expression chooses is every playback's own") {
    const auto clip = selecting(choice(0, "0"));
    CHECK(clip->dynamic_nodes == std::vector<emoted::NodeIndex>{*clip->find_node("caption")});
    CHECK(t::read_animation(with_tracks(one_key("caption", "{x:1}")).text).clip->dynamic_nodes.empty());
}
