#include <emoted/net/unix_socket_file.hpp>

#include <catch2/catch.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

using emoted::net::UnixSocketFile;
namespace fs = std::filesystem;

namespace {

struct Folder {
    Folder() {
        std::string name = fs::temp_directory_path() / "emoted-socket-XXXXXX";
        REQUIRE(::mkdtemp(name.data()) != nullptr);
        path = name;
    }
    ~Folder() { fs::remove_all(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    fs::path path;
};

mode_t rights_of(const fs::path& path) {
    struct stat found {};
    REQUIRE(::lstat(path.c_str(), &found) == 0);
    return found.st_mode & 07777;
}

}  // namespace

TEST_CASE("a socket file has the rights of its owner and group, and is gone at the end") {
    const Folder folder;
    const fs::path path = folder.path / "proxy.sock";
    {
        const auto made = UnixSocketFile::listen(path);
        REQUIRE(made.has_value());
        CHECK(rights_of(path) == 0660);
    }
    CHECK_FALSE(fs::exists(path));
}

TEST_CASE("a socket that is in use is refused and stays") {
    const Folder folder;
    const fs::path path = folder.path / "proxy.sock";
    const auto first = UnixSocketFile::listen(path);
    REQUIRE(first.has_value());
    const auto second = UnixSocketFile::listen(path);
    REQUIRE_FALSE(second.has_value());
    CHECK(second.error() == "cannot listen on " + path.string() + ": another process is listening there");
    CHECK(fs::exists(path));
}

TEST_CASE("a stale socket file is replaced") {
    const Folder folder;
    const fs::path path = folder.path / "proxy.sock";
    auto old = UnixSocketFile::listen(path);
    REQUIRE(old.has_value());
    ::close(old->release_descriptor());  // as if its process had died
    REQUIRE(fs::exists(path));
    {
        const auto fresh = UnixSocketFile::listen(path);
        REQUIRE(fresh.has_value());
        CHECK_FALSE(UnixSocketFile::listen(path).has_value());
    }
    CHECK_FALSE(fs::exists(path));
}

TEST_CASE("what is no socket is never removed") {
    const Folder folder;
    const fs::path path = folder.path / "notes.txt";
    std::ofstream(path) << "mine";
    const auto made = UnixSocketFile::listen(path);
    REQUIRE_FALSE(made.has_value());
    CHECK(made.error().find("something else than a socket") != std::string::npos);
    CHECK(fs::file_size(path) == 4);
}

TEST_CASE("a path that is too long or in no folder is a named error") {
    CHECK_FALSE(UnixSocketFile::listen(std::string(108, 'a')).has_value());
    CHECK_FALSE(UnixSocketFile::listen("").has_value());
    const auto made = UnixSocketFile::listen("/nowhere/at/all.sock");
    REQUIRE_FALSE(made.has_value());
    CHECK(made.error().find("No such file or directory") != std::string::npos);
}
