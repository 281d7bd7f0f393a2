// Does one player see another? A port with the answer in hand or asked for, and its adapter that asks the proxy of the
// one who looks (D38).
//
// Sight is of an ordered pair: the initiator looks at the partner.
#pragma once

#include "outbox.hpp"
#include "player.hpp"

#include <emoted/core/settings.hpp>

#include <cstdint>
#include <map>
#include <optional>

namespace emoted::core {

struct SightPair {
    Uuid from;
    Uuid to;
    friend constexpr auto operator<=>(const SightPair&, const SightPair&) noexcept = default;
};

class LineOfSight {
public:
    virtual ~LineOfSight() = default;

    // What is known and still counts in the step (or between the steps) of tick `at`, which may lie ahead: visible or
    // blocked, else nothing.
    [[nodiscard]] virtual std::optional<protocol::Sight> known(const SightPair& pair, std::uint64_t at) const = 0;
    // Finds out. The answer if it is there at once; nothing if it comes later. Both players have a state.
    [[nodiscard]] virtual std::optional<protocol::Sight> ask(const Player& from, const Player& to,
                                                             std::uint64_t now) = 0;
};

class QueriedSight final : public LineOfSight {
public:
    QueriedSight(const Settings::Matching& settings, Outbox& outbox) : settings_(settings), outbox_(outbox) {}

    [[nodiscard]] std::optional<protocol::Sight> known(const SightPair& pair, std::uint64_t at) const override;
    // Unknown at once if the proxy of the one who looks is lost. A pair that is being asked for is not asked again.
    [[nodiscard]] std::optional<protocol::Sight> ask(const Player& from, const Player& to, std::uint64_t now) override;

    struct Answered {
        SightPair pair;
        bool counts = true;  // false: the question has lost its meaning since (somebody left or went elsewhere)
    };
    // An answer of a proxy, or nothing if this link owes no such answer.
    [[nodiscard]] std::optional<Answered> answer(LinkId link, protocol::QueryId query, protocol::Sight sight,
                                                 std::uint64_t now);
    // At the start of step `tick`: queries that are too old are over, no answer to them counts any more.
    void expire(std::uint64_t tick);
    // The link is gone: it will not answer.
    void link_closed(LinkId link);
    // A player has gone or is somewhere else: what was seen from or at them says nothing any more.
    void forget(const Uuid& player);
    [[nodiscard]] std::size_t open_queries() const noexcept { return queries_.size(); }

private:
    struct Query {
        SightPair pair;
        LinkId link = 0;
        std::uint64_t sent_tick = 0;
        bool counts = true;
    };
    struct Answer {
        protocol::Sight sight = protocol::Sight::unknown;
        std::uint64_t last_tick = 0;  // counts through this one
    };

    template <class Which>
    void drop_queries(const Which& which);

    Settings::Matching settings_;
    Outbox& outbox_;
    protocol::QueryId next_query_ = 1;
    std::map<protocol::QueryId, Query> queries_;
    std::map<SightPair, protocol::QueryId> asked_;
    std::map<SightPair, Answer> answers_;
};

}  // namespace emoted::core
