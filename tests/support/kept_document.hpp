// Documents that tests make, for other tests that judge them in another way (tests/check/schema_test.py).
#pragma once

#include <string_view>

namespace emoted::test {

// Writes `text` as a file of its own into the folder that EMOTED_KEEP_DOCUMENTS names; does nothing without it.
void keep_document(std::string_view text);

}  // namespace emoted::test
