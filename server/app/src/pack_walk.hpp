// Finds the emote files of a tree without reading them.
#pragma once

#include <emoted/app/pack_cache.hpp>
#include <emoted/app/pack_loader.hpp>

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace emoted::app {

struct FoundFile {
    std::string path;   // relative, with forward slashes
    std::string error;  // why it is not to be read, or empty
    FileStamp stamp;    // without an error
};

// Those that read_pack tells of, in its order. Ends early, with only some of them, once `stop` asks for it.
[[nodiscard]] std::vector<FoundFile> walk_pack(const std::filesystem::path& folder, const PackLimits& limits,
                                               const std::stop_token& stop);

}  // namespace emoted::app
