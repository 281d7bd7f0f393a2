#include "spatial_grid.hpp"

#include <catch2/catch.hpp>

using emoted::Vec3d;
using emoted::core::SpatialGrid;

namespace {

std::vector<int> near(const SpatialGrid<int>& grid, const Vec3d& centre, double radius) {
    std::vector<int> found;
    grid.visit_near(centre, radius, [&found](int item) { found.push_back(item); });
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace

TEST_CASE("a grid finds everything within the radius, across cells and the origin") {
    SpatialGrid<int> grid(2);
    int item = 0;
    for (double x = -3; x <= 3; x += 1) {
        for (double z = -3; z <= 3; z += 1) {
            grid.insert({x, 64, z}, item++);
        }
    }
    CHECK(near(grid, {0, 0, 0}, 3).size() == 49);
    for (double x = -3; x <= 3; x += 1) {
        const auto found = near(grid, {x, 0, 0.5}, 0.5);
        CHECK(std::count(found.begin(), found.end(), static_cast<int>((x + 3) * 7 + 3)) == 1);
        CHECK(std::count(found.begin(), found.end(), static_cast<int>((x + 3) * 7 + 4)) == 1);
    }
}

TEST_CASE("items move and go") {
    SpatialGrid<int> grid(2);
    grid.insert({0, 0, 0}, 1);
    grid.move({0, 0, 0}, {1, 0, 1}, 1);
    CHECK(near(grid, {0, 0, 0}, 1) == std::vector<int>{1});
    grid.move({1, 0, 1}, {-100, 0, 3.2e7}, 1);
    CHECK(near(grid, {0, 0, 0}, 1).empty());
    CHECK(near(grid, {-100, 0, 3.2e7}, 0) == std::vector<int>{1});
    grid.erase({-100, 0, 3.2e7}, 2);
    CHECK_FALSE(grid.empty());
    grid.erase({-100, 0, 3.2e7}, 1);
    CHECK(grid.empty());
}
