#include "molang/token_reader.hpp"

#include "text/printable.hpp"

#include <emoted/sequences/limits.hpp>

#include <utility>

namespace emoted::molang {
namespace {

// More faults of one text help nobody.
constexpr std::size_t max_faults = 20;

}  // namespace

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') {
            c = static_cast<char>(c - 'A' + 'a');
        }
    }
    return result;
}

Path TokenReader::path(std::size_t parts) {
    Path path;
    const Token& first = token();
    path.offset = first.offset;
    path.prefix = lower(first.text);
    const std::size_t length = std::min(path_length(), 2 * parts - 1);
    for (std::size_t i = 2; i < length; i += 2) {
        if (i > 2) {
            path.name += '.';
        }
        path.name += lower(tokens_[at_ + i].text);
    }
    const Token& last = tokens_[at_ + length - 1];
    path.as_written = source_.substr(path.offset, last.offset + last.text.size() - path.offset);
    at_ += length;
    return path;
}

void TokenReader::fault(std::size_t offset, DiagnosticCode code, text::FaultText text) {
    if (stopped_) {
        return;
    }
    if (faults_.size() + 1 == max_faults) {
        text.hint += text.hint.empty() ? "" : "; ";
        text.hint += "what follows in this text was not looked at";
    }
    faults_.push_back({offset, code, std::move(text)});
    if (faults_.size() == max_faults) {
        stop();
    }
}

void TokenReader::unexpected(std::string expected) {
    if (stopped_) {
        return;
    }
    const Token& found = token();
    text::FaultText text{.message = "unexpected " + text::quoted(found.text),
                         .expected = std::move(expected),
                         .found = text::printable(found.text)};
    if (found.kind == TokenKind::end) {
        text.message = "the expression ends too early";
        text.found = "the end";
    } else if (found.kind == TokenKind::arrow) {
        text.message = "the operator -> is not supported";
        text.expected.clear();
        text.hint = "queries are always about the player who started the emote";
    } else if (found.kind == TokenKind::assign) {
        text.message = "only a variable can be assigned";
        text.expected = "a name with v. or t. before the =, or == to compare";
    }
    fault(found.offset, std::move(text));
    stop();
}

void TokenReader::enter() {
    if (++depth_ > limits::max_molang_depth) {
        fault(token().offset, DiagnosticCode::limit_exceeded,
              {.message = "the expression is nested too deeply",
               .expected = "at most " + std::to_string(limits::max_molang_depth) + " levels (max_molang_depth)",
               .found = text::printable(token().text)});
        stop();
    }
}

}  // namespace emoted::molang
