#include "animation/molang_builder.hpp"

namespace emoted::animation {

void MolangBuilder::take_reports(const Pointer& at) {
    for (molang::Fault& fault : builder_.last_faults()) {
        report_.fault(at, fault.code, std::move(fault.text), fault.offset);
    }
    for (const molang::FirstRead& read : builder_.last_first_reads()) {
        reads_.push_back({at, read});
    }
}

std::shared_ptr<const molang::Script> MolangBuilder::finish() {
    for (const Read& each : reads_) {
        if (std::optional<text::FaultText> text = builder_.unassigned(each.read.variable)) {
            report_.warn(each.at, DiagnosticCode::invalid_molang, std::move(*text), each.read.offset);
        }
    }
    return builder_.finish();
}

}  // namespace emoted::animation
