// Reads what the operator has put into files: the tree of emotes and the policy.
//
// Blocking; called on the thread that loads, never on the world's. No exception.
#pragma once

#include <emoted/app/pack_cache.hpp>
#include <emoted/config/settings.hpp>
#include <emoted/core/policy.hpp>
#include <emoted/sequences/diagnostic.hpp>
#include <emoted/sequences/library.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace emoted::app {

// What one tree may hold; what is beyond it becomes a fault of its own file. Files of animations are some ten
// kilobytes, so that these are far beyond the largest pack, and still bound the memory of a wrong folder.
struct PackLimits {
    std::size_t max_files = 100'000;
    std::uint64_t max_bytes = 1'073'741'824;
    std::size_t max_depth = 64;
};

// Every regular file below `folder` whose name ends in ".json", in any case, by relative path in lower case. Symbolic
// links are followed, and no folder is walked twice, so a loop ends. Names that begin with ".." are the machinery of
// mounted volumes and left out. A missing folder is made; nothing in it is fine. What cannot be read is in the list
// with its read_error.
[[nodiscard]] std::vector<SourceFile> read_pack(const std::filesystem::path& folder, const PackLimits& limits = {});

// One file of a tree, for a second look; nothing if it cannot be read.
[[nodiscard]] std::optional<std::string> text_of(const std::filesystem::path& file);

// What these settings mean for the loader.
[[nodiscard]] LoadOptions load_options(const config::Settings& settings);

// Why the folder of emotes of these settings cannot be one; nothing if it is one or was made. A daemon does not start
// without it.
[[nodiscard]] std::optional<Diagnostic> folder_fault(const config::Settings& settings);

// The whole library of these settings. What `cache` knows is not read again, which makes no other difference; nor does
// the number of threads that read. `previous` may be null. That there is nothing to play is a loud warning. Nothing is
// quoted from a file that is no JSON object: links may lead to files that are nobody's business.
//
// Once `stop` asks for it, which any thread may do at any time, the load ends with the files at hand; `library` is null
// then, and the report is of no use.
[[nodiscard]] LoadResult load_pack(const config::Settings& settings, const std::shared_ptr<const Library>& previous,
                                   PackCache& cache, const std::stop_token& stop = {});

// Null if there is any fault. A missing file is a policy that allows nothing, and a loud warning.
[[nodiscard]] std::shared_ptr<const core::Policy> load_policy(const config::Settings& settings,
                                                              Diagnostics& diagnostics);

}  // namespace emoted::app
