// A listening Unix socket and its file: who may open the file may connect, so its rights are set before it can be used.
//
// Owns the descriptor until released and the file until destroyed. One thread.
#pragma once

#include <sys/types.h>
#include <tl/expected.hpp>

#include <filesystem>
#include <string>

namespace emoted::net {

class UnixSocketFile {
public:
    // Owner and group may connect: a proxy or an operator is let in by membership of the daemon's group.
    static constexpr mode_t rights = 0660;

    // Binds and listens. A file left behind by a daemon that is gone is replaced; a socket that somebody still listens
    // on is refused, as is a path that is no socket or is too long. The error is a sentence that names the path.
    [[nodiscard]] static tl::expected<UnixSocketFile, std::string> listen(const std::filesystem::path& path);

    UnixSocketFile(UnixSocketFile&& other) noexcept;
    UnixSocketFile& operator=(UnixSocketFile&&) = delete;
    UnixSocketFile(const UnixSocketFile&) = delete;
    UnixSocketFile& operator=(const UnixSocketFile&) = delete;
    ~UnixSocketFile();  // removes the file, unless another socket has taken its place

    [[nodiscard]] int release_descriptor() noexcept;  // from now on the caller's
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

private:
    UnixSocketFile(std::filesystem::path path, int descriptor, dev_t device, ino_t inode) noexcept;
    std::filesystem::path path_;
    int descriptor_;
    dev_t device_;
    ino_t inode_;
};

}  // namespace emoted::net
