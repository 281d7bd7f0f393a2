#include "sequence/sequence_parser.hpp"

#include "support/edited_text.hpp"
#include "support/kept_document.hpp"

#include <emoted/sequences/limits.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace emoted;
using emoted::test::Edit;
using emoted::test::edited;

namespace {

using Code = DiagnosticCode;
using RawStep = EmoteStep<std::string>;

constexpr std::string_view linear = R"({
  "type": "sequence",
  "schema_version": 4,
  "id": "example:sit",
  "metadata": {"name": "Sit", "description": "", "author": "a \u00e9", "tags" : [ 1.0, {"x": null} ]},
  "settings": {
    "cooldown": "5s",
    "player": {"hidden": true, "stop_conditions": {"movement_distance": 0.1, "jump": true, "submerge": true,
      "ride": true, "damage": true, "attack": true, "game_mode_change": false}}
  },
  "steps": [
    {"emote": "example:down"},
    {"wait": "10t"},
    {"emote": ["example:a", 30, "example:b", 50.0, "emote:continue", 15, "emote:break", 5], "repeat": 3, "transition": "4t"},
    {"emote": ["example:c", "example:d"], "repeat": null}
  ]
})";

constexpr std::string_view two_player = R"({
  "type": "sequence",
  "schema_version": 4,
  "id": "example:shake",
  "metadata": {"name": "Shake", "description": "d"},
  "participants": {
    "initiator": {"position": "~ ~ ~", "rotation": "~ 0"},
    "partner": {"position": "^ ^0.5 ^-1.2", "rotation": "~180 ~-5"}
  },
  "settings": {
    "cooldown": "0t",
    "player": {"hidden": true, "stop_conditions": {"movement_distance": 0, "jump": true, "submerge": true,
      "ride": true, "damage": true, "attack": true, "game_mode_change": true}}
  },
  "steps": [
    {
      "await_partner": {"emote": "example:offer", "timeout": "10s"},
      "matched": [{"emote": "example:shake", "repeat": 2}, {"wait": "1s"}, {"emote": "example:close"}],
      "timeout": [{"emote": "example:close"}]
    }
  ]
})";

struct Read {
    std::optional<RawSequence> sequence;
    Diagnostics diagnostics;
};

Read read(const std::string& text) {
    Read out;
    emoted::test::keep_document(text);
    const auto document = text::JsonDocument::parse("test.json", text, out.diagnostics);
    REQUIRE(document);
    text::JsonReader reader(*document, out.diagnostics);
    out.sequence = sequence::parse_sequence(reader);
    text::sort(out.diagnostics);
    return out;
}

struct Case {
    std::vector<Edit> edits;  // the place of the fault is marked @@
    Code code;
    std::string_view path;
};

void check(std::string_view base, const Case& c, Severity severity) {
    const auto marked = edited(base, c.edits);
    const Read out = read(marked.text);
    CAPTURE(c.path, c.edits[0].to);
    CHECK(out.sequence.has_value() == (severity == Severity::warning));
    std::string all;
    for (const Diagnostic& diagnostic : out.diagnostics) {
        all += to_text(diagnostic);
    }
    CAPTURE(all);
    REQUIRE(out.diagnostics.size() == 1);
    const Diagnostic& found = out.diagnostics[0];
    CHECK(found.severity == severity);
    CHECK(found.code == c.code);
    CHECK(found.path == c.path);
    REQUIRE(found.position);
    CHECK(found.position->line == marked.line);
    CHECK(found.position->column == marked.column);
    CHECK_FALSE(found.message.empty());
}

}  // namespace

TEST_CASE("a linear sequence is read as it is written") {
    const Read out = read(std::string(linear));
    CHECK(out.diagnostics.empty());
    REQUIRE(out.sequence);
    const RawSequence& sequence = *out.sequence;
    CHECK(sequence.id == "example:sit");
    CHECK(sequence.metadata.name == "Sit");
    CHECK(sequence.metadata.description.empty());
    CHECK(sequence.metadata.extra_json == R"({"author":"a \u00e9","tags":[1.0,{"x":null}]})");
    CHECK(sequence.cooldown == TickCount(100));
    CHECK(sequence.player.hidden);
    CHECK(sequence.player.stop.movement_distance == 0.1);
    CHECK_FALSE(sequence.player.stop.game_mode_change);
    CHECK_FALSE(sequence.participants);
    CHECK_FALSE(sequence.two_player());
    const auto& steps = std::get<Steps<std::string>>(sequence.content);
    REQUIRE(steps.size() == 4);
    const auto& first = std::get<RawStep>(steps[0]);
    CHECK(std::get<std::string>(first.candidates.at(0).choice) == "example:down");
    CHECK(first.repeat == 1);
    CHECK(first.transition == TickCount(0));
    CHECK_FALSE(first.weighted);
    CHECK(std::get<WaitStep>(steps[1]).ticks == TickCount(10));
    const auto& weighted = std::get<RawStep>(steps[2]);
    CHECK(weighted.weighted);
    CHECK(weighted.repeat == 3);
    CHECK(weighted.transition == TickCount(4));
    REQUIRE(weighted.candidates.size() == 4);
    CHECK(weighted.candidates[1].weight == 50);
    CHECK(std::get<Control>(weighted.candidates[2].choice) == Control::continue_repeat);
    CHECK(std::get<Control>(weighted.candidates[3].choice) == Control::break_repeat);
    const auto& equal = std::get<RawStep>(steps[3]);
    CHECK_FALSE(equal.weighted);
    CHECK(equal.candidates.size() == 2);
    CHECK(equal.candidates[0].weight == 0);
    CHECK(equal.repeat == 1);
}

TEST_CASE("a two-player sequence is read as it is written") {
    const Read out = read(std::string(two_player));
    CHECK(out.diagnostics.empty());
    REQUIRE(out.sequence);
    REQUIRE(out.sequence->two_player());
    REQUIRE(out.sequence->participants);
    const auto& [initiator, partner] = *out.sequence->participants;
    CHECK_FALSE(initiator.local);
    CHECK(initiator.offset == Vec3d{});
    CHECK(initiator.yaw_relative);
    CHECK(initiator.yaw == 0);
    CHECK(partner.local);
    CHECK(partner.offset == Vec3d{0, 0.5, -1.2});
    CHECK(partner.yaw_relative);
    CHECK(partner.yaw == 180);
    const auto& await = std::get<AwaitPartner<std::string>>(out.sequence->content);
    CHECK(await.offer == "example:offer");
    CHECK(await.timeout == TickCount(200));
    CHECK(await.matched.size() == 3);
    CHECK(await.timed_out.size() == 1);
}

TEST_CASE("forms that are legal though they look odd") {
    const std::vector<std::vector<Edit>> cases{
        {{R"("example:down")", R"(["example:down"])"}},
        {{R"("example:down")", R"(["example:down", 100])"}},
        {{R"("example:down")", R"("emote:break")"}},
        {{R"("example:down")", R"(["emote:continue", "emote:break"])"}},
        {{R"("repeat": 3)", R"("repeat": 2147483647)"}},
        {{R"("repeat": 3)", R"("repeat": 3.0)"}},
        {{R"({"wait": "10t"})", R"({"wait": "10t", "emote": null})"}},
        {{R"("type": "sequence",)", R"("type": "sequence", "participants": null, "$schema": "x",)"}},
        {{R"("type": "sequence",)", R"("type": "sequence", "target_minecraft_version": "26.3",)"}},
    };
    for (const auto& edits : cases) {
        CAPTURE(edits[0].to);
        const Read out = read(edited(linear, edits).text);
        CHECK(out.sequence);
        CHECK(out.diagnostics.empty());
    }
}

TEST_CASE("D26: root, metadata and settings of a sequence, each fault at its place") {
    const Case cases[] = {
        {{{R"({
  "type")",
           R"(@@{
  "type")"},
          {R"("id": "example:sit",)", ""}},
         Code::missing_member,
         "$.id"},
        {{{R"("example:sit")", R"(@@"sit")"}}, Code::invalid_identifier, "$.id"},
        {{{R"("example:sit")", R"(@@"emote:break")"}}, Code::invalid_identifier, "$.id"},
        {{{R"("Sit")", R"(@@"")"}}, Code::invalid_value, "$.metadata.name"},
        {{{R"({"name": "Sit", "description": "",)", R"(@@{"name": "Sit",)"}},
         Code::missing_member,
         "$.metadata.description"},
        {{{R"("5s")", "@@5"}}, Code::wrong_type, "$.settings.cooldown"},
        {{{R"("5s")", R"(@@"-1t")"}}, Code::invalid_time, "$.settings.cooldown"},
        {{{R"("settings": {)", R"("settings": @@{)"}, {R"("cooldown": "5s",)", ""}},
         Code::missing_member,
         "$.settings.cooldown"},
        {{{R"("hidden": true)", R"("hidden": @@1)"}}, Code::wrong_type, "$.settings.player.hidden"},
        {{{R"("stop_conditions": {)", R"("stop_conditions": @@{)"}, {R"("jump": true, )", ""}},
         Code::missing_member,
         "$.settings.player.stop_conditions.jump"},
        {{{"0.1", "@@-0.1"}}, Code::invalid_value, "$.settings.player.stop_conditions.movement_distance"},
    };
    for (const Case& c : cases) {
        check(linear, c, Severity::fault);
    }
}

TEST_CASE("D26: steps, each fault at its place") {
    const Case cases[] = {
        {{{"\"steps\": [", "\"steps\": @@{}, \"$schema\": ["}}, Code::wrong_type, "$.steps"},
        {{{R"({"emote": "example:down"})", "@@7"}}, Code::wrong_type, "$.steps[0]"},
        {{{R"({"emote": "example:down"})", "@@null"}}, Code::wrong_type, "$.steps[0]"},
        {{{R"({"emote": "example:down"})", "@@{}"}}, Code::invalid_steps, "$.steps[0]"},
        {{{R"({"emote": "example:down"})", R"(@@{"emote": null})"}}, Code::invalid_steps, "$.steps[0]"},
        {{{R"({"emote": "example:down"})", R"(@@{"emote": "example:down", "wait": "1t"})"},
          {R"({"wait": "10t"},)", ""}},
         Code::invalid_steps,
         "$.steps[0]"},
        // candidates
        {{{R"("example:down")", R"(@@"down")"}}, Code::invalid_identifier, "$.steps[0].emote"},
        {{{R"("example:down")", R"(@@"example:")"}}, Code::invalid_identifier, "$.steps[0].emote"},
        {{{R"("example:down")", "@@3"}}, Code::wrong_type, "$.steps[0].emote"},
        {{{R"("example:down")", "@@[]"}}, Code::invalid_value, "$.steps[0].emote"},
        {{{R"("example:c")", R"(@@"c")"}}, Code::invalid_identifier, "$.steps[3].emote[0]"},
        {{{R"("example:c")", "@@null"}}, Code::wrong_type, "$.steps[3].emote[0]"},
        {{{R"("example:d")", R"(@@"example:c")"}}, Code::duplicate_candidate, "$.steps[3].emote[1]"},
        {{{R"(["example:c", "example:d"])", R"(["emote:break", "example:d", @@"emote:break"])"}},
         Code::duplicate_candidate,
         "$.steps[3].emote[2]"},
        {{{R"(["example:c", "example:d"])", R"(["example:c", "example:d", @@50])"}},
         Code::wrong_type,
         "$.steps[3].emote[2]"},
        // weights
        {{{"30,", "@@0,"}}, Code::invalid_weights, "$.steps[2].emote[1]"},
        {{{"30,", "@@101,"}}, Code::invalid_weights, "$.steps[2].emote[1]"},
        {{{"30,", "@@30.5,"}}, Code::invalid_weights, "$.steps[2].emote[1]"},
        {{{"30,", "@@1e300,"}}, Code::invalid_weights, "$.steps[2].emote[1]"},
        {{{"50.0", R"(@@"50")"}}, Code::invalid_weights, "$.steps[2].emote[3]"},
        {{{"50.0", "@@null"}}, Code::invalid_weights, "$.steps[2].emote[3]"},
        {{{"[\"example:a\"", "@@[\"example:a\""}, {"30,", "31,"}}, Code::invalid_weights, "$.steps[2].emote"},
        {{{"[\"example:a\"", "@@[\"example:a\""}, {", 5]", "]"}}, Code::invalid_weights, "$.steps[2].emote"},
        {{{R"(["example:c", "example:d"])", R"(@@["example:c", 99])"}}, Code::invalid_weights, "$.steps[3].emote"},
        // repeat and transition
        {{{R"("repeat": 3)", R"("repeat": @@0)"}}, Code::invalid_value, "$.steps[2].repeat"},
        {{{R"("repeat": 3)", R"("repeat": @@2147483648)"}}, Code::invalid_value, "$.steps[2].repeat"},
        {{{R"("repeat": 3)", R"("repeat": @@1.5)"}}, Code::invalid_value, "$.steps[2].repeat"},
        {{{R"("repeat": 3)", R"("repeat": @@"3")"}}, Code::wrong_type, "$.steps[2].repeat"},
        {{{R"("4t")", R"(@@"-1t")"}}, Code::invalid_time, "$.steps[2].transition"},
        {{{R"("4t")", "@@4"}}, Code::wrong_type, "$.steps[2].transition"},
        // waits
        {{{R"("10t")", R"(@@"0t")"}}, Code::invalid_time, "$.steps[1].wait"},
        {{{R"("10t")", R"(@@"0.4t")"}}, Code::invalid_time, "$.steps[1].wait"},
        {{{R"("10t")", "@@10"}}, Code::wrong_type, "$.steps[1].wait"},
        {{{R"("wait": "10t")", R"("wait": "10t", @@"repeat": 2)"}}, Code::forbidden_member, "$.steps[1].repeat"},
        {{{R"("wait": "10t")", R"("wait": "10t", @@"repeat": null)"}}, Code::forbidden_member, "$.steps[1].repeat"},
        {{{R"("wait": "10t")", R"("wait": "10t", @@"transition": null)"}},
         Code::forbidden_member,
         "$.steps[1].transition"},
        {{{R"({"emote": "example:down"},)", R"({"wait": @@"1t"}, {"emote": "example:down"},)"}},
         Code::misplaced_wait,
         "$.steps[0].wait"},
        {{{R"("repeat": null})", R"("repeat": null}, {"wait": @@"1t"})"}}, Code::misplaced_wait, "$.steps[4].wait"},
        {{{R"({"wait": "10t"},)", R"({"wait": "10t"}, {"wait": @@"1t"},)"}}, Code::misplaced_wait, "$.steps[2].wait"},
        // whole
        {{{"\"steps\": [", "\"steps\": @@["},
          {"\"type\": \"sequence\",",
           "\"participants\": {\"initiator\": "
           "{\"position\": \"~ ~ ~\", \"rotation\": \"~ 0\"}, \"partner\": {\"position\": \"~ ~ ~\", \"rotation\": "
           "\"~ 0\"}},"}},
         Code::invalid_steps,
         "$.steps"},
    };
    for (const Case& c : cases) {
        check(linear, c, Severity::fault);
    }
}

TEST_CASE("a sequence needs at least one animation") {
    const std::string head = std::string(linear.substr(0, linear.find("\"steps\"")));
    const Read controls = read(head + R"("steps": [{"emote": ["emote:continue", "emote:break"]}]})");
    REQUIRE(controls.diagnostics.size() == 1);
    CHECK(controls.diagnostics[0].code == Code::invalid_steps);
    CHECK(controls.diagnostics[0].path == "$.steps");
    const Read none = read(head + R"("steps": []})");
    REQUIRE_FALSE(none.diagnostics.empty());
    CHECK(none.diagnostics[0].code == Code::invalid_steps);
    const Read lone_wait = read(head + R"("steps": [{"wait": "5t"}]})");
    REQUIRE(lone_wait.diagnostics.size() == 1);
    CHECK(lone_wait.diagnostics[0].code == Code::misplaced_wait);
}

TEST_CASE("D26: two-player sequences, each fault at its place") {
    const Case cases[] = {
        // placement
        {{{R"("participants": {)", R"("participants": @@{)"},
          {R"("initiator": {"position": "~ ~ ~", "rotation": "~ 0"},)", ""}},
         Code::missing_member,
         "$.participants.initiator"},
        {{{R"("participants": {)", R"("participants": @@[], "metadata3": {)"}, {"\"metadata3\": {", "\"$schema\": {"}},
         Code::wrong_type,
         "$.participants"},
        {{{R"("~ ~ ~")", "@@[0, 0, 0]"}}, Code::wrong_type, "$.participants.initiator.position"},
        {{{R"("~ ~ ~")", R"("~ @@^ ~")"}}, Code::invalid_coordinates, "$.participants.initiator.position"},
        {{{R"("~ ~ ~")", R"("~ @@1 ~")"}}, Code::invalid_coordinates, "$.participants.initiator.position"},
        {{{R"("~ ~ ~")", R"("~ ~@@")"}}, Code::invalid_coordinates, "$.participants.initiator.position"},
        {{{R"("~ ~ ~")", R"("~ @@ ~ ~")"}}, Code::invalid_coordinates, "$.participants.initiator.position"},
        {{{R"("~ ~ ~")", R"("~ ~ ~@@ ")"}}, Code::invalid_coordinates, "$.participants.initiator.position"},
        {{{R"("~ 0")", R"("@@^ 0")"}}, Code::invalid_coordinates, "$.participants.initiator.rotation"},
        {{{R"("~ 0")", R"("~@@")"}}, Code::invalid_coordinates, "$.participants.initiator.rotation"},
        {{{R"("~180 ~-5")", R"("~180 ~-5@@ 0")"}}, Code::invalid_coordinates, "$.participants.partner.rotation"},
        // the step
        {{{R"("steps": [)", R"("steps": @@[)"},
          {"\"timeout\": [{\"emote\": \"example:close\"}]\n    }",
           "\"timeout\": [{\"emote\": \"example:close\"}]\n    }, {\"wait\": \"1t\"}"}},
         Code::invalid_steps,
         "$.steps"},
        {{{R"("await_partner": {)", R"(@@"repeat": null, "await_partner": {)"}},
         Code::forbidden_member,
         "$.steps[0].repeat"},
        {{{R"("await_partner": {)", R"(@@"transition": "1t", "await_partner": {)"}},
         Code::forbidden_member,
         "$.steps[0].transition"},
        {{{R"("example:offer")", R"(@@["example:offer"])"}}, Code::wrong_type, "$.steps[0].await_partner.emote"},
        {{{R"("example:offer")", R"(@@"emote:break")"}}, Code::invalid_value, "$.steps[0].await_partner.emote"},
        {{{R"("await_partner": {"emote": "example:offer",)", R"("await_partner": @@{)"}},
         Code::missing_member,
         "$.steps[0].await_partner.emote"},
        {{{R"("10s")", R"(@@"0t")"}}, Code::invalid_time, "$.steps[0].await_partner.timeout"},
        {{{R"("await_partner": {"emote": "example:offer", "timeout": "10s"})",
           R"("await_partner": @@"example:offer")"}},
         Code::wrong_type,
         "$.steps[0].await_partner"},
        // its branches
        {{{R"([{"emote": "example:close"}])", "@@[]"}}, Code::invalid_steps, "$.steps[0].timeout"},
        {{{R"([{"emote": "example:close"}])", "@@null"}}, Code::missing_member, "$.steps[0].timeout"},
        {{{R"([{"emote": "example:close"}])", R"(@@"x")"}}, Code::wrong_type, "$.steps[0].timeout"},
        {{{R"("example:shake", "repeat": 2)", R"(@@"shake", "repeat": 2)"}},
         Code::invalid_identifier,
         "$.steps[0].matched[0].emote"},
        {{{R"({"wait": "1s"}, )", R"({"wait": "1s"}, {"wait": @@"1t"}, )"}},
         Code::misplaced_wait,
         "$.steps[0].matched[2].wait"},
        {{{R"({"wait": "1s"}, )", R"({"wait": "1s"}, {@@"await_partner": {"emote": "a:b", "timeout": "1s"}}, )"}},
         Code::forbidden_member,
         "$.steps[0].matched[2].await_partner"},
    };
    for (const Case& c : cases) {
        check(two_player, c, Severity::fault);
    }
}

TEST_CASE("await_partner and participants go together") {
    const std::size_t from = two_player.find("  \"participants\"");
    const std::size_t to = two_player.find("  \"settings\"");
    const std::string without = std::string(two_player.substr(0, from)) + std::string(two_player.substr(to));
    const Read out = read(without);
    REQUIRE(out.diagnostics.size() == 1);
    CHECK(out.diagnostics[0].code == Code::invalid_steps);
    CHECK(out.diagnostics[0].path == "$.steps");
    CHECK(out.diagnostics[0].hint.find("participants") != std::string::npos);
}

TEST_CASE("D1: what has no effect in a sequence, and unknown members, are warnings") {
    const Case cases[] = {
        {{{R"("cooldown")", R"(@@"standalone": true, "cooldown")"}}, Code::ignored_member, "$.settings.standalone"},
        {{{R"("cooldown")", R"(@@"rotation_deadzone": 5, "cooldown")"}},
         Code::ignored_member,
         "$.settings.rotation_deadzone"},
        {{{R"("cooldown")", R"(@@"playback": {}, "cooldown")"}}, Code::ignored_member, "$.settings.playback"},
        {{{R"("cooldown")", R"(@@"callbacks": {}, "cooldown")"}}, Code::ignored_member, "$.settings.callbacks"},
        {{{R"("steps")", R"(@@"standalone": true, "steps")"}}, Code::ignored_member, "$.standalone"},
        {{{R"("steps")", R"(@@"stpes": 1, "steps")"}}, Code::unknown_member, "$.stpes"},
        {{{R"("cooldown")", R"(@@"coldown": 1, "cooldown")"}}, Code::unknown_member, "$.settings.coldown"},
        {{{R"("wait": "10t")", R"("wait": "10t", @@"repaet": 1)"}}, Code::unknown_member, "$.steps[1].repaet"},
    };
    for (const Case& c : cases) {
        check(linear, c, Severity::warning);
    }
}

TEST_CASE("D26: all faults of a file are reported in one pass, by position") {
    const Read out =
        read(edited(linear, {{R"("Sit")", "1"}, {R"("5s")", "5"}, {R"("10t")", "10"}, {"30,", "0,"}}).text);
    REQUIRE(out.diagnostics.size() == 4);
    CHECK(out.diagnostics[0].path == "$.metadata.name");
    CHECK(out.diagnostics[1].path == "$.settings.cooldown");
    CHECK(out.diagnostics[2].path == "$.steps[1].wait");
    CHECK(out.diagnostics[3].path == "$.steps[2].emote[1]");
    CHECK(out.diagnostics[3].emote_id == "example:sit");
}

TEST_CASE("metadata of max_metadata_bytes is kept, one byte more is not") {
    // "Sit", no description, and {"x":"..."}.
    const std::size_t room = limits::max_metadata_bytes - 3 - std::string_view(R"({"x":""})").size();
    const auto with = [](std::size_t size) {
        const std::string_view from = R"("author": "a \u00e9", "tags" : [ 1.0, {"x": null} ])";
        const std::string to = R"("x": ")" + std::string(size, 'x') + '"';
        return edited(linear, {{from, to}}).text;
    };
    CHECK(read(with(room)).sequence);
    const Read over = read(with(room + 1));
    REQUIRE(over.diagnostics.size() == 1);
    CHECK(over.diagnostics[0].code == Code::limit_exceeded);
    CHECK(over.diagnostics[0].path == "$.metadata");
}

TEST_CASE("a candidate that comes twice is told with what to do instead") {
    const Read out = read(edited(linear, {{R"("example:d")", R"("example:c")"}}).text);
    REQUIRE(out.diagnostics.size() == 1);
    CHECK(out.diagnostics[0].expected == "each candidate once");
    CHECK_FALSE(out.diagnostics[0].hint.empty());
}
