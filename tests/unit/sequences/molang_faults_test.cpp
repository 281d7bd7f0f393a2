#include "molang/script_builder.hpp"

#include <emoted/sequences/limits.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace emoted;
using namespace emoted::molang;

namespace {

struct Case {
    std::string source;  // the mark @ stands where the fault must be reported
    std::string message;
    std::string expected;
    std::string nearest;
};

std::string repeated(std::string_view text, std::size_t times) {
    std::string result;
    for (std::size_t i = 0; i < times; ++i) {
        result += text;
    }
    return result;
}

void check(const Case& each, Access access) {
    CAPTURE(each.source);
    const std::size_t mark = each.source.find('@');
    REQUIRE(mark != std::string::npos);
    std::string source = each.source;
    source.erase(mark, 1);
    ScriptBuilder builder;
    CHECK_FALSE(builder.compile(source, access));
    REQUIRE(builder.last_faults().size() == 1);
    const Fault& fault = builder.last_faults().front();
    CHECK(fault.code == DiagnosticCode::invalid_molang);
    CHECK(fault.offset == mark);
    CHECK(fault.text.message == each.message);
    CHECK(fault.text.expected == each.expected);
    CHECK(fault.text.nearest == each.nearest);
}

}  // namespace

TEST_CASE("Molang: faults of programs, each at its place") {
    const std::string operand = "a number, a name, ( or {";
    const std::vector<Case> cases{
        // syntax
        {"1 + @", "the expression ends too early", operand, ""},
        {"-@", "the expression ends too early", operand, ""},
        {"1 @2", "unexpected \"2\"", "an operator or ;", ""},
        {"v.a @v.b", "unexpected \"v\"", "an operator or ;", ""},
        {"(1 + 2@", "the expression ends too early", "an operator or )", ""},
        {"1 + 2@)", "unexpected \")\"", "an operator or ;", ""},
        {"{v.a = 1;@", "the expression ends too early", "an operator, ; or }", ""},
        {"v.a[1@", "the expression ends too early", "an operator or ]", ""},
        {"v.a ? @: 2", "unexpected \":\"", operand, ""},
        {"v.a ? 1 : @", "the expression ends too early", operand, ""},
        {"1 @: 2", "unexpected \":\"", "an operator or ;", ""},
        {"@* 2", "unexpected \"*\"", operand, ""},
        {"@+1", "unexpected \"+\"", operand, ""},
        {"math.max(1, 2@; 3)", "unexpected \";\"", "an operator, a comma or )", ""},
        {"math.max(1, @)", "unexpected \")\"", operand, ""},
        {"v.@", "the expression ends too early", "a name", ""},
        {"v@.1", "unexpected \".1\"", "a name", ""},
        {"v.a.@", "the expression ends too early", "a name", ""},
        {"v.a = @", "the expression ends too early", operand, ""},
        {"loop(3@)", "unexpected \")\"", "an operator or a comma", ""},
        {"loop@", "the expression ends too early", "(", ""},
        {"for_each(@3, v.a, 1)", "unexpected \"3\"", "a variable with v. or t.", ""},
        // tokens
        {"1 @$ 2", "no part of Molang begins with this character", "", ""},
        {"1 @& 2", "no part of Molang begins with this character", "&&", ""},
        {"1 @| 2", "no part of Molang begins with this character", "||", ""},
        {"@'abc", "the text in quotes has no end", "a closing '", ""},
        {"2@x", "a name directly after a number", "an operator between them", ""},
        {"@1e999", "the number is too large", "a finite number", ""},
        // refused by name
        {"v.a @-> v.b", "the operator -> is not supported", "", ""},
        // names
        {"@math.sine(3)", "unknown function \"math.sine\"", "", "math.sin"},
        {"@Math.Flor(3)", "unknown function \"Math.Flor\"", "", "math.floor"},
        {"1 + @q.anim_tim", "unknown query \"q.anim_tim\"", "", "q.anim_time"},
        {"@query.is_onground", "unknown query \"query.is_onground\"", "", "query.is_on_ground"},
        {"@q.position(0)", "\"q.position\" belongs to a later format and is not supported", "", ""},
        {"@q.any(1, 2, 3)", "\"q.any\" belongs to a later format and is not supported", "", ""},
        {"@speed * 2", "\"speed\" has no known prefix", "math., q. or query., v. or variable., t. or temp.", ""},
        {"@true", "\"true\" has no known prefix", "math., q. or query., v. or variable., t. or temp.", ""},
        {"@varable.x", "\"varable.x\" has no known prefix", "math., q. or query., v. or variable., t. or temp.",
         "variable.x"},
        {"@lop(3, 1)", "\"lop\" has no known prefix", "math., q. or query., v. or variable., t. or temp.", "loop"},
        {"@v + 1", "\"v\" is only the beginning of a name", "a point and a name after it", ""},
        // arguments, and calls
        {"@math.sin()", "\"math.sin\" has 0 arguments", "1 argument", ""},
        {"@math.sin", "\"math.sin\" has 0 arguments", "1 argument", ""},
        {"@math.clamp(1, 2)", "\"math.clamp\" has 2 arguments", "3 arguments", ""},
        {"@math.max(1, 2, 3)", "\"math.max\" has 3 arguments", "2 arguments", ""},
        {"@math.abs(1, 2, 3, 4, 5)", "\"math.abs\" has 5 arguments", "1 argument", ""},
        {"@q.anim_time(0)", "\"q.anim_time\" is a value and takes no arguments", "", ""},
        {"@math.pi()", "\"math.pi\" is a value and takes no arguments", "", ""},
        // assignments
        {"@q.anim_time = 1", "\"q.anim_time\" cannot be assigned", "a name with v. or t.", ""},
        {"@math.pi = 3", "\"math.pi\" cannot be assigned", "a name with v. or t.", ""},
        {"@speed = 3", "\"speed\" has no known prefix", "math., q. or query., v. or variable., t. or temp.", ""},
        {"1 + v.a @= 2", "only a variable can be assigned", "a name with v. or t. before the =, or == to compare", ""},
        {"v.a[0] @= 2", "only a variable can be assigned", "a name with v. or t. before the =, or == to compare", ""},
        // texts
        {"@'a'", "a text may only be compared with == or !=", "a number", ""},
        {"v.a = @'a'", "a text may only be compared with == or !=", "a number", ""},
        {"1 + @'a'", "a text may only be compared with == or !=", "a number", ""},
        {"@'a' < 1", "a text may only be compared with == or !=", "a number", ""},
        {"!@'a'", "a text may only be compared with == or !=", "a number", ""},
        {"math.sin(@'a')", "a text may only be compared with == or !=", "a number", ""},
        {"v.a ?? @'a'", "a text may only be compared with == or !=", "a number", ""},
        {"v.a ? @'a' : 1", "a text may only be compared with == or !=", "a number", ""},
        {"1 ? 1 : @'a'", "a text may only be compared with == or !=", "a number", ""},
        // loops (D53)
        {"@break", "\"break\" stands outside a loop", "", ""},
        {"v.a ? {@continue;}", "\"continue\" stands outside a loop", "", ""},
        {"loop(3, 1); @break", "\"break\" stands outside a loop", "", ""},
    };
    for (const Case& each : cases) {
        check(each, Access::program);
    }
}

TEST_CASE("Molang: the nearest name stands as it would be written, with its prefix") {
    const auto nearest_to = [](const std::string& source) {
        ScriptBuilder builder;
        CHECK_FALSE(builder.compile(source, Access::read_only));
        REQUIRE(builder.last_faults().size() == 1);
        return builder.last_faults()[0].text.nearest;
    };
    const std::pair<const char*, const char*> cases[] = {
        // A function misspelt; of two equally near ones, that which begins alike for longer.
        {"math.sn(3)", "math.sin"},
        {"math.cso(3)", "math.cos"},
        {"math.sinn(3)", "math.sin"},
        {"math.random_int(1, 6)", "math.random_integer"},
        {"math.lerp_rotate(1, 2, 3)", "math.lerprotate"},
        {"math.PIE", "math.pi"},
        {"math.zzzzzz(1)", ""},
        // A prefix that is none.
        {"m.sin(3)", "math.sin"},
        {"m.sn(3)", "math.sin"},
        {"maths.sin(3)", "math.sin"},
        {"mth.sn(3)", "math.sin"},
        {"m.anim_time", "q.anim_time"},
        {"qurey.anim_tim", "query.anim_time"},
        {"Varable.Speed", "variable.speed"},
        {"tmp.a", "temp.a"},
        {"x.zzzzzz", ""},
        // No prefix at all.
        {"sin(3)", "math.sin"},
        {"Sine(3)", "math.sin"},
        {"pi * 2", "math.pi"},
        {"anim_time", "q.anim_time"},
        {"is_onground", "q.is_on_ground"},
        {"lop(3, 1)", "loop"},
        {"retrun 3", "return"},
        {"zzzzzz(3)", ""},
        // The other library.
        {"q.sin(3)", "math.sin"},
        {"math.anim_time", "q.anim_time"},
    };
    for (const auto& [source, nearest] : cases) {
        CAPTURE(source);
        if (std::string_view(source) == "retrun 3") {
            ScriptBuilder builder;
            CHECK_FALSE(builder.compile(source, Access::read_only));
            CHECK(builder.last_faults().front().text.nearest == nearest);
        } else {
            CHECK(nearest_to(source) == nearest);
        }
    }
}

TEST_CASE("Molang: what a text always is, and where it stops being finite") {
    struct Always {
        std::string source;  // the mark @ stands where it stops being finite
        std::optional<double> value;
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinite = std::numeric_limits<double>::infinity();
    const Always cases[] = {
        {"5", 5},
        {"1 / 0", 0},  // D19
        {"t.a = 3; 2 + 3", 5},
        {"return 4; 5", 4},
        {"return; 5", 0},
        {"v.a ? {return 4;}; 5", std::nullopt},
        {"0 ? {return 4;}; 5", 5},
        {"v.a", std::nullopt},
        {"v.a * 0", std::nullopt},
        {"math.random(0, 0)", std::nullopt},
        {"@math.sqrt(-1)", nan},
        {"1 + 2 * @math.sqrt(0 - 1) - 3", nan},
        {"t.a = v.b; return @math.ln(0)", -infinite},
        {"1 ? @math.acos(2) : math.sqrt(-1)", nan},
        {"1e300 @* 1e300", infinite},
        {"-(1e300 * 10) @* 1e300 + math.min(1, 2)", -infinite},
        {"math.min(math.exp(1000), 3)", 3},
        {"v.a ? math.sqrt(-1) : 1", std::nullopt},
    };
    for (const Always& each : cases) {
        CAPTURE(each.source);
        std::string source = each.source;
        const std::size_t mark = source.find('@');
        if (mark != std::string::npos) {
            source.erase(mark, 1);
        }
        ScriptBuilder builder;
        const auto compiled = builder.compile(source, Access::read_only);
        REQUIRE(compiled);
        REQUIRE(compiled->always.has_value() == each.value.has_value());
        if (each.value) {
            const double value = compiled->always->value;
            CHECK((value == *each.value || (std::isnan(value) && std::isnan(*each.value))));
            CHECK(compiled->always->offset == (mark == std::string::npos ? 0 : mark));
        }
    }
}

TEST_CASE("Molang: a track may not assign a variable, and is told where it does") {
    const std::vector<Case> cases{
        {"@v.x = 1", "\"v.x\" cannot be assigned here", "", ""},
        {"t.a = 1; @variable.X = 2; 3", "\"variable.X\" cannot be assigned here", "", ""},
        {"q.anim_time > 1 ? {@v.a.b = 1;}", "\"v.a.b\" cannot be assigned here", "", ""},
        {"for_each(@v.x, v.y, 1)", "\"v.x\" cannot be assigned here", "", ""},
    };
    for (const Case& each : cases) {
        check(each, Access::read_only);
        ScriptBuilder builder;
        std::string source = each.source;
        source.erase(source.find('@'), 1);
        CHECK(builder.compile(source, Access::program));
    }
    ScriptBuilder builder;
    CHECK(builder.compile("t.x = v.y; for_each(t.a, v.b, 1); t.x * 2", Access::read_only));
}

TEST_CASE("Molang: all faults of a text that can be read are reported, up to 20") {
    ScriptBuilder builder;
    CHECK_FALSE(builder.compile("math.sine(q.anim_tim) + speed", Access::program));
    CHECK(builder.last_faults().size() == 3);
    CHECK_FALSE(builder.compile(repeated("q.nothing;", 1000), Access::program));
    REQUIRE(builder.last_faults().size() == 20);
    CHECK(builder.last_faults()[18].text.hint.empty());
    CHECK(builder.last_faults()[19].text.hint == "what follows in this text was not looked at");
    // Places count bytes.
    CHECK_FALSE(builder.compile("'\u00e4\u00f6' == 1; q.x", Access::program));
    REQUIRE(builder.last_faults().size() == 1);
    CHECK(builder.last_faults()[0].offset == 13);
    CHECK(builder.last_faults()[0].text.message == "unknown query \"q.x\"");
}

TEST_CASE("Molang: the longest text and the one longer") {
    const std::size_t most = limits::max_molang_characters;
    const auto compiles = [](const std::string& source) {
        ScriptBuilder builder;
        const bool good = builder.compile(source, Access::program).has_value();
        if (!good) {
            REQUIRE(builder.last_faults().size() == 1);
            CHECK(builder.last_faults()[0].code == DiagnosticCode::limit_exceeded);
        }
        return good;
    };
    CHECK(compiles("1" + std::string(most - 1, ' ')));
    CHECK_FALSE(compiles("1" + std::string(most, ' ')));
    // Characters, not bytes.
    CHECK(compiles("'" + repeated("\u00e4", most - 6) + "'==1"));
    CHECK_FALSE(compiles("'" + repeated("\u00e4", most - 4) + "'==1"));
}

TEST_CASE("Molang: depth at its limit, and bombs") {
    const std::size_t most = limits::max_molang_depth;
    const auto depth_is_good = [](const std::string& source) {
        ScriptBuilder builder;
        const bool good = builder.compile(source, Access::program).has_value();
        for (const Fault& fault : builder.last_faults()) {
            CHECK(fault.code == DiagnosticCode::limit_exceeded);
            CHECK(fault.text.expected.find("max_molang_depth") != std::string::npos);
        }
        return good;
    };
    const auto nested = [](std::string_view open, std::string_view close, std::size_t times) {
        return repeated(open, times) + "1" + repeated(close, times);
    };
    CHECK(depth_is_good(nested("(", ")", most - 1)));
    CHECK_FALSE(depth_is_good(nested("(", ")", most)));
    for (const std::string open : {"(", "{", "math.abs(", "v.a[", "v.a=", "1?", "loop(1,"}) {
        CHECK_FALSE(depth_is_good(repeated(open, limits::max_molang_characters / open.size())));
    }
    // What follows each other is not nested.
    CHECK(depth_is_good("v.a" + repeated("+v.a", 4000)));
    CHECK(depth_is_good(repeated("v.a?v.b:", 2000) + "1"));
    CHECK(depth_is_good(repeated("v.a??", 3000) + "1"));
    CHECK(depth_is_good(repeated("!", 16'000) + "v.a"));
    CHECK(depth_is_good(repeated("1;", 8000)));
}

TEST_CASE("Molang: a script knows so many numbers and no more") {
    // Each text brings 1,000 constants of its own; a few slots go to intermediate results.
    const auto text = [](std::size_t which) {
        std::string source = "v.a";
        for (std::size_t i = 0; i < 1000; ++i) {
            source += "+" + std::to_string(which * 1000 + i);
        }
        return source;
    };
    ScriptBuilder builder;
    std::size_t texts = 0;
    while (builder.compile(text(texts), Access::program)) {
        ++texts;
    }
    CHECK(texts == 65);
    REQUIRE(builder.last_faults().size() == 1);
    CHECK(builder.last_faults()[0].code == DiagnosticCode::limit_exceeded);
    CHECK(builder.last_faults()[0].text.expected.find("max_molang_slots") != std::string::npos);
}

TEST_CASE("D19: a variable that is read but assigned nowhere in the file") {
    ScriptBuilder builder;
    REQUIRE(builder.compile("v.speed = 1; for_each(v.each, v.Sped, 1)", Access::program));
    REQUIRE(builder.last_first_reads().size() == 1);
    const FirstRead first = builder.last_first_reads()[0];
    CHECK(first.offset == 30);
    REQUIRE(builder.compile("v.sped + v.speed + v.each", Access::read_only));
    CHECK(builder.last_first_reads().size() == 2);
    const auto warning = builder.unassigned(first.variable);
    REQUIRE(warning);
    CHECK(warning->message == "\"v.Sped\" is never assigned in this file, so it is always 0");
    CHECK(warning->nearest == "v.speed");
    for (const FirstRead& read : builder.last_first_reads()) {
        CHECK_FALSE(builder.unassigned(read.variable));
    }
}

TEST_CASE("Molang: any part of a text is accepted or refused with a reason, and any changed byte") {
    const std::string whole =
        "v.wave = 1 + math.sin(q.anim_time * 180) * 0.05; t.i = 0; loop(3, {t.i = t.i + 1; t.i > 2 ? {break;} : "
        "continue;});"
        " v.shown = 'a' == 'b' || !(q.life_time >= 2e0) ?? -v.list[1].x; return v.shown ? {1;} : math.pi";
    const auto judged = [](const std::string& source) {
        ScriptBuilder builder;
        const bool good = builder.compile(source, Access::program).has_value();
        return good == builder.last_faults().empty();
    };
    ScriptBuilder builder;
    REQUIRE(builder.compile(whole, Access::program));
    for (std::size_t i = 0; i < whole.size(); ++i) {
        CAPTURE(i);
        REQUIRE(judged(whole.substr(0, i)));
        REQUIRE(judged(whole.substr(i)));
        for (const char c : std::string("({[)}]'.;,=?:0v \xff")) {
            std::string changed = whole;
            changed[i] = c;
            REQUIRE(judged(changed));
        }
    }
}
