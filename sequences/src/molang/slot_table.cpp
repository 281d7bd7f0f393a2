#include "molang/slot_table.hpp"

#include <emoted/sequences/limits.hpp>

#include <cstring>
#include <utility>

namespace emoted::molang {

Slot SlotTable::constant(double value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    const auto known = constants_.find(bits);
    return known != constants_.end() ? known->second : constants_.emplace(bits, add(value)).first->second;
}

Slot SlotTable::temporary(std::size_t number) {
    return numbered(temporaries_, number);
}

Slot SlotTable::intermediate(std::size_t number) {
    return numbered(intermediates_, number);
}

Slot SlotTable::query(Query query) {
    const auto known = queries_.find(query);
    return known != queries_.end() ? known->second : queries_.emplace(query, add(0.0)).first->second;
}

std::size_t SlotTable::variable(std::string_view name, std::string_view as_written) {
    const auto [entry, is_new] = variable_by_name_.try_emplace(std::string(name), variables_.size());
    if (is_new) {
        variables_.push_back({std::string(as_written), add(0.0)});
    }
    return entry->second;
}

void SlotTable::move_into(Script& script) {
    script.initial_frame = std::move(frame_);
    for (const auto& [query, slot] : queries_) {
        if (is_key_frame_lerp_time(query)) {
            script.key_frame_lerp_time.push_back(slot);
        } else {
            (is_of_player(query) ? script.player_queries : script.timeline_queries).emplace_back(query, slot);
        }
    }
}

Slot SlotTable::add(double initial) {
    if (frame_.size() == limits::max_molang_slots) {
        overflown_ = true;
        return 0;
    }
    frame_.push_back(initial);
    return static_cast<Slot>(frame_.size() - 1);
}

Slot SlotTable::numbered(std::vector<Slot>& slots, std::size_t number) {
    while (slots.size() <= number) {
        slots.push_back(add(0.0));
    }
    return slots[number];
}

}  // namespace emoted::molang
