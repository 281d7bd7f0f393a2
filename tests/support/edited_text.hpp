// Texts for tables of faults: a good text, edits that break it, and a mark where the fault must be reported.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace emoted::test {

struct Edit {
    std::string_view from;  // must stand exactly once in the text
    std::string_view to;
};

struct MarkedText {
    std::string text;  // without the mark
    // Where the mark stood, from 1, in code points; 0 without one.
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

// Applies the edits in order, then takes out the one mark `@@`. Throws std::logic_error for an edit that does not fit.
[[nodiscard]] MarkedText edited(std::string_view text, const std::vector<Edit>& edits);

}  // namespace emoted::test
