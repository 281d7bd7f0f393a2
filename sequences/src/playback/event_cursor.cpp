#include "playback/event_cursor.hpp"

#include "playback/clip_frames.hpp"

#include <algorithm>

namespace emoted {
namespace {

struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
};

// Events are sorted by group, then by time.
[[nodiscard]] Range group_range(const std::vector<ClipEvent>& events, EventGroup group) noexcept {
    const auto first = std::partition_point(events.begin(), events.end(),
                                            [group](const ClipEvent& event) { return event.group < group; });
    const auto last =
        std::partition_point(first, events.end(), [group](const ClipEvent& event) { return event.group == group; });
    return {static_cast<std::size_t>(first - events.begin()), static_cast<std::size_t>(last - events.begin())};
}

[[nodiscard]] FiredEvent fired(const ClipFrames& frames, ClipIndex clip, const ClipEvent& event) noexcept {
    FiredEvent result;
    result.event = &event;
    result.clip = clip;
    result.clip_tick = frames.at();
    if (event.origin_node) {
        result.origin = frames.world(*event.origin_node);
    }
    return result;
}

}  // namespace

void append_events(const ClipFrames& frames, ClipIndex clip, EventGroup group, std::vector<FiredEvent>& out) {
    const auto& events = frames.clip().events;
    const Range range = group_range(events, group);
    for (std::size_t i = range.begin; i < range.end; ++i) {
        out.push_back(fired(frames, clip, events[i]));
    }
}

EventCursor::EventCursor(const Clip& clip, TickCount from) noexcept {
    const Range range = group_range(clip.events, EventGroup::timeline);
    next_ = range.begin;
    end_ = range.end;
    while (next_ < end_ && clip.events[next_].at < from) {
        ++next_;
    }
}

void EventCursor::append_due(const ClipFrames& frames, ClipIndex clip, std::vector<FiredEvent>& out) {
    const auto& events = frames.clip().events;
    for (; next_ < end_ && events[next_].at <= frames.at(); ++next_) {
        out.push_back(fired(frames, clip, events[next_]));
    }
}

}  // namespace emoted
