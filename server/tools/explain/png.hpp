// Writes PNG files: RGB, 8 bits a channel, packed by runs alone, which is what flat pictures are made of.
//
// Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace emoted::explain {

// `rgb`: three bytes for each pixel, row by row from the top; width * height of them, both at least 1.
[[nodiscard]] std::vector<std::uint8_t> png_file(std::size_t width, std::size_t height,
                                                 std::span<const std::uint8_t> rgb);

}  // namespace emoted::explain
