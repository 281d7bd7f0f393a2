// A picture with a depth buffer, boxes to draw into it, and the PNG file it becomes.
//
// Values; no I/O. The same calls make the same bytes.
#pragma once

#include <emoted/sequences/units.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace emoted::explain {

using Colour = std::array<std::uint8_t, 3>;

class Picture {
public:
    Picture(std::size_t width, std::size_t height, Colour background);

    [[nodiscard]] std::size_t width() const noexcept { return width_; }
    [[nodiscard]] std::size_t height() const noexcept { return height_; }
    [[nodiscard]] Colour at(std::size_t x, std::size_t y) const noexcept;

    // A part of the picture to draw in: nothing goes beyond it.
    struct Area {
        std::size_t left = 0, top = 0, width = 0, height = 0;
    };
    // Corners in pixels of the picture, z towards the viewer; what is nearer hides what is farther.
    void triangle(const Area& area, const Vec3d& a, const Vec3d& b, const Vec3d& c, Colour colour);
    // Digits of 3 by 5 pixels, doubled; other characters are left out.
    void number(std::size_t left, std::size_t top, std::string_view digits, Colour colour);

    [[nodiscard]] std::vector<std::uint8_t> png() const;

private:
    void put(std::size_t x, std::size_t y, Colour colour) noexcept;

    std::size_t width_;
    std::size_t height_;
    std::vector<std::uint8_t> pixels_;  // 3 bytes each, row by row
    std::vector<float> depth_;
};

}  // namespace emoted::explain
