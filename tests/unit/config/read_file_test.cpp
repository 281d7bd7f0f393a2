#include "support/temporary_folder.hpp"

#include <emoted/config/read_file.hpp>

#include <catch2/catch.hpp>
#include <sys/stat.h>

#include <string>

using emoted::config::read_file;
using emoted::test::TemporaryFolder;

TEST_CASE("a file is read whole up to the limit") {
    const TemporaryFolder folder;
    const std::string content(100'000, 'x');
    const auto file = folder.write("a", content);
    CHECK(read_file(file, content.size()).bytes == content);
    CHECK(read_file(file, content.size()).error.empty());
    const auto refused = read_file(file, content.size() - 1);
    CHECK(refused.too_large);
    CHECK(refused.size == content.size());
    CHECK(refused.bytes.empty());
    CHECK_FALSE(refused.error.empty());
}

TEST_CASE("what is no regular file is refused without waiting") {
    const TemporaryFolder folder;
    CHECK(read_file(folder.path() / "none", 10).missing);
    CHECK_FALSE(read_file(folder.path(), 10).error.empty());
    const auto pipe = folder.path() / "pipe";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    CHECK(read_file(pipe, 10).error == "not a regular file");
    CHECK(read_file("/dev/zero", 10).error == "not a regular file");
}

TEST_CASE("a file that tells no size cannot pass the limit") {
    // The files of /proc tell a size of 0.
    CHECK(read_file("/proc/self/status", 100'000).bytes.size() > 10);
    CHECK(read_file("/proc/self/status", 10).too_large);
}
