// Slows down whoever guesses secrets: after failed authentications an address must wait before its next handshake.
//
// Sans I/O, one thread; the moment is an argument. Addresses are text as the listener sees them, without the port.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace emoted::net {

class HandshakeBackoff {
public:
    using TimePoint = std::chrono::steady_clock::time_point;
    using Duration = std::chrono::steady_clock::duration;

    // A typing error or two costs nothing; from the fourth failure on the wait doubles from 1 s up to one minute.
    static constexpr std::uint32_t free_failures = 3;
    static constexpr std::chrono::seconds first_wait{1};
    static constexpr std::chrono::seconds longest_wait{60};
    // An address without failures for this long starts afresh.
    static constexpr std::chrono::minutes memory{10};
    // Bounds what a flood from many addresses can hold; the oldest entry makes room.
    static constexpr std::size_t max_addresses = 4'096;

    void failed(const std::string& address, TimePoint now);
    void succeeded(const std::string& address);
    // How long the address must still wait; zero if not at all.
    [[nodiscard]] Duration wait(const std::string& address, TimePoint now) const;

private:
    struct Entry {
        std::uint32_t failures = 0;
        TimePoint last;
        TimePoint blocked_until;
    };
    void forget_old(TimePoint now);
    std::map<std::string, Entry> entries_;
};

}  // namespace emoted::net
