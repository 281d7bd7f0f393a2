// `emoted preview`: shows what an emote becomes when it is played, as a page or a contact sheet.
//
// Touches the files it is given, writes one, and nothing else; one call at a time.
#pragma once

#include "explain.hpp"

#include <cstddef>
#include <filesystem>
#include <iosfwd>

namespace emoted::tools {

struct PreviewOptions {
    std::filesystem::path output;  // *.html: a self-contained page; *.png: a contact sheet
    std::size_t pictures = 12;     // of a contact sheet
    std::size_t size = 160;        // of each, in pixels
};

// Returns the exit status, as explain() does; 2 as well if the file cannot be written. A page is written of an emote
// that fails when it is played, too, and says so.
[[nodiscard]] int preview(const EmoteChoice& choice, const PreviewOptions& options, std::istream& in,
                          std::ostream& err);

}  // namespace emoted::tools
