// What a proxy may report: every value checked before it is believed.
//
// Each function returns nothing if all is well, else one sentence for a Notice: what is wrong and what is accepted.
#pragma once

#include <emoted/protocol/messages.hpp>

#include <optional>
#include <string>

namespace emoted::core {

[[nodiscard]] std::optional<std::string> check(const protocol::PlayerJoin& join);
[[nodiscard]] std::optional<std::string> check(const protocol::PlayerUpdate& update);
[[nodiscard]] std::optional<std::string> check(const protocol::PlayerState& state);
[[nodiscard]] std::optional<std::string> check(const protocol::PlayerAction& action);

}  // namespace emoted::core
