// Any text through the SNBT parser: what is accepted prints and parses back to the same value, and prints the same.
#include <emoted/sequences/snbt.hpp>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto tag = emoted::nbt::parse_snbt(text);
    if (!tag) {
        if (tag.error().message.empty() || tag.error().offset > size) {
            std::abort();  // refused without a reason, or nowhere
        }
        return 0;
    }
    const std::string printed = emoted::nbt::to_snbt(*tag);
    const auto again = emoted::nbt::parse_snbt(printed);
    if (!again || !(*again == *tag) || emoted::nbt::to_snbt(*again) != printed) {
        std::abort();
    }
    return 0;
}
