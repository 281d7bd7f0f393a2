// The names of the easings as animation files write them, and which one a name means.
#pragma once

#include <emoted/sequences/clip.hpp>

#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace emoted::animation {

// Every name that `easing` accepts; `step` is an interpolation, not an easing, and is not among them.
[[nodiscard]] std::span<const std::pair<std::string_view, Easing>> easing_names() noexcept;

// Letter case does not matter (format section 4.3).
[[nodiscard]] std::optional<Easing> easing_named(std::string_view name) noexcept;

}  // namespace emoted::animation
