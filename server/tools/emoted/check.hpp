// `emoted check`: reads emote files as a reload would, and says all that it would say about them.
//
// Touches the files it is given, standard input, and nothing else; one call at a time.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

namespace emoted::tools {

struct CheckOptions {
    std::vector<std::string> paths;     // files, folders, "-" for standard input; together they are one pack
    std::filesystem::path config_file;  // where limits and allowed commands come from; empty: the defaults
    bool json = false;
    bool links = false;  // in text too; in JSON they always are
    bool warnings_as_errors = false;
};

// Findings go to `out`; what kept it from looking at something goes to `err`. Returns the exit status: 0 no faults,
// 1 faults, 2 something could not be looked at.
[[nodiscard]] int check(const CheckOptions& options, std::istream& in, std::ostream& out, std::ostream& err);

}  // namespace emoted::tools
