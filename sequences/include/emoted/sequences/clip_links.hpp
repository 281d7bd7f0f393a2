// Which clips a sequence uses, and where it says so: the report of links between files.
//
// Pure; any thread. Broken links are faults of the load (diagnostic.hpp) and name both their places there.
#pragma once

#include <emoted/sequences/library.hpp>
#include <emoted/sequences/playable.hpp>
#include <emoted/sequences/related_places.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace emoted {

struct ClipLink {
    ClipIndex clip;
    std::string id;
    // Places in files, by pointer; place_each() finds line and column.
    RelatedPlace owner;              // where the clip's file claims its id
    std::vector<RelatedPlace> uses;  // each mention in the sequence's file, in its order; none for an animation
};

// In the order of ClipIndex, which is that of first mention. Of an animation: itself. `library` is the one that holds
// the playable; a clip whose file it does not know (it serves an older version, D28) has an owner without a source.
[[nodiscard]] std::vector<ClipLink> clip_links(const Playable& playable, const Library& library);

// A sequence and what it uses.
struct SequenceLinks {
    std::string emote;
    std::string source;  // its file
    std::vector<ClipLink> clips;
};
// Of every sequence of the library that `wanted` takes, by id.
[[nodiscard]] std::vector<SequenceLinks> sequence_links(const Library& library,
                                                        const std::function<bool(const Playable&)>& wanted);
// One line of JSON: emote, file and clips (id, file, used_by: the paths in the sequence's file, at most
// max_reported_uses, and uses, how many there are).
inline constexpr std::size_t max_reported_uses = 100;
[[nodiscard]] std::string to_json(const SequenceLinks& links);

}  // namespace emoted
