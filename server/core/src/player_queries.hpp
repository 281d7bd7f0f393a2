// What Molang can ask about a player, out of what their proxy reports.
#pragma once

#include "player.hpp"

#include <emoted/sequences/molang.hpp>
#include <emoted/sequences/units.hpp>

namespace emoted::core {

// How a player moves while they play.
class Movement {
public:
    explicit Movement(const Vec3d& at) noexcept : at_(at) {}
    // A tick later they are there.
    void move_to(const Vec3d& at) noexcept;
    [[nodiscard]] const Vec3d& last() const noexcept { return last_; }  // blocks in the last tick
    [[nodiscard]] double walked() const noexcept { return walked_; }    // blocks since the beginning, horizontal

private:
    Vec3d at_;
    Vec3d last_;
    double walked_ = 0;
};

// The player must have a state, and plays. Vitals that are not reported are 0.
[[nodiscard]] molang::PlayerQueries player_queries(const Player& player, const Movement& movement) noexcept;

}  // namespace emoted::core
