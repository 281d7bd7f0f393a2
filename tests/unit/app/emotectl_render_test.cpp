#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <catch2/catch.hpp>
#include <emotectl/render.hpp>

#include <string>

using emoted::ctl::render;

namespace {

boost::json::object object_of(std::string_view text) {
    return boost::json::parse(boost::json::string_view(text.data(), text.size())).get_object();
}

}  // namespace

TEST_CASE("status is a page of counts and a table of links") {
    const std::string text = render("status", object_of(R"({"version": "0.1.0", "uptime_seconds": 7384, "tick": 147680,
        "emotes": 8, "proxies": 1, "players": 12, "playbacks": 3, "open_offers": 1, "displays": 36, "starts_total": 40,
        "ends_total": 37, "matches_total": 5, "timeouts_total": 2, "skipped_ticks": 0, "reloads": 1,
        "last_reload_clean": true,
        "links": [{"proxy": "lobby", "address": "127.0.0.1:50312", "connected_seconds": 75, "queued_bytes": 0}]})"));
    CHECK(text ==
          "emoted 0.1.0, up 2 h 3 min, tick 147680\n"
          "\n"
          "emotes          8\n"
          "proxies         1\n"
          "players         12\n"
          "playbacks       3\n"
          "open offers     1\n"
          "displays        36\n"
          "starts total    40\n"
          "ends total      37\n"
          "matches total   5\n"
          "timeouts total  2\n"
          "skipped ticks   0\n"
          "reloads         1\n"
          "\n"
          "PROXY  ADDRESS          CONNECTED   QUEUED BYTES\n"
          "lobby  127.0.0.1:50312  1 min 15 s  0\n");
}

TEST_CASE("status says when the last reload found faults") {
    CHECK_THAT(render("status", object_of(R"({"last_reload_clean": false})")), Catch::Contains("found faults"));
}

TEST_CASE("list is a table") {
    const std::string text = render("list", object_of(R"({"emotes": [
        {"id": "starter:wave", "name": "Wave", "kind": "animation", "standalone": true, "disabled": false,
         "duration_ticks": 41, "cooldown_ticks": 0},
        {"id": "starter:handshake", "name": "H\u00e4ndedruck", "kind": "two_player", "standalone": true,
         "disabled": true, "duration_ticks": 20, "cooldown_ticks": 30}]})"));
    CHECK(text ==
          "ID                 KIND        LENGTH  COOLDOWN  STATE     NAME\n"
          "starter:wave       animation   2.05 s  0 s       ready     Wave\n"
          "starter:handshake  two player  1 s     1.5 s     disabled  H\xC3\xA4ndedruck\n");
}

TEST_CASE("players is a table in which no name can steer the terminal") {
    const std::string text = render("players", object_of(R"({"players": [
        {"name": "A\u001b[31m\n", "uuid": "u", "proxy": "p", "server": "s", "dimension": "d", "emote": "my:wave"},
        {"name": "Bob", "uuid": "u", "proxy": "p", "server": "s", "dimension": "d"}]})"));
    CHECK(text ==
          "PLAYER         UUID  PROXY  SERVER  DIMENSION  PLAYS\n"
          "A\\u001B[31m\\n  u     p      s       d          my:wave\n"
          "Bob            u     p      s       d\n");
    CHECK(render("players", object_of(R"({"players": []})")) == "no players\n");
    // Controls above those of ASCII, and marks that turn the direction of a line.
    const std::string turned = render("players", object_of(R"({"players": [{"name": "\u009b\u202e"}]})"));
    CHECK_THAT(turned, Catch::Contains("\\u009B\\u202E"));
}

TEST_CASE("reload prints every finding, what changed and the counts") {
    const std::string text = render("reload", object_of(R"({"configuration_taken": true, "policy_taken": true,
        "files": 3, "emotes": 2, "animations": 1, "sequences": 1, "added": ["my:a", "my:b"], "changed": [],
        "removed": ["my:c"], "kept_last_good": ["my:d"], "need_restart": ["listen.proxy_tcp"], "faults": 1,
        "links": [{"emote": "my:s", "file": "s.json", "clips": [{"id": "my:a", "file": "a.json", "uses": 1, "used_by": []},
        {"id": "my:b", "file": "b.json", "uses": 1, "used_by": []}]}], "warnings": 0,
        "diagnostics": [{"code": "x", "text": "error[x] a.json:1:1\n  wrong\n"}],
        "truncated": [{"file": "a.json", "errors": 2, "warnings": 0, "text": "a.json: and 2 more errors in this file"}]})"));
    CHECK(text ==
          "error[x] a.json:1:1\n"
          "  wrong\n"
          "a.json: and 2 more errors in this file\n"
          "3 files, 2 emotes (1 animation, 1 sequence)\n"
          "added: my:a my:b\n"
          "removed: my:c\n"
          "still served as they were before their fault: my:d\n"
          "my:s uses my:a (a.json), my:b (b.json)\n"
          "changed settings that need a restart: listen.proxy_tcp\n"
          "1 fault, 0 warnings\n");
}

TEST_CASE("play and stop are one line") {
    CHECK(render("play", object_of(R"({"outcome": "offered", "playback": 12, "remaining_ticks": 100})")) ==
          "offered, playback 12, 5 s left\n");
    CHECK(render("stop", object_of(R"({"stopped": 1})")) == "1 stopped\n");
    CHECK(render("stop-all", object_of(R"({"stopped": 0})")) == "0 stopped\n");
}

TEST_CASE("an error names the nearest word") {
    CHECK(emoted::ctl::render_error(object_of(R"({"code": "unknown_player", "text": "there is no player Alcie",
        "nearest": "Alice"})")) == "there is no player Alcie (unknown_player); did you mean Alice?");
}

TEST_CASE("what a daemon leaves out or writes otherwise hurts nobody") {
    const std::string command = GENERATE("status", "list", "players", "reload", "play", "stop", "other");
    const std::string data = GENERATE("{}", R"({"links": 5, "emotes": {}, "players": [1], "diagnostics": [{"text": 1}],
        "added": [1], "version": {}, "uptime_seconds": "x", "stopped": null})");
    CHECK_NOTHROW(render(command, object_of(data)));
}
