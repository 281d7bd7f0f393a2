// Where the project's own files are, for tests that read what is shipped. One source alone holds the path, so that
// all others are the same object in every clone.
#pragma once

#include <filesystem>

namespace emoted::test {

[[nodiscard]] std::filesystem::path source_folder();

}  // namespace emoted::test
