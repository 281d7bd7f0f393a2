// Plays one emote in a world of its own, for one proxy to look at: exactly the messages that a real one would get.
//
// Sans I/O; one call at a time. Nothing but the arguments decides what happens.
#pragma once

#include <emoted/core/settings.hpp>
#include <emoted/protocol/messages.hpp>
#include <emoted/sequences/library.hpp>
#include <emoted/sequences/playable.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace emoted::explain {

struct RehearsalOptions {
    std::uint64_t seed = 0;
    // Two-player sequences: the tick of the playback in which the partner asks to join. They stand where they may.
    std::optional<std::uint64_t> partner_at;
    // The rehearsal is broken off here: an emote may wait for years.
    std::uint64_t most_ticks = 1'728'000;
    core::Settings settings{};  // of the world; its limits on displays and starts do not count
};

struct Rehearsed {
    std::uint64_t ticks = 0;                 // from the start to the end
    protocol::SceneState last_state{};       // solo, matched or timed_out; offering or waiting if it was broken off
    std::uint64_t branch_tick = 0;           // two-player: when the matched or time-out branch began
    std::optional<protocol::EndReason> end;  // nothing: it would go on
    bool endless = false;                    // an animation that loops or holds: ended by hand after its first round
    std::string failure;                     // why it could not go on, or not begin; else empty
    protocol::PlaybackId playback = 0;
};

// What the proxy of the initiator is sent about the playback, in order; answers to requests and queries are left out.
// The partner, if one comes, is on another proxy.
using RehearsalListener = std::function<void(const protocol::Message& message)>;

// The initiator stands on the ground at (0.5, 64, 0.5), looks along +Z and does not move. The playback starts at tick
// 0, so that its ticks are those of the world.
[[nodiscard]] Rehearsed rehearse(const std::shared_ptr<const Library>& library, const Playable& playable,
                                 const RehearsalOptions& options, const RehearsalListener& listener);

}  // namespace emoted::explain
