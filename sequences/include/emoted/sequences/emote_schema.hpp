// JSON Schemas (draft 2020-12) of emote files, printed from the tables that the loader reads by.
//
// Whatever the loader accepts, its schema accepts. What a schema cannot say (references, orders, sums, texts in
// languages of their own) is left to the loader and listed in the schema's description. Pure; any thread.
#pragma once

#include <string>

namespace emoted {

// Indented, in the order of the tables, ending in a newline; the same bytes every time.
[[nodiscard]] std::string animation_schema();
[[nodiscard]] std::string sequence_schema();

}  // namespace emoted
