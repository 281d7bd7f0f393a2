// What an operator may ask the running daemon: one JSON object in, one JSON object out.
//
//   {"command":"play","player":"Alice","emote":"starter:wave","seed":"7"}
//   {"ok":true,"data":{"outcome":"started","playback":12}}
//   {"ok":false,"error":{"code":"unknown_player","text":"no player is called Alcie","nearest":"Alice"}}
//
// Commands: status, list, players, reload, play (player, emote, seed?), stop (player), stop-all (emote?). Sans I/O. A
// request is read on any thread and run on the world's; "reload" is asked of the daemon instead, and answered with
// reload_answer(). Error codes are stable: invalid_request, unknown_command, unknown_player, ambiguous_player (the text
// names everybody of that name), unknown_emote, nothing_playing, faults, and the words of protocol::PlayOutcome.
#pragma once

#include <emoted/app/reloader.hpp>
#include <emoted/core/network.hpp>
#include <emoted/core/policy.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace emoted::app {

// The longest request names a player and an emote; also the bound on a line of the admin socket.
inline constexpr std::size_t max_admin_request_bytes = 4'096;

struct StatusRequest {};
struct ListRequest {};
struct PlayersRequest {};
struct ReloadRequest {};
struct PlayRequest {
    std::string player;  // name, in any case, or UUID
    std::string emote;
    std::optional<std::uint64_t> seed;
};
struct StopRequest {
    std::string player;
};
struct StopAllRequest {
    std::string emote;  // empty: every emote
};
using AdminRequest =
    std::variant<StatusRequest, ListRequest, PlayersRequest, ReloadRequest, PlayRequest, StopRequest, StopAllRequest>;

// What only the daemon knows.
struct LinkFacts {
    std::string proxy;
    std::string address;  // "127.0.0.1:40000" or "unix"
    std::uint64_t connected_seconds = 0;
    std::uint64_t queued_bytes = 0;
};
struct DaemonFacts {
    std::string version;
    std::uint64_t uptime_seconds = 0;
    std::uint64_t skipped_ticks = 0;
    std::vector<LinkFacts> links;
    std::shared_ptr<const core::Policy> policy;  // may be null
    bool last_reload_clean = true;               // true before the first
    std::uint64_t reloads = 0;
};

// A request, or the answer that says what is wrong with `line`.
struct ReadRequest {
    std::optional<AdminRequest> request;
    std::string answer;
};
[[nodiscard]] ReadRequest read_admin_request(std::string_view line);

// The answer, one line without its end. Not for ReloadRequest.
[[nodiscard]] std::string run_admin_request(const AdminRequest& request, core::Network& network,
                                            const DaemonFacts& facts);

// Everything that the reload found; ok is false if there is a fault anywhere, even though the rest is in force.
[[nodiscard]] std::string reload_answer(const ReloadReport& report);

[[nodiscard]] std::string error_answer(std::string_view code, std::string_view text);

}  // namespace emoted::app
