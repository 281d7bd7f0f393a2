#include "emoted/net/handshake_backoff.hpp"

#include <algorithm>

namespace emoted::net {

void HandshakeBackoff::failed(const std::string& address, TimePoint now) {
    forget_old(now);
    Entry& entry = entries_[address];
    ++entry.failures;
    entry.last = now;
    if (entry.failures > free_failures) {
        const auto doublings = std::min<std::uint32_t>(entry.failures - free_failures - 1, 10);
        entry.blocked_until = now + std::min<Duration>(first_wait * (1U << doublings), longest_wait);
    } else {
        entry.blocked_until = now;
    }
}

void HandshakeBackoff::succeeded(const std::string& address) {
    entries_.erase(address);
}

HandshakeBackoff::Duration HandshakeBackoff::wait(const std::string& address, TimePoint now) const {
    const auto found = entries_.find(address);
    if (found == entries_.end() || found->second.blocked_until <= now) {
        return Duration::zero();
    }
    return found->second.blocked_until - now;
}

void HandshakeBackoff::forget_old(TimePoint now) {
    std::erase_if(entries_, [now](const auto& item) { return now - item.second.last > memory; });
    if (entries_.size() >= max_addresses) {
        entries_.erase(std::min_element(entries_.begin(), entries_.end(),
                                        [](const auto& a, const auto& b) { return a.second.last < b.second.last; }));
    }
}

}  // namespace emoted::net
