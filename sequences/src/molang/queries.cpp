#include "molang/queries.hpp"

#include <emoted/sequences/json_reader.hpp>

#include <algorithm>
#include <array>
#include <variant>
#include <vector>

namespace emoted::molang {
namespace {

struct KeyFrameLerpTime {};
using Source = std::variant<KeyFrameLerpTime, double TimelineQueries::*, double PlayerQueries::*>;
struct Entry {
    std::string_view name;
    Source source;
};

constexpr auto known = std::to_array<Entry>({
    {"key_frame_lerp_time", KeyFrameLerpTime{}},
    {"anim_time", &TimelineQueries::anim_time},
    {"anim_time_ticks", &TimelineQueries::anim_time_ticks},
    {"anim_length", &TimelineQueries::anim_length},
    {"delta_time", &TimelineQueries::delta_time},
    {"loop_count", &TimelineQueries::loop_count},
    {"life_time", &TimelineQueries::life_time},
    {"target_x_rotation", &PlayerQueries::target_x_rotation},
    {"target_y_rotation", &PlayerQueries::target_y_rotation},
    {"body_x_rotation", &PlayerQueries::body_x_rotation},
    {"body_y_rotation", &PlayerQueries::body_y_rotation},
    {"head_x_rotation", &PlayerQueries::head_x_rotation},
    {"head_y_rotation", &PlayerQueries::head_y_rotation},
    {"eye_target_x_rotation", &PlayerQueries::eye_target_x_rotation},
    {"eye_target_y_rotation", &PlayerQueries::eye_target_y_rotation},
    {"ground_speed", &PlayerQueries::ground_speed},
    {"vertical_speed", &PlayerQueries::vertical_speed},
    {"modified_distance_moved", &PlayerQueries::modified_distance_moved},
    {"walk_distance", &PlayerQueries::walk_distance},
    {"is_moving", &PlayerQueries::is_moving},
    {"is_on_ground", &PlayerQueries::is_on_ground},
    {"is_sneaking", &PlayerQueries::is_sneaking},
    {"is_sprinting", &PlayerQueries::is_sprinting},
    {"is_swimming", &PlayerQueries::is_swimming},
    {"is_gliding", &PlayerQueries::is_gliding},
    {"is_riding", &PlayerQueries::is_riding},
    {"is_using_item", &PlayerQueries::is_using_item},
    {"is_sleeping", &PlayerQueries::is_sleeping},
    {"is_emoting", &PlayerQueries::is_emoting},
    {"item_is_charged", &PlayerQueries::item_is_charged},
    {"sleep_rotation", &PlayerQueries::sleep_rotation},
    {"is_on_fire", &PlayerQueries::is_on_fire},
    {"is_in_water", &PlayerQueries::is_in_water},
    {"health", &PlayerQueries::health},
    {"max_health", &PlayerQueries::max_health},
    {"is_alive", &PlayerQueries::is_alive},
    {"is_spectator", &PlayerQueries::is_spectator},
    {"head_is_in_water", &PlayerQueries::head_is_in_water},
    {"is_in_lava", &PlayerQueries::is_in_lava},
    {"is_in_water_or_rain", &PlayerQueries::is_in_water_or_rain},
    {"hurt_time", &PlayerQueries::hurt_time},
    {"death_ticks", &PlayerQueries::death_ticks},
    {"invulnerable_ticks", &PlayerQueries::invulnerable_ticks},
    {"player_level", &PlayerQueries::player_level},
    {"item_in_use_duration", &PlayerQueries::item_in_use_duration},
    {"item_remaining_use_duration", &PlayerQueries::item_remaining_use_duration},
    {"item_max_use_duration", &PlayerQueries::item_max_use_duration},
});
// A new member of PlayerQueries without a name would never be found.
static_assert(known.size() == 1 + (sizeof(TimelineQueries) + sizeof(PlayerQueries)) / sizeof(double));

constexpr std::array<std::string_view, 7> later{"position", "position_delta", "any",       "all",
                                                "in_range", "approx_eq",      "scoreboard"};

[[nodiscard]] const Source& source_of(Query query) noexcept {
    return known[static_cast<std::size_t>(query)].source;
}

}  // namespace

std::optional<Query> query_named(std::string_view name) noexcept {
    const auto found =
        std::find_if(known.begin(), known.end(), [name](const Entry& entry) { return entry.name == name; });
    return found == known.end() ? std::nullopt : std::optional(static_cast<Query>(found - known.begin()));
}

std::string nearest_query(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Entry& entry : known) {
        names.push_back(entry.name);
    }
    return text::nearest_word(name, names);
}

bool is_later_query(std::string_view name) noexcept {
    return std::find(later.begin(), later.end(), name) != later.end();
}

bool is_key_frame_lerp_time(Query query) noexcept {
    return std::holds_alternative<KeyFrameLerpTime>(source_of(query));
}

bool is_of_player(Query query) noexcept {
    return std::holds_alternative<double PlayerQueries::*>(source_of(query));
}

double value_of(Query query, const TimelineQueries& timeline) noexcept {
    const auto* const member = std::get_if<double TimelineQueries::*>(&source_of(query));
    return member == nullptr ? 0.0 : timeline.**member;
}

double value_of(Query query, const PlayerQueries& player) noexcept {
    const auto* const member = std::get_if<double PlayerQueries::*>(&source_of(query));
    return member == nullptr ? 0.0 : player.**member;
}

}  // namespace emoted::molang
