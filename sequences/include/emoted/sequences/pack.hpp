// build_library() for whoever loads a pack again and again: files are fetched and read side by side, and what has not
// changed is not read again. The result is that of a load of everything on one thread.
#pragma once

#include <emoted/sequences/library.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace emoted {

namespace library {
struct EmoteFile;
}
// What reading one file gave, its faults included: opaque, and never changed. Kept by whoever knows that the file is
// still the same, it spares reading it again; for other limits or allowed commands it is worthless. Two loads at the
// same time must not be given the same one.
using ReadFile = std::shared_ptr<const library::EmoteFile>;

// About how much memory goes with it if `library` stays.
[[nodiscard]] std::size_t bytes_beside(const Library& library, const ReadFile& file);

struct PackFile {
    SourceFile source;
    // If set, what an earlier load made of the same bytes at the same path; `source` does not count then.
    ReadFile known{};
};

// Who does the work that files cause one by one.
struct Workers {
    // A task is called once with each index below `count`. Tasks may run at the same time, and all are done on return;
    // they do not throw.
    using Task = std::function<void(std::size_t index)>;
    using ForEach = std::function<void(std::size_t count, const Task& task)>;

    ForEach for_each;
    // Fills in a file that comes without bytes and without error, as part of its task, so that not all files are in
    // memory at once.
    std::function<void(SourceFile& file)> fetch;
    // Looked at between files. Once it asks to stop, nothing more is begun and there is no result.
    std::stop_token stop{};
};

struct BuiltPack {
    LoadResult result;            // its library is null if the load was stopped
    std::vector<ReadFile> files;  // of each file as given, none null; empty if the load was stopped
};

[[nodiscard]] BuiltPack build_library(std::vector<PackFile> files, const LoadOptions& options, const Workers& workers,
                                      const Library* previous);

}  // namespace emoted
