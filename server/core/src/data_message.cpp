#include "data_message.hpp"

#include "display_fields.hpp"

#include <emoted/sequences/limits.hpp>

#include <cstddef>
#include <utility>

namespace emoted::core {
namespace {

// What one part may take: the largest display alone does.
constexpr std::size_t max_part_bytes = 2 * limits::max_entity_data_bytes;

std::size_t bytes_of(const protocol::DisplayUpdate& update) {
    constexpr std::size_t fixed_fields = 128;
    return fixed_fields + update.remaining_snbt.size() + (update.item_snbt ? update.item_snbt->size() : 0) +
           (update.block_state_snbt ? update.block_state_snbt->size() : 0) +
           (update.text ? update.text->component_json.size() : 0);
}

}  // namespace

protocol::DisplayUpdate display_update(const DataUpdate& update) {
    protocol::DisplayUpdate out;
    out.display = update.display.value();
    // A text's options travel with it.
    if (update.content || std::holds_alternative<TextContent>(update.data->content)) {
        fill_own_content(out, update.data->content, update.data->options);
    }
    fill_options(out, update.data->options);
    return out;
}

std::vector<std::vector<protocol::DisplayUpdate>> display_updates(std::span<const DataUpdate> data) {
    std::vector<std::vector<protocol::DisplayUpdate>> parts;
    std::size_t bytes = 0;
    for (const DataUpdate& each : data) {
        protocol::DisplayUpdate update = display_update(each);
        const std::size_t more = bytes_of(update);
        if (parts.empty() || bytes + more > max_part_bytes) {
            parts.emplace_back();
            bytes = 0;
        }
        bytes += more;
        parts.back().push_back(std::move(update));
    }
    return parts;
}

}  // namespace emoted::core
