// How long a sequence can get (D15), in constant time and memory however often its steps repeat.
#pragma once

#include "sequence/places.hpp"

#include <emoted/sequences/json_reader.hpp>
#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/playable.hpp>

namespace emoted::sequence {

// Reports limit_exceeded at the first step at which the ticks, and at the first at which the segments, of the longest
// course of the offer or of a list of steps pass their limit.
void check_size(const Sequence& sequence, const Layout& layout, const Limits& limits, text::JsonReader& reader);

// The advertised length of a list of steps: the first candidate of every step, all repetitions. The size was checked.
[[nodiscard]] TickCount advertised_duration(const Steps<ClipIndex>& steps, const Layout& layout);

}  // namespace emoted::sequence
