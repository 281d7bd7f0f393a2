#include <emoted/app/log.hpp>

#include <catch2/catch.hpp>

using namespace emoted::app;

TEST_CASE("a text line names its fields and leaves the empty ones out") {
    CHECK(format_line(LogFormat::text, "playback ended",
                      {{"proxy", "lobby"}, {"player", ""}, {"emote", "starter:wave"}, {"tick", std::uint64_t{12}}}) ==
          "playback ended proxy=lobby emote=starter:wave tick=12");
}

TEST_CASE("a JSON line holds numbers as numbers") {
    CHECK(format_line(LogFormat::json, "playback ended", {{"emote", "starter:wave"}, {"tick", std::uint64_t{12}}}) ==
          R"("message":"playback ended","emote":"starter:wave","tick":12)");
}

TEST_CASE("what a peer sends cannot break a line or forge a field") {
    CHECK(format_line(LogFormat::text, "refused", {{"name", "a b\nlevel=error \"x\""}}) ==
          R"(refused name="a b\nlevel=error \"x\"")");
    CHECK(format_line(LogFormat::json, "refused", {{"name", "\x1b[31m\"}"}}) ==
          R"("message":"refused","name":"\u001b[31m\"}")");
}

TEST_CASE("lines are UTF-8 whatever a file is called, and steer no terminal") {
    for (const LogFormat format : {LogFormat::text, LogFormat::json}) {
        const std::string line = format_line(format, "fault",
                                             {{"file",
                                               "\xFF\xC2\x9B"
                                               "31m \xC3\xA4.json"}});
        CHECK(line.find("\xEF\xBF\xBD\\u009b31m \xC3\xA4.json") != std::string::npos);
    }
}
