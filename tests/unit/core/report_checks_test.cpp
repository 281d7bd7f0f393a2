#include "report_checks.hpp"

#include <emoted/core/limits.hpp>

#include <catch2/catch.hpp>

#include <limits>

using namespace emoted;
using core::check;

namespace {

protocol::PlayerJoin good_join() {
    protocol::PlayerJoin join;
    join.name = "Anna_1";
    join.server = "lobby";
    join.dimension = "minecraft:overworld";
    return join;
}

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

}  // namespace

TEST_CASE("names: what a Java and a Bedrock player may be called") {
    const auto [name, bedrock, good] = GENERATE(table<std::string, bool, bool>({
        {"A", false, true},
        {std::string(16, 'a'), false, true},
        {std::string(17, 'a'), false, false},
        {"", false, false},
        {"a b", false, false},
        {".Bert", false, false},
        {".Bert", true, true},
        {"*Big Bert", true, true},
        {std::string(64, 'b'), true, true},
        {std::string(65, 'b'), true, false},
        {"a\nb", true, false},
        {"a\x7F", true, false},
        {"", true, false},
    }));
    protocol::PlayerJoin join = good_join();
    join.name = name;
    join.bedrock = bedrock;
    CAPTURE(name, bedrock);
    CHECK(check(join).has_value() != good);
}

TEST_CASE("servers and dimensions") {
    const auto [server, dimension, good] = GENERATE(table<std::string, std::string, bool>({
        {"lobby", "minecraft:overworld", true},
        {"Survival 1", "my.pack:deep/end-1", true},
        {std::string(64, 's'), "a:b", true},
        {std::string(65, 's'), "a:b", false},
        {"", "a:b", false},
        {"a\tb", "a:b", false},
        {"lobby", "overworld", false},
        {"lobby", ":b", false},
        {"lobby", "a:", false},
        {"lobby", "a:b:c", false},
        {"lobby", "A:b", false},
        {"lobby", "a/b:c", false},
        {"lobby", "a:" + std::string(253, 'b'), true},
        {"lobby", "a:" + std::string(254, 'b'), false},
    }));
    protocol::PlayerJoin join = good_join();
    join.server = server;
    join.dimension = dimension;
    CAPTURE(server, dimension);
    CHECK(check(join).has_value() != good);
    protocol::PlayerUpdate update;
    update.server = server;
    update.dimension = dimension;
    CHECK(check(update).has_value() != good);
}

TEST_CASE("permissions and textures are bounded") {
    protocol::PlayerJoin join = good_join();
    join.permissions.assign(core::limits::max_permissions_per_player, {"a.b", protocol::PermissionState::granted});
    CHECK_FALSE(check(join));
    join.permissions.push_back({"a.b", protocol::PermissionState::granted});
    CHECK(check(join));
    join.permissions = {{"", protocol::PermissionState::granted}};
    CHECK(check(join));
    join.permissions.clear();
    join.textures = protocol::Textures{std::string(protocol::limits::max_textures_bytes, 'x'), ""};
    CHECK_FALSE(check(join));
    join.textures->value += 'x';
    CHECK(check(join));
}

TEST_CASE("states: finite and in range") {
    struct Case {
        const char* what;
        void (*change)(protocol::PlayerState&);
        bool good;
    };
    using State = protocol::PlayerState;
    const auto one = GENERATE(values<Case>({
        {"default", [](State&) {}, true},
        {"x at the border", [](State& s) { s.position.x = 3.2e7; }, true},
        {"x beyond", [](State& s) { s.position.x = 3.2e7 + 1; }, false},
        {"z beyond", [](State& s) { s.position.z = -3.2e7 - 1; }, false},
        {"y at the edge", [](State& s) { s.position.y = -1e5; }, true},
        {"y beyond", [](State& s) { s.position.y = 1e5 + 1; }, false},
        {"x is no number", [](State& s) { s.position.x = std::numeric_limits<double>::quiet_NaN(); }, false},
        {"yaw turned often", [](State& s) { s.head_yaw = 1e6F; }, true},
        {"yaw infinite", [](State& s) { s.head_yaw = infinity; }, false},
        {"yaw no number", [](State& s) { s.head_yaw = not_a_number; }, false},
        {"body yaw no number", [](State& s) { s.body_yaw = not_a_number; }, false},
        {"pitch at the edge", [](State& s) { s.pitch = -90; }, true},
        {"pitch beyond", [](State& s) { s.pitch = 90.5F; }, false},
        {"eyes at the edge", [](State& s) { s.eye_height = 16.0F; }, true},
        {"eyes below the feet", [](State& s) { s.eye_height = -0.1F; }, false},
        {"all flags", [](State& s) { s.flags = protocol::player_flag::all; }, true},
        {"a flag beyond", [](State& s) { s.flags = protocol::player_flag::all + 1; }, false},
        {"health no number", [](State& s) { s.vitals.emplace().health = not_a_number; }, false},
    }));
    State state;
    one.change(state);
    CAPTURE(one.what);
    CHECK(check(state).has_value() != one.good);
}

TEST_CASE("what is wrong is named by its field of the protocol") {
    protocol::PlayerState state;
    const auto named = [&state](std::string_view field) {
        const auto problem = check(state);
        state = {};
        return problem && problem->starts_with(std::string(field) + ": ");
    };
    state.position.y = 1e6;
    CHECK(named("position"));
    state.head_yaw = infinity;
    CHECK(named("head_yaw"));
    state.body_yaw = infinity;
    CHECK(named("body_yaw"));
    state.pitch = 91;
    CHECK(named("pitch"));
    state.eye_height = -1.0F;
    CHECK(named("eye_height"));
    state.flags = ~0U;
    CHECK(named("flags"));
    state.vitals.emplace().health = -1;
    CHECK(named("vitals.health"));
    state.vitals.emplace().max_health = -1;
    CHECK(named("vitals.max_health"));
    state.vitals.emplace().sleep_rotation = infinity;
    CHECK(named("vitals.sleep_rotation"));

    protocol::PlayerJoin join = good_join();
    join.permissions = {{"a.b", protocol::PermissionState::granted}, {"", protocol::PermissionState::granted}};
    CHECK(check(join)->starts_with("permissions[1].node: "));
    join = good_join();
    join.bedrock = true;
    join.name.clear();
    CHECK(check(join)->starts_with("name: "));
}

TEST_CASE("the amount of an action") {
    protocol::PlayerAction action;
    CHECK_FALSE(check(action));
    action.amount = 0.0F;
    CHECK_FALSE(check(action));
    action.amount = not_a_number;
    CHECK(check(action));
    action.amount = -1.0F;
    CHECK(check(action));
}
