// The part of a PlaybackStart that depends on the playable alone: displays and clip tables (D35, D45, D48).
#pragma once

#include <emoted/protocol/messages.hpp>
#include <emoted/sequences/playable.hpp>

#include <vector>

namespace emoted::core {

[[nodiscard]] std::vector<protocol::DisplayEntity> display_entities(const Layout& layout);
[[nodiscard]] std::vector<protocol::ClipTable> clip_tables(const Layout& layout);

}  // namespace emoted::core
