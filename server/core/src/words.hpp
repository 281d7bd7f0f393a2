// The protocol's own words for outcomes and reasons, for events and texts.
#pragma once

#include <emoted/protocol/messages.hpp>

#include <string>

namespace emoted::core {

[[nodiscard]] std::string word(protocol::EndReason reason);
[[nodiscard]] std::string word(protocol::PlayOutcome outcome);
[[nodiscard]] std::string word(protocol::SceneState state);

}  // namespace emoted::core
