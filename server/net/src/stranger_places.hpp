// The places of connections that are no links yet, or no more: handshakes, refusals being said, last messages on their
// way. They are bounded, and whoever comes when all are taken takes the place of another: the oldest one of the address
// that holds most. So nobody who floods from one address keeps out a proxy at another, and not even one at the same
// address for longer than its handshake takes.
//
// Sans I/O, network thread only.
#pragma once

#include <emoted/core/network.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace emoted::net {

class StrangerPlaces {
public:
    explicit StrangerPlaces(std::size_t most) noexcept : most_(most) {}

    // Ids grow with time. Adding one that is here already changes nothing.
    void add(core::LinkId id, const std::string& address);
    void remove(core::LinkId id, const std::string& address);
    // Who has to make room before the next one is added; nothing while there is a place.
    [[nodiscard]] std::optional<core::LinkId> must_go() const;

private:
    std::size_t most_;
    std::size_t taken_ = 0;
    std::map<std::string, std::set<core::LinkId>> of_address_;
};

}  // namespace emoted::net
