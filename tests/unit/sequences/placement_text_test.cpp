#include "sequence/placement_text.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using emoted::Vec3d;
using emoted::sequence::parse_position;
using emoted::sequence::parse_rotation;

TEST_CASE("positions are all relative or all local") {
    const auto relative = parse_position("~0.5 ~-1 ~");
    REQUIRE(relative);
    CHECK_FALSE(relative->local);
    CHECK(relative->offset == Vec3d{0.5, -1, 0});
    const auto local = parse_position("^ ^.5 ^1.2");
    REQUIRE(local);
    CHECK(local->local);
    CHECK(local->offset == Vec3d{0, 0.5, 1.2});
    CHECK(parse_position("~30000000 ~ ~"));

    struct Case {
        std::string text;
        std::size_t offset;
    };
    const std::vector<Case> cases{
        {"", 0},         {"~", 1},      {"~ ~", 3},        {"~ ~ ~ ~", 5}, {"~ ~ ~ ", 5},        {" ~ ~ ~", 0},
        {"~  ~ ~", 2},   {"~ ^ ~", 2},  {"^ ^ ~", 4},      {"0 ~ ~", 0},   {"~ ~ 5", 4},         {"~+1 ~ ~", 1},
        {"~1e2 ~ ~", 2}, {"~- ~ ~", 1}, {"~1.2.3 ~ ~", 1}, {"~a ~ ~", 1},  {"~30000001 ~ ~", 1}, {"~\t~ ~", 1},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        const auto position = parse_position(c.text);
        REQUIRE_FALSE(position);
        CHECK(position.error().offset == c.offset);
        CHECK_FALSE(position.error().message.empty());
    }
}

TEST_CASE("rotations are yaw and pitch, absolute or relative") {
    CHECK(parse_rotation("~180 0")->yaw == 180);
    CHECK(parse_rotation("~180 0")->yaw_relative);
    CHECK(parse_rotation("~ ~")->yaw == 0);
    CHECK_FALSE(parse_rotation("90 ~5")->yaw_relative);
    CHECK(parse_rotation("-90.5 0")->yaw == -90.5);
    for (const char* const text : {"", "~", "~ ", "~ 0 ", "~ ^", "^ 0", "~ x", "~ 0 0", "a 0", " ~ 0", "~180"}) {
        INFO(text);
        CHECK_FALSE(parse_rotation(text));
    }
}
