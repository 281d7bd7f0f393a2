// The list of emotes for proxies, in parts that each fit a packet.
#pragma once

#include <emoted/protocol/messages.hpp>
#include <emoted/sequences/library.hpp>

#include <vector>

namespace emoted::core {

// At least one part; those that can be started, by id.
[[nodiscard]] std::vector<protocol::LibraryChanged> library_parts(const Library& library);

}  // namespace emoted::core
