#include <emoted/app/admin_commands.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <catch2/catch.hpp>

#include <memory>
#include <string>
#include <variant>

using namespace emoted;
using namespace emoted::app;
namespace json = boost::json;

namespace {

json::object answer_of(const std::string& text) {
    INFO(text);
    CHECK(text.find('\n') == std::string::npos);
    json::value value = json::parse(text);
    REQUIRE(value.is_object());
    REQUIRE(value.at("ok").is_bool());
    // Exactly one of: fine with data, or an error with a code and a text.
    CHECK(value.at("ok").get_bool() != value.get_object().contains("error"));
    if (!value.at("ok").get_bool()) {
        CHECK_FALSE(value.at("error").at("code").get_string().empty());
        CHECK_FALSE(value.at("error").at("text").get_string().empty());
    }
    return value.get_object();
}

std::string code_of(const std::string& text) {
    const json::object answer = answer_of(text);
    return answer.at("ok").get_bool() ? "ok" : std::string(answer.at("error").at("code").get_string());
}

std::string nearest_of(const std::string& text) {
    const json::object answer = answer_of(text);
    const json::value* const nearest = answer.at("error").get_object().if_contains("nearest");
    return nearest == nullptr ? std::string() : std::string(nearest->get_string());
}

std::string animation(const std::string& id, const std::string& standalone) {
    return R"({"type": "animation", "schema_version": 4, "id": ")" + id +
           R"(", "metadata": {"name": "A name", "description": "What it shows"},
        "settings": {"standalone": )" +
           standalone + R"(, "cooldown": "2s", "rotation_deadzone": 50,
            "player": {"hidden": false, "stop_conditions": {"movement_distance": 0, "jump": false, "submerge": false,
                "ride": false, "damage": false, "attack": false, "game_mode_change": false}},
            "playback": {"mode": "once", "loop_delay": "0t"}},
        "nodes": {"stone": {"type": "block_display", "space": "initiator", "block_state_snbt": "{Name:\"minecraft:stone\"}",
            "transform": {"position": [0, 0, 0], "rotation": [0, 0, 0], "scale": [1, 1, 1]}}},
        "timeline": {"duration": "1s", "tracks": {}}})";
}

SourceFile file_of(const std::string& path, std::string bytes) {
    SourceFile file;
    file.path = path;
    file.size_bytes = bytes.size();
    file.bytes = std::move(bytes);
    return file;
}

std::shared_ptr<const Library> library() {
    const LoadResult result = build_library(
        {file_of("wave.json", animation("my:wave", "true")), file_of("part.json", animation("my:part", "false"))}, {},
        nullptr);
    for (const Diagnostic& diagnostic : result.report.diagnostics) {
        FAIL(to_text(diagnostic));
    }
    REQUIRE(result.library->playables().size() == 2);
    return result.library;
}

std::shared_ptr<const core::Policy> policy() {
    Diagnostics diagnostics;
    auto parsed = core::Policy::parse("emotes.json", R"({"schema_version": 3, "disabled": ["my:part"],
        "permissions": [{"permission": "emote.default", "emotes": ["*"]}]})",
                                      diagnostics);
    REQUIRE(parsed);
    return parsed;
}

constexpr const char* alice_uuid = "00000000-0000-0000-0000-0000000000a1";

// A network with one proxy and one player.
struct World {
    World() : network(core::Settings(), library(), policy(), 1) {
        core::ProxyIdentity proxy;
        proxy.name = "lobby";
        network.link_opened(1, proxy);
        protocol::PlayerJoin join;
        join.player = 7;
        join.uuid.bytes[15] = 0xA1;
        join.name = "Alice";
        join.server = "survival";
        join.dimension = "minecraft:overworld";
        network.receive(1, join);
        protocol::PlayerStates states;
        states.complete = true;
        states.states.emplace_back().player = 7;
        network.receive(1, states);
        network.step();
        facts.version = "1.2.3";
        facts.policy = policy();
    }
    std::string ask(const std::string& line) {
        const ReadRequest read = read_admin_request(line);
        return read.request ? run_admin_request(*read.request, network, facts) : read.answer;
    }
    core::Network network;
    DaemonFacts facts;
};

}  // namespace

TEST_CASE("requests are read into what they ask") {
    const auto read = [](std::string_view line) { return read_admin_request(line).request.value(); };
    CHECK(std::holds_alternative<StatusRequest>(read(R"({"command":"status"})")));
    CHECK(std::holds_alternative<ListRequest>(read(R"({"command":"list"})")));
    CHECK(std::holds_alternative<PlayersRequest>(read(R"({"command":"players"})")));
    CHECK(std::holds_alternative<ReloadRequest>(read(R"({"command":"reload"})")));
    const auto play = std::get<PlayRequest>(read(R"({"command":"play","player":"A","emote":"b:c","seed":7})"));
    CHECK(play.player == "A");
    CHECK(play.emote == "b:c");
    CHECK(play.seed == 7U);
    const auto largest =
        std::get<PlayRequest>(read(R"({"command":"play","player":"A","emote":"b:c","seed":"18446744073709551615"})"));
    CHECK(largest.seed == 18'446'744'073'709'551'615ULL);
    CHECK_FALSE(std::get<PlayRequest>(read(R"({"command":"play","player":"A","emote":"b:c"})")).seed);
    CHECK(std::get<StopRequest>(read(R"({"command":"stop","player":"A"})")).player == "A");
    CHECK(std::get<StopAllRequest>(read(R"({"command":"stop-all"})")).emote.empty());
    CHECK(std::get<StopAllRequest>(read(R"({"command":"stop-all","emote":"b:c"})")).emote == "b:c");
}

TEST_CASE("what is no request is answered with what is wrong") {
    struct Case {
        std::string line, code, nearest;
    };
    const Case c = GENERATE(values<Case>({
        {"", "invalid_request", ""},
        {"status", "invalid_request", ""},
        {"[]", "invalid_request", ""},
        {"{}", "invalid_request", ""},
        {R"({"command":5})", "invalid_request", ""},
        {R"({"command":"statsu"})", "unknown_command", "status"},
        {R"({"command":"dance"})", "unknown_command", ""},
        {R"({"command":"status","verbose":true})", "invalid_request", ""},
        {R"({"command":"play","player":"A"})", "invalid_request", ""},
        {R"({"command":"play","palyer":"A","emote":"b:c","player":"A"})", "invalid_request", "player"},
        {R"({"command":"play","player":" ","emote":"b:c"})", "invalid_request", ""},
        {R"({"command":"play","player":"A","emote":"b:c","seed":-1})", "invalid_request", ""},
        {R"({"command":"play","player":"A","emote":"b:c","seed":"1x"})", "invalid_request", ""},
        {R"({"command":"play","player":"A","emote":"b:c","seed":"18446744073709551616"})", "invalid_request", ""},
        {R"({"command":"stop"})", "invalid_request", ""},
        {R"({"command":"stop-all","emote":7})", "invalid_request", ""},
    }));
    CAPTURE(c.line);
    const ReadRequest read = read_admin_request(c.line);
    CHECK_FALSE(read.request);
    CHECK(code_of(read.answer) == c.code);
    CHECK(nearest_of(read.answer) == c.nearest);
}

TEST_CASE("a request has at most 4096 bytes") {
    const std::string head = R"({"command":"stop","player":")";
    const std::string tail = "\"}";
    const std::string longest = head + std::string(4'096 - head.size() - tail.size(), 'x') + tail;
    CHECK(read_admin_request(longest).request);
    CHECK(code_of(read_admin_request(longest + ' ').answer) == "invalid_request");
}

TEST_CASE("status counts and names the links") {
    World world;
    world.facts.uptime_seconds = 60;
    LinkFacts link;
    link.proxy = "lobby";
    link.address = "127.0.0.1:1";
    link.queued_bytes = 5;
    world.facts.links.push_back(link);
    const json::object answer = answer_of(world.ask(R"({"command":"status"})"));
    const json::object& data = answer.at("data").get_object();
    CHECK(data.at("version") == "1.2.3");
    CHECK(data.at("uptime_seconds") == 60);
    CHECK(data.at("tick").to_number<int>() == 1);
    CHECK(data.at("emotes") == 1);
    CHECK(data.at("players") == 1);
    CHECK(data.at("playbacks") == 0);
    CHECK(data.at("links").get_array().at(0).at("proxy") == "lobby");
    CHECK(data.at("links").get_array().at(0).at("queued_bytes") == 5);
}

TEST_CASE("list names every emote with what an operator wants to know") {
    World world;
    const json::object answer = answer_of(world.ask(R"({"command":"list"})"));
    const json::array& emotes = answer.at("data").at("emotes").get_array();
    REQUIRE(emotes.size() == 2);
    CHECK(emotes[0].at("id") == "my:part");
    CHECK(emotes[0].at("standalone") == false);
    CHECK(emotes[0].at("disabled") == true);
    CHECK(emotes[1].at("id") == "my:wave");
    CHECK(emotes[1].at("name") == "A name");
    CHECK(emotes[1].at("kind") == "animation");
    CHECK(emotes[1].at("standalone") == true);
    CHECK(emotes[1].at("disabled") == false);
    CHECK(emotes[1].at("duration_ticks") == 20);
    CHECK(emotes[1].at("cooldown_ticks") == 40);
    CHECK(emotes[1].at("file") == "wave.json");
}

TEST_CASE("play, players, stop") {
    World world;
    const auto playing = [&] {
        const json::object answer = answer_of(world.ask(R"({"command":"players"})"));
        const json::object player = answer.at("data").at("players").get_array().at(0).get_object();
        CHECK(player.at("uuid") == alice_uuid);
        CHECK(player.at("name") == "Alice");
        CHECK(player.at("proxy") == "lobby");
        CHECK(player.at("server") == "survival");
        return player.contains("emote") ? std::string(player.at("emote").get_string()) : std::string();
    };
    CHECK(playing().empty());
    const json::object started = answer_of(world.ask(R"({"command":"play","player":"alice","emote":"my:wave"})"));
    CHECK(started.at("ok") == true);
    CHECK(started.at("data").at("outcome") == "started");
    CHECK(started.at("data").get_object().contains("playback"));
    CHECK(playing() == "my:wave");
    CHECK(code_of(world.ask(std::string(R"({"command":"stop","player":")") + alice_uuid + "\"}")) == "ok");
    CHECK(playing().empty());
    CHECK(code_of(world.ask(R"({"command":"stop","player":"Alice"})")) == "nothing_playing");
}

TEST_CASE("play says who or what it does not know, with the nearest") {
    World world;
    const std::string player = world.ask(R"({"command":"play","player":"Alcie","emote":"my:wave"})");
    CHECK(code_of(player) == "unknown_player");
    CHECK(nearest_of(player) == "Alice");
    const std::string emote = world.ask(R"({"command":"play","player":"Alice","emote":"my:wvae"})");
    CHECK(code_of(emote) == "unknown_emote");
    CHECK(nearest_of(emote) == "my:wave");
    CHECK(code_of(world.ask(R"({"command":"stop","player":"Bob"})")) == "unknown_player");
}

TEST_CASE("a name that several players have is refused with all of them") {
    World world;
    protocol::PlayerJoin join;
    join.player = 8;
    join.uuid.bytes[15] = 0xA2;
    join.name = "aLICE";
    join.server = "lobby";
    join.dimension = "minecraft:overworld";
    world.network.receive(1, join);
    for (const char* const request :
         {R"({"command":"play","player":"Alice","emote":"my:wave"})", R"({"command":"stop","player":"Alice"})"}) {
        const std::string answer = world.ask(request);
        CHECK(code_of(answer) == "ambiguous_player");
        for (const char* const part : {alice_uuid, "00000000-0000-0000-0000-0000000000a2", "survival", "lobby"}) {
            CHECK(answer.find(part) != std::string::npos);
        }
    }
    CHECK(world.network.playbacks().empty());
    CHECK(code_of(world.ask(std::string(R"({"command":"play","emote":"my:wave","player":")") + alice_uuid + "\"}")) ==
          "ok");
}

TEST_CASE("stop-all stops all, or all of one emote") {
    World world;
    CHECK(answer_of(world.ask(R"({"command":"stop-all"})")).at("data").at("stopped") == 0);
    CHECK(code_of(world.ask(R"({"command":"play","player":"Alice","emote":"my:wave"})")) == "ok");
    CHECK(answer_of(world.ask(R"({"command":"stop-all","emote":"my:part"})")).at("data").at("stopped") == 0);
    CHECK(answer_of(world.ask(R"({"command":"stop-all","emote":"my:wave"})")).at("data").at("stopped") == 1);
    const std::string unknown = world.ask(R"({"command":"stop-all","emote":"my:wav"})");
    CHECK(code_of(unknown) == "unknown_emote");
    CHECK(nearest_of(unknown) == "my:wave");
}

TEST_CASE("a clean reload is fine and says what changed") {
    ReloadReport report;
    report.configuration_taken = true;
    report.policy_taken = true;
    report.emotes.files_found = 3;
    report.emotes.emotes_loaded = 2;
    report.emotes.added = {"my:new"};
    report.emotes.removed = {"my:old"};
    report.need_restart = {"listen.proxy_tcp"};
    const json::object answer = answer_of(reload_answer(report));
    CHECK(answer.at("ok") == true);
    const json::object& data = answer.at("data").get_object();
    CHECK(data.at("files") == 3);
    CHECK(data.at("emotes") == 2);
    CHECK(data.at("added") == json::array{"my:new"});
    CHECK(data.at("removed") == json::array{"my:old"});
    CHECK(data.at("changed") == json::array{});
    CHECK(data.at("need_restart") == json::array{"listen.proxy_tcp"});
    CHECK(data.at("faults") == 0);
}

TEST_CASE("a reload with a fault anywhere is an error that still tells everything") {
    ReloadReport report;
    report.configuration_taken = true;
    report.policy_taken = true;
    report.emotes.kept_last_good = {"my:wave"};
    Diagnostic fault;
    fault.code = DiagnosticCode::missing_member;
    fault.source = "wave.json";
    fault.path = "$.id";
    fault.message = "missing";
    Diagnostic warning = fault;
    warning.severity = Severity::warning;
    report.emotes.diagnostics = {warning};
    CHECK(answer_of(reload_answer(report)).at("ok") == true);

    CHECK(answer_of(reload_answer(report)).at("data").at("links").get_array().empty());
    emoted::ClipLink link;
    link.id = "my:clip";
    link.owner.source = "clip.json";
    link.uses.resize(2);
    link.uses[1].path = "$.steps[1].emote";
    report.links = {{"my:sequence", "sequence.json", {link}}};
    const json::object linked = answer_of(reload_answer(report)).at("data").at("links").at(0).get_object();
    CHECK(linked.at("emote") == "my:sequence");
    CHECK(linked.at("clips").at(0).at("id") == "my:clip");
    CHECK(linked.at("clips").at(0).at("file") == "clip.json");
    CHECK(linked.at("clips").at(0).at("uses") == 2);
    CHECK(linked.at("clips").at(0).at("used_by").at(1) == "$.steps[1].emote");

    Diagnostics ReloadReport::*const part =
        GENERATE(&ReloadReport::configuration_diagnostics, &ReloadReport::policy_diagnostics);
    report.*part = {fault};
    const json::object answer = answer_of(reload_answer(report));
    CHECK(answer.at("ok") == false);
    CHECK(answer.at("error").at("code") == "faults");
    const json::object& data = answer.at("data").get_object();
    CHECK(data.at("faults") == 1);
    CHECK(data.at("warnings") == 1);
    CHECK(data.at("kept_last_good") == json::array{"my:wave"});
    REQUIRE(data.at("diagnostics").get_array().size() == 2);
    const json::object& first = data.at("diagnostics").get_array()[0].get_object();
    CHECK(first.at("code") == "missing_member");
    CHECK(first.at("path") == "$.id");
    CHECK(std::string_view(first.at("text").get_string()) == to_text(fault));
}

TEST_CASE("a reload tells how much of a file is not in its report") {
    ReloadReport report;
    report.configuration_taken = true;
    report.policy_taken = true;
    report.emotes.diagnostics.emplace_back();
    report.emotes.omitted = {{"wave.json", 35, 2}};
    const json::object answer = answer_of(reload_answer(report));
    const json::object& data = answer.at("data").get_object();
    CHECK(data.at("faults") == 36);
    CHECK(data.at("warnings") == 2);
    const json::object expected{{"file", "wave.json"},
                                {"errors", 35},
                                {"warnings", 2},
                                {"text", "wave.json: and 35 more errors and 2 more warnings in this file"}};
    CHECK(data.at("truncated") == json::array{expected});
}

TEST_CASE("a fault of an emote is an error too") {
    ReloadReport report;
    report.configuration_taken = true;
    report.policy_taken = true;
    report.emotes.diagnostics.emplace_back();
    CHECK(code_of(reload_answer(report)) == "faults");
}
