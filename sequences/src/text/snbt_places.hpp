// Where the members of a compound stand in its text. Asked for by reports only: the text is read once more.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace emoted::nbt {

// Bytes into the text.
struct MemberPlace {
    std::size_t name = 0;
    std::size_t value = 0;
};

// The member that one is led to by `path`, names from the outside in; of several with one name the last, whose value
// counts. Nothing if there is none.
[[nodiscard]] std::optional<MemberPlace> find_member(std::string_view snbt, std::span<const std::string_view> path);

}  // namespace emoted::nbt
