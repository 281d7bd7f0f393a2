#include "golden.hpp"

#include "daemon_process.hpp"
#include "support/source_folder.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace emoted::test {

namespace fs = std::filesystem;

namespace {

// The first line that differs, so that a failure can be read.
std::string first_difference(const std::string& expected, const std::string& found) {
    const auto [a, b] = std::mismatch(expected.begin(), expected.end(), found.begin(), found.end());
    const auto line_at = [](const std::string& text, std::string::const_iterator place) {
        const auto offset = static_cast<std::size_t>(place - text.begin());
        const std::size_t before = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
        const std::size_t begin = before == std::string::npos ? 0 : before + 1;
        return text.substr(begin, text.find('\n', offset) - begin);
    };
    const auto number = 1 + std::count(expected.begin(), a, '\n');
    return "line " + std::to_string(number) + "\n  expected: " + line_at(expected, a) +
           "\n  found:    " + line_at(found, b);
}

}  // namespace

void check_golden(std::string_view name, const std::string& text) {
    const fs::path file = emoted::test::source_folder() / "tests/golden" / name;
    const fs::path unapproved = file.string() + ".unapproved";
    const std::string expected = read_file(file);
    if (fs::exists(file) && expected == text) {
        CHECK(true);
        fs::remove(unapproved);
        return;
    }
    if (std::getenv("EMOTED_APPROVE") != nullptr) {
        fs::create_directories(file.parent_path());
        write_file(file, text);
        WARN("approved " << file);
        return;
    }
    write_file(unapproved, text);
    FAIL_CHECK(file.string() << " differs, see " << unapproved.filename().string() << "; "
                             << first_difference(expected, text));
}

}  // namespace emoted::test
