#include "explain/picture.hpp"

#include "explain/png.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace emoted::explain {
namespace {

constexpr std::array<std::array<std::uint8_t, 5>, 10> digit_rows{{
    {7, 5, 5, 5, 7},
    {2, 6, 2, 2, 7},
    {7, 1, 7, 4, 7},
    {7, 1, 7, 1, 7},
    {5, 5, 7, 1, 1},
    {7, 4, 7, 1, 7},
    {7, 4, 7, 5, 7},
    {7, 1, 2, 2, 2},
    {7, 5, 7, 5, 7},
    {7, 5, 7, 1, 7},
}};

// The pixels of an area that a stretch of coordinates may touch. What is not a number touches none.
[[nodiscard]] std::pair<std::size_t, std::size_t> range(double low, double high, std::size_t from, std::size_t to) {
    const auto begin = static_cast<double>(from);
    const auto end = static_cast<double>(to);
    if (!(low < end && high >= begin)) {
        return {from, from};
    }
    return {static_cast<std::size_t>(std::max(low, begin)), static_cast<std::size_t>(std::min(high + 1, end))};
}

}  // namespace

Picture::Picture(std::size_t width, std::size_t height, Colour background)
    : width_(width),
      height_(height),
      pixels_(width * height * 3),
      depth_(width * height, -std::numeric_limits<float>::max()) {
    for (std::size_t i = 0; i < pixels_.size(); ++i) {
        pixels_[i] = background[i % 3];
    }
}

Colour Picture::at(std::size_t x, std::size_t y) const noexcept {
    const std::size_t pixel = 3 * (y * width_ + x);
    return {pixels_[pixel], pixels_[pixel + 1], pixels_[pixel + 2]};
}

void Picture::put(std::size_t x, std::size_t y, Colour colour) noexcept {
    std::copy(colour.begin(), colour.end(), pixels_.begin() + static_cast<std::ptrdiff_t>(3 * (y * width_ + x)));
}

void Picture::triangle(const Area& area, const Vec3d& a, const Vec3d& b, const Vec3d& c, Colour colour) {
    const double whole = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    if (!(std::abs(whole) > 1e-6)) {
        return;
    }
    const auto [left, right] = range(std::min({a.x, b.x, c.x}), std::max({a.x, b.x, c.x}), area.left,
                                     std::min(area.left + area.width, width_));
    const auto [top, bottom] = range(std::min({a.y, b.y, c.y}), std::max({a.y, b.y, c.y}), area.top,
                                     std::min(area.top + area.height, height_));
    for (std::size_t y = top; y < bottom; ++y) {
        for (std::size_t x = left; x < right; ++x) {
            const double px = static_cast<double>(x) + 0.5;
            const double py = static_cast<double>(y) + 0.5;
            const double u = ((px - a.x) * (c.y - a.y) - (py - a.y) * (c.x - a.x)) / whole;
            const double v = ((b.x - a.x) * (py - a.y) - (b.y - a.y) * (px - a.x)) / whole;
            if (u < 0 || v < 0 || u + v > 1) {
                continue;
            }
            const auto z = static_cast<float>(a.z + u * (b.z - a.z) + v * (c.z - a.z));
            float& nearest = depth_[y * width_ + x];
            if (z > nearest) {
                nearest = z;
                put(x, y, colour);
            }
        }
    }
}

void Picture::number(std::size_t left, std::size_t top, std::string_view digits, Colour colour) {
    constexpr std::size_t pixels = 2;
    constexpr std::size_t advance = 4 * pixels;
    for (const char digit : digits) {
        if (digit < '0' || digit > '9') {
            continue;
        }
        for (std::size_t y = 0; y < 5 * pixels; ++y) {
            for (std::size_t x = 0; x < 3 * pixels; ++x) {
                const unsigned row = digit_rows[static_cast<std::size_t>(digit - '0')][y / pixels];
                if (((row >> (2 - x / pixels)) & 1U) != 0 && left + x < width_ && top + y < height_) {
                    put(left + x, top + y, colour);
                }
            }
        }
        left += advance;
    }
}

std::vector<std::uint8_t> Picture::png() const {
    return png_file(width_, height_, pixels_);
}

}  // namespace emoted::explain
