#include "support/source_folder.hpp"

namespace emoted::test {

std::filesystem::path source_folder() {
    return EMOTED_SOURCE_DIR;
}

}  // namespace emoted::test
