// The options of displays that entity data has, as the game takes them: names, types, ranges, words.
//
// Options are read by these rules (display_options.hpp) and warned of by them (entity_data_checks.hpp), so that neither
// can know one that the other does not. Everything here is a constant; any thread may read it.
#pragma once

#include <emoted/sequences/clip.hpp>
#include <emoted/sequences/diagnostic.hpp>
#include <emoted/sequences/json_reader.hpp>
#include <emoted/sequences/snbt.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace emoted::animation {

enum class OptionKind : std::uint8_t {
    number,      // of any of the six types, from `least` to `most`
    integer,     // the same and whole
    flag,        // a whole number of a byte's size; 0 is false
    word,        // a string, one of `words`
    brightness,  // a compound of the whole numbers block and sky, each from `least` to `most`
};

struct OptionRule {
    std::string_view name;
    OptionKind kind = OptionKind::number;
    double least = 0;
    double most = 0;
    std::span<const std::string_view> words{};
    bool only_text = false;  // of text displays only
};

inline constexpr std::array<std::string_view, 4> billboard_words{"fixed", "vertical", "horizontal", "center"};
inline constexpr std::array<std::string_view, 3> alignment_words{"center", "left", "right"};

namespace option_rules {

inline constexpr double greatest_float = std::numeric_limits<float>::max();
inline constexpr double least_int = std::numeric_limits<std::int32_t>::min();
inline constexpr double greatest_int = std::numeric_limits<std::int32_t>::max();

inline constexpr OptionRule billboard{.name = "billboard", .kind = OptionKind::word, .words = billboard_words};
inline constexpr OptionRule brightness{.name = "brightness", .kind = OptionKind::brightness, .most = 15};
inline constexpr OptionRule view_range{.name = "view_range", .most = greatest_float};
inline constexpr OptionRule shadow_radius{.name = "shadow_radius", .most = greatest_float};
inline constexpr OptionRule shadow_strength{.name = "shadow_strength", .most = greatest_float};
inline constexpr OptionRule width{.name = "width", .most = greatest_float};
inline constexpr OptionRule height{.name = "height", .most = greatest_float};
// Minecraft's own name, then the one that emote files carry.
inline constexpr OptionRule glowing{.name = "Glowing", .kind = OptionKind::flag};
inline constexpr OptionRule glowing_in_files{.name = "glowing", .kind = OptionKind::flag};
inline constexpr OptionRule glow_color_override{
    .name = "glow_color_override", .kind = OptionKind::integer, .least = least_int, .most = greatest_int};
inline constexpr OptionRule line_width{
    .name = "line_width", .kind = OptionKind::integer, .most = greatest_int, .only_text = true};
inline constexpr OptionRule background{
    .name = "background", .kind = OptionKind::integer, .least = least_int, .most = greatest_int, .only_text = true};
// A byte: what Minecraft writes as -1 is 255.
inline constexpr OptionRule text_opacity{
    .name = "text_opacity", .kind = OptionKind::integer, .least = -128, .most = 255, .only_text = true};
inline constexpr OptionRule shadow{.name = "shadow", .kind = OptionKind::flag, .only_text = true};
inline constexpr OptionRule see_through{.name = "see_through", .kind = OptionKind::flag, .only_text = true};
inline constexpr OptionRule default_background{
    .name = "default_background", .kind = OptionKind::flag, .only_text = true};
inline constexpr OptionRule alignment{
    .name = "alignment", .kind = OptionKind::word, .words = alignment_words, .only_text = true};

inline constexpr const OptionRule* all[] = {
    &billboard,    &brightness, &view_range,       &shadow_radius,       &shadow_strength, &width,
    &height,       &glowing,    &glowing_in_files, &glow_color_override, &line_width,      &background,
    &text_opacity, &shadow,     &see_through,      &default_background,  &alignment,
};

}  // namespace option_rules

// Whether data is all that there is of it, or is merged into more.
enum class Extent : std::uint8_t { whole, patch };

struct OptionFault {
    DiagnosticCode code = DiagnosticCode::invalid_value;
    text::FaultText text;
    std::vector<std::string_view> path;  // of the member, names from the outside in
};

// What is wrong with the value of an option; nothing if the game takes it.
[[nodiscard]] std::optional<OptionFault> option_fault(const OptionRule& rule, const nbt::Tag& value, Extent extent);

}  // namespace emoted::animation
