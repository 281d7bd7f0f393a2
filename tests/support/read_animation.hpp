// Animation texts through the whole way from bytes to clip.
#pragma once

#include <emoted/sequences/clip.hpp>
#include <emoted/sequences/diagnostic.hpp>
#include <emoted/sequences/library.hpp>

#include <memory>
#include <string>

namespace emoted::test {

struct ReadAnimation {
    std::shared_ptr<const Clip> clip;  // null after faults
    Diagnostics diagnostics;           // sorted
};

// `type` and `schema_version` are not looked at.
[[nodiscard]] ReadAnimation read_animation(std::string text, const LoadOptions& options = {});

// An animation with every kind of node, track and event that is played, one thing to a line.
[[nodiscard]] const std::string& whole_animation();

}  // namespace emoted::test
