// A uniform grid of items over x and z: who is near a place, in a fixed order.
//
// One thread. Positions are finite and within the world border (report checks see to that). The caller moves items.
#pragma once

#include <emoted/sequences/units.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace emoted::core {

template <class Item>
class SpatialGrid {
public:
    explicit SpatialGrid(double cell_blocks) : cell_blocks_(cell_blocks) {}

    void insert(const Vec3d& at, Item item) { cells_[cell_of(at)].push_back(std::move(item)); }

    void erase(const Vec3d& at, const Item& item) {
        const auto cell = cells_.find(cell_of(at));
        if (cell == cells_.end()) {
            return;
        }
        std::erase(cell->second, item);
        if (cell->second.empty()) {
            cells_.erase(cell);
        }
    }

    void move(const Vec3d& from, const Vec3d& to, const Item& item) {
        if (cell_of(from) != cell_of(to)) {
            erase(from, item);
            insert(to, item);
        }
    }

    // Every item in a cell that the square around `centre` touches: a superset of those within `radius`.
    template <class Visit>
    void visit_near(const Vec3d& centre, double radius, const Visit& visit) const {
        const Cell low = cell_of({centre.x - radius, 0, centre.z - radius});
        const Cell high = cell_of({centre.x + radius, 0, centre.z + radius});
        for (std::int64_t x = low.first; x <= high.first; ++x) {
            const Cell end{x, high.second};
            for (auto cell = cells_.lower_bound({x, low.second}); cell != cells_.end() && cell->first <= end; ++cell) {
                std::for_each(cell->second.begin(), cell->second.end(), visit);
            }
        }
    }

    [[nodiscard]] bool empty() const noexcept { return cells_.empty(); }

private:
    using Cell = std::pair<std::int64_t, std::int64_t>;
    [[nodiscard]] Cell cell_of(const Vec3d& at) const noexcept {
        return {static_cast<std::int64_t>(std::floor(at.x / cell_blocks_)),
                static_cast<std::int64_t>(std::floor(at.z / cell_blocks_))};
    }

    double cell_blocks_;
    std::map<Cell, std::vector<Item>> cells_;
};

}  // namespace emoted::core
