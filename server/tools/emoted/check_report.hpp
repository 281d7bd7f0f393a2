// What `emoted check` prints about a load, for people and for programs.
#pragma once

#include <emoted/sequences/clip_links.hpp>
#include <emoted/sequences/library.hpp>

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

namespace emoted::tools {

// An emote that is good itself and does not load because of another file.
struct AffectedEmote {
    std::string id;
    std::string file;
    std::string because;  // the file with the fault
};

struct CheckSummary {
    // Those that the report has no room for included.
    std::size_t errors = 0;
    std::size_t warnings = 0;
    std::size_t unreadable = 0;  // files that could not be looked at; among the errors
    std::vector<AffectedEmote> affected;
};

[[nodiscard]] CheckSummary summarize(const LoadReport& report);

// `links` as well, if there are any: which clips each good sequence uses, and where.
void print_text(std::ostream& out, const LoadReport& report, const CheckSummary& summary,
                const std::vector<SequenceLinks>& links);

// One object; `version` counts up when a field changes its meaning or goes away. Each finding, and each
// sequence with its links, stands on a line of its own.
void print_json(std::ostream& out, const LoadReport& report, const CheckSummary& summary,
                const std::vector<SequenceLinks>& links);

}  // namespace emoted::tools
