// The whole game state of the daemon, sans I/O: proxies, players, playbacks, matching. Messages in, messages out.
//
// One thread. Time moves only in step(); requests, reports and answers are handled on arrival and their replies are in
// the outbox at once (D37). Nothing here reads a clock, a file, a socket, a log or a global random source: ticks count
// from 0, the seed is an argument, and what is worth a log line comes out as a WorldEvent. Same calls and same seed
// give the same messages, on every machine.
//
// Inside, one World per backend server holds its playbacks and offers, and a directory holds what belongs to the whole
// network (who is where, cooldowns), see D47.
#pragma once

#include <emoted/core/policy.hpp>
#include <emoted/core/settings.hpp>
#include <emoted/protocol/messages.hpp>
#include <emoted/protocol/outbox.hpp>
#include <emoted/sequences/library.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace emoted::core {

// One link of a proxy, numbered by the caller; never reused.
using LinkId = std::uint64_t;

struct ProxyIdentity {
    std::string name;
    Uuid instance_id;
};

// A message for one or more links, made once.
struct Outgoing {
    std::shared_ptr<const protocol::Message> message;
    std::vector<LinkId> links;
    // A pose frame may be dropped when a link is slow; the link is then owed a keyframe: call owe_keyframes().
    bool droppable = false;
    // What it says the whole of: an older message about that, which a link has still to write, need not be written.
    std::optional<protocol::Subject> subject;
};

// What an operator may want to read or count; the application turns these into log lines and metrics.
struct WorldEvent {
    enum class Kind : std::uint8_t {
        player_joined,
        player_left,
        player_moved_proxy,
        play_answered,  // every answer to Play: outcome in text
        playback_started,
        playback_ended,
        playback_failed,  // it ends for it; why in detail
        partner_reserved,
        partner_released,
        partner_matched,
        partner_timed_out,
        proxy_grace_began,
        proxy_grace_ended,
        proxy_resumed,
    };
    Kind kind{};
    std::uint64_t tick = 0;
    std::string proxy;  // name, may be empty
    std::optional<Uuid> player;
    std::string player_name;
    std::string emote;
    std::optional<protocol::PlaybackId> playback;
    std::optional<std::uint64_t> seed;
    std::string detail;  // outcome or reason, one word of the protocol
};

struct PlayerInfo {
    Uuid uuid;
    std::string name, proxy, server, dimension;
    std::optional<protocol::PlaybackId> playback;
    std::string emote;  // of that playback
};

struct PlaybackInfo {
    protocol::PlaybackId id = 0;
    std::string emote, server, dimension;
    protocol::SceneState state{};
    std::vector<Uuid> participants;
    std::uint64_t started_tick = 0;
    std::uint64_t seed = 0;
};

struct Counters {
    std::uint64_t tick = 0;
    std::uint64_t proxies = 0, players = 0, playbacks = 0, open_offers = 0, displays = 0;
    std::uint64_t starts_total = 0, ends_total = 0, matches_total = 0, timeouts_total = 0;
};

class Network {
public:
    Network(Settings settings, std::shared_ptr<const Library> library, std::shared_ptr<const Policy> policy,
            std::uint64_t seed);
    ~Network();
    Network(const Network&) = delete;
    Network& operator=(const Network&) = delete;

    // A handshake has succeeded. If that proxy name has a link already, the old one is taken over: its players stay for
    // the grace time until the new link announces them. The library and policy lists are put into the outbox.
    void link_opened(LinkId link, const ProxyIdentity& proxy);
    // The link is gone, however. Its players' playbacks end after the grace time unless the proxy comes back (D30).
    void link_closed(LinkId link);
    // Any message of the proxy after its handshake, except Ping, Pong and Close, which the link handles itself.
    void receive(LinkId link, const protocol::Message& message);
    // The next tick.
    void step();
    [[nodiscard]] std::uint64_t tick() const noexcept;  // last completed

    // From now on new starts use these; what plays goes on (D27).
    void set_library(std::shared_ptr<const Library> library);
    void set_policy(std::shared_ptr<const Policy> policy);

    // Admin actions; each says what it did. admin_play() asks neither rules, cooldown nor starts.per_player, and plays
    // what is otherwise only a part of sequences, too.
    [[nodiscard]] protocol::PlayResult admin_play(const Uuid& player, std::string_view emote,
                                                  std::optional<std::uint64_t> seed);
    [[nodiscard]] bool admin_stop(const Uuid& player);
    std::size_t admin_stop_all(std::string_view emote = {});  // of one emote, or all; returns how many
    // Ends every playback with server_stopping and refuses new starts.
    void shut_down();

    [[nodiscard]] std::vector<PlayerInfo> players() const;      // by name, then uuid
    [[nodiscard]] std::vector<PlaybackInfo> playbacks() const;  // by id
    // By UUID, or everybody of that name in any case: names are unique neither across proxies nor with Bedrock players.
    [[nodiscard]] std::vector<PlayerInfo> find_players(std::string_view name_or_uuid) const;
    [[nodiscard]] Counters counters() const;
    [[nodiscard]] const Library& library() const noexcept;

    // Frames to this link were dropped: at the next step it gets keyframes of everything it sees instead.
    void owe_keyframes(LinkId link);

    // Everything to send since the last call, in order.
    [[nodiscard]] std::vector<Outgoing> take_outgoing();
    [[nodiscard]] std::vector<WorldEvent> take_events();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace emoted::core
