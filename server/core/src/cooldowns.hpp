// When a player may play an emote again: keyed by player and emote id for the whole network, so that it survives relog,
// server switch and reload (D12).
#pragma once

#include <emoted/sequences/units.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace emoted::core {

class Cooldowns {
public:
    // Replaces one that runs.
    void start(const Uuid& player, std::string_view emote, std::uint64_t now, TickCount length);
    // 0 if none runs.
    [[nodiscard]] TickCount remaining(const Uuid& player, std::string_view emote, std::uint64_t now) const;
    // Forgets those that have run out.
    void sweep(std::uint64_t now);
    [[nodiscard]] std::size_t size() const noexcept { return until_.size(); }

private:
    std::map<std::pair<Uuid, std::string>, std::uint64_t> until_;
};

}  // namespace emoted::core
