#include "explain/display_look.hpp"

#include <emoted/sequences/random.hpp>

#include <array>
#include <string_view>

namespace emoted::explain {
namespace {

using Colour = std::array<std::uint8_t, 3>;

constexpr std::size_t max_label_bytes = 40;

// Right limbs are warmer than left ones, so that a turned body can be read.
[[nodiscard]] Colour colour_of(SkinPart part) {
    switch (part) {
        case SkinPart::head:
            return {224, 172, 128};
        case SkinPart::body:
            return {70, 130, 180};
        case SkinPart::left_arm:
            return {110, 170, 90};
        case SkinPart::right_arm:
            return {214, 110, 70};
        case SkinPart::left_leg:
            return {90, 80, 160};
        case SkinPart::right_leg:
            break;
    }
    return {170, 70, 90};
}

// Any other display has a colour of its own, the same in every preview.
[[nodiscard]] Colour colour_of(std::string_view node_id) {
    const std::uint64_t hash = splitmix64(fnv1a64(node_id));
    const auto channel = [hash](unsigned shift) { return static_cast<std::uint8_t>(90 + (hash >> shift) % 140); };
    return {channel(0), channel(20), channel(40)};
}

// The value after a key of SNBT or JSON, in whatever quotes: for a label, not for a machine.
[[nodiscard]] std::string word_after(std::string_view text, std::string_view key) {
    std::size_t at = text.find(key);
    if (at == std::string_view::npos) {
        return std::string(text.substr(0, max_label_bytes));
    }
    at = text.find_first_not_of("\"': ", at + key.size());
    if (at == std::string_view::npos) {
        return {};
    }
    const std::string_view value = text.substr(at, text.find_first_of("\"',}]", at) - at);
    return std::string(value.substr(0, max_label_bytes));
}

[[nodiscard]] std::string text_label(std::string_view component) {
    return component.find("text") == std::string_view::npos ? word_after(component, "\"")
                                                            : word_after(component, "text");
}

// Where a label was cut, a character may be torn: what is left of it goes too.
[[nodiscard]] std::string whole(std::string label) {
    if (label.size() < max_label_bytes) {
        return label;
    }
    while (!label.empty() && (static_cast<unsigned char>(label.back()) & 0xC0U) == 0x80U) {
        label.pop_back();
    }
    if (!label.empty() && static_cast<unsigned char>(label.back()) >= 0xC0U) {
        label.pop_back();
    }
    return label;
}

}  // namespace

DisplayLook look_of(const protocol::DisplayEntity& display) {
    DisplayLook look;
    Colour colour = colour_of(display.node_id);
    if (display.skin || (display.item_snbt && display.item_snbt->find("player_head") != std::string::npos)) {
        look.from = {-0.25, -0.5, -0.25};
        look.to = {0.25, 0, 0.25};
        if (display.skin) {
            colour = colour_of(display.skin->part);
            look.face = display.skin->part == SkinPart::head;
            if (display.skin->row_from > 0) {
                // The lower slices of a limb, paler.
                for (std::uint8_t& channel : colour) {
                    channel = static_cast<std::uint8_t>(channel * 6 / 10 + 90);
                }
            }
        }
    } else if (display.block_state_snbt) {
        look.to = {1, 1, 1};
        look.label = word_after(*display.block_state_snbt, "Name");
    } else if (display.text) {
        look.from = {-0.5, 0, -0.01};
        look.to = {0.5, 0.25, 0.01};
        look.label = text_label(display.text->component_json);
    } else {
        look.from = {-0.5, -0.5, -1.0 / 32};
        look.to = {0.5, 0.5, 1.0 / 32};
        look.label = display.held_item ? "item in hand" : word_after(display.item_snbt.value_or(""), "id");
    }
    look.label = whole(look.label);
    if (display.mirror_of) {
        // The partner, a little darker.
        for (std::uint8_t& channel : colour) {
            channel = static_cast<std::uint8_t>(channel * 8 / 10);
        }
    }
    look.red = colour[0];
    look.green = colour[1];
    look.blue = colour[2];
    return look;
}

std::optional<std::string> label_of(const protocol::DisplayUpdate& update) {
    if (update.text) {
        return whole(text_label(update.text->component_json));
    }
    if (update.block_state_snbt) {
        return whole(word_after(*update.block_state_snbt, "Name"));
    }
    if (update.item_snbt && update.item_snbt->find("player_head") == std::string::npos) {
        return whole(word_after(*update.item_snbt, "id"));
    }
    return std::nullopt;
}

}  // namespace emoted::explain
