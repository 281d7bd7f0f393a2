#include "emoted/net/handshake_backoff.hpp"

#include <algorithm>

namespace emoted::net {

void HandshakeBackoff::failed(const std::string& address, const std::string& name, TimePoint now) {
    forget_old(now);
    NameEntry& entry = names_[{address, name}];
    ++entry.failures;
    entry.last = now;
    entry.blocked_until = now;
    if (entry.failures > free_failures) {
        const auto doublings = std::min<std::uint32_t>(entry.failures - free_failures - 1, 10);
        entry.blocked_until += std::min<Duration>(first_wait * (1U << doublings), longest_wait);
    }
    TimePoint& forgiven = addresses_.try_emplace(address, now).first->second;
    forgiven = std::max(forgiven, now) + address_interval;
}

void HandshakeBackoff::succeeded(const std::string& address, const std::string& name) {
    names_.erase({address, name});
}

HandshakeBackoff::Duration HandshakeBackoff::wait(const std::string& address, const std::string& name,
                                                  TimePoint now) const {
    TimePoint until = now;
    if (const auto found = names_.find({address, name}); found != names_.end()) {
        until = std::max(until, found->second.blocked_until);
    }
    if (const auto found = addresses_.find(address); found != addresses_.end()) {
        until = std::max(until, found->second - (address_failures - 1) * address_interval);
    }
    return until - now;
}

void HandshakeBackoff::forget_old(TimePoint now) {
    std::erase_if(names_, [now](const auto& item) { return now - item.second.last > memory; });
    std::erase_if(addresses_, [now](const auto& item) { return item.second <= now; });
    if (names_.size() >= max_entries) {
        names_.erase(std::min_element(names_.begin(), names_.end(),
                                      [](const auto& a, const auto& b) { return a.second.last < b.second.last; }));
    }
    if (addresses_.size() >= max_entries) {
        addresses_.erase(std::min_element(addresses_.begin(), addresses_.end(),
                                          [](const auto& a, const auto& b) { return a.second < b.second; }));
    }
}

}  // namespace emoted::net
