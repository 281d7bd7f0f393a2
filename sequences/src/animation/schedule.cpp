#include "animation/schedule.hpp"

#include <emoted/sequences/sampling.hpp>

#include <algorithm>
#include <utility>

namespace emoted::animation {

Schedule::Schedule(std::vector<std::int32_t> ticks, std::vector<Easing> easing, std::int64_t duration)
    : ticks_(std::move(ticks)), easing_(std::move(easing)) {
    if (static_cast<std::size_t>(duration) < table_entries + table_entries_per_key * ticks_.size()) {
        table_.reserve(static_cast<std::size_t>(duration) + 1);
        for (std::int64_t tick = 0; tick <= duration; ++tick) {
            table_.push_back(search(tick));
        }
    }
}

Moment Schedule::at(std::int64_t tick) const noexcept {
    return table_.empty() ? search(tick) : table_[static_cast<std::size_t>(tick)];
}

Moment Schedule::search(std::int64_t tick) const noexcept {
    const auto next = std::upper_bound(ticks_.begin(), ticks_.end(), tick);
    const auto segment = static_cast<std::size_t>(next - ticks_.begin()) - 1;
    Moment moment{static_cast<std::uint32_t>(segment), 0.0};
    if (next != ticks_.end() && easing_[segment] != Easing::step) {
        const double start = ticks_[segment];
        moment.eased = ease(easing_[segment], (static_cast<double>(tick) - start) / (*next - start));
    }
    return moment;
}

std::size_t Schedule::memory_bytes() const noexcept {
    return ticks_.capacity() * sizeof(ticks_[0]) + easing_.capacity() * sizeof(easing_[0]) +
           table_.capacity() * sizeof(table_[0]);
}

}  // namespace emoted::animation
