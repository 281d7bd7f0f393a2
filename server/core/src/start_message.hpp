// The part of a PlaybackStart that depends on the playable alone: displays and clip tables (D35, D45, D48).
#pragma once

#include <emoted/protocol/messages.hpp>
#include <emoted/sequences/playable.hpp>

#include <cstddef>
#include <vector>

namespace emoted::core {

[[nodiscard]] std::vector<protocol::DisplayEntity> display_entities(const Layout& layout);
[[nodiscard]] std::vector<protocol::ClipTable> clip_tables(const Layout& layout);

// Upper bounds of what the link of a playback's audience carries at once: for its first viewer, and for later ones. The
// whole pose and what may differ from the start's data are in both.
struct ShowBytes {
    std::size_t start = 0;
    std::size_t late = 0;
};
[[nodiscard]] ShowBytes show_bytes(const Playable& playable) noexcept;

}  // namespace emoted::core
