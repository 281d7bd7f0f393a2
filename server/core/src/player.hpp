// One player of the network as the proxies report them.
#pragma once

#include <emoted/core/network.hpp>
#include <emoted/protocol/messages.hpp>
#include <emoted/sequences/units.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace emoted::core {

struct KnownState {
    protocol::PlayerState reported;
    std::uint64_t confirmed_tick = 0;  // reported, or confirmed unchanged by a complete batch
    std::uint32_t age_ms = 0;          // how old it was then, at the proxy
};

struct Player {
    Uuid uuid;
    std::string name;
    std::string server;
    std::string dimension;
    bool bedrock = false;
    std::vector<protocol::PermissionAnswer> permissions;
    std::optional<protocol::Textures> textures;

    std::string proxy;
    std::optional<LinkId> link;  // absent: their proxy is lost and they are in its grace time
    protocol::PlayerHandle handle = 0;
    std::uint64_t grace_until = 0;  // while there is no link
    bool leaving = false;           // the handle is no longer theirs: nothing is said about it

    // Absent since the join or the last change of server or dimension, until the first report.
    std::optional<KnownState> state;

    // What they take part in, or the offer they have reserved: at most one of the two.
    std::optional<protocol::PlaybackId> playback;
    std::optional<protocol::PlaybackId> reservation;
    // Their play request that waits for lines of sight, by its arrival number.
    std::optional<std::uint64_t> pending_join;

    [[nodiscard]] bool alive() const noexcept {
        return state && (state->reported.flags & protocol::player_flag::alive) != 0;
    }
    // Requires a state.
    [[nodiscard]] const Vec3d& position() const noexcept { return state->reported.position; }
    [[nodiscard]] double yaw() const noexcept { return static_cast<double>(state->reported.head_yaw); }
    [[nodiscard]] Vec3d eyes() const noexcept;
    [[nodiscard]] bool same_place(const Player& other) const noexcept {
        return server == other.server && dimension == other.dimension;
    }
    // Younger than `limit` (D11).
    [[nodiscard]] bool state_fresh(std::uint64_t tick, TickCount limit) const noexcept;
};

}  // namespace emoted::core
