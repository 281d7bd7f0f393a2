#include "support/kept_document.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace emoted::test {

void keep_document(std::string_view text) {
    static int count = 0;
    if (const char* const folder = std::getenv("EMOTED_KEEP_DOCUMENTS")) {
        std::ofstream(std::filesystem::path(folder) / ("kept" + std::to_string(count++) + ".json"), std::ios::binary)
            << text;
    }
}

}  // namespace emoted::test
