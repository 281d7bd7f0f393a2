// Reads the steps of a sequence file (format sections 2.2 and 2.3).
#pragma once

#include <emoted/sequences/json_reader.hpp>
#include <emoted/sequences/sequence.hpp>

namespace emoted::sequence {

// A list of emote and wait steps: the steps of a linear sequence or one branch of a two-player one. After faults, which
// are reported, the result is incomplete.
[[nodiscard]] Steps<std::string> read_steps(const text::ArrayCursor& steps);

// The step that holds await_partner.
[[nodiscard]] AwaitPartner<std::string> read_await_partner(const text::Field& step);

}  // namespace emoted::sequence
