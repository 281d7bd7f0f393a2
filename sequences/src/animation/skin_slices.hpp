// Which pixel rows of a skin part each skinned node shows.
#pragma once

#include <emoted/sequences/clip.hpp>

#include <span>

namespace emoted::animation {

// Fills row_from and row_to of every skin binding (format section 2.8, "Skin layout compile"): nodes of one participant
// and part with the same order share a region, and regions share the 12 rows by the nodes' own height.
void cut_skin_slices(std::span<Node> nodes);

}  // namespace emoted::animation
