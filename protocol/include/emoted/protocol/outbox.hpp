// What a link still has to write: bounded, in order, shared bytes. Pose frames are dropped when the peer is slow
// (oldest first, the newest stays), and a packet that says anew what another has still to say takes that one's turn;
// anything else never; over the hard limit the link has to be closed.
//
// Use: push() what is to be said; gather() what the next write takes; written() when that write is done. One write at a
// time. After frames were dropped the peer is owed keyframes: take_owed_keyframes() says so once the backlog has
// shrunk to half the soft limit, since a keyframe behind a long backlog is stale when it arrives. One thread at a time.
#pragma once

#include <emoted/protocol/encoded_message.hpp>
#include <emoted/protocol/limits.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace emoted::protocol {

struct OutboxLimits {
    std::size_t soft_bytes = limits::default_outbox_soft_bytes;
    std::size_t hard_bytes = limits::default_outbox_hard_bytes;
};

enum class Delivery : std::uint8_t {
    always,
    may_drop,  // a pose frame: a later keyframe makes up for it
};

// What a packet says the whole of, so that an older one about the same need not be written any more: a display's entity
// data, for everybody who sees it, or where a root of a playback is.
struct Subject {
    std::uint64_t playback = 0;
    std::uint32_t display = 0;  // or, beyond all displays, a root
    bool content = false;       // its content too, not the options alone: a packet without says nothing of it
};

class Outbox {
public:
    explicit Outbox(OutboxLimits limits = {}) noexcept : limits_(limits) {}

    // False, and nothing is taken, if it would pass the hard limit. A droppable packet is never refused: it may be
    // dropped itself.
    // With a subject (of a packet that may not be dropped), an older packet that says no more about it and is not given
    // out yet goes away unread.
    [[nodiscard]] bool push(SharedBytes bytes, Delivery delivery = Delivery::always,
                            const std::optional<Subject>& subject = std::nullopt);
    // The next packets in order, at least one if there is any, then as many as fit `most_bytes` together. They count as
    // pending until written().
    [[nodiscard]] std::vector<SharedBytes> gather(std::size_t most_bytes);
    // What gather() gave out last has been written.
    void written() noexcept;
    // Drops all that is not given out yet, for a link that ends with one last message.
    void clear() noexcept;

    // Bytes not written yet.
    [[nodiscard]] std::size_t pending_bytes() const noexcept { return queued_bytes_ + gathered_bytes_; }
    [[nodiscard]] bool empty() const noexcept { return pending_bytes() == 0; }
    // True if there is something for gather().
    [[nodiscard]] bool has_queued() const noexcept { return !queue_.empty(); }
    // Dropped since the link was made.
    [[nodiscard]] std::uint64_t dropped_frames() const noexcept { return dropped_frames_; }
    // True once after frames were dropped and the backlog has shrunk.
    [[nodiscard]] bool take_owed_keyframes() noexcept;

private:
    struct Entry {
        SharedBytes bytes;
        Delivery delivery = Delivery::always;
        std::optional<Subject> subject;
    };
    using Place = std::list<Entry>::iterator;
    // The packets about one display that wait, the newest of each kind; one with content is the older of the two.
    struct Waiting {
        std::optional<Place> content, options;
    };
    using Display = std::pair<std::uint64_t, std::uint32_t>;  // playback, display
    void drop_oldest_frame() noexcept;
    void drop_superseded(const Subject& subject) noexcept;
    void drop(std::optional<Place>& place) noexcept;
    void forget(const Entry& entry) noexcept;

    OutboxLimits limits_;
    std::list<Entry> queue_;
    std::deque<Place> frames_;            // the droppable entries of queue_, oldest first
    std::map<Display, Waiting> waiting_;  // the entries of queue_ that have a subject
    std::size_t queued_bytes_ = 0;
    std::size_t gathered_bytes_ = 0;
    std::uint64_t dropped_frames_ = 0;
    bool owes_keyframes_ = false;
};

}  // namespace emoted::protocol
