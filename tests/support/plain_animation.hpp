// A second reader of animation files, for the naive sampler: plain values straight from the JSON, as written, nothing
// merged, dropped or checked. Shares nothing with the product but the names of the values it fills.
#pragma once

#include <emoted/sequences/clip.hpp>

#include <string_view>

namespace emoted::test {

// Id, duration, nodes (id, type, parent, transform, visible) and tracks of a good file without Molang; the rest stays
// at its default. Nodes stand with parents first, else in the file's order. Throws on anything it does not expect.
[[nodiscard]] Clip plain_animation(std::string_view json);

}  // namespace emoted::test
