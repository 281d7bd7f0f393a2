// The queries by name (format section 7), and where their values come from.
#pragma once

#include <emoted/sequences/molang.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace emoted::molang {

// Where the clip is. key_frame_lerp_time is not among them: it changes from key to key.
struct TimelineQueries {
    double anim_time = 0;        // seconds
    double anim_time_ticks = 0;  // ticks
    double anim_length = 0;      // seconds
    double delta_time = 0;       // seconds since the tick before; 0 at the beginning
    double loop_count = 0;       // finished rounds
    double life_time = 0;        // as anim_time
};

// An index into the table of queries.
enum class Query : std::uint8_t {};

[[nodiscard]] std::optional<Query> query_named(std::string_view name) noexcept;  // in lower case, without the prefix
[[nodiscard]] std::string nearest_query(std::string_view name);
// One of the functions that later versions of the format have.
[[nodiscard]] bool is_later_query(std::string_view name) noexcept;

[[nodiscard]] bool is_key_frame_lerp_time(Query query) noexcept;
[[nodiscard]] bool is_of_player(Query query) noexcept;
[[nodiscard]] double value_of(Query query, const TimelineQueries& timeline) noexcept;
[[nodiscard]] double value_of(Query query, const PlayerQueries& player) noexcept;

}  // namespace emoted::molang
