// Minecraft's time text: "10t", "1.5s", "2d", "40" (format section 1.4, D24).
#pragma once

#include <emoted/sequences/units.hpp>

#include <tl/expected.hpp>

#include <string_view>

namespace emoted::text {

// The error is what is wrong, as a sentence. The result may be zero or negative: the field's own minimum decides.
[[nodiscard]] tl::expected<TickCount, std::string_view> parse_time(std::string_view text) noexcept;

}  // namespace emoted::text
