// The product's own generators (decision D50): the same numbers on every platform and in every version.
//
// PCG-XSH-RR 64/32, state SplitMix64(seed XOR FNV-1a-64(label)). One thread at a time.
#pragma once

#include <cstdint>
#include <string_view>

namespace emoted {

class Random {
public:
    Random(std::uint64_t seed, std::string_view label) noexcept;

    [[nodiscard]] std::uint32_t next() noexcept;
    // Uniform in [0, n), n > 0, without bias (rejection). Draws nothing more than it must; n == 1 still draws once.
    [[nodiscard]] std::uint32_t below(std::uint32_t n) noexcept;
    // Uniform in [0, 1): 53 bits from two draws, high word first.
    [[nodiscard]] double real() noexcept;

private:
    std::uint64_t state_;
};

[[nodiscard]] std::uint64_t splitmix64(std::uint64_t value) noexcept;
[[nodiscard]] std::uint64_t fnv1a64(std::string_view bytes) noexcept;

}  // namespace emoted
