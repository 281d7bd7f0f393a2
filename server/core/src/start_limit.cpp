#include "start_limit.hpp"

#include <iterator>

namespace emoted::core {

TickCount StartLimit::remaining(const Uuid& player, std::uint64_t now) const {
    const auto found = starts_.find(player);
    if (settings_.per_player == 0 || found == starts_.end() || found->second.size() < settings_.per_player) {
        return TickCount(0);
    }
    // The last `per_player` starts fill the window until the first of them has left it.
    const std::uint64_t free_again = found->second.front() + static_cast<std::uint64_t>(settings_.window.value());
    return TickCount(free_again > now ? static_cast<std::int64_t>(free_again - now) : 0);
}

void StartLimit::count(const Uuid& player, std::uint64_t now) {
    if (settings_.per_player == 0) {
        return;
    }
    auto& ticks = starts_[player];
    forget_before_window(ticks, now);
    if (ticks.size() == settings_.per_player) {
        ticks.pop_front();
    }
    ticks.push_back(now);
}

void StartLimit::sweep(std::uint64_t now) {
    for (auto entry = starts_.begin(); entry != starts_.end();) {
        forget_before_window(entry->second, now);
        entry = entry->second.empty() ? starts_.erase(entry) : std::next(entry);
    }
}

void StartLimit::forget_before_window(std::deque<std::uint64_t>& ticks, std::uint64_t now) const {
    while (!ticks.empty() && ticks.front() + static_cast<std::uint64_t>(settings_.window.value()) <= now) {
        ticks.pop_front();
    }
}

}  // namespace emoted::core
