// When the keys of a track are: which segment a tick lies in, and how far in it.
//
// Tracks of exported emotes share their key times, so a clip needs few schedules. Ticks are whole, so both answers
// stand in a table, unless the keys are so far apart that the table would be larger than the keys.
#pragma once

#include <emoted/sequences/clip.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace emoted::animation {

struct Moment {
    std::uint32_t segment = 0;  // the last key at or before the tick
    double eased = 0.0;         // of the way to the next key; may leave [0, 1]; 0 where the segment rests
};

class Schedule {
public:
    // Most table entries: so many per key, and some for every schedule.
    static constexpr std::size_t table_entries_per_key = 8;
    static constexpr std::size_t table_entries = 64;

    // Strictly rising ticks, the first 0, none after `duration`; one easing per key.
    Schedule(std::vector<std::int32_t> ticks, std::vector<Easing> easing, std::int64_t duration);

    [[nodiscard]] Moment at(std::int64_t tick) const noexcept;
    [[nodiscard]] std::size_t segments() const noexcept { return ticks_.size(); }
    [[nodiscard]] bool is_tabled() const noexcept { return !table_.empty(); }
    [[nodiscard]] std::size_t memory_bytes() const noexcept;

private:
    [[nodiscard]] Moment search(std::int64_t tick) const noexcept;

    std::vector<std::int32_t> ticks_;
    std::vector<Easing> easing_;
    std::vector<Moment> table_;
};

}  // namespace emoted::animation
