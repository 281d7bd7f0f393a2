#include "check_report.hpp"

#include <emoted/sequences/diagnostic.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <ostream>
#include <set>
#include <string_view>
#include <tuple>

namespace emoted::tools {
namespace {

namespace json = boost::json;

constexpr int report_version = 1;

std::string counted(std::size_t count, std::string_view what) {
    return std::to_string(count) + ' ' + std::string(what) + (count == 1 ? "" : "s");
}

// The emotes that refer to files with faults.
std::vector<AffectedEmote> affected_by(const Diagnostics& diagnostics) {
    std::set<std::string_view> faulty;
    for (const Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.severity == Severity::fault) {
            faulty.insert(diagnostic.source);
        }
    }
    std::vector<AffectedEmote> affected;
    for (const Diagnostic& diagnostic : diagnostics) {
        const bool refers = diagnostic.code == DiagnosticCode::unknown_emote && !diagnostic.related.empty();
        if (refers && faulty.count(diagnostic.related.front().source) != 0) {
            affected.push_back({diagnostic.emote_id, diagnostic.source, diagnostic.related.front().source});
        }
    }
    const auto members = [](const AffectedEmote& emote) { return std::tie(emote.id, emote.file, emote.because); };
    const auto less = [&](const AffectedEmote& a, const AffectedEmote& b) { return members(a) < members(b); };
    std::sort(affected.begin(), affected.end(), less);
    const auto same = [&](const AffectedEmote& a, const AffectedEmote& b) { return members(a) == members(b); };
    affected.erase(std::unique(affected.begin(), affected.end(), same), affected.end());
    return affected;
}

}  // namespace

CheckSummary summarize(const LoadReport& report) {
    CheckSummary summary;
    for (const Diagnostic& diagnostic : report.diagnostics) {
        ++(diagnostic.severity == Severity::fault ? summary.errors : summary.warnings);
        summary.unreadable += diagnostic.code == DiagnosticCode::unreadable_file ? 1U : 0U;
    }
    for (const OmittedFindings& omitted : report.omitted) {
        summary.errors += omitted.faults;
        summary.warnings += omitted.warnings;
    }
    summary.affected = affected_by(report.diagnostics);
    return summary;
}

void print_text(std::ostream& out, const LoadReport& report, const CheckSummary& summary,
                const std::vector<SequenceLinks>& links) {
    // Both lists are by file; what a file has too much of stands after what it has.
    auto omitted = report.omitted.begin();
    const std::size_t count = report.diagnostics.size();
    for (std::size_t i = 0; i < count; ++i) {
        const std::string& source = report.diagnostics[i].source;
        out << to_text(report.diagnostics[i]) << '\n';
        const bool is_last = i + 1 == count || report.diagnostics[i + 1].source != source;
        if (is_last && omitted != report.omitted.end() && omitted->source == source) {
            out << to_text(*omitted++) << "\n\n";
        }
    }
    for (const SequenceLinks& sequence : links) {
        out << sequence.emote << " (" << safe_line(sequence.source) << ") uses\n";
        for (const ClipLink& link : sequence.clips) {
            out << "  " << link.id << " (" << safe_line(link.owner.source) << ") at";
            for (std::size_t i = 0; i < std::min(link.uses.size(), max_reported_uses); ++i) {
                out << ' ' << link.uses[i].path;
            }
            if (link.uses.size() > max_reported_uses) {
                out << " and in " << link.uses.size() - max_reported_uses << " more places";
            }
            out << '\n';
        }
    }
    for (const AffectedEmote& emote : summary.affected) {
        out << safe_line(emote.id) << " (" << safe_line(emote.file) << ") is affected: it needs an animation of "
            << safe_line(emote.because) << '\n';
    }
    out << counted(report.files_found, "file") << ", " << counted(report.emotes_loaded, "good emote") << " ("
        << counted(report.animations_loaded, "animation") << ", " << counted(report.sequences_loaded, "sequence")
        << "); " << counted(summary.errors, "error") << ", " << counted(summary.warnings, "warning") << '\n';
}

void print_json(std::ostream& out, const LoadReport& report, const CheckSummary& summary,
                const std::vector<SequenceLinks>& links) {
    json::array affected;
    for (const AffectedEmote& emote : summary.affected) {
        affected.push_back(
            json::object{{"emote", emote.id}, {"file", safe_line(emote.file)}, {"because", safe_line(emote.because)}});
    }
    json::array truncated;
    for (const OmittedFindings& omitted : report.omitted) {
        truncated.push_back(json::object{
            {"file", safe_line(omitted.source)}, {"errors", omitted.faults}, {"warnings", omitted.warnings}});
    }
    const json::object head{{"version", report_version},
                            {"files", report.files_found},
                            {"emotes", report.emotes_loaded},
                            {"animations", report.animations_loaded},
                            {"sequences", report.sequences_loaded},
                            {"errors", summary.errors},
                            {"warnings", summary.warnings},
                            {"affected", std::move(affected)},
                            {"truncated", std::move(truncated)}};
    const std::string text = json::serialize(head);
    out << text.substr(0, text.size() - 1) << ",\"links\":[";
    const char* before = "\n";
    for (const SequenceLinks& sequence : links) {
        out << before << to_json(sequence);
        before = ",\n";
    }
    out << "\n],\"diagnostics\":[";
    before = "\n";
    for (const Diagnostic& diagnostic : report.diagnostics) {
        out << before << to_json(diagnostic);
        before = ",\n";
    }
    out << "\n]}\n";
}

}  // namespace emoted::tools
