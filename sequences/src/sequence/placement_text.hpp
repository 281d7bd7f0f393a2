// Minecraft's coordinate texts as participants use them (format section 3.1): "^ ^ ^1.2" and "~180 0".
#pragma once

#include <emoted/sequences/units.hpp>

#include <tl/expected.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace emoted::sequence {

struct PlacementError {
    std::size_t offset = 0;  // bytes into the text
    std::string message;
};

struct PositionText {
    bool local = false;  // true: ^
    Vec3d offset;
};

struct RotationText {
    bool yaw_relative = false;
    double yaw = 0;  // degrees
};

// Three components, all ~ or all ^, one space between.
[[nodiscard]] tl::expected<PositionText, PlacementError> parse_position(std::string_view text);
// Yaw and pitch, each absolute or ~. The pitch is checked and has no effect.
[[nodiscard]] tl::expected<RotationText, PlacementError> parse_rotation(std::string_view text);

}  // namespace emoted::sequence
