// How often one player may start something: at most `most` times in any `window` ticks, for the whole network, so that
// neither relog nor server switch helps.
#pragma once

#include <emoted/core/settings.hpp>
#include <emoted/sequences/units.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>

namespace emoted::core {

class StartLimit {
public:
    explicit StartLimit(const Settings::Starts& settings) noexcept : settings_(settings) {}

    // How long this player has to wait for the next start; 0 if not at all.
    [[nodiscard]] TickCount remaining(const Uuid& player, std::uint64_t now) const;
    void count(const Uuid& player, std::uint64_t now);
    // Forgets what lies before the window.
    void sweep(std::uint64_t now);
    [[nodiscard]] std::size_t size() const noexcept { return starts_.size(); }

private:
    void forget_before_window(std::deque<std::uint64_t>& ticks, std::uint64_t now) const;

    const Settings::Starts settings_;
    std::map<Uuid, std::deque<std::uint64_t>> starts_;  // ascending; at most `per_player` each
};

}  // namespace emoted::core
