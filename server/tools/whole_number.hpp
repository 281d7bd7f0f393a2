// What an option of CLI11 must be that is a whole number of 64 bits, such as a seed. By itself CLI11 takes 010 for
// eight and cuts what is too large.
#pragma once

#include <CLI/CLI.hpp>

#include <charconv>
#include <cstdint>
#include <string>
#include <system_error>

namespace emoted::tools {

// For Option::transform().
inline CLI::Validator whole_number() {
    const auto read = [](std::string& written) -> std::string {
        const char* const end = written.data() + written.size();
        std::uint64_t value = 0;
        const auto [stopped, error] = std::from_chars(written.data(), end, value);
        if (error == std::errc::result_out_of_range) {
            return "more than 18446744073709551615: " + written;
        }
        if (error != std::errc() || stopped != end) {
            return "a whole number from 0 on should stand here, not '" + written + "'";
        }
        written = std::to_string(value);
        return {};
    };
    return {read, "", "whole number"};
}

}  // namespace emoted::tools
