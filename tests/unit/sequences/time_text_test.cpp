#include "text/time_text.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using emoted::TickCount;
using emoted::text::parse_time;

TEST_CASE("D24: time texts that are read") {
    struct Case {
        std::string text;
        std::int64_t ticks;
    };
    const std::vector<Case> cases{
        {"40", 40},
        {"10t", 10},
        {"4s", 80},
        {"1.5s", 30},
        {"0.5s", 10},
        {"0.025s", 1},
        {"0.024s", 0},
        {"1.5t", 2},
        {"0.4t", 0},
        {"0.5t", 1},
        {"-0.4t", 0},
        {"-0.5t", 0},
        {"-0.6t", -1},
        {"-3t", -3},
        {"2d", 48'000},
        {".5s", 10},
        {"5.", 5},
        {"007", 7},
        {"0", 0},
        {"0.49999999999999994t", 0},
        {"2147483647", 2'147'483'647},
        {"2147483647.4t", 2'147'483'647},
        {"-2147483647", -2'147'483'647},
        {"0." + std::string(500, '0') + "1d", 0},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        const auto ticks = parse_time(c.text);
        REQUIRE(ticks);
        CHECK(ticks->value() == c.ticks);
    }
}

TEST_CASE("D24: time texts that are refused") {
    const std::vector<std::string> cases{
        "",
        " ",
        "t",
        "s",
        ".",
        "-",
        "-.",
        "--1",
        "1-",
        "1-2",
        "1..2",
        "1.2.3",
        "+1t",
        "1e2t",
        "1E2",
        "1 s",
        " 1s",
        "1s ",
        "1x",
        "1ss",
        "1S",
        "1T",
        "1.5m",
        "1t1",
        "0x10",
        "NaN",
        "inf",
        "1,5s",
        "\xD9\xA1s",
        "2147483648",
        "2147483647.5t",
        "-2147483648",
        "89479d",
        "99999999999999999999",
        "1" + std::string(400, '0'),
    };
    for (const std::string& text : cases) {
        INFO(text);
        const auto ticks = parse_time(text);
        REQUIRE_FALSE(ticks);
        CHECK_FALSE(ticks.error().empty());
    }
}
