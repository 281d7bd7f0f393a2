// Nearest words among the many names of a file or folder, for its report. Each search compares with every name, and a
// report shows few of its faults: after as many searches as anybody reads there are no more suggestions.
#pragma once

#include <emoted/sequences/json_reader.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace emoted::text {

class Suggestions {
public:
    // Twice the faults that the report of a file holds (limits::max_diagnostics_per_file).
    static constexpr std::size_t most = 200;

    // Whether there are searches left, so that nobody gathers names in vain.
    [[nodiscard]] bool any_left() const noexcept { return left_ > 0; }
    // As nearest_word(); empty once there are none left.
    [[nodiscard]] std::string nearest(std::string_view word, std::span<const std::string_view> names) {
        if (left_ == 0) {
            return {};
        }
        --left_;
        return nearest_word(word, names);
    }

private:
    std::size_t left_ = most;
};

}  // namespace emoted::text
