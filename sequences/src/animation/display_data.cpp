#include "animation/display_data.hpp"

#include "animation/display_options.hpp"
#include "animation/item_context.hpp"
#include "animation/text_component.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace emoted::animation {
namespace {

[[nodiscard]] std::string_view word_of(ItemDisplayContext context) noexcept {
    return std::find_if(item_context_words.begin(), item_context_words.end(),
                        [context](const auto& word) { return word.second == context; })
        ->first;
}

// Moves the member of that name and type out of `data`.
template <class T>
[[nodiscard]] std::optional<T> take(nbt::Compound& data, std::string_view name) {
    nbt::Tag* const tag = data.find(name);
    T* const content = tag == nullptr ? nullptr : tag->as<T>();
    if (content == nullptr) {
        return std::nullopt;
    }
    std::optional<T> taken(std::move(*content));
    data.erase(name);
    return taken;
}

void take_item(nbt::Compound& data, ItemContent& content) {
    if (std::holds_alternative<FixedItem>(content.item)) {
        if (auto stack = take<nbt::Compound>(data, "item")) {
            content.item = FixedItem{std::move(*stack)};
        }
    }
    if (const auto word = take<std::string>(data, "item_display")) {
        for (const auto& [known, context] : item_context_words) {
            if (*word == known) {
                content.context = context;
            }
        }
    }
}

void take_text(nbt::Compound& data, TextContent& content) {
    const nbt::Tag* const text = data.find("text");
    if (text == nullptr) {
        return;
    }
    if (!(*text == component_to_nbt(content.component_json))) {
        content.component_json = component_to_json(*text);
    }
    data.erase("text");
}

}  // namespace

nbt::Compound to_entity_data(const Node& node) {
    nbt::Compound data = node.entity_nbt;
    if (const auto* const item = std::get_if<ItemContent>(&node.content)) {
        if (const auto* const fixed = std::get_if<FixedItem>(&item->item)) {
            data.set("item", fixed->stack);
        }
        data.set("item_display", std::string(word_of(item->context)));
    } else if (const auto* const block = std::get_if<BlockContent>(&node.content)) {
        data.set("block_state", block->state);
    } else if (const auto* const text = std::get_if<TextContent>(&node.content)) {
        data.set("text", component_to_nbt(text->component_json));
    }
    return data;
}

DisplayData to_display_data(const Node& node, nbt::Compound data) {
    DisplayData out;
    out.content = node.content;
    if (auto* const item = std::get_if<ItemContent>(&out.content)) {
        take_item(data, *item);
    } else if (auto* const block = std::get_if<BlockContent>(&out.content)) {
        if (auto state = take<nbt::Compound>(data, "block_state")) {
            block->state = std::move(*state);
        }
    } else if (auto* const text = std::get_if<TextContent>(&out.content)) {
        take_text(data, *text);
    }
    out.options = to_display_options(node.type, std::move(data));
    return out;
}

}  // namespace emoted::animation
