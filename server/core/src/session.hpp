// A playing session: one playback in the world, for one or two participants.
//
//   start -> solo ------------------------------> end
//   start -> offering -> waiting -> timed_out --> end     exactly one branch after the offer ever runs (D5)
//                 \----------\----> matched ----> end
#pragma once

#include "placement.hpp"
#include "player_queries.hpp"

#include <emoted/core/network.hpp>
#include <emoted/protocol/messages.hpp>
#include <emoted/sequences/playable.hpp>
#include <emoted/sequences/playback.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace emoted::core {

// A joiner who waits for the offer animation to end. Not yet a participant.
struct Reservation {
    Uuid partner;
    bool asked_for_end = false;  // the line of sight for the offer's end has been asked for (D38)
};

struct Session {
    protocol::PlaybackId id = 0;  // grows with every start: also the arrival number of an offer (D7)
    std::shared_ptr<const Playable> playable;
    std::string server;
    std::string dimension;
    protocol::SceneState state = protocol::SceneState::solo;
    std::uint64_t seed = 0;
    std::uint64_t started_tick = 0;
    std::uint64_t offer_end_tick = 0;  // two-player only
    std::uint64_t deadline_tick = 0;   // two-player only: the time-out branch starts then

    Uuid initiator;
    std::optional<Uuid> partner;  // from the match on
    std::optional<Reservation> reservation;
    // Where each participant's movement is measured from (D13).
    Vec3d initiator_from;
    Vec3d partner_from;
    // Where the offer stands in the grid of open offers.
    Vec3d offer_position;

    SceneRoots roots;
    // Spaces that have displays: moves of others concern nobody.
    std::array<bool, 3> space_used{};

    std::optional<BranchPlayer> player;
    Movement movement{Vec3d{}};     // of the initiator, for Molang
    std::int64_t molang_steps = 0;  // taken in this tick (D21)
    std::uint64_t shown_tick = 0;   // the last for which something was shown
    bool failed = false;            // cannot go on, and is to be ended
    // Viewers who got a keyframe in the last tick and get what is in flight in the next (D42).
    std::vector<std::pair<LinkId, std::vector<protocol::PlayerHandle>>> follow_ups;

    // Links that have got a PlaybackStart and no PlaybackEnd, with their players who get the displays, sorted.
    std::map<LinkId, std::vector<protocol::PlayerHandle>> audience;

    [[nodiscard]] bool open_offer() const noexcept {
        return state == protocol::SceneState::offering || state == protocol::SceneState::waiting;
    }
    [[nodiscard]] std::vector<Uuid> participants() const;
    [[nodiscard]] std::vector<LinkId> links() const;
    [[nodiscard]] bool space_active(Space space) const noexcept {
        return space != Space::partner || state == protocol::SceneState::matched;
    }
    [[nodiscard]] protocol::Root wire_root(Space space) const;
    [[nodiscard]] std::uint32_t display_count() const noexcept {
        return static_cast<std::uint32_t>(playable->layout.displays.size());
    }
    // Nothing for a sequence.
    [[nodiscard]] const Clip* single_clip() const noexcept {
        return playable->sequence ? nullptr : playable->layout.clips.front().clip.get();
    }
};

}  // namespace emoted::core
