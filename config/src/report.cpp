#include "report.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace emoted::config {
namespace {

// Longer lines are cut around the place; a screen is 80 to 120 wide.
constexpr std::size_t max_source_line = 100;

bool continues_code_point(char byte) noexcept {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

// The byte at which code point `column` (from 1) of `line` begins, at most its end.
std::size_t byte_of_column(std::string_view line, std::uint32_t column) noexcept {
    std::size_t at = 0;
    for (std::uint32_t passed = 1; passed < column && at < line.size(); ++passed) {
        ++at;
        while (at < line.size() && continues_code_point(line[at])) {
            ++at;
        }
    }
    return at;
}

// A line that may hold a secret, written there by mistake, must not be repeated in a log.
bool may_hold_secret(std::string_view line) {
    constexpr std::array words{"secret", "password", "token"};
    return std::ranges::any_of(words, [&](std::string_view word) { return line.find(word) != std::string_view::npos; });
}

void place(Diagnostic& diagnostic, std::string_view text, std::uint32_t line, std::uint32_t column) {
    std::size_t begin = 0;
    for (std::uint32_t passed = 1; passed < line && begin < text.size(); ++passed) {
        begin = std::min(text.find('\n', begin), text.size() - 1) + 1;
    }
    std::string_view whole = text.substr(begin, text.find_first_of("\r\n", begin) - begin);
    const std::size_t at = byte_of_column(whole, column);
    diagnostic.position = TextPosition{begin + at, line, column};
    if (may_hold_secret(whole) || may_hold_secret(diagnostic.path)) {
        return;
    }
    std::uint32_t caret = column;
    if (whole.size() > max_source_line) {
        std::size_t from = at > max_source_line / 2 ? at - max_source_line / 2 : 0;
        while (from > 0 && continues_code_point(whole[from])) {
            --from;
        }
        std::size_t length = std::min(max_source_line, whole.size() - from);
        while (from + length < whole.size() && continues_code_point(whole[from + length])) {
            ++length;
        }
        for (std::size_t i = 0; i < from; ++i) {
            caret -= continues_code_point(whole[i]) ? 0U : 1U;
        }
        whole = whole.substr(from, length);
    }
    diagnostic.source_line = std::string(whole);
    diagnostic.caret_column = caret;
}

// RFC 6901, for tools; the parts of a key of ours hold neither '/' nor '~'.
std::string pointer_of(std::string_view key) {
    std::string pointer;
    if (!key.empty()) {
        pointer = '/' + std::string(key);
        std::ranges::replace(pointer, '.', '/');
    }
    return pointer;
}

}  // namespace

Origin Report::origin_of(const std::string& key) const {
    const auto found = origins_.find(key);
    return found == origins_.end() ? Origin{std::string(source_), key, 0, 0} : found->second;
}

Origin Report::origin_of_first_set(std::initializer_list<std::string> keys) const {
    const auto* const set =
        std::ranges::find_if(keys, [this](const std::string& key) { return origins_.contains(key); });
    return origin_of(set == keys.end() ? *keys.begin() : *set);
}

bool Report::set_by(const std::string& key, std::string_view source) const {
    const auto found = origins_.find(key);
    return found != origins_.end() && found->second.source == source;
}

Diagnostic& Report::fault(DiagnosticCode code, const Origin& origin, std::string message) {
    faulty_.insert(origin.key);
    return add(Severity::fault, code, origin, std::move(message));
}

Diagnostic& Report::warn(DiagnosticCode code, const Origin& origin, std::string message) {
    return add(Severity::warning, code, origin, std::move(message));
}

Diagnostic& Report::add(Severity severity, DiagnosticCode code, const Origin& origin, std::string message) {
    Diagnostic diagnostic;
    diagnostic.severity = severity;
    diagnostic.code = code;
    diagnostic.source = origin.source;
    diagnostic.path = origin.key;
    diagnostic.pointer = pointer_of(origin.key);
    diagnostic.message = std::move(message);
    if (origin.line != 0) {
        place(diagnostic, text_, origin.line, origin.column);
    }
    return diagnostics_->emplace_back(std::move(diagnostic));
}

void sort_by_layer(Diagnostics& diagnostics, std::string_view file) {
    const auto rank = [&](const Diagnostic& diagnostic) {
        const bool from_file = diagnostic.source == file;
        return std::pair(from_file ? 0 : 1, from_file && diagnostic.position ? diagnostic.position->offset : 0);
    };
    std::ranges::stable_sort(diagnostics, {}, rank);
}

}  // namespace emoted::config
