// Paths of Unix sockets as the system wants them, and its calls that take any kind of address.
#pragma once

#include <sys/socket.h>
#include <sys/un.h>
#include <tl/expected.hpp>

#include <cstring>
#include <filesystem>
#include <string>

namespace emoted::net {

// The error says how long a path may be.
[[nodiscard]] inline tl::expected<sockaddr_un, std::string> unix_address(const std::filesystem::path& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string text = path.string();
    if (text.empty() || text.size() >= sizeof address.sun_path) {
        return tl::unexpected("a socket's path has at most " + std::to_string(sizeof address.sun_path - 1) + " bytes");
    }
    std::memcpy(address.sun_path, text.data(), text.size());
    return address;
}

// ::bind or ::connect.
[[nodiscard]] inline int call(int (*function)(int, const sockaddr*, socklen_t), int descriptor,
                              const sockaddr_un& address) {
    sockaddr_storage storage{};
    std::memcpy(&storage, &address, sizeof address);
    return function(descriptor, static_cast<const sockaddr*>(static_cast<const void*>(&storage)), sizeof address);
}

}  // namespace emoted::net
