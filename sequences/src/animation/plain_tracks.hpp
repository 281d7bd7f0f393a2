// A short way for what most bytes of most files are: tracks whose keys are numbers and known words.
//
// They are read from the text itself, without a value of JSON for each number, and taken out of it; what is left is
// read as ever. The short way knows no faults: it leaves alone whatever it does not know for good. If anything is to be
// reported then, the places in the shortened text would be wrong, and the file has to be read anew as a whole.
#pragma once

#include "animation/raw_animation.hpp"

#include <emoted/sequences/json_reader.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace emoted::animation {

struct PlainTracks {
    std::string rest;  // the text, with a number that stands for each track
    std::vector<PlainTrack> tracks;

    // The track that `field`, of a document made of the rest, stands for; null if it stands for itself.
    [[nodiscard]] const PlainTrack* find(const text::Field& field) const noexcept;
};

// Nothing if no track was taken. The rest is good JSON only if `text` is. The text around the file's id is all there.
[[nodiscard]] std::optional<PlainTracks> take_plain_tracks(std::string_view text);

}  // namespace emoted::animation
