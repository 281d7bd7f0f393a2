#include "check.hpp"

#include "author_files.hpp"
#include "check_report.hpp"

#include <emoted/sequences/clip_links.hpp>
#include <emoted/sequences/related_places.hpp>

#include <istream>
#include <optional>
#include <ostream>
#include <vector>

namespace emoted::tools {
namespace {

constexpr int clean = 0;
constexpr int faulty = 1;
constexpr int cannot_look = 2;

}  // namespace

int check(const CheckOptions& options, std::istream& in, std::ostream& out, std::ostream& err) {
    const std::optional<AuthorOptions> author = author_options(options.config_file, "emoted check", err);
    if (!author) {
        return cannot_look;
    }
    Gatherer gatherer(in, err, "emoted check");
    for (const std::string& path : options.paths) {
        gatherer.add(path);
    }
    LoadResult result = build_library(gatherer.take_files(), author->load, nullptr);
    place_related(result.report.diagnostics, [&](const std::string& source) { return gatherer.text_of(source); });
    const CheckSummary summary = summarize(result.report);
    std::vector<SequenceLinks> links;
    if (options.json || options.links) {
        links = sequence_links(*result.library, [](const Playable&) { return true; });
    }
    if (options.json) {
        print_json(out, result.report, summary, links);
    } else {
        print_text(out, result.report, summary, links);
    }
    out.flush();
    if (!out) {
        err << "emoted check: the findings cannot be written to standard output\n";
        return cannot_look;
    }
    if (gatherer.refused_any() || summary.unreadable != 0) {
        return cannot_look;
    }
    return summary.errors != 0 || (options.warnings_as_errors && summary.warnings != 0) ? faulty : clean;
}

}  // namespace emoted::tools
