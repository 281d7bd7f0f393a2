// Minecraft identifiers: namespace:path (format section 1.3).
#pragma once

#include <string_view>

namespace emoted::text {

// What is wrong with `text` as a full, canonical namespace:path identifier, as a sentence; empty if nothing is.
[[nodiscard]] std::string_view identifier_problem(std::string_view text) noexcept;
[[nodiscard]] inline bool is_identifier(std::string_view text) noexcept {
    return identifier_problem(text).empty();
}

// The same where the namespace may be left out and then means minecraft (item and block ids inside SNBT, D51).
[[nodiscard]] std::string_view resource_location_problem(std::string_view text) noexcept;

}  // namespace emoted::text
