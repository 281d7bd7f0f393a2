// Any text as a configuration file, and its first line as a variable and a flag; what is accepted can be written out
// and read again as the same.
#include <emoted/config/loader.hpp>

#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace emoted;
    const std::string text(reinterpret_cast<const char*>(data), size);
    const std::string line = text.substr(0, text.find('\n'));
    config::Overrides overrides;
    if (line.starts_with("--set ")) {
        overrides.flags.push_back(line.substr(6));
        overrides.environment["EMOTED_PROXIES__NAMES"] = line;
    }
    const config::Loaded loaded = config::parse("fuzz", text, "/fuzz", overrides);
    if (loaded.settings.has_value() == has_faults(loaded.diagnostics)) {
        std::abort();  // refused without a reason, or accepted with one
    }
    for (const Diagnostic& diagnostic : loaded.diagnostics) {
        if (to_text(diagnostic).empty() || to_json(diagnostic).empty()) {
            std::abort();
        }
    }
    if (loaded.settings) {
        const std::string written = config::effective_configuration(*loaded.settings);
        const config::Loaded again = config::parse("again", written, "/fuzz", {});
        if (!again.settings || config::effective_configuration(*again.settings) != written) {
            std::abort();
        }
    }
    return 0;
}
