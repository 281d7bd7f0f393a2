#include "text/identifier.hpp"

#include <catch2/catch.hpp>

#include <string>

using emoted::text::is_identifier;
using emoted::text::resource_location_problem;

TEST_CASE("identifiers are namespace:path in canonical form") {
    for (const char* const good : {"a:b", "example:sit/down", "a_1.x-y:b_1.x-y/z", "emote:break", "a:/"}) {
        INFO(good);
        CHECK(is_identifier(good));
    }
    for (const char* const bad :
         {"", "a", ":", "a:", ":b", "a:b:c", "A:b", "a:B", "a b:c", "a/b:c", "a:b ", "é:a", "a:\x01"}) {
        INFO(bad);
        CHECK_FALSE(is_identifier(bad));
    }
    CHECK(is_identifier("a:" + std::string(253, 'b')));
    CHECK_FALSE(is_identifier("a:" + std::string(254, 'b')));
}

TEST_CASE("D51: item and block ids may leave the namespace out") {
    CHECK(resource_location_problem("stone").empty());
    CHECK(resource_location_problem("minecraft:stone").empty());
    CHECK_FALSE(resource_location_problem("Stone").empty());
    CHECK_FALSE(resource_location_problem("").empty());
    CHECK_FALSE(resource_location_problem("a:b:c").empty());
}
