#include "molang/evaluator.hpp"
#include "molang/script_builder.hpp"
#include "support/naive_molang.hpp"

#include <emoted/sequences/limits.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

using namespace emoted;
using namespace emoted::molang;
using emoted::test::NaiveMolang;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr std::int64_t plenty = 1'000'000;

// Programs of one script, run one after the other in one cycle.
class Runner {
public:
    explicit Runner(const std::vector<std::string>& sources) {
        ScriptBuilder builder;
        for (const std::string& source : sources) {
            const auto compiled = builder.compile(source, Access::program);
            for (const Fault& fault : builder.last_faults()) {
                UNSCOPED_INFO(source << ": " << fault.text.message);
            }
            REQUIRE(compiled);
            programs_.push_back(*compiled);
        }
        evaluator_.emplace(builder.finish());
        evaluator_->begin(Random(1, "main#0"));
    }

    double run(std::size_t which = 0) {
        StepBudget budget{plenty};
        const double value = evaluator_->run(programs_[which].program, budget);
        REQUIRE_FALSE(budget.exhausted());
        taken_ = plenty - budget.left;
        return value;
    }
    [[nodiscard]] std::int64_t taken() const { return taken_; }
    [[nodiscard]] const Compiled& compiled(std::size_t which = 0) const { return programs_[which]; }
    Evaluator& evaluator() { return *evaluator_; }

private:
    std::vector<Compiled> programs_;
    std::optional<Evaluator> evaluator_;
    std::int64_t taken_ = 0;
};

double value_of(const std::string& source) {
    return Runner({source}).run();
}
std::int64_t steps_of(const std::string& source) {
    Runner runner({source});
    (void)runner.run();
    return runner.taken();
}

bool same(double a, double b) {
    return (std::isnan(a) && std::isnan(b)) || a == b || std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b));
}

}  // namespace

TEST_CASE("Molang: a text and its value") {
    struct Case {
        std::string source;
        double value;
    };
    const std::vector<Case> cases{
        // numbers
        {"1", 1},
        {"1.5", 1.5},
        {".5", 0.5},
        {"2.", 2},
        {"1e3", 1000},
        {"1.5E-1", 0.15},
        // statements: the last one counts, or what is returned
        {";", 0},
        {"1;", 1},
        {"1; 2", 2},
        {";;1;;", 1},
        {"return 3; 4", 3},
        {"return; 4", 0},
        {"{return 5;}; 6", 5},
        {"v.a = 2; v.a * 3", 6},
        {"v.a = 2", 2},
        {"v.a = v.b = 4; v.a + v.b", 8},
        {"{1; 2}", 2},
        {"{}", 0},
        {"{v.a = 7;} + 1", 8},
        // precedence (D20)
        {"1 + 2 * 3", 7},
        {"(1 + 2) * 3", 9},
        {"10 - 4 - 3", 3},
        {"100 / 10 / 5", 2},
        {"2 + 3 < 6", 1},
        {"1 < 2 == 1", 1},
        {"2 == 2 && 3 == 3", 1},
        {"1 || 0 && 0", 1},
        {"0 ?? 0 || 1", 1},
        {"0 || 0 ?? 5", 5},
        {"1 ? 2 : 3", 2},
        {"0 ? 2 : 3", 3},
        {"0 ? 2 : 0 ? 4 : 5", 5},
        {"0 ? 1 : 1 ? 2 : 3", 2},
        {"1 ? 0 ? 1 : 2 : 3", 2},
        {"1 ? 5", 5},
        {"0 ? 5", 0},
        {"v.x ?? 4 ? 6 : 7", 6},
        {"-2 * -3", 6},
        {"--2", 2},
        {"!0 + !5", 1},
        {"!!7", 1},
        {"-v.none + 1", 1},
        // truth
        {"2 && 3", 1},
        {"2 && 0", 0},
        {"0 || 3", 1},
        {"v.a || v.b", 0},
        {"v.a = 3; v.a && v.a", 1},
        {"0 || (v.a = 0.5)", 1},
        // ?? goes by truth (D19)
        {"0 ?? 5", 5},
        {"v.none ?? 3", 3},
        {"4 ?? 3", 4},
        {"0 ?? 0 ?? 6", 6},
        // division by zero (D19)
        {"1 / 0", 0},
        {"1 / v.none", 0},
        {"0 / 0", 0},
        // comparisons
        {"1 == 1", 1},
        {"1 != 1", 0},
        {"2 > 1", 1},
        {"1 >= 1", 1},
        {"1 <= 0.5", 0},
        // texts compare, nothing else
        {"'a' == 'a'", 1},
        {"'a' == 'A'", 0},
        {"'a' != 'b'", 1},
        {"'1' == 1", 0},
        {"v.a != 'x'", 1},
        // assignments in arms (D53), and right-associative with a ternary behind
        {"v.a = 1 ? 2 : 3; v.a", 2},
        {"v.a = 0; v.b = 1; v.b ? v.a = 5 : v.a = 6; v.a", 5},
        {"v.b = 0; v.b ? v.a = 5 : v.a = 6; v.a", 6},
        {"v.b ? {v.a = 5;} : {v.a = 6;}; v.a", 6},
        // an operand keeps the value that it had
        {"v.a = 1; v.a + (v.a = 5) + v.a", 11},
        {"v.a = 2; math.pow(v.a, v.a = 3)", 8},
        {"t.a = 1; t.a + {t.a = 7; 1}", 2},
        {"(v.a = 1) + (v.a = 2)", 3},
        {"v.a = 1; v.a + loop(3, v.a = v.a + 1)", 1},
        // loops
        {"v.n = 0; loop(5, {v.n = v.n + 1;}); v.n", 5},
        {"loop(5, 1)", 0},
        {"v.n = 0; loop(2.5, v.n = v.n + 1); v.n", 3},
        {"v.n = 0; loop(2.4, v.n = v.n + 1); v.n", 2},
        {"v.n = 0; loop(-1, v.n = v.n + 1); v.n", 0},
        {"v.n = 0; loop(5000, v.n = v.n + 1); v.n", 1024},
        {"v.n = 0; loop(math.sqrt(-1), v.n = v.n + 1); v.n", 0},
        {"v.n = 0; loop(10, {v.n = v.n + 1; v.n >= 4 ? break;}); v.n", 4},
        {"v.n = 0; loop(10, {v.n = v.n + 1; (v.n >= 4) ? {break;};}); v.n", 4},
        {"t.i = 0; t.s = 0; loop(10, {t.i = t.i + 1; math.mod(t.i, 2) == 0 ? continue; t.s = t.s + t.i;}); t.s", 25},
        {"t.s = 0; loop(3, {loop(3, {t.s = t.s + 1; break;}); t.s = t.s + 10;}); t.s", 33},
        {"loop(10, {v.n = v.n + 1; v.n == 3 ? return v.n * 100;}); 1", 300},
        {"1 + loop(3, {2 + {break;}})", 1},
        // what there is not is 0 (D53)
        {"v.a[3]", 0},
        {"v.a = 4; v.a[0] + 1", 1},
        {"v.a(1, 2)", 0},
        {"q.anim_time.x", 0},
        {"(1).x", 0},
        {"v.n = 0; for_each(v.x, v.list, {v.n = 1;}); v.n", 0},
        {"v.a.b = 3; v.a.b + v.a", 3},
        // names know no case (D20)
        {"V.Abc = 2; variable.aBC + Math.ABS(-1)", 3},
        {"Temp.x = 2; t.X", 2},
        {"LOOP(2, v.n = v.n + 1); v.n", 2},
        // temporaries begin at 0
        {"t.a = t.a + 1", 1},
        {"v.c ? t.a = 1; t.a", 0},
        // as wide as it is written
        {" 1\t+\n2 ", 3},
        {"Query . anim_time + 1", 1},
    };
    for (const Case& each : cases) {
        CAPTURE(each.source);
        CHECK(same(value_of(each.source), each.value));
        // The judge agrees.
        NaiveMolang naive;
        CHECK(same(naive.run(each.source), each.value));
    }
}

TEST_CASE("Molang: the math library") {
    struct Case {
        std::string source;
        double value;
    };
    const std::vector<Case> cases{
        {"math.abs(-2)", 2},
        {"math.acos(0)", 90},
        {"math.asin(1)", 90},
        {"math.atan(1)", 45},
        {"math.atan2(1, -1)", 135},
        {"math.ceil(1.2)", 2},
        {"math.clamp(5, 0, 3)", 3},
        {"math.clamp(-5, 0, 3)", 0},
        {"math.clamp(2, 0, 3)", 2},
        {"math.clamp(2, 4, 3)", 4},
        {"math.copy_sign(2, -0.5)", -2},
        {"math.cos(60)", 0.5},
        {"math.exp(1)", 2.718281828459045},
        {"math.floor(-1.2)", -2},
        {"math.hermite_blend(0.25)", 0.15625},
        {"math.inverse_lerp(2, 6, 3)", 0.25},
        {"math.inverse_lerp(2, 2, 3)", 0},
        {"math.lerp(2, 6, 0.25)", 3},
        {"math.lerp(2, 6, 2)", 10},
        {"math.lerprotate(350, 10, 0.5)", 360},
        {"math.lerprotate(10, 350, 0.5)", 0},
        {"math.lerprotate(0, 180, 0.25)", 45},
        {"math.lerprotate(180, 0, 0.25)", 135},
        {"math.ln(math.exp(2))", 2},
        {"math.ln(0)", -infinite},
        {"math.ln(-1)", not_a_number},
        {"math.max(1, 2)", 2},
        {"math.min(1, 2)", 1},
        {"math.max(math.sqrt(-1), 2)", not_a_number},
        {"math.min(2, math.sqrt(-1))", not_a_number},
        {"math.clamp(math.sqrt(-1), 0, 1)", not_a_number},
        {"math.min_angle(180)", -180},
        {"math.min_angle(-180)", -180},
        {"math.min_angle(540.5)", -179.5},
        {"math.mod(7, 3)", 1},
        {"math.mod(-7, 3)", -1},
        {"math.mod(7, -3)", 1},
        {"math.mod(7, 0)", 0},
        {"math.pi", 3.141592653589793},
        {"math.pow(2, 10)", 1024},
        {"math.pow(v.a + 3, 2)", 9},
        {"math.round(2.5)", 3},
        {"math.round(-2.5)", -2},
        {"math.round(0.49999999999999994)", 0},
        {"math.sign(3)", 1},
        {"math.sign(-3)", -1},
        {"math.sign(0)", -1},
        {"math.sin(30)", 0.5},
        {"math.sqrt(9)", 3},
        {"math.sqrt(-1)", not_a_number},
        {"math.trunc(-1.7)", -1},
        // The usual shapes, unlike the tracks' easings of the same name (format section 4.5).
        {"math.ease_in_bounce(0, 1, 0.25)", 0.02734375},
        {"math.ease_out_bounce(0, 1, 0.25)", 0.47265625},
        {"math.ease_in_quad(10, 20, 0.5)", 12.5},
        {"math.ease_in_back(0, 1, 0.5)", -0.0876975},
        {"math.ease_out_elastic(0, 1, 1)", 1},
        {"math.ease_in_sine(0, 1, 2)", 1},
        {"math.ease_in_circ(0, 1, -1)", 0},
    };
    for (const Case& each : cases) {
        CAPTURE(each.source);
        CHECK(same(value_of(each.source), each.value));
        // The same when it is not worked out at load.
        std::string late = each.source;
        for (std::size_t at = 0; (at = late.find_first_of("0123456789", at)) != std::string::npos;) {
            const std::size_t end = std::min(late.find_first_not_of("0123456789.", at), late.size());
            const bool in_name = at > 0 && std::isalpha(static_cast<unsigned char>(late[at - 1])) != 0;
            const std::string variable = in_name ? "" : "(v.zero + " + late.substr(at, end - at) + ")";
            late.replace(at, in_name ? 0 : end - at, variable);
            at = in_name ? end : at + variable.size();
        }
        CAPTURE(late);
        CHECK(same(value_of(late), each.value));
    }
}

TEST_CASE("D53: every math.ease_* has the shape of easings.net") {
    for (const std::string family :
         {"back", "bounce", "circ", "cubic", "elastic", "expo", "quad", "quart", "quint", "sine"}) {
        for (const std::string way : {"in", "out", "in_out"}) {
            for (int i = -1; i <= 21; ++i) {
                const std::string source = "math.ease_" + way + "_" + family + "(2, 5, " + (i < 0 ? "-" : "") +
                                           std::to_string(std::abs(i)) + " / 20)";
                CAPTURE(source);
                NaiveMolang naive;
                CHECK(std::abs(value_of(source) - naive.run(source)) < 1e-9);
            }
        }
    }
}

TEST_CASE("Molang: queries answer what they are told, and 0 before") {
    Runner runner({"q.anim_time * 2 + Query.Loop_Count", "q.health - q.is_moving", "q.key_frame_lerp_time"});
    CHECK(runner.run(0) == 0);
    TimelineQueries timeline;
    timeline.anim_time = 1.5;
    timeline.loop_count = 4;
    runner.evaluator().set(timeline);
    PlayerQueries player;
    player.health = 20;
    player.is_moving = 1;
    runner.evaluator().set(player);
    runner.evaluator().set_key_frame_lerp_time(0.25);
    CHECK(runner.run(0) == 7);
    CHECK(runner.run(1) == 19);
    CHECK(runner.run(2) == 0.25);
}

TEST_CASE("Molang: every query of the format is known") {
    for (const std::string name : {"anim_time",
                                   "anim_time_ticks",
                                   "anim_length",
                                   "delta_time",
                                   "loop_count",
                                   "key_frame_lerp_time",
                                   "life_time",
                                   "target_x_rotation",
                                   "target_y_rotation",
                                   "body_x_rotation",
                                   "body_y_rotation",
                                   "head_x_rotation",
                                   "head_y_rotation",
                                   "eye_target_x_rotation",
                                   "eye_target_y_rotation",
                                   "ground_speed",
                                   "vertical_speed",
                                   "modified_distance_moved",
                                   "walk_distance",
                                   "is_moving",
                                   "is_on_ground",
                                   "is_sneaking",
                                   "is_sprinting",
                                   "is_swimming",
                                   "is_gliding",
                                   "is_riding",
                                   "is_using_item",
                                   "is_sleeping",
                                   "is_emoting",
                                   "item_is_charged",
                                   "sleep_rotation",
                                   "is_on_fire",
                                   "is_in_water",
                                   "health",
                                   "max_health",
                                   "is_alive",
                                   "is_spectator",
                                   "head_is_in_water",
                                   "is_in_lava",
                                   "is_in_water_or_rain",
                                   "hurt_time",
                                   "death_ticks",
                                   "invulnerable_ticks",
                                   "player_level",
                                   "item_in_use_duration",
                                   "item_remaining_use_duration",
                                   "item_max_use_duration"}) {
        CAPTURE(name);
        CHECK(query_named(name));
    }
}

TEST_CASE("Molang: variables live for the cycle, temporaries for one evaluation") {
    Runner runner({"v.a = v.a + 1; t.b = t.b + 1; v.a * 10 + t.b"});
    CHECK(runner.run() == 11);
    CHECK(runner.run() == 21);
    CHECK(runner.run() == 31);
    runner.evaluator().begin(Random(1, "main#1"));
    CHECK(runner.run() == 11);
}

TEST_CASE("Molang: what is always the same is worked out at load, what draws never is") {
    const auto constant_of = [](const std::string& source) { return Runner({source}).compiled().constant; };
    CHECK(constant_of("1 + 2 * 3") == 7.0);
    CHECK(constant_of("math.sin(30) * 2 > 0.5") == 1.0);
    CHECK(constant_of("1 ? 2 : v.a") == 2.0);
    CHECK(constant_of("0 && v.a") == 0.0);
    CHECK(constant_of("'a' == 'a'") == 1.0);
    CHECK(constant_of("math.pi * 2"));
    CHECK_FALSE(constant_of("math.random(0, 0)"));
    CHECK_FALSE(constant_of("math.random_integer(1, 1)"));
    CHECK_FALSE(constant_of("math.die_roll(0, 1, 1)"));
    CHECK_FALSE(constant_of("v.a"));
    CHECK_FALSE(constant_of("v.a = 1; 2"));
    CHECK_FALSE(constant_of("q.anim_time * 0"));
}

TEST_CASE("D21: a step is one evaluated syntax node, a roll of n dice costs n") {
    CHECK(steps_of("v.a") == 1);
    CHECK(steps_of("v.a + v.b") == 3);
    CHECK(steps_of("-v.a") == 2);
    CHECK(steps_of("v.a + 1 * 2") == 3);  // 2 is a constant
    CHECK(steps_of("math.max(v.a, 2)") == 3);
    CHECK(steps_of("v.a = 1; v.b = 2") == 4);
    CHECK(steps_of("v.a ? v.b : v.c + 1") == 5);
    CHECK(steps_of("v.a = 1; v.a ? v.b : v.c + 1") == 5);
    CHECK(steps_of("v.a && v.b + v.c") == 2);
    CHECK(steps_of("loop(0, v.a)") == 2);
    CHECK(steps_of("loop(10, v.a)") == 12);
    CHECK(steps_of("loop(10, {})") == 12);
    CHECK(steps_of("loop(10, {break;})") == 4);
    CHECK(steps_of("loop(3, loop(4, v.a))") == 2 + 3 * 2 + 12);
    CHECK(steps_of("math.die_roll(7, 0, 1)") == 4 + 7);
    CHECK(steps_of("math.die_roll_integer(6.5, 0, 1)") == 4 + 7);
    CHECK(steps_of("math.die_roll(-5, 0, 1)") == 4);
}

TEST_CASE("D21: a budget may be used up to its last step, and not beyond") {
    struct Case {
        std::string source;
        std::int64_t steps;
    };
    for (const Case& each :
         {Case{"v.a + v.b", 3}, Case{"loop(10, v.a)", 12}, Case{"v.a ? 1 : math.die_roll(7, 0, 1) + v.b", 15}}) {
        CAPTURE(each.source);
        Runner runner({each.source});
        for (std::int64_t given = 0; given <= each.steps + 1; ++given) {
            StepBudget budget{given};
            (void)runner.evaluator().run(runner.compiled().program, budget);
            CHECK(budget.exhausted() == (given < each.steps));
        }
    }
}

TEST_CASE("D21: what would run for ever stops at the budget") {
    for (const std::string source : {
             "loop(1024, loop(1024, loop(1024, loop(1024, {}))))",
             "loop(1024, {loop(1024, {loop(1024, {continue;});});})",
             "math.die_roll(1e300, 0, 1)",
             "math.die_roll(1 + math.pow(10, 400), 0, 1)",
             "loop(1024, math.die_roll_integer(1000000, 1, 6))",
         }) {
        CAPTURE(source);
        Runner runner({source});
        StepBudget budget{50'000};
        (void)runner.evaluator().run(runner.compiled().program, budget);
        CHECK(budget.exhausted());
    }
}

TEST_CASE("D22: draws come from the stream they are given, in the order they are evaluated") {
    const std::vector<std::string> sources{"math.random(2, 4)",
                                           "math.random_integer(1, 6)",
                                           "math.die_roll(3, 1, 2) - math.random(0, 1) * math.random(5, 9)",
                                           "math.die_roll_integer(3, 1, 6)",
                                           "math.random_integer(3, 2)",
                                           "math.random_integer(0.5, 1.5)"};
    Runner runner(sources);
    for (const std::uint64_t seed : {0ULL, 1ULL, 77ULL}) {
        runner.evaluator().begin(Random(seed, "main#3"));
        NaiveMolang naive;
        naive.random = Random(seed, "main#3");
        for (std::size_t i = 0; i < sources.size(); ++i) {
            CAPTURE(sources[i]);
            CHECK(runner.run(i) == naive.run(sources[i]));
        }
    }
    // A cycle that begins with the same stream draws the same.
    runner.evaluator().begin(Random(5, "main#0"));
    const double first = runner.run(0);
    CHECK(runner.run(0) != first);
    runner.evaluator().begin(Random(5, "main#0"));
    CHECK(runner.run(0) == first);
}

TEST_CASE("Molang: random numbers keep to their range") {
    Runner runner({"math.random(-1, 1)", "math.random_integer(-2, 2)", "math.random_integer(-1e18, 1e18)",
                   "math.random_integer(0, math.pow(10, 400))", "math.random_integer(math.sqrt(-1), 3)"});
    std::vector<int> seen(5, 0);
    for (int i = 0; i < 2000; ++i) {
        const double real = runner.run(0);
        REQUIRE((real >= -1 && real <= 1));
        const double integer = runner.run(1);
        REQUIRE((integer >= -2 && integer <= 2 && integer == std::floor(integer)));
        ++seen[static_cast<std::size_t>(integer + 2)];
        const double wide = runner.run(2);
        REQUIRE((std::abs(wide) <= 1e18 && wide == std::floor(wide)));
    }
    for (const int count : seen) {
        CHECK(count > 300);
    }
    CHECK(runner.run(3) == 0);
    CHECK(runner.run(4) == 0);
}

namespace {

// Random texts that the compiler accepts, drawn so that operators, brackets and side effects meet in every way.
class Writer {
public:
    explicit Writer(unsigned seed) : random_(seed) {}

    std::string program() {
        std::string text;
        for (int i = below(4); i >= 0; --i) {
            text += statement(3) + "; ";
        }
        return text + expression(4);
    }

private:
    int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
    std::string pick(const std::vector<std::string>& from) {
        return from[static_cast<std::size_t>(below(static_cast<int>(from.size())))];
    }
    std::string target() { return pick({"v.a", "v.b", "v.c.d", "t.x", "t.y", "Temp.Z"}); }

    std::string statement(int depth) {
        switch (below(in_loop_ > 0 ? 9 : 7)) {
            case 0:
            case 1:
            case 2:
                return target() + " = " + expression(depth);
            case 3: {
                ++in_loop_;
                std::string text = "loop(" + pick({"0", "1", "3", "v.a", "t.x"}) + ", " + block(depth - 1) + ")";
                --in_loop_;
                return text;
            }
            case 4:
                return expression(depth - 1) + " ? " + block(depth - 1) + " : " + target() + " = " + expression(1);
            case 5:
                return below(6) == 0 ? "return " + expression(1) : block(depth - 1);
            case 6:
                return expression(depth);
            default:
                return expression(1) + " ? " + pick({"break", "continue", "{break;}"});
        }
    }

    std::string block(int depth) {
        std::string text = "{";
        for (int i = below(3); depth > 0 && i >= 0; --i) {
            text += statement(depth - 1) + ";";
        }
        return text + (below(2) == 0 ? expression(1) : "") + "}";
    }

    std::string expression(int depth) {
        if (depth <= 0 || below(5) == 0) {
            return pick({"0", "1", "2.5", "-3", "v.a", "v.b", "v.c.d", "t.x", "t.y", "t.z", "q.anim_time",
                         "('s' == 's')", "math.random(0, 3)", "v.a[1]"});
        }
        switch (below(9)) {
            case 0:
                return pick({"-", "!"}) + expression(depth - 1);
            case 1:
                return "(" + expression(depth - 1) + ")";
            case 2:
                return "(" + target() + " = " + expression(depth - 1) + ")";
            case 3:
                return "(" + expression(depth - 1) + " ? " + expression(depth - 1) + " : " + expression(depth - 1) +
                       ")";
            case 4:
                return pick({"math.min", "math.max", "math.mod", "math.copy_sign"}) + "(" + expression(depth - 1) +
                       ", " + expression(depth - 1) + ")";
            case 5:
                return "math.clamp(" + expression(depth - 1) + ", " + expression(depth - 1) + ", " +
                       expression(depth - 1) + ")";
            case 6:
                return below(3) == 0 ? block(depth - 1)
                                     : "(" + expression(depth - 1) + " ? " + expression(depth - 1) + ")";
            default:
                return expression(depth - 1) +
                       pick({" + ", " - ", " * ", " / ", " < ", " <= ", " > ", " >= ", " == ", " != ", " && ", " || ",
                             " ?? "}) +
                       expression(depth - 1);
        }
    }

    std::mt19937 random_;
    int in_loop_ = 0;
};

}  // namespace

TEST_CASE("Molang: random programs do what the plain evaluator does") {
    for (unsigned seed = 0; seed < 4000; ++seed) {
        Writer writer(seed);
        const std::vector<std::string> sources{writer.program(), writer.program(), "v.a + v.b * 10 + v.c.d * 100"};
        CAPTURE(seed, sources);
        Runner runner(sources);
        NaiveMolang naive;
        runner.evaluator().begin(Random(seed, "main#0"));
        naive.random = Random(seed, "main#0");
        for (int tick = 0; tick < 3; ++tick) {
            TimelineQueries timeline;
            timeline.anim_time = tick * 0.5;
            runner.evaluator().set(timeline);
            naive.queries["anim_time"] = timeline.anim_time;
            for (std::size_t i = 0; i < sources.size(); ++i) {
                CAPTURE(tick, i);
                const double expected = naive.run(sources[i]);
                const double found = runner.run(i);
                if (!same(found, expected)) {
                    FAIL("found " << found << ", expected " << expected);
                }
            }
        }
    }
}
