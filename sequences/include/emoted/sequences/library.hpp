// Everything that can be played, from one load: an immutable snapshot that is published as a whole.
//
// build_library() is pure: bytes in, snapshot and report out; run it on any thread. A Library is immutable; any thread
// may read it.
#pragma once

#include <emoted/sequences/diagnostic.hpp>
#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/playable.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace emoted {

// A file as found. `path` is relative with forward slashes; the order of the list does not matter.
struct SourceFile {
    std::string path;
    std::string bytes;
    // Why there are no bytes: the operating system's message, or that the file is too large; becomes the file's only
    // fault, file_too_large if `size_bytes` is over limits::max_file_bytes, else unreadable_file.
    std::string read_error;
    std::uint64_t size_bytes = 0;  // as the operating system tells it
};

struct LoadOptions {
    Limits limits;
    // First words of commands that may be sent, without "minecraft:" (D44).
    std::vector<std::string> allowed_commands{"particle", "playsound", "stopsound"};
    // A path whose file is now faulty keeps the emote it served in `previous` (D28).
    bool keep_last_good = true;
    // Whether reports quote from files that are no JSON object. Links may lead to files whose content is nobody's
    // business; whoever names the files by hand wants to see it.
    bool quote_other_files = true;
};

class Library {
public:
    // Sorted by id. Includes animations with standalone false.
    [[nodiscard]] const std::vector<std::shared_ptr<const Playable>>& playables() const noexcept { return playables_; }
    [[nodiscard]] std::shared_ptr<const Playable> find(std::string_view id) const noexcept;
    // Over all ids and digests: equal digests mean equal libraries.
    [[nodiscard]] std::uint64_t digest() const noexcept { return digest_; }

private:
    friend class LibraryBuilder;
    std::vector<std::shared_ptr<const Playable>> playables_;
    std::uint64_t digest_ = 0;
};

// What the report of a file has no room for (limits::max_diagnostics_per_file).
struct OmittedFindings {
    std::string source;
    std::size_t faults = 0;
    std::size_t warnings = 0;
};
// Such as: dance.json: and 37 more errors and 1 more warning in this file
[[nodiscard]] std::string to_text(const OmittedFindings& omitted);

struct LoadReport {
    Diagnostics diagnostics;               // by file, then position
    std::vector<OmittedFindings> omitted;  // by file, of those that have such
    std::size_t files_found = 0;           // named *.json
    std::size_t files_read = 0;            // of these; the rest was known from an earlier load
    std::size_t emotes_loaded = 0;
    std::size_t animations_loaded = 0;
    std::size_t sequences_loaded = 0;
    std::vector<std::string> kept_last_good;  // ids that serve an older version because their file is now faulty
    std::vector<std::string> added, changed, removed;  // ids, against `previous`
};

struct LoadResult {
    std::shared_ptr<const Library> library;  // never null
    LoadReport report;
};

// Never fails as a whole: a bad file is a fault in the report and everything else serves. `previous` may be null.
[[nodiscard]] LoadResult build_library(std::vector<SourceFile> files, const LoadOptions& options,
                                       const Library* previous);

}  // namespace emoted
