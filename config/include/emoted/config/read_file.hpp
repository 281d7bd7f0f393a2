// Reads one regular file whole, up to a limit, without ever waiting: what is no regular file (a pipe, a device) is
// refused, and a file that grows while it is read cannot pass the limit. No exception; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace emoted::config {

struct FileContent {
    std::string bytes;
    std::string error;          // the system's words, or empty: then all is well
    bool missing = false;       // the error is that there is no such file
    bool too_large = false;     // the error is the limit
    std::uint64_t size = 0;     // as the system tells it, also when it is over the limit
    bool others_read = false;   // everybody on this machine may read it
    bool others_write = false;  // everybody on this machine may change it
};

// `room` is a string whose memory the bytes may use.
[[nodiscard]] FileContent read_file(const std::filesystem::path& path, std::size_t limit, std::string room = {});

}  // namespace emoted::config
