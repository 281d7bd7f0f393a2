// Whether bytes from the network are text at all.
#pragma once

#include <string_view>

namespace emoted::protocol {

// Well-formed UTF-8 (Unicode 15, table 3-7): no overlong forms, no surrogates, nothing above U+10FFFF.
[[nodiscard]] bool is_utf8(std::string_view text) noexcept;

}  // namespace emoted::protocol
