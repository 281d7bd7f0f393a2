#include "line_of_sight.hpp"

#include <algorithm>
#include <limits>

namespace emoted::core {

using protocol::Sight;

template <class Which>
void QueriedSight::drop_queries(const Which& which) {
    std::erase_if(queries_, [&](const auto& entry) {
        if (!which(entry.second)) {
            return false;
        }
        if (entry.second.counts) {
            asked_.erase(entry.second.pair);
        }
        return true;
    });
}

std::optional<Sight> QueriedSight::known(const SightPair& pair, std::uint64_t at) const {
    const auto found = answers_.find(pair);
    if (found == answers_.end() || found->second.last_tick < at) {
        return std::nullopt;
    }
    return found->second.sight;
}

std::optional<Sight> QueriedSight::ask(const Player& from, const Player& to, std::uint64_t now) {
    const SightPair pair{from.uuid, to.uuid};
    if (!from.link) {
        return Sight::unknown;
    }
    if (asked_.contains(pair)) {
        return std::nullopt;
    }
    const protocol::QueryId id = next_query_++;
    queries_[id] = {pair, *from.link, now};
    asked_[pair] = id;
    protocol::LineOfSightQuery query;
    query.query = id;
    query.from = from.handle;
    query.to = to.uuid;
    query.server = from.server;
    query.dimension = from.dimension;
    query.from_eyes = from.eyes();
    query.to_eyes = to.eyes();
    query.deadline_ticks = static_cast<std::uint8_t>(
        std::min<std::int64_t>(settings_.line_of_sight_timeout.value(), std::numeric_limits<std::uint8_t>::max()));
    outbox_.send(*from.link, std::move(query));
    return std::nullopt;
}

std::optional<QueriedSight::Answered> QueriedSight::answer(LinkId link, protocol::QueryId id, Sight sight,
                                                           std::uint64_t now) {
    const auto found = queries_.find(id);
    if (found == queries_.end() || found->second.link != link) {
        return std::nullopt;
    }
    const SightPair pair = found->second.pair;
    const bool counts = found->second.counts;
    queries_.erase(found);
    if (!counts) {
        return Answered{pair, false};
    }
    asked_.erase(pair);
    if (sight == Sight::unknown) {
        answers_.erase(pair);
    } else {
        // Handled before step now + 1, it counts through that step and max_age more.
        answers_[pair] = {sight, now + 1 + static_cast<std::uint64_t>(settings_.line_of_sight_max_age.value())};
    }
    return Answered{pair, true};
}

void QueriedSight::expire(std::uint64_t tick) {
    const auto timeout = static_cast<std::uint64_t>(settings_.line_of_sight_timeout.value());
    drop_queries([&](const Query& query) { return query.sent_tick + timeout <= tick; });
    std::erase_if(answers_, [tick](const auto& entry) { return entry.second.last_tick < tick; });
}

void QueriedSight::link_closed(LinkId link) {
    drop_queries([link](const Query& query) { return query.link == link; });
}

void QueriedSight::forget(const Uuid& player) {
    const auto names = [&player](const SightPair& pair) { return pair.from == player || pair.to == player; };
    std::erase_if(answers_, [&](const auto& entry) { return names(entry.first); });
    for (auto& [id, query] : queries_) {
        if (query.counts && names(query.pair)) {
            query.counts = false;
            asked_.erase(query.pair);
        }
    }
}

}  // namespace emoted::core
