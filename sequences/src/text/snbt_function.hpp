// The functions of SNBT: bool(number) and uuid(text) (D54).
#pragma once

#include "text/snbt_cursor.hpp"

#include <optional>
#include <string_view>

namespace emoted::nbt {

[[nodiscard]] constexpr bool is_function(std::string_view name) noexcept {
    return name == "bool" || name == "uuid";
}

// The value of the function `name` for an argument that stands at `start`; nothing after a fault.
[[nodiscard]] std::optional<Tag> call_function(SnbtCursor& cursor, std::string_view name, const Tag& argument,
                                               std::size_t start);

}  // namespace emoted::nbt
