// A proxy with players that exist only here: joins them, reports where they are, plays and stops emotes, answers
// line-of-sight queries, and keeps what the daemon said.
//
// Sans I/O, one thread: what it wants to send goes to `send`, which gives a request its number; what arrives is given
// to received().
#pragma once

#include "playback_watch.hpp"

#include <emoted/protocol/messages.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace emoted::load {

struct SimulatedPlayer {
    protocol::PlayerHandle handle = 0;
    Uuid uuid;
    std::string name;
    Vec3d position;
    float yaw = 0;
    bool moved = false;  // since the last report
};

class SimulatedProxy {
public:
    using Send = std::function<void(protocol::Message&)>;
    SimulatedProxy(std::string name, Send send);

    // Once the link is open: the nodes of Welcome, which every player is granted.
    void opened(const std::vector<std::string>& permission_nodes);
    // Joins a player and reports their state. The uuid depends on the name alone.
    protocol::PlayerHandle join(const std::string& name, const std::string& server, const Vec3d& position, float yaw);
    void leave(protocol::PlayerHandle player);
    // Takes effect at the next report.
    void place(protocol::PlayerHandle player, const Vec3d& position, float yaw);
    // One batch: those who moved, or everybody as a complete one.
    void report_states(bool complete);
    protocol::RequestId play(protocol::PlayerHandle player, const std::string& emote,
                             std::optional<std::uint64_t> seed = std::nullopt);
    protocol::RequestId stop(protocol::PlayerHandle player);

    void received(const protocol::Message& message);

    [[nodiscard]] const std::string& name() const noexcept { return name_; }
    [[nodiscard]] const std::map<protocol::PlayerHandle, SimulatedPlayer>& players() const noexcept { return players_; }
    [[nodiscard]] const std::optional<protocol::PlayResult>& result_of(protocol::RequestId request) const;
    // The emotes that can be started, once the whole list is there.
    [[nodiscard]] const std::vector<protocol::EmoteInfo>& emotes() const noexcept { return emotes_; }
    [[nodiscard]] bool knows_emotes() const noexcept { return lists_received_ > 0; }
    [[nodiscard]] std::uint32_t lists_received() const noexcept { return lists_received_; }
    [[nodiscard]] std::uint64_t library_digest() const noexcept { return digest_; }
    [[nodiscard]] const std::vector<protocol::Notice>& notices() const noexcept { return notices_; }
    [[nodiscard]] PlaybackWatch& watch() noexcept { return watch_; }
    [[nodiscard]] const PlaybackWatch& watch() const noexcept { return watch_; }

private:
    void emit(protocol::Message message);
    protocol::RequestId request(protocol::Message message);
    [[nodiscard]] protocol::PlayerState state_of(const SimulatedPlayer& player) const;
    [[nodiscard]] std::vector<protocol::PermissionAnswer> grants() const;

    std::string name_;
    Send send_;
    std::map<protocol::PlayerHandle, SimulatedPlayer> players_;
    std::vector<std::string> permission_nodes_;
    std::map<protocol::RequestId, std::optional<protocol::PlayResult>> results_;
    std::vector<protocol::EmoteInfo> emotes_;
    std::vector<protocol::EmoteInfo> incoming_;
    std::vector<protocol::Notice> notices_;
    std::uint64_t digest_ = 0;
    std::uint32_t lists_received_ = 0;
    protocol::PlayerHandle last_handle_ = 0;
    PlaybackWatch watch_;
};

}  // namespace emoted::load
