// Skin layouts must be equal over all clips of a sequence (format section 2.8): the same nodes show the same rows of
// the same parts of the same participants, before any copy for a partner.
#pragma once

#include <emoted/sequences/clip.hpp>

#include <optional>
#include <string>

namespace emoted::sequence {

struct SkinConflict {
    std::string node_id;
    std::string what;  // as in: "shows rows 0 to 6 of the body in a:b and rows 0 to 12 in a:c"
};

// The first node, by id, at which the two differ.
[[nodiscard]] std::optional<SkinConflict> compare_skin_layouts(const Clip& first, const Clip& other);

}  // namespace emoted::sequence
