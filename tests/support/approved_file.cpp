#include "support/approved_file.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace emoted::test {
namespace {

void write_file(const std::filesystem::path& file, std::string_view text) {
    std::ofstream(file, std::ios::binary) << text;
}

}  // namespace

std::string read_file(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

bool is_approved(const std::filesystem::path& file, std::string_view actual) {
    const std::filesystem::path unapproved = file.string() + ".unapproved";
    if (read_file(file) == actual) {
        std::filesystem::remove(unapproved);
        return true;
    }
    const char* approve = std::getenv("EMOTED_APPROVE");
    if (approve != nullptr && std::string_view(approve) == "1") {
        write_file(file, actual);
        std::filesystem::remove(unapproved);
        return true;
    }
    write_file(unapproved, actual);
    return false;
}

}  // namespace emoted::test
