// Takes play and stop requests: checks, joins, starts, and exactly one answer for each (format section 8.1; D6, D8, D9,
// D14, D37, D38).
#pragma once

#include "session.hpp"
#include "shared.hpp"
#include "worlds.hpp"

#include <emoted/core/network.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace emoted::core {

class PlayDesk {
public:
    PlayDesk(Shared& shared, Worlds& worlds) : shared_(shared), worlds_(worlds) {}

    // The state in the request, if any, has been applied.
    void play(LinkId link, const protocol::Play& request);
    // Answers a request whose state cannot be applied; what the player does and asks goes on.
    void refuse_state(LinkId link, const protocol::Play& request, std::string problem);
    void stop(LinkId link, const protocol::Stop& request);

    // Without the checks of policy and cooldown, and with only those lines of sight that are known already.
    [[nodiscard]] protocol::PlayResult admin_play(Player& player, std::string_view emote,
                                                  std::optional<std::uint64_t> seed);
    // Ends or releases what the player does, for this reason.
    [[nodiscard]] protocol::StopOutcome stop_player(Player& player, protocol::EndReason reason);

    // Answers the player's pending request, if there is one.
    void answer_pending(Player& player, protocol::PlayOutcome outcome);
    void answer_all_pending(protocol::PlayOutcome outcome);
    void sight_answered(const SightPair& pair, protocol::Sight sight);
    // At the start of a step: decides what is decided, and what has waited long enough.
    void decide_pending();

private:
    enum class Checks : std::uint8_t { all, none };
    struct Attempt {
        std::shared_ptr<const Playable> playable;
        std::optional<std::uint64_t> seed;
        Checks checks = Checks::all;
        bool may_join = false;
    };
    struct Candidate {
        protocol::PlaybackId offer = 0;
        Uuid initiator;
        std::optional<protocol::Sight> sight;  // nothing: asked for
    };
    struct PendingJoin {
        LinkId link = 0;
        protocol::RequestId request = 0;
        Uuid player;
        Attempt attempt;
        std::uint64_t asked_tick = 0;
        std::vector<Candidate> candidates;
    };
    using Result = std::optional<protocol::PlayResult>;  // nothing: not decided yet

    [[nodiscard]] Result refusal(const Player& player, std::string_view emote, const Playable* playable, Checks checks);
    [[nodiscard]] Result cooldown_refusal(const Player& player, std::string_view emote) const;
    [[nodiscard]] Result start_limit_refusal(const Player& player) const;
    void count_start(const Player& player, Checks checks);
    [[nodiscard]] Result engine_refusal(const Player& player, const Playable& playable);
    [[nodiscard]] Result data_refusal(const Playable& playable, const Session* current) const;
    [[nodiscard]] Result load_refusal(const Player& player, const Playable& playable) const;
    [[nodiscard]] Result standing_refusal(const Player& player) const;
    [[nodiscard]] Session* own_open_offer(const Player& player, std::string_view emote);
    [[nodiscard]] bool may_join(const Player& player, std::string_view emote);
    [[nodiscard]] std::optional<protocol::JoinFailure> failure(const Session& offer, const Player& initiator,
                                                               const Player& joiner, const Playable& playable) const;
    [[nodiscard]] std::vector<Candidate> find_candidates(const Player& player, const Playable& playable);
    void ask_for(const Player& player, std::vector<Candidate>& candidates);
    [[nodiscard]] Result decide(Player& player, const Attempt& attempt, const std::vector<Candidate>& candidates);
    [[nodiscard]] protocol::PlayResult overtaken(Player& player, const Attempt& attempt,
                                                 const std::vector<Candidate>& candidates);
    [[nodiscard]] Result join(Player& player, const Attempt& attempt, Session& offer);
    [[nodiscard]] protocol::PlayResult offer(Player& player, const Attempt& attempt,
                                             const std::vector<Candidate>& candidates);
    [[nodiscard]] std::optional<protocol::RefusedOffer> nearest_refused(const Player& player, const Attempt& attempt,
                                                                        const std::vector<Candidate>& candidates);
    // Null if it failed in its first tick: nothing plays then.
    [[nodiscard]] const Session* start(Player& player, const Attempt& attempt);
    // The answer to what start() gave.
    [[nodiscard]] static protocol::PlayResult started(const Session* session);
    void try_pending(std::uint64_t arrival);
    void answer(LinkId link, protocol::RequestId request, const Player* player, std::string_view emote,
                protocol::PlayResult result);
    void report_answer(const Player* player, std::string_view emote, const protocol::PlayResult& result);

    Shared& shared_;
    Worlds& worlds_;
    std::uint64_t next_arrival_ = 0;
    std::map<std::uint64_t, PendingJoin> pending_;  // by arrival number
};

}  // namespace emoted::core
