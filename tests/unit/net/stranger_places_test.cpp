#include "stranger_places.hpp"

#include <catch2/catch.hpp>

using emoted::net::StrangerPlaces;

TEST_CASE("while there is a place nobody has to go") {
    StrangerPlaces places(3);
    places.add(1, "a");
    places.add(2, "a");
    places.add(2, "a");
    CHECK_FALSE(places.must_go());
    places.add(3, "b");
    CHECK(places.must_go());
    places.remove(3, "b");
    places.remove(3, "b");
    places.remove(4, "c");
    CHECK_FALSE(places.must_go());
}

TEST_CASE("the oldest of the address that holds most has to go") {
    StrangerPlaces places(5);
    places.add(1, "honest");
    for (const std::uint64_t id : {2U, 3U, 4U, 5U}) {
        places.add(id, "greedy");
    }
    CHECK(places.must_go() == 2U);
    places.remove(2, "greedy");
    places.add(6, "greedy");
    CHECK(places.must_go() == 3U);
}

TEST_CASE("among equals the one who has waited longest has to go") {
    StrangerPlaces places(4);
    places.add(2, "a");
    places.add(4, "a");
    places.add(1, "b");
    places.add(3, "b");
    CHECK(places.must_go() == 1U);
}
