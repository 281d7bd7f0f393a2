#include "support/source_folder.hpp"

#include <emoted/core/policy.hpp>

#include <catch2/catch.hpp>

#include <fstream>
#include <sstream>
#include <string>

using namespace emoted;
using core::Policy;
using protocol::PermissionAnswer;
using protocol::PermissionState;

namespace {

struct Parsed {
    std::shared_ptr<const Policy> policy;
    Diagnostics diagnostics;
};

Parsed parse(std::string_view text) {
    Parsed parsed;
    parsed.policy = Policy::parse("emotes.json", std::string(text), parsed.diagnostics);
    for (const Diagnostic& diagnostic : parsed.diagnostics) {
        UNSCOPED_INFO(to_text(diagnostic));
    }
    CHECK((parsed.policy == nullptr) == has_faults(parsed.diagnostics));
    return parsed;
}

Policy policy_of(std::string_view text) {
    const Parsed parsed = parse(text);
    REQUIRE(parsed.policy);
    REQUIRE(parsed.diagnostics.empty());
    return *parsed.policy;
}

std::string with_rules(int version, std::string_view rules) {
    return R"({"schema_version": )" + std::to_string(version) + R"(, "permissions": [)" + std::string(rules) + "]}";
}

PermissionAnswer answer(std::string node, PermissionState state) {
    return {std::move(node), state};
}

}  // namespace

TEST_CASE("D33: without rules nothing is allowed") {
    const Policy none;
    CHECK_FALSE(none.allows("my:wave", {answer("emote.default", PermissionState::granted)}));
    CHECK_FALSE(none.disabled("my:wave"));
    CHECK(none.permission_nodes().empty());
}

TEST_CASE("D33: emote.default is granted unless denied, other names are denied unless granted") {
    const Policy policy = policy_of(with_rules(2, R"({"permission": "emote.default", "emotes": ["my:a"]},
                                                     {"permission": "group.vip", "emotes": ["my:b"]})"));
    const PermissionState state =
        GENERATE(PermissionState::undefined, PermissionState::granted, PermissionState::denied);
    CHECK(policy.allows("my:a", {answer("emote.default", state)}) == (state != PermissionState::denied));
    CHECK(policy.allows("my:b", {answer("group.vip", state)}) == (state == PermissionState::granted));
    CHECK(policy.allows("my:a", {}));
    CHECK_FALSE(policy.allows("my:b", {}));
    CHECK_FALSE(policy.allows("my:c", {answer("group.vip", PermissionState::granted)}));
}

TEST_CASE("access is the union of the granted entries") {
    const Policy policy = policy_of(with_rules(2, R"({"permission": "emote.default", "emotes": ["my:a"]},
                                                     {"permission": "x", "emotes": ["my:b"]},
                                                     {"permission": "y", "emotes": ["*"]})"));
    const auto granted = PermissionState::granted;
    CHECK(policy.allows("my:b", {answer("x", granted)}));
    CHECK(policy.allows("my:a", {answer("x", granted)}));
    CHECK_FALSE(policy.allows("my:c", {answer("x", granted)}));
    CHECK(policy.allows("my:c", {answer("emote.default", PermissionState::denied), answer("y", granted)}));
}

TEST_CASE("D33: the nodes that the rules use are listed, sorted") {
    const Policy policy = policy_of(with_rules(3, R"({"permission": "z", "emotes": []},
                                                     {"permission": "emote.default", "emotes": []},
                                                     {"permission": "a", "emotes": []})"));
    CHECK(policy.permission_nodes() == std::vector<std::string>{"a", "emote.default", "z"});
}

TEST_CASE("D33: patterns of schema 3 match whole ids") {
    const Policy policy =
        policy_of(with_rules(3, R"({"permission": "emote.default", "emotes": ["my:wave.+", "a|b:c", "x:y.z"]})"));
    CHECK(policy.allows("my:wave_long", {}));
    CHECK_FALSE(policy.allows("my:wave", {}));
    CHECK_FALSE(policy.allows("not_my:wave_long", {}));
    CHECK(policy.allows("b:c", {}));
    CHECK_FALSE(policy.allows("b:cd", {}));
    // An id is an id, not a pattern: its dot stands for itself.
    CHECK(policy.allows("x:y.z", {}));
    CHECK_FALSE(policy.allows("x:y_z", {}));
}

TEST_CASE("disabled emotes are listed by id, disabling says nothing about permission") {
    const Policy policy = policy_of(
        R"({"schema_version": 2, "disabled": ["my:a"], "permissions": [{"permission": "emote.default", "emotes": ["*"]}]})");
    CHECK(policy.disabled("my:a"));
    CHECK_FALSE(policy.disabled("my:b"));
    CHECK(policy.allows("my:a", {}));
}

TEST_CASE("each fault of a policy has its code and place") {
    struct Case {
        std::string_view text;
        DiagnosticCode code;
        std::string_view path;
        std::uint32_t line, column;
    };
    const Case c = GENERATE(values<Case>({
        {"", DiagnosticCode::invalid_json, "$", 1, 1},
        {"[]", DiagnosticCode::wrong_type, "$", 1, 1},
        {R"({"permissions": []})", DiagnosticCode::missing_member, "$.schema_version", 1, 1},
        {R"({"schema_version": 1, "x": 1})", DiagnosticCode::unsupported_version, "$.schema_version", 1, 20},
        {R"({"schema_version": 4, "x": 1})", DiagnosticCode::unsupported_version, "$.schema_version", 1, 20},
        {R"({"schema_version": "3"})", DiagnosticCode::wrong_type, "$.schema_version", 1, 20},
        {R"({"schema_version": 2.5})", DiagnosticCode::invalid_value, "$.schema_version", 1, 20},
        {R"({"schema_version": 3})", DiagnosticCode::missing_member, "$.permissions", 1, 1},
        {"{\"schema_version\": 3,\n\"permissions\": [], \"permission\": []}", DiagnosticCode::unknown_member,
         "$.permission", 2, 20},
        {R"({"schema_version": 3, "permissions": [], "disabled": "my:a"})", DiagnosticCode::wrong_type, "$.disabled", 1,
         54},
        {R"({"schema_version": 3, "permissions": [], "disabled": ["a"]})", DiagnosticCode::invalid_identifier,
         "$.disabled[0]", 1, 55},
        {R"({"schema_version": 3, "permissions": [], "disabled": ["a:b", "a:b"]})", DiagnosticCode::invalid_value,
         "$.disabled[1]", 1, 62},
        {R"({"schema_version": 3, "permissions": [5]})", DiagnosticCode::wrong_type, "$.permissions[0]", 1, 39},
        {R"({"schema_version": 3, "permissions": [{"emotes": []}]})", DiagnosticCode::missing_member,
         "$.permissions[0].permission", 1, 39},
        {R"({"schema_version": 3, "permissions": [{"permission": "a"}]})", DiagnosticCode::missing_member,
         "$.permissions[0].emotes", 1, 39},
        {R"({"schema_version": 3, "permissions": [{"permission": " ", "emotes": []}]})", DiagnosticCode::invalid_value,
         "$.permissions[0].permission", 1, 54},
        {R"({"schema_version": 3, "permissions": [{"permission": "a", "emotes": []}, {"permission": "a", "emotes": []}]})",
         DiagnosticCode::invalid_value, "$.permissions[1].permission", 1, 89},
        {R"({"schema_version": 3, "permissions": [{"permission": "a", "emotes": [""]}]})",
         DiagnosticCode::invalid_value, "$.permissions[0].emotes[0]", 1, 70},
        {R"({"schema_version": 3, "permissions": [{"permission": "a", "emotes": [7]}]})", DiagnosticCode::wrong_type,
         "$.permissions[0].emotes[0]", 1, 70},
        {R"({"schema_version": 3, "permissions": [{"permission": "a", "emotes": ["*", "*"]}]})",
         DiagnosticCode::invalid_value, "$.permissions[0].emotes[1]", 1, 75},
        {R"({"schema_version": 3, "permissions": [{"permission": "a", "emotes": ["x:.*", "x:.*"]}]})",
         DiagnosticCode::invalid_value, "$.permissions[0].emotes[1]", 1, 78},
        {R"({"schema_version": 2, "permissions": [{"permission": "a", "emotes": ["x:.*"]}]})",
         DiagnosticCode::invalid_identifier, "$.permissions[0].emotes[0]", 1, 70},
        {R"({"schema_version": 3, "permissions": [{"permission": "a", "emotes": ["wave"]}]})",
         DiagnosticCode::invalid_identifier, "$.permissions[0].emotes[0]", 1, 70},
        {R"({"schema_version": 3, "permissions": [{"permission": "a", "emotes": ["My:Wave"]}]})",
         DiagnosticCode::invalid_identifier, "$.permissions[0].emotes[0]", 1, 70},
        // The column is that of the part which RE2 does not take.
        {R"({"schema_version": 3, "permissions": [{"permission": "a", "emotes": ["x:(?=a).*"]}]})",
         DiagnosticCode::invalid_pattern, "$.permissions[0].emotes[0]", 1, 73},
        {R"({"schema_version": 3, "permissions": [{"permission": "a", "emotes": ["x:(a)\\1"]}]})",
         DiagnosticCode::invalid_pattern, "$.permissions[0].emotes[0]", 1, 76},
        {R"({"schema_version": 3, "permissions": [{"permission": "a", "emotes": ["x:["]}]})",
         DiagnosticCode::invalid_pattern, "$.permissions[0].emotes[0]", 1, 73},
        {R"({"schema_version": 3, "permissions": [{"permission": "a", "emotes": [], "idel": {}}]})",
         DiagnosticCode::unknown_member, "$.permissions[0].idel", 1, 73},
        {R"({"schema_version": 2, "permissions": [{"permission": "a", "emotes": [], "cooldown": "x2"}]})",
         DiagnosticCode::unknown_member, "$.permissions[0].cooldown", 1, 73},
    }));
    CAPTURE(c.text);
    const Parsed parsed = parse(c.text);
    REQUIRE(parsed.diagnostics.size() == 1);
    const Diagnostic& fault = parsed.diagnostics.front();
    CHECK(fault.severity == Severity::fault);
    CHECK(to_string(fault.code) == to_string(c.code));
    CHECK(fault.path == c.path);
    CHECK(fault.source == "emotes.json");
    REQUIRE(fault.position);
    CHECK(fault.position->line == c.line);
    CHECK(fault.position->column == c.column);
}

TEST_CASE("an unknown key of a policy names the nearest one") {
    const Parsed parsed = parse(R"({"schema_version": 3, "permissions": [], "disbled": []})");
    REQUIRE(parsed.diagnostics.size() == 1);
    CHECK(parsed.diagnostics[0].nearest == "disabled");
}

TEST_CASE("all faults of a policy are reported at once, by position") {
    const Parsed parsed = parse(R"({"schema_version": 3, "x": 1, "disabled": [1],
        "permissions": [{"permission": "", "emotes": ["a", "(", ""]}]})");
    REQUIRE(parsed.diagnostics.size() == 6);
    CHECK(parsed.diagnostics[0].path == "$.x");
    CHECK(parsed.diagnostics[1].path == "$.disabled[0]");
    CHECK(parsed.diagnostics[2].path == "$.permissions[0].permission");
    CHECK(parsed.diagnostics[5].path == "$.permissions[0].emotes[2]");
}

TEST_CASE("idle and cooldown are not lost without a word: they have no effect yet") {
    const Parsed parsed = parse(with_rules(3, R"({"permission": "emote.default", "emotes": ["my:a"], "cooldown": "x2",
                                                  "idle": {"delay": "60s", "emote": ["my:a"]}})"));
    REQUIRE(parsed.policy);
    CHECK(parsed.policy->allows("my:a", {}));
    REQUIRE(parsed.diagnostics.size() == 2);
    CHECK(parsed.diagnostics[0].code == DiagnosticCode::unsupported_feature);
    CHECK(parsed.diagnostics[0].severity == Severity::warning);
    CHECK(parsed.diagnostics[0].path == "$.permissions[0].cooldown");
    CHECK(parsed.diagnostics[1].path == "$.permissions[0].idle");
}

TEST_CASE("the limits of a policy") {
    const auto with_permissions = [](std::size_t count) {
        std::string rules;
        for (std::size_t i = 0; i < count; ++i) {
            rules +=
                (i == 0 ? "" : ",") + std::string(R"({"emotes": [], "permission": "p)") + std::to_string(i) + "\"}";
        }
        return parse(with_rules(3, rules));
    };
    CHECK(with_permissions(Policy::max_permissions).policy);
    CHECK(with_permissions(Policy::max_permissions + 1).diagnostics.at(0).code == DiagnosticCode::limit_exceeded);

    const auto with_pattern = [](std::size_t length) {
        return parse(with_rules(3, R"({"permission": "a", "emotes": [".*)" + std::string(length - 2, 'x') + "\"]}"));
    };
    CHECK(with_pattern(Policy::max_pattern_bytes).policy);
    CHECK(with_pattern(Policy::max_pattern_bytes + 1).diagnostics.at(0).code == DiagnosticCode::limit_exceeded);

    const auto with_name = [](std::size_t length) {
        return parse(with_rules(3, R"({"permission": ")" + std::string(length, 'x') + R"(", "emotes": []})"));
    };
    CHECK(with_name(255).policy);
    CHECK(with_name(256).diagnostics.at(0).code == DiagnosticCode::limit_exceeded);
}

TEST_CASE("a pattern that would cost too much is refused by RE2") {
    const Parsed parsed = parse(with_rules(3, R"({"permission": "a", "emotes": ["((a{100}){100}){100}"]})"));
    CHECK(parsed.diagnostics.at(0).code == DiagnosticCode::invalid_pattern);
}

TEST_CASE("the shipped policy grants the starter pack to everyone and nothing else") {
    std::ifstream file(emoted::test::source_folder() / "config/emotes.json");
    std::ostringstream content;
    content << file.rdbuf();
    const Policy policy = policy_of(content.str());
    CHECK(policy.allows("starter:wave", {}));
    CHECK(policy.allows("starter:high_five", {}));
    CHECK_FALSE(policy.allows("other:wave", {}));
    CHECK_FALSE(policy.allows("starter:wave", {answer("emote.default", PermissionState::denied)}));
}
