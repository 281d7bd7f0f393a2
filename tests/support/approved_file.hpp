// Compares what the code makes with a file in the repository that a person has approved.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace emoted::test {

[[nodiscard]] std::string read_file(const std::filesystem::path& file);  // empty if there is none

// True if `file` holds `actual`. Otherwise: with EMOTED_APPROVE=1 in the environment the file is written and the answer
// is true; without it `file`.unapproved is left beside the file.
[[nodiscard]] bool is_approved(const std::filesystem::path& file, std::string_view actual);

}  // namespace emoted::test
