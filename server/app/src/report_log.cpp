#include "report_log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace emoted::app {

namespace {

// file:line:column path: message
[[nodiscard]] std::string related_text(const RelatedPlace& related) {
    std::string text = related.source;
    if (related.position) {
        text += fmt::format(":{}:{}", related.position->line, related.position->column);
    }
    text += ' ' + related.path;
    return related.message.empty() ? text : text + ": " + related.message;
}

}  // namespace

void log_diagnostics(Log& log, const Diagnostics& diagnostics) {
    for (const Diagnostic& diagnostic : diagnostics) {
        LogFields fields;
        fields.emplace_back("code", to_string(diagnostic.code));
        fields.emplace_back("file", diagnostic.source);
        if (diagnostic.position) {
            fields.emplace_back("line", std::uint64_t{diagnostic.position->line});
            fields.emplace_back("column", std::uint64_t{diagnostic.position->column});
        }
        fields.emplace_back("path", diagnostic.path);
        fields.emplace_back("expected", diagnostic.expected);
        fields.emplace_back("found", diagnostic.found);
        fields.emplace_back("nearest", diagnostic.nearest);
        fields.emplace_back("hint", diagnostic.hint);
        fields.emplace_back("emote", diagnostic.emote_id);
        // The other end of a link between files.
        std::string related;
        for (const RelatedPlace& place : diagnostic.related) {
            related += related.empty() ? "" : "; ";
            related += related_text(place);
        }
        fields.emplace_back("see", related);
        log.write(diagnostic.severity == Severity::fault ? LogLevel::error : LogLevel::warning, diagnostic.message,
                  fields);
    }
}

void log_report(Log& log, const ReloadReport& report) {
    log_diagnostics(log, report.configuration_diagnostics);
    log_diagnostics(log, report.policy_diagnostics);
    log_diagnostics(log, report.emotes.diagnostics);
    for (const OmittedFindings& omitted : report.emotes.omitted) {
        log.write(omitted.faults != 0 ? LogLevel::error : LogLevel::warning, "more is wrong with the file than is said",
                  {{"file", omitted.source},
                   {"more_errors", std::uint64_t{omitted.faults}},
                   {"more_warnings", std::uint64_t{omitted.warnings}}});
    }
    if (!report.configuration_taken) {
        log.error("reload refused: the configuration has faults; everything stays as it was");
        return;
    }
    if (!report.need_restart.empty()) {
        log.warning("these settings changed and need a restart",
                    {{"keys", fmt::format("{}", fmt::join(report.need_restart, ", "))}});
    }
    if (!report.policy_taken) {
        log.error("the policy has faults; the old one stays in force");
    }
    const LoadReport& emotes = report.emotes;
    log.write(report.clean() ? LogLevel::info : LogLevel::error, "reloaded",
              {{"result", report.clean() ? "clean" : "with_faults"},
               {"files", std::uint64_t{emotes.files_found}},
               {"files_read", std::uint64_t{emotes.files_read}},
               {"cache_bytes", std::uint64_t{report.cache_bytes}},
               {"emotes", std::uint64_t{emotes.emotes_loaded}},
               {"added", std::uint64_t{emotes.added.size()}},
               {"changed", std::uint64_t{emotes.changed.size()}},
               {"removed", std::uint64_t{emotes.removed.size()}},
               {"kept_last_good", std::uint64_t{emotes.kept_last_good.size()}}});
}

}  // namespace emoted::app
