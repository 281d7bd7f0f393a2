#include "text/json_index.hpp"
#include "text/printable.hpp"

#include <emoted/sequences/json_reader.hpp>
#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/utf8.hpp>

#include <boost/json/value.hpp>

#include <algorithm>
#include <charconv>

namespace emoted::text {
namespace {

// Longer pointers come from generated names and help nobody.
constexpr std::size_t max_pointer_bytes = 4'096;

// The value as written, on one line and shortened.
[[nodiscard]] std::string excerpt(std::string_view text, std::size_t offset) {
    constexpr std::size_t reach = 400;
    const std::string_view window = text.substr(0, std::min(text.size(), offset + reach));
    return printable(compact_json(window.substr(offset, skip_json_value(window, offset) - offset)));
}

// Where the decoded byte `inside` of the string literal at `offset` stands in the text.
[[nodiscard]] std::size_t offset_inside(std::string_view text, std::size_t offset, std::size_t inside) {
    std::size_t at = offset + 1;
    for (std::size_t decoded = 0; decoded < inside && at < text.size() && text[at] != '"';) {
        if (text[at] != '\\') {
            ++at;
            ++decoded;
        } else if (at + 1 < text.size() && text[at + 1] == 'u') {
            unsigned unit = 0;
            std::from_chars(text.data() + at + 2, text.data() + std::min(at + 6, text.size()), unit, 16);
            const bool pair = unit >= 0xD800 && unit <= 0xDFFF;
            at += pair ? 12 : 6;
            decoded += pair ? 4U : unit < 0x80 ? 1U : unit < 0x800 ? 2U : 3U;
        } else {
            at += 2;
            ++decoded;
        }
    }
    return std::min(at, text.size());
}

}  // namespace

ObjectCursor JsonReader::root() {
    const Field root(*this, &document_->root(), nullptr, {});
    if (!root.present()) {
        // Elsewhere null counts as absent; there is nothing that the root could be absent from.
        root.fault(DiagnosticCode::wrong_type,
                   {.message = "null where an object should stand", .expected = "an object"});
    }
    return root.object();
}

bool JsonReader::accepts(Severity severity) const noexcept {
    return (severity == Severity::fault ? faults_ : warnings_) < limits::max_diagnostics_per_file;
}

void JsonReader::add(Severity severity, DiagnosticCode code, Place place, FaultText text) {
    ++(severity == Severity::fault ? faults_ : warnings_);
    Diagnostic diagnostic;
    diagnostic.severity = severity;
    diagnostic.code = code;
    diagnostic.source = document_->source();
    diagnostic.path = display_path(place.pointer, document_->root());
    diagnostic.pointer = std::move(place.pointer);
    if (diagnostic.pointer.size() > max_pointer_bytes) {
        diagnostic.pointer.resize(max_pointer_bytes);
    }
    diagnostic.text_column = place.text_column;
    document_->place(diagnostic, place.offset);
    diagnostic.message = std::move(text.message);
    diagnostic.expected = std::move(text.expected);
    diagnostic.found = std::move(text.found);
    diagnostic.nearest = std::move(text.nearest);
    diagnostic.hint = std::move(text.hint);
    diagnostic.related = std::move(text.related);
    diagnostic.emote_id = emote_id_;
    diagnostics_->push_back(std::move(diagnostic));
}

void JsonReader::add_at(Severity severity, const Field& field, DiagnosticCode code, FaultText text,
                        std::optional<std::size_t> inside) {
    if (field.value_ == nullptr && field.parent_ == nullptr) {
        return;  // a field of an empty cursor: what is wrong was reported where the cursor came from
    }
    failed_ = failed_ || severity == Severity::fault;
    if (!accepts(severity)) {
        omit(severity);
        return;
    }
    Place place;
    if (field.value_ == nullptr) {
        place.offset = document_->offset_of(*field.parent_);
        place.pointer = document_->pointer_to(*field.parent_);
        append_pointer_token(place.pointer, field.name_);
    } else {
        place.offset = document_->offset_of(*field.value_);
        place.pointer = document_->pointer_to(*field.value_);
        if (text.found.empty()) {
            text.found = excerpt(document_->text(), place.offset);
        }
        if (inside && field.is_string()) {
            const std::string_view content = field.value_->get_string();
            place.offset = offset_inside(document_->text(), place.offset, *inside);
            place.text_column = 1 + static_cast<std::uint32_t>(count_code_points(content.substr(0, *inside)));
        }
    }
    add(severity, code, std::move(place), std::move(text));
}

void JsonReader::add_at_name(Severity severity, const boost::json::value& member, DiagnosticCode code, FaultText text) {
    failed_ = failed_ || severity == Severity::fault;
    if (!accepts(severity)) {
        omit(severity);
    } else {
        Place place{document_->offset_of(member, JsonDocument::Part::member_name), document_->pointer_to(member)};
        add(severity, code, std::move(place), std::move(text));
    }
}

void JsonReader::add_at(Severity severity, std::string_view pointer, DiagnosticCode code, FaultText text,
                        std::optional<std::size_t> inside) {
    if (const auto* const value = document_->find(pointer)) {
        add_at(severity, Field(*this, value, nullptr, {}), code, std::move(text), inside);
        return;
    }
    failed_ = failed_ || severity == Severity::fault;
    if (!accepts(severity)) {
        omit(severity);
        return;
    }
    std::string_view around = pointer;
    const boost::json::value* value = nullptr;
    while (value == nullptr) {
        around = around.substr(0, around.rfind('/'));
        value = document_->find(around);
    }
    add(severity, code, Place{document_->offset_of(*value), std::string(pointer)}, std::move(text));
}

void JsonReader::fault_at(std::string_view pointer, DiagnosticCode code, FaultText text,
                          std::optional<std::size_t> inside) {
    add_at(Severity::fault, pointer, code, std::move(text), inside);
}

void JsonReader::warn_at(std::string_view pointer, DiagnosticCode code, FaultText text,
                         std::optional<std::size_t> inside) {
    add_at(Severity::warning, pointer, code, std::move(text), inside);
}

void sort(Diagnostics& diagnostics) {
    std::stable_sort(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& a, const Diagnostic& b) {
        const std::size_t a_offset = a.position ? a.position->offset : 0;
        const std::size_t b_offset = b.position ? b.position->offset : 0;
        return a_offset != b_offset ? a_offset < b_offset : a.code < b.code;
    });
}

}  // namespace emoted::text
