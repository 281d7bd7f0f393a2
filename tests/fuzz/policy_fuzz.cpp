// Any text as emotes.json; what is accepted answers every question.
#include <emoted/core/policy.hpp>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace emoted;
    Diagnostics diagnostics;
    const auto policy =
        core::Policy::parse("fuzz", std::string(reinterpret_cast<const char*>(data), size), diagnostics);
    if ((policy == nullptr) != has_faults(diagnostics)) {
        std::abort();  // refused without a reason, or accepted with one
    }
    for (const Diagnostic& diagnostic : diagnostics) {
        if (to_text(diagnostic).empty()) {
            std::abort();
        }
    }
    if (policy == nullptr) {
        return 0;
    }
    std::vector<protocol::PermissionAnswer> denied;
    for (const std::string& node : policy->permission_nodes()) {
        denied.push_back({node, protocol::PermissionState::denied});
    }
    (void)policy->allows("my:wave", {});
    (void)policy->disabled("my:wave");
    if (policy->allows("my:wave", denied)) {
        std::abort();  // nobody grants it
    }
    return 0;
}
