// Finds the events of a clip that are due, each once. Does not own the clip.
#pragma once

#include <emoted/sequences/playback.hpp>

#include <cstddef>
#include <vector>

namespace emoted {

class ClipFrames;

// The events of one group, fired now.
void append_events(const ClipFrames& frames, ClipIndex clip, EventGroup group, std::vector<FiredEvent>& out);

// The timeline events of one playing of a clip.
class EventCursor {
public:
    EventCursor() noexcept = default;
    // Those before `from` are passed over.
    EventCursor(const Clip& clip, TickCount from) noexcept;

    // Those due at the tick at which `frames` stands. To be called for every tick.
    void append_due(const ClipFrames& frames, ClipIndex clip, std::vector<FiredEvent>& out);

private:
    std::size_t next_ = 0;
    std::size_t end_ = 0;
};

}  // namespace emoted
