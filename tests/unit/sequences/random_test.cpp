#include <emoted/sequences/random.hpp>

#include <catch2/catch.hpp>

#include <array>

using emoted::Random;

TEST_CASE("D50: hashes agree with their published vectors") {
    // FNV-1a 64: draft-eastlake-fnv, appendix; SplitMix64: first output of the reference program for seed 0.
    CHECK(emoted::fnv1a64("") == 0xCBF29CE484222325ULL);
    CHECK(emoted::fnv1a64("a") == 0xAF63DC4C8601EC8CULL);
    CHECK(emoted::fnv1a64("foobar") == 0x85944171F73967E8ULL);
    CHECK(emoted::splitmix64(0) == 0xE220A8397B1DCDAFULL);
}

TEST_CASE("D50: PCG-XSH-RR 64/32 as defined") {
    // The definition, step by step, from the state that SplitMix64 gives.
    std::uint64_t state = emoted::splitmix64(42ULL ^ emoted::fnv1a64("main"));
    Random random(42, "main");
    for (int i = 0; i < 100; ++i) {
        const std::uint64_t word = ((state >> 18U) ^ state) >> 27U;
        const unsigned turn = static_cast<unsigned>(state >> 59U);
        const std::uint64_t low = word & 0xFFFFFFFFULL;
        const auto expected = static_cast<std::uint32_t>(turn == 0 ? low : (low >> turn) | (low << (32U - turn)));
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        REQUIRE(random.next() == expected);
    }
}

TEST_CASE("D50: streams differ by label and by seed") {
    CHECK(Random(1, "main").next() != Random(1, "matched").next());
    CHECK(Random(1, "main").next() != Random(2, "main").next());
}

TEST_CASE("draws below n reject the uneven rest") {
    Random words(7, "main");
    Random draws(7, "main");
    // 2^32 mod 3,000,000,000 = 1,294,967,296: values below it are drawn again.
    constexpr std::uint32_t n = 3'000'000'000U;
    for (int i = 0; i < 50; ++i) {
        std::uint32_t word = words.next();
        while (word < 1'294'967'296U) {
            word = words.next();
        }
        REQUIRE(draws.below(n) == word % n);
    }
    std::array<int, 3> seen{};
    for (int i = 0; i < 30'000; ++i) {
        ++seen.at(draws.below(3));
    }
    for (const int count : seen) {
        CHECK(count > 9'500);
        CHECK(count < 10'500);
    }
    CHECK(draws.below(1) == 0);
}

TEST_CASE("reals are 53 bits from two draws, high word first") {
    Random words(9, "main#3");
    Random reals(9, "main#3");
    for (int i = 0; i < 100; ++i) {
        const std::uint64_t high = words.next();
        const std::uint64_t low = words.next();
        const double expected = static_cast<double>(((high << 32U) | low) >> 11U) / 9007199254740992.0;
        const double real = reals.real();
        REQUIRE(real == expected);
        REQUIRE(real >= 0.0);
        REQUIRE(real < 1.0);
    }
}
