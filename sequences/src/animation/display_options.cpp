#include "animation/display_options.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

namespace emoted::animation {
namespace {

// Each reads one tag; nothing if it is not of the option's type.

std::optional<std::int64_t> as_integer(const nbt::Tag& tag, std::int64_t least, std::int64_t most) {
    double number = 0;
    if (!tag.number(number) || std::floor(number) != number || number < static_cast<double>(least) ||
        number > static_cast<double>(most)) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(number);
}

std::optional<float> as_float(const nbt::Tag& tag) {
    double number = 0;
    if (!tag.number(number) || !(std::abs(number) <= static_cast<double>(std::numeric_limits<float>::max()))) {
        return std::nullopt;
    }
    return static_cast<float>(number);
}

std::optional<bool> as_bool(const nbt::Tag& tag) {
    const auto number = as_integer(tag, -128, 127);
    return number ? std::optional(*number != 0) : std::nullopt;
}

std::optional<std::int32_t> as_int32(const nbt::Tag& tag) {
    const auto number =
        as_integer(tag, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max());
    return number ? std::optional(static_cast<std::int32_t>(*number)) : std::nullopt;
}

// A byte: what Minecraft writes as -1 is 255.
std::optional<std::uint8_t> as_opacity(const nbt::Tag& tag) {
    const auto number = as_integer(tag, -128, 255);
    return number ? std::optional(static_cast<std::uint8_t>(*number)) : std::nullopt;
}

template <class Enum, std::size_t Size>
std::optional<Enum> as_word(const nbt::Tag& tag, const std::array<std::pair<std::string_view, Enum>, Size>& words) {
    const auto* const text = tag.as<std::string>();
    if (text != nullptr) {
        for (const auto& [word, value] : words) {
            if (*text == word) {
                return value;
            }
        }
    }
    return std::nullopt;
}

constexpr std::array<std::pair<std::string_view, Billboard>, 4> billboard_words{{
    {"fixed", Billboard::fixed},
    {"vertical", Billboard::vertical},
    {"horizontal", Billboard::horizontal},
    {"center", Billboard::center},
}};
constexpr std::array<std::pair<std::string_view, TextAlignment>, 3> alignment_words{{
    {"center", TextAlignment::center},
    {"left", TextAlignment::left},
    {"right", TextAlignment::right},
}};

// Moves the value of `name` out of `nbt` if `read` understands it.
template <class Value, class Read>
void take(nbt::Compound& nbt, std::string_view name, std::optional<Value>& option, Read read) {
    const nbt::Tag* const tag = nbt.find(name);
    if (tag == nullptr || option) {
        return;
    }
    option = read(*tag);
    if (option) {
        nbt.erase(name);
    }
}

void take_brightness(nbt::Compound& nbt, DisplayOptions& options) {
    const nbt::Tag* const tag = nbt.find("brightness");
    const auto* const brightness = tag == nullptr ? nullptr : tag->as<nbt::Compound>();
    if (brightness == nullptr || brightness->members.size() != 2) {
        return;
    }
    const nbt::Tag* const block = brightness->find("block");
    const nbt::Tag* const sky = brightness->find("sky");
    if (block == nullptr || sky == nullptr) {
        return;
    }
    const auto block_light = as_integer(*block, 0, 15);
    const auto sky_light = as_integer(*sky, 0, 15);
    if (block_light && sky_light) {
        options.block_light = static_cast<std::uint8_t>(*block_light);
        options.sky_light = static_cast<std::uint8_t>(*sky_light);
        nbt.erase("brightness");
    }
}

}  // namespace

DisplayOptions to_display_options(NodeType type, nbt::Compound nbt) {
    DisplayOptions options;
    take(nbt, "billboard", options.billboard, [](const nbt::Tag& tag) { return as_word(tag, billboard_words); });
    take_brightness(nbt, options);
    take(nbt, "view_range", options.view_range, as_float);
    take(nbt, "shadow_radius", options.shadow_radius, as_float);
    take(nbt, "shadow_strength", options.shadow_strength, as_float);
    take(nbt, "width", options.width, as_float);
    take(nbt, "height", options.height, as_float);
    // Minecraft's own name, then the one that emote files carry.
    take(nbt, "Glowing", options.glowing, as_bool);
    take(nbt, "glowing", options.glowing, as_bool);
    take(nbt, "glow_color_override", options.glow_color_override, as_int32);
    if (type == NodeType::text_display) {
        take(nbt, "line_width", options.line_width, as_int32);
        take(nbt, "background", options.background, as_int32);
        take(nbt, "text_opacity", options.text_opacity, as_opacity);
        take(nbt, "shadow", options.text_shadow, as_bool);
        take(nbt, "see_through", options.see_through, as_bool);
        take(nbt, "default_background", options.default_background, as_bool);
        take(nbt, "alignment", options.alignment, [](const nbt::Tag& tag) { return as_word(tag, alignment_words); });
    }
    options.remaining_snbt = nbt::to_snbt(nbt);
    return options;
}

}  // namespace emoted::animation
