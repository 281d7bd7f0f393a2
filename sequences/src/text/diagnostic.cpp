#include "text/printable.hpp"

#include <emoted/sequences/diagnostic.hpp>
#include <emoted/sequences/utf8.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>

namespace emoted {
namespace {

// Longer texts come from generated names; a report stays within a screen.
constexpr std::size_t report_characters = 300;

[[nodiscard]] std::string_view word(Severity severity) noexcept {
    return severity == Severity::fault ? "error" : "warning";
}

void append_place(std::string& out, const std::string& source, const std::optional<TextPosition>& position) {
    out += text::printable(source, report_characters);
    if (position) {
        out += ':' + std::to_string(position->line) + ':' + std::to_string(position->column);
    }
}

void append_line(std::string& out, std::string_view label, std::string_view content) {
    if (!content.empty()) {
        out += "  ";
        out += label;
        out += text::printable(content, report_characters);
        out += '\n';
    }
}

void append_source_line(std::string& out, const Diagnostic& diagnostic) {
    const std::string number = diagnostic.position ? std::to_string(diagnostic.position->line) : std::string();
    const std::string margin(std::max<std::size_t>(number.size(), 4), ' ');
    out += "  " + margin.substr(number.size()) + number + " | " + diagnostic.source_line + '\n';
    std::size_t before = 0;
    for (std::uint32_t column = 1; column < diagnostic.caret_column && before < diagnostic.source_line.size();
         ++column) {
        const std::string_view rest = std::string_view(diagnostic.source_line).substr(before);
        before += std::max<std::size_t>(text::utf8_sequence_length(rest), 1);
    }
    const std::size_t width = text::display_width(std::string_view(diagnostic.source_line).substr(0, before));
    out += "  " + margin + " | " + std::string(width, ' ') + "^\n";
}

[[nodiscard]] std::string hint_text(const Diagnostic& diagnostic) {
    if (diagnostic.nearest.empty()) {
        return diagnostic.hint;
    }
    const std::string question = "did you mean " + text::quoted(diagnostic.nearest) + '?';
    return diagnostic.hint.empty() ? question : question + ' ' + diagnostic.hint;
}

void add_text(boost::json::object& object, std::string_view name, std::string_view value) {
    if (!value.empty()) {
        object[name] = text::replace_invalid_utf8(value);
    }
}

void add_position(boost::json::object& object, const std::optional<TextPosition>& position) {
    if (position) {
        object["line"] = position->line;
        object["column"] = position->column;
        object["offset"] = position->offset;
    }
}

}  // namespace

std::string_view to_string(DiagnosticCode code) noexcept {
    switch (code) {
        case DiagnosticCode::unreadable_file:
            return "unreadable_file";
        case DiagnosticCode::file_too_large:
            return "file_too_large";
        case DiagnosticCode::invalid_json:
            return "invalid_json";
        case DiagnosticCode::duplicate_key:
            return "duplicate_key";
        case DiagnosticCode::wrong_type:
            return "wrong_type";
        case DiagnosticCode::missing_member:
            return "missing_member";
        case DiagnosticCode::unknown_member:
            return "unknown_member";
        case DiagnosticCode::ignored_member:
            return "ignored_member";
        case DiagnosticCode::forbidden_member:
            return "forbidden_member";
        case DiagnosticCode::invalid_value:
            return "invalid_value";
        case DiagnosticCode::unknown_word:
            return "unknown_word";
        case DiagnosticCode::unsupported_version:
            return "unsupported_version";
        case DiagnosticCode::unsupported_feature:
            return "unsupported_feature";
        case DiagnosticCode::invalid_identifier:
            return "invalid_identifier";
        case DiagnosticCode::invalid_time:
            return "invalid_time";
        case DiagnosticCode::invalid_snbt:
            return "invalid_snbt";
        case DiagnosticCode::invalid_molang:
            return "invalid_molang";
        case DiagnosticCode::invalid_coordinates:
            return "invalid_coordinates";
        case DiagnosticCode::unknown_node:
            return "unknown_node";
        case DiagnosticCode::cyclic_parent:
            return "cyclic_parent";
        case DiagnosticCode::invalid_timeline:
            return "invalid_timeline";
        case DiagnosticCode::invalid_weights:
            return "invalid_weights";
        case DiagnosticCode::duplicate_candidate:
            return "duplicate_candidate";
        case DiagnosticCode::misplaced_wait:
            return "misplaced_wait";
        case DiagnosticCode::invalid_steps:
            return "invalid_steps";
        case DiagnosticCode::duplicate_id:
            return "duplicate_id";
        case DiagnosticCode::unknown_emote:
            return "unknown_emote";
        case DiagnosticCode::forbidden_reference:
            return "forbidden_reference";
        case DiagnosticCode::incompatible_node:
            return "incompatible_node";
        case DiagnosticCode::incompatible_skins:
            return "incompatible_skins";
        case DiagnosticCode::limit_exceeded:
            return "limit_exceeded";
        case DiagnosticCode::command_not_allowed:
            return "command_not_allowed";
        case DiagnosticCode::invalid_toml:
            return "invalid_toml";
        case DiagnosticCode::contradiction:
            return "contradiction";
        case DiagnosticCode::unsafe_setting:
            return "unsafe_setting";
        case DiagnosticCode::invalid_pattern:
            return "invalid_pattern";
    }
    return "unknown";
}

bool has_faults(const Diagnostics& diagnostics) noexcept {
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::fault; });
}

std::string to_text(const Diagnostic& diagnostic) {
    std::string out(word(diagnostic.severity));
    out += '[';
    out += to_string(diagnostic.code);
    out += "] ";
    append_place(out, diagnostic.source, diagnostic.position);
    if (!diagnostic.path.empty()) {
        out += ' ' + text::printable(diagnostic.path, report_characters);
    }
    if (diagnostic.text_column != 0) {
        out += ", column " + std::to_string(diagnostic.text_column) + " of the text";
    }
    if (!diagnostic.emote_id.empty()) {
        out += " (" + text::printable(diagnostic.emote_id, report_characters) + ')';
    }
    out += '\n';
    append_line(out, "", diagnostic.message);
    if (!diagnostic.source_line.empty()) {
        append_source_line(out, diagnostic);
    }
    append_line(out, "expected: ", diagnostic.expected);
    append_line(out, "found: ", diagnostic.found);
    append_line(out, "hint: ", hint_text(diagnostic));
    for (const RelatedPlace& related : diagnostic.related) {
        std::string place;
        append_place(place, related.source, related.position);
        append_line(out, "see: ", place + ' ' + related.path + (related.message.empty() ? "" : ": " + related.message));
    }
    return out;
}

std::string safe_line(std::string_view text) {
    return text::printable(text, report_characters);
}

std::string to_json(const Diagnostic& diagnostic) {
    boost::json::object object;
    object["severity"] = word(diagnostic.severity);
    object["code"] = to_string(diagnostic.code);
    add_text(object, "file", diagnostic.source);
    add_text(object, "emote", diagnostic.emote_id);
    add_text(object, "path", diagnostic.path);
    object["pointer"] = text::replace_invalid_utf8(diagnostic.pointer);
    add_position(object, diagnostic.position);
    if (diagnostic.text_column != 0) {
        object["text_column"] = diagnostic.text_column;
    }
    add_text(object, "message", diagnostic.message);
    add_text(object, "expected", diagnostic.expected);
    add_text(object, "found", diagnostic.found);
    add_text(object, "nearest", diagnostic.nearest);
    add_text(object, "hint", diagnostic.hint);
    if (!diagnostic.related.empty()) {
        boost::json::array places;
        for (const RelatedPlace& related : diagnostic.related) {
            boost::json::object place;
            add_text(place, "file", related.source);
            add_text(place, "path", related.path);
            add_position(place, related.position);
            add_text(place, "message", related.message);
            places.push_back(std::move(place));
        }
        object["related"] = std::move(places);
    }
    return boost::json::serialize(object);
}

}  // namespace emoted
