#include "link_allowance.hpp"

#include <emoted/core/limits.hpp>

namespace emoted::core {

TickCount LinkAllowance::wait(LinkId link, std::size_t bytes, std::uint64_t now) const {
    const std::size_t wanted = used(link, now) + bytes;
    if (wanted <= limits::link_shows_burst_bytes) {
        return TickCount(0);
    }
    const std::size_t too_many = wanted - limits::link_shows_burst_bytes;
    return TickCount(
        static_cast<std::int64_t>((too_many + limits::link_shows_tick_bytes - 1) / limits::link_shows_tick_bytes));
}

bool LinkAllowance::take(LinkId link, std::size_t bytes, std::uint64_t now) {
    const std::size_t wanted = used(link, now) + bytes;
    if (wanted > limits::link_shows_burst_bytes) {
        return false;
    }
    used_[link] = {wanted, now};
    return true;
}

std::size_t LinkAllowance::used(LinkId link, std::uint64_t now) const {
    const auto found = used_.find(link);
    if (found == used_.end()) {
        return 0;
    }
    const std::uint64_t ticks = now - found->second.at;
    constexpr std::uint64_t ticks_to_nothing = limits::link_shows_burst_bytes / limits::link_shows_tick_bytes + 1;
    if (ticks >= ticks_to_nothing) {
        return 0;
    }
    const std::size_t regained = ticks * limits::link_shows_tick_bytes;
    return found->second.bytes > regained ? found->second.bytes - regained : 0;
}

}  // namespace emoted::core
