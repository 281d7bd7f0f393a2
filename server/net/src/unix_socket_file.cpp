#include "emoted/net/unix_socket_file.hpp"

#include "unix_address.hpp"

#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace emoted::net {

namespace {

std::string failure(const std::filesystem::path& path, const std::string& what) {
    return "cannot listen on " + path.string() + ": " + what;
}

std::string system_failure(const std::filesystem::path& path, int error) {
    return failure(path, std::generic_category().message(error));
}

int new_socket() {
    return ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

// Empty if the path is free now.
std::string make_room(const std::filesystem::path& path, const sockaddr_un& address) {
    struct stat found {};
    if (::lstat(path.c_str(), &found) != 0) {
        return errno == ENOENT ? "" : std::generic_category().message(errno);
    }
    if (!S_ISSOCK(found.st_mode)) {
        return "there is something else than a socket of that name";
    }
    const int probe = new_socket();
    if (probe < 0) {
        return std::generic_category().message(errno);
    }
    const int connected = call(::connect, probe, address);
    const int error = errno;
    ::close(probe);
    // A full queue also means that somebody listens.
    if (connected == 0 || error == EAGAIN) {
        return "another process is listening there";
    }
    if (error != ECONNREFUSED && error != ENOENT) {
        return std::generic_category().message(error);
    }
    return ::unlink(path.c_str()) == 0 || errno == ENOENT ? "" : std::generic_category().message(errno);
}

}  // namespace

tl::expected<UnixSocketFile, std::string> UnixSocketFile::listen(const std::filesystem::path& path) {
    const auto address = unix_address(path);
    if (!address) {
        return tl::unexpected(failure(path, address.error()));
    }
    if (std::string fault = make_room(path, *address); !fault.empty()) {
        return tl::unexpected(failure(path, fault));
    }
    const int descriptor = new_socket();
    if (descriptor < 0) {
        return tl::unexpected(system_failure(path, errno));
    }
    // The rights of the descriptor become the file's at bind, less the umask: nobody can slip in before the chmod.
    struct stat made {};
    if (::fchmod(descriptor, rights) != 0 || call(::bind, descriptor, *address) != 0 ||
        ::chmod(path.c_str(), rights) != 0 || ::lstat(path.c_str(), &made) != 0 ||
        ::listen(descriptor, SOMAXCONN) != 0) {
        const int error = errno;
        ::close(descriptor);
        return tl::unexpected(system_failure(path, error));
    }
    return UnixSocketFile(path, descriptor, made.st_dev, made.st_ino);
}

UnixSocketFile::UnixSocketFile(std::filesystem::path path, int descriptor, dev_t device, ino_t inode) noexcept
    : path_(std::move(path)), descriptor_(descriptor), device_(device), inode_(inode) {}

UnixSocketFile::UnixSocketFile(UnixSocketFile&& other) noexcept
    : path_(std::exchange(other.path_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)),
      device_(other.device_),
      inode_(other.inode_) {}

UnixSocketFile::~UnixSocketFile() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
    struct stat found {};
    if (!path_.empty() && ::lstat(path_.c_str(), &found) == 0 && found.st_dev == device_ && found.st_ino == inode_) {
        ::unlink(path_.c_str());
    }
}

int UnixSocketFile::release_descriptor() noexcept {
    return std::exchange(descriptor_, -1);
}

}  // namespace emoted::net
