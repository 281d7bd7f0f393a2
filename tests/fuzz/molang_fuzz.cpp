// Any text as a Molang program, or as a read-only expression if it begins with a space: refused with a reason at a
// place inside the text, or run within its budget, twice alike.
#include "molang/evaluator.hpp"
#include "molang/script_builder.hpp"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace {

using namespace emoted::molang;

struct Outcome {
    double value = 0;
    std::int64_t left = 0;
};

Outcome run(Evaluator& evaluator, ProgramIndex program) {
    evaluator.begin(emoted::Random(1, "main#0"));
    TimelineQueries timeline;
    timeline.anim_time = 0.5;
    evaluator.set(timeline);
    StepBudget budget{2'000};
    Outcome outcome;
    outcome.value = evaluator.run(program, budget);
    outcome.left = budget.left;
    return outcome;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view source(reinterpret_cast<const char*>(data), size);
    const Access access = source.starts_with(' ') ? Access::read_only : Access::program;
    ScriptBuilder builder;
    const auto compiled = builder.compile(source, access);
    if (compiled.has_value() != builder.last_faults().empty()) {
        std::abort();  // refused without a reason, or accepted with one
    }
    for (const Fault& fault : builder.last_faults()) {
        if (fault.offset > size || fault.text.message.empty()) {
            std::abort();
        }
    }
    if (!compiled) {
        return 0;
    }
    Evaluator evaluator(builder.finish());
    const Outcome first = run(evaluator, compiled->program);
    const Outcome second = run(evaluator, compiled->program);
    if (std::memcmp(&first.value, &second.value, sizeof first.value) != 0 || first.left != second.left) {
        std::abort();
    }
    if (compiled->constant && first.left >= 0 && std::memcmp(&*compiled->constant, &first.value, sizeof(double)) != 0) {
        std::abort();
    }
    if (compiled->always) {
        const double value = compiled->always->value;
        const bool same = value == first.value || (std::isnan(value) && std::isnan(first.value));
        if (compiled->always->offset > size || (first.left >= 0 && !same)) {
            std::abort();
        }
    }
    return 0;
}
