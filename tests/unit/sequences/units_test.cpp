#include <emoted/sequences/units.hpp>

#include <catch2/catch.hpp>

#include <concepts>

using emoted::Tick;
using emoted::TickCount;

namespace {

template <class A, class B>
concept addable = requires(A a, B b) {
    a + b;
};
template <class A, class B>
concept comparable = requires(A a, B b) {
    a == b;
};

}  // namespace

TEST_CASE("a moment and a length of time do not mix") {
    STATIC_REQUIRE_FALSE(addable<Tick, Tick>);
    STATIC_REQUIRE(addable<Tick, TickCount>);
    STATIC_REQUIRE_FALSE(addable<Tick, int>);
    STATIC_REQUIRE_FALSE(comparable<Tick, TickCount>);
    STATIC_REQUIRE_FALSE(std::convertible_to<int, Tick>);
    STATIC_REQUIRE_FALSE(std::convertible_to<emoted::NodeIndex, emoted::ClipIndex>);
    STATIC_REQUIRE(std::same_as<decltype(Tick(5) - Tick(3)), TickCount>);
}

TEST_CASE("time arithmetic") {
    REQUIRE(Tick(5) - Tick(8) == TickCount(-3));
    REQUIRE(Tick(5) + TickCount(3) == Tick(8));
    REQUIRE(Tick(5) - TickCount(3) == Tick(2));
    REQUIRE(TickCount(2) < TickCount(3));
}
