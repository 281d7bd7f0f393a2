// What each link may still carry of starts of playbacks and of the displays of late viewers, so that a proxy which
// reads slowly is not buried under what others play: limits::link_shows_burst_bytes at once, and link_shows_tick_bytes
// more in every tick.
#pragma once

#include <emoted/core/network.hpp>
#include <emoted/sequences/units.hpp>

#include <cstddef>
#include <cstdint>
#include <map>

namespace emoted::core {

class LinkAllowance {
public:
    // How long until the link may carry so many bytes; 0 if it may now. They are at most the burst.
    [[nodiscard]] TickCount wait(LinkId link, std::size_t bytes, std::uint64_t now) const;
    // False, and nothing is taken, if it may not now.
    [[nodiscard]] bool take(LinkId link, std::size_t bytes, std::uint64_t now);
    void forget(LinkId link) { used_.erase(link); }

private:
    struct Used {
        std::size_t bytes = 0;  // of the burst
        std::uint64_t at = 0;
    };
    [[nodiscard]] std::size_t used(LinkId link, std::uint64_t now) const;

    std::map<LinkId, Used> used_;
};

}  // namespace emoted::core
