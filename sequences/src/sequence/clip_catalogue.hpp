// What the sequences of one load may refer to: the clips of its good animation files, and why other ids are no clips.
//
// Filled by the library builder, read by the resolver. One thread at a time.
#pragma once

#include "sequence/traffic.hpp"
#include "text/suggestions.hpp"

#include <emoted/sequences/clip.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace emoted::sequence {

struct CatalogueClip {
    std::shared_ptr<const Clip> clip;
    std::string source;  // relative path of its file
    std::uint64_t digest = 0;
    Course course;  // looked at once, however many sequences use the clip
};

enum class Obstacle : std::uint8_t {
    is_sequence,
    has_faults,  // a file claims the id but has faults of its own
    duplicate,   // several files own the id
};

struct Obstruction {
    Obstacle obstacle = Obstacle::has_faults;
    std::string source;
};

class ClipCatalogue {
public:
    void add(std::string id, CatalogueClip clip);
    void obstruct(std::string id, Obstruction obstruction);  // the first of an id counts

    [[nodiscard]] const CatalogueClip* find(std::string_view id) const;
    [[nodiscard]] const Obstruction* obstruction(std::string_view id) const;
    // The nearest id of a clip, or empty. Costs a look at all ids, so it answers only so often in one load.
    [[nodiscard]] std::string nearest(std::string_view id) const;

private:
    std::map<std::string, CatalogueClip, std::less<>> clips_;
    std::map<std::string, Obstruction, std::less<>> obstructions_;
    mutable text::Suggestions suggestions_;
};

}  // namespace emoted::sequence
