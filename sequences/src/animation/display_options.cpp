#include "animation/display_options.hpp"

#include "animation/display_option_rules.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace emoted::animation {
namespace {

// Moves the value of the option out of `nbt` if it is as its rule says; the number if it is one, else nothing.
std::optional<double> take_number(nbt::Compound& nbt, const OptionRule& rule) {
    const nbt::Tag* const tag = nbt.find(rule.name);
    double number = 0;
    if (tag == nullptr || option_fault(rule, *tag, Extent::whole) || !tag->number(number)) {
        return std::nullopt;
    }
    nbt.erase(rule.name);
    return number;
}

// 255 is the byte -1.
template <class Number>
void take(nbt::Compound& nbt, const OptionRule& rule, std::optional<Number>& option) {
    if (const auto number = take_number(nbt, rule)) {
        option = static_cast<Number>(static_cast<std::int64_t>(*number));
    }
}
void take(nbt::Compound& nbt, const OptionRule& rule, std::optional<float>& option) {
    if (const auto number = take_number(nbt, rule)) {
        option = static_cast<float>(*number);
    }
}
void take(nbt::Compound& nbt, const OptionRule& rule, std::optional<bool>& option) {
    if (const auto number = take_number(nbt, rule)) {
        option = *number != 0.0;
    }
}

// The enumerators stand in the order of the rule's words.
template <class Enum>
void take_word(nbt::Compound& nbt, const OptionRule& rule, std::span<const Enum> meanings,
               std::optional<Enum>& option) {
    const nbt::Tag* const tag = nbt.find(rule.name);
    if (tag == nullptr || option_fault(rule, *tag, Extent::whole)) {
        return;
    }
    const auto found = std::find(rule.words.begin(), rule.words.end(), *tag->as<std::string>());
    option = meanings[static_cast<std::size_t>(found - rule.words.begin())];
    nbt.erase(rule.name);
}

void take_brightness(nbt::Compound& nbt, DisplayOptions& options) {
    const nbt::Tag* const tag = nbt.find(option_rules::brightness.name);
    if (tag == nullptr || option_fault(option_rules::brightness, *tag, Extent::whole)) {
        return;
    }
    const auto* const brightness = tag->as<nbt::Compound>();
    constexpr std::size_t block_and_sky = 2;
    if (brightness->members.size() != block_and_sky) {
        return;
    }
    const auto light = [&](std::string_view name) {
        double number = 0;
        static_cast<void>(brightness->find(name)->number(number));
        return static_cast<std::uint8_t>(number);
    };
    options.block_light = light("block");
    options.sky_light = light("sky");
    nbt.erase(option_rules::brightness.name);
}

constexpr std::array<Billboard, billboard_words.size()> billboards{Billboard::fixed, Billboard::vertical,
                                                                   Billboard::horizontal, Billboard::center};
constexpr std::array<TextAlignment, alignment_words.size()> alignments{TextAlignment::center, TextAlignment::left,
                                                                       TextAlignment::right};

}  // namespace

DisplayOptions to_display_options(NodeType type, nbt::Compound nbt) {
    DisplayOptions options;
    take_word<Billboard>(nbt, option_rules::billboard, billboards, options.billboard);
    take_brightness(nbt, options);
    take(nbt, option_rules::view_range, options.view_range);
    take(nbt, option_rules::shadow_radius, options.shadow_radius);
    take(nbt, option_rules::shadow_strength, options.shadow_strength);
    take(nbt, option_rules::width, options.width);
    take(nbt, option_rules::height, options.height);
    take(nbt, option_rules::glowing, options.glowing);
    if (!options.glowing) {
        take(nbt, option_rules::glowing_in_files, options.glowing);
    }
    take(nbt, option_rules::glow_color_override, options.glow_color_override);
    if (type == NodeType::text_display) {
        take(nbt, option_rules::line_width, options.line_width);
        take(nbt, option_rules::background, options.background);
        take(nbt, option_rules::text_opacity, options.text_opacity);
        take(nbt, option_rules::shadow, options.text_shadow);
        take(nbt, option_rules::see_through, options.see_through);
        take(nbt, option_rules::default_background, options.default_background);
        take_word<TextAlignment>(nbt, option_rules::alignment, alignments, options.alignment);
    }
    options.remaining_snbt = nbt::to_snbt(nbt);
    return options;
}

}  // namespace emoted::animation
