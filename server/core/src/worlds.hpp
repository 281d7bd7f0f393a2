// All worlds, by the name of their backend server; that is also the order in which they are stepped (D47).
#pragma once

#include "world.hpp"

#include <map>
#include <string>
#include <string_view>

namespace emoted::core {

class Worlds {
public:
    explicit Worlds(Shared& shared) : shared_(shared) {}

    [[nodiscard]] World& of(const Player& player) {
        return worlds_.try_emplace(player.server, shared_, player.server).first->second;
    }
    // The session that the player takes part in, or null. It is always in the world of the player's server.
    [[nodiscard]] Session* session_of(const Player& player) {
        return player.playback ? of(player).find(*player.playback) : nullptr;
    }
    // The offer that the player has reserved, or null.
    [[nodiscard]] Session* reserved_by(const Player& player) {
        return player.reservation ? of(player).find(*player.reservation) : nullptr;
    }
    template <class Visit>
    void visit(const Visit& visit) {
        for (auto& [name, world] : worlds_) {
            visit(world);
        }
    }
    template <class Visit>
    void visit(const Visit& visit) const {
        for (const auto& [name, world] : worlds_) {
            visit(world);
        }
    }
    void step();

private:
    void end_dearest();

    Shared& shared_;
    std::map<std::string, World, std::less<>> worlds_;
};

}  // namespace emoted::core
