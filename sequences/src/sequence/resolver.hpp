// Resolves the references of a sequence: raw sequence and clips in, playable out (format sections 2.5 to 2.9, 3.2).
#pragma once

#include "sequence/clip_catalogue.hpp"

#include <emoted/sequences/json_reader.hpp>
#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/playable.hpp>

#include <memory>

namespace emoted::sequence {

// Null after faults, all of which have been reported through `reader`, which reads the file that `raw` came from.
[[nodiscard]] std::shared_ptr<const Playable> resolve(const RawSequence& raw, const ClipCatalogue& catalogue,
                                                      const Limits& limits, text::JsonReader& reader);

}  // namespace emoted::sequence
