// What molangjs makes of Molang programs, where D19, D20 and D53 agree with it, and by name where they do not
// (tests/vectors/molang.mjs).
#include "molang/evaluator.hpp"
#include "molang/script_builder.hpp"
#include "support/vectors.hpp"

#include <boost/json/value.hpp>
#include <catch2/catch.hpp>

#include <optional>
#include <string>

namespace json = boost::json;
namespace molang = emoted::molang;

namespace {

std::string text_in(const json::value& value) {
    return std::string(value.as_string());
}

molang::TimelineQueries queries_in(const json::value& value) {
    const auto of = [&value](const char* name) { return value.at(name).to_number<double>(); };
    molang::TimelineQueries queries;
    queries.anim_time = of("anim_time");
    queries.anim_time_ticks = of("anim_time_ticks");
    queries.anim_length = of("anim_length");
    queries.delta_time = of("delta_time");
    queries.loop_count = of("loop_count");
    queries.life_time = of("life_time");
    return queries;
}

// The value of a program that is run once; nothing if it is refused.
std::optional<double> evaluated(const std::string& text, const json::value& queries) {
    molang::ScriptBuilder builder;
    const auto compiled = builder.compile(text, molang::Access::program);
    if (!compiled) {
        for (const molang::Fault& fault : builder.last_faults()) {
            UNSCOPED_INFO(fault.text.message);
        }
        return std::nullopt;
    }
    if (compiled->constant) {
        return *compiled->constant;
    }
    molang::Evaluator evaluator(builder.finish());
    evaluator.begin(emoted::Random(1, "main#0"));
    evaluator.set(queries_in(queries));
    evaluator.set_key_frame_lerp_time(queries.at("key_frame_lerp_time").to_number<double>());
    molang::StepBudget budget{1'000'000};
    const double value = evaluator.run(compiled->program, budget);
    CHECK_FALSE(budget.exhausted());
    return value;
}

}  // namespace

TEST_CASE("D19, D20, D53: molangjs' values are ours") {
    const json::object vectors = emoted::test::read_vectors("molang");
    const json::array& programs = vectors.at("programs").as_array();
    CHECK(programs.size() > 700);
    for (const json::value& entry : programs) {
        const std::string text = text_in(entry.at("text"));
        CAPTURE(text);
        const auto value = evaluated(text, vectors.at("queries"));
        REQUIRE(value);
        CHECK(*value == Approx(entry.at("value").to_number<double>()).epsilon(1e-9).margin(1e-9));
    }
}

TEST_CASE("D19, D20, D53: where molangjs goes another way") {
    const json::object vectors = emoted::test::read_vectors("molang");
    for (const json::value& entry : vectors.at("left_out").as_array()) {
        CAPTURE(entry);
        const auto value = evaluated(text_in(entry.at("text")), vectors.at("queries"));
        REQUIRE(value.has_value() == !entry.at("ours").is_null());
        if (value) {
            CHECK(*value == Approx(entry.at("ours").to_number<double>()).epsilon(1e-9).margin(1e-9));
        }
    }
}
