#include <emoted/sequences/random.hpp>

namespace emoted {
namespace {

// The PCG reference multiplier (Melissa O'Neill, PCG-XSH-RR 64/32) and the stream increment of D50.
constexpr std::uint64_t multiplier = 6'364'136'223'846'793'005ULL;
constexpr std::uint64_t increment = 1'442'695'040'888'963'407ULL;

}  // namespace

std::uint64_t splitmix64(std::uint64_t value) noexcept {
    value += 0x9E37'79B9'7F4A'7C15ULL;
    value = (value ^ (value >> 30U)) * 0xBF58'476D'1CE4'E5B9ULL;
    value = (value ^ (value >> 27U)) * 0x94D0'49BB'1331'11EBULL;
    return value ^ (value >> 31U);
}

std::uint64_t fnv1a64(std::string_view bytes) noexcept {
    std::uint64_t hash = 0xCBF2'9CE4'8422'2325ULL;
    for (const char byte : bytes) {
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x0000'0100'0000'01B3ULL;
    }
    return hash;
}

Random::Random(std::uint64_t seed, std::string_view label) noexcept : state_(splitmix64(seed ^ fnv1a64(label))) {}

std::uint32_t Random::next() noexcept {
    const std::uint64_t old = state_;
    state_ = old * multiplier + increment;
    const auto xorshifted = static_cast<std::uint32_t>(((old >> 18U) ^ old) >> 27U);
    const auto rotation = static_cast<std::uint32_t>(old >> 59U);
    return (xorshifted >> rotation) | (xorshifted << ((32U - rotation) & 31U));
}

std::uint32_t Random::below(std::uint32_t n) noexcept {
    // 2^32 mod n, in 32 bits: the values below it would make some results more likely than others.
    const std::uint32_t rejected = (0U - n) % n;
    for (;;) {
        const std::uint32_t value = next();
        if (value >= rejected) {
            return value % n;
        }
    }
}

double Random::real() noexcept {
    const std::uint64_t high = next();
    const std::uint64_t low = next();
    return static_cast<double>(((high << 32U) | low) >> 11U) * 0x1.0p-53;
}

}  // namespace emoted
