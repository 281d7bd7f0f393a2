#include "animation/molang_builder.hpp"

#include <cmath>
#include <cstdint>

namespace emoted::animation {
namespace {

[[nodiscard]] std::string word_for(double value) {
    if (std::isnan(value)) {
        return "no number";
    }
    if (std::isinf(value)) {
        return value > 0 ? "infinite" : "minus infinite";
    }
    constexpr double exact = 1e15;
    if (std::floor(value) == value && std::abs(value) < exact) {
        return std::to_string(static_cast<std::int64_t>(value));
    }
    std::string digits = std::to_string(value);
    digits.erase(digits.find_last_not_of('0') + 1);
    return digits;
}

}  // namespace

void MolangBuilder::take_reports(const Pointer& at) {
    for (molang::Fault& fault : builder_.last_faults()) {
        report_.fault(at, fault.code, std::move(fault.text), fault.offset);
    }
    for (const molang::FirstRead& read : builder_.last_first_reads()) {
        reads_.push_back({at, read});
    }
}

void MolangBuilder::warn_of_end(const Pointer& at, const molang::Always& always, std::string expected) {
    report_.warn(at, DiagnosticCode::invalid_molang,
                 {.message = "the value is always " + word_for(always.value) +
                             ", so every playback that comes here ends with an error",
                  .expected = std::move(expected)},
                 always.offset);
}

std::shared_ptr<const molang::Script> MolangBuilder::finish() {
    for (const Read& each : reads_) {
        if (assumes_assigned_) {
            break;
        }
        if (std::optional<text::FaultText> text = builder_.unassigned(each.read.variable)) {
            report_.warn(each.at, DiagnosticCode::invalid_molang, std::move(*text), each.read.offset);
        }
    }
    return builder_.finish();
}

}  // namespace emoted::animation
