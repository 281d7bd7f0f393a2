// Any text through the SNBT parser: what is accepted prints and parses back to the same value, and prints the same; its
// members are found where they stand.
#include "text/snbt_places.hpp"

#include <emoted/sequences/snbt.hpp>

#include <algorithm>
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
    if (const auto* const compound = tag->as<emoted::nbt::Compound>()) {
        constexpr std::size_t looked_for = 8;
        for (std::size_t i = 0; i < std::min(compound->members.size(), looked_for); ++i) {
            const std::string_view path[] = {compound->members[i].first};
            const auto place = emoted::nbt::find_member(text, path);
            if (!place || place->name >= place->value || place->value >= size) {
                std::abort();
            }
        }
    }
    return 0;
}
