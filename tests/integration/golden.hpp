// Golden files: what was sent once and found right must be sent again.
#pragma once

#include <string>
#include <string_view>

namespace emoted::test {

// Compares `text` with tests/golden/<name>. A difference fails the test and leaves <name>.unapproved beside it; run
// with EMOTED_APPROVE=1 to take the new text over.
void check_golden(std::string_view name, const std::string& text);

}  // namespace emoted::test
