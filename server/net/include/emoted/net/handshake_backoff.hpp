// Slows down whoever guesses secrets: after failed proofs a proxy name at an address must wait before its next try, and
// an address, whatever names it gives, gets only so many tries in a while.
//
// Two budgets, so that one proxy with an old secret does not lock out the others behind its address, and going through
// names does not help who guesses. Sans I/O, one thread; the moment is an argument. Addresses are text as the listener
// sees them, without the port.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace emoted::net {

class HandshakeBackoff {
public:
    using TimePoint = std::chrono::steady_clock::time_point;
    using Duration = std::chrono::steady_clock::duration;

    // Of one name at one address: a typing error or two costs nothing; from the fourth failure on the wait doubles from
    // 1 s up to one minute.
    static constexpr std::uint32_t free_failures = 3;
    static constexpr std::chrono::seconds first_wait{1};
    static constexpr std::chrono::seconds longest_wait{60};
    // A name without failures for this long starts afresh.
    static constexpr std::chrono::minutes memory{10};
    // Of one address: so many failures at once, then one for each interval. A proxy that goes on with an old secret
    // fails once a minute, so that several of them together do not use this up.
    static constexpr std::uint32_t address_failures = 30;
    static constexpr std::chrono::seconds address_interval{10};
    // Bounds what a flood from many addresses or with many names can hold; the oldest entry makes room.
    static constexpr std::size_t max_entries = 4'096;

    void failed(const std::string& address, const std::string& name, TimePoint now);
    // Clears the slate of the name; what the address has used up comes back by itself.
    void succeeded(const std::string& address, const std::string& name);
    // How long this name at this address must still wait; zero if not at all.
    [[nodiscard]] Duration wait(const std::string& address, const std::string& name, TimePoint now) const;

private:
    struct NameEntry {
        std::uint32_t failures = 0;
        TimePoint last;
        TimePoint blocked_until;
    };
    void forget_old(TimePoint now);
    std::map<std::pair<std::string, std::string>, NameEntry> names_;
    std::map<std::string, TimePoint> addresses_;  // when everything is forgiven: later by an interval for each failure
};

}  // namespace emoted::net
