// One course that a playback can take, watched from its start to its end: what is sent, fired, shown and hidden.
//
// Values; sans I/O.
#pragma once

#include "explain/rehearsal.hpp"

#include <emoted/protocol/messages.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace emoted::explain {

// What is listed at most; what is beyond is counted. A person reads the first few; a list of them all could take more
// memory than the emote.
inline constexpr std::size_t max_listed_events = 10'000;
inline constexpr std::size_t max_listed_spans = 1'000;

// Ticks of the playback, half open.
struct Span {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    friend bool operator==(const Span&, const Span&) noexcept = default;
};

struct ListedEvent {
    std::uint64_t tick = 0;
    protocol::EventKind kind{};
    protocol::EventSource source{};
    std::string node;  // of EventSource::node
    Vec3d position;    // in the world of the rehearsal
    std::vector<std::string> commands;
};

// Bytes of the binary encoding as they travel, packet lengths included, to one viewer who sees it all.
struct Traffic {
    struct Kind {
        std::string_view name;
        std::uint64_t messages = 0;
        std::uint64_t bytes = 0;
    };
    std::vector<Kind> kinds;  // those that occur, in the order of the message table
    std::uint64_t start_bytes = 0;
    std::uint64_t rest_bytes = 0;  // all after the start
    // The second, from the start in steps of one, in which most is sent after the start.
    std::uint64_t busiest_second = 0;
    std::uint64_t busiest_second_bytes = 0;
};

struct Course {
    Rehearsed rehearsed;
    Traffic traffic;
    std::vector<ListedEvent> events;
    std::uint64_t events_not_listed = 0;
    std::vector<std::vector<Span>> hidden;  // by display, within [0, rehearsed.ticks)
    std::uint64_t spans_not_listed = 0;
    std::size_t most_shown = 0;  // displays at once
};

[[nodiscard]] Course watch_course(const std::shared_ptr<const Library>& library, const Playable& playable,
                                  const RehearsalOptions& options);

}  // namespace emoted::explain
