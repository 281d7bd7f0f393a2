// Finds the second place of reports that link files, once somebody wants to read them.
//
// The loader does not keep the texts of good files, so it names places in them by pointer only. Calls back on the
// caller's thread; touches nothing else.
#pragma once

#include <emoted/sequences/diagnostic.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace emoted {

// The text of a file named by Diagnostic::source; nothing if it cannot be had any more.
using TextOf = std::function<std::optional<std::string>(const std::string& source)>;

// Fills in the positions that are missing in `related`, and writes their paths as the format's documents do. Each file
// is asked for once, and at most limits::max_related_files of them. A place that is not there (any more) keeps none; in
// a file that is no JSON it is that fault.
void place_related(Diagnostics& diagnostics, const TextOf& text_of);
// The same for any places; null is not allowed.
void place_each(const std::vector<RelatedPlace*>& places, const TextOf& text_of);

}  // namespace emoted
