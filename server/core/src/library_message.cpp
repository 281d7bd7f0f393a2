#include "library_message.hpp"

#include <emoted/core/limits.hpp>

#include <utility>

namespace emoted::core {
namespace {

protocol::EmoteInfo info_of(const Playable& playable) {
    protocol::EmoteInfo info;
    info.id = playable.id;
    info.name = playable.metadata.name;
    info.description = playable.metadata.description;
    info.metadata_json = playable.metadata.extra_json;
    info.two_player = playable.two_player();
    info.duration_ticks = static_cast<std::uint32_t>(playable.duration.value());
    info.cooldown_ticks = static_cast<std::uint32_t>(playable.cooldown.value());
    return info;
}

std::size_t estimated_bytes(const protocol::EmoteInfo& info) {
    constexpr std::size_t fixed_fields_and_lengths = 32;
    return info.id.size() + info.name.size() + info.description.size() + info.metadata_json.size() +
           fixed_fields_and_lengths;
}

}  // namespace

std::vector<protocol::LibraryChanged> library_parts(const Library& library) {
    std::vector<protocol::LibraryChanged> parts(1);
    std::size_t bytes = 0;
    for (const auto& playable : library.playables()) {
        if (!playable->standalone) {
            continue;
        }
        protocol::EmoteInfo info = info_of(*playable);
        const std::size_t more = estimated_bytes(info);
        if (bytes > 0 && bytes + more > limits::library_part_bytes) {
            parts.emplace_back();
            bytes = 0;
        }
        bytes += more;
        parts.back().emotes.push_back(std::move(info));
    }
    for (std::size_t index = 0; index < parts.size(); ++index) {
        parts[index].digest = library.digest();
        parts[index].part = static_cast<std::uint32_t>(index);
        parts[index].last = index + 1 == parts.size();
    }
    return parts;
}

}  // namespace emoted::core
