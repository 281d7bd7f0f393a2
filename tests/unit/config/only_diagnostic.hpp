// For tests of one mistake.
#pragma once

#include <emoted/config/loader.hpp>

#include <catch2/catch.hpp>

namespace emoted::test {

// The one finding; fails the test, and prints them, if there are more or none.
inline Diagnostic only(const config::Loaded& loaded) {
    for (const Diagnostic& diagnostic : loaded.diagnostics) {
        UNSCOPED_INFO(to_text(diagnostic));
    }
    REQUIRE(loaded.diagnostics.size() == 1);
    return loaded.diagnostics.front();
}

}  // namespace emoted::test
