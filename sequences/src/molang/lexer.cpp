#include "molang/lexer.hpp"

#include "text/printable.hpp"
#include "text/real_number.hpp"

#include <emoted/sequences/utf8.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace emoted::molang {
namespace {

[[nodiscard]] bool is_space(char c) noexcept {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
[[nodiscard]] bool is_digit(char c) noexcept {
    return c >= '0' && c <= '9';
}
[[nodiscard]] bool begins_name(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
[[nodiscard]] bool continues_name(char c) noexcept {
    return begins_name(c) || is_digit(c);
}

// Longer ones first.
constexpr std::array<std::pair<std::string_view, TokenKind>, 28> symbols{{
    {"->", TokenKind::arrow},
    {"==", TokenKind::equal},
    {"!=", TokenKind::not_equal},
    {"<=", TokenKind::less_equal},
    {">=", TokenKind::greater_equal},
    {"&&", TokenKind::both},
    {"||", TokenKind::either},
    {"??", TokenKind::fallback},
    {";", TokenKind::semicolon},
    {",", TokenKind::comma},
    {".", TokenKind::dot},
    {"(", TokenKind::open_parenthesis},
    {")", TokenKind::close_parenthesis},
    {"[", TokenKind::open_bracket},
    {"]", TokenKind::close_bracket},
    {"{", TokenKind::open_brace},
    {"}", TokenKind::close_brace},
    {"=", TokenKind::assign},
    {"!", TokenKind::negate},
    {"<", TokenKind::less},
    {">", TokenKind::greater},
    {"+", TokenKind::plus},
    {"-", TokenKind::minus},
    {"*", TokenKind::times},
    {"/", TokenKind::divide},
    {"?", TokenKind::question},
    {":", TokenKind::colon},
}};

class Lexer {
public:
    Lexer(std::string_view source, std::vector<Token>& tokens) noexcept : source_(source), tokens_(tokens) {}

    std::optional<Fault> run() {
        tokens_.clear();
        while (!fault_ && at_ < source_.size()) {
            if (is_space(source_[at_])) {
                ++at_;
            } else {
                token();
            }
        }
        add(TokenKind::end, 0);
        return std::move(fault_);
    }

private:
    void token() {
        const char first = source_[at_];
        const bool point_before_digit = first == '.' && at_ + 1 < source_.size() && is_digit(source_[at_ + 1]);
        if (is_digit(first) || point_before_digit) {
            number();
        } else if (begins_name(first)) {
            add(TokenKind::name, run_length(at_, continues_name));
        } else if (first == '\'') {
            quoted();
        } else {
            symbol();
        }
    }

    template <class Predicate>
    [[nodiscard]] std::size_t run_length(std::size_t from, Predicate belongs) const noexcept {
        std::size_t end = from;
        while (end < source_.size() && belongs(source_[end])) {
            ++end;
        }
        return end - from;
    }

    void add(TokenKind kind, std::size_t length) {
        Token token;
        token.kind = kind;
        token.offset = static_cast<std::uint32_t>(at_);
        token.text = source_.substr(at_, length);
        tokens_.push_back(token);
        at_ += length;
    }

    void number() {
        std::size_t length = run_length(at_, is_digit);
        if (at_ + length < source_.size() && source_[at_ + length] == '.') {
            ++length;
            length += run_length(at_ + length, is_digit);
        }
        length += exponent_length(at_ + length);
        const std::optional<double> value = text::read_double(source_.substr(at_, length));
        if (!value) {
            fail(at_, length, "the number is too large", "a finite number");
            return;
        }
        const std::size_t end = at_ + length;
        if (end < source_.size() && continues_name(source_[end])) {
            fail(end, run_length(end, continues_name), "a name directly after a number", "an operator between them");
            return;
        }
        add(TokenKind::number, length);
        tokens_.back().number = *value;
    }

    [[nodiscard]] std::size_t exponent_length(std::size_t from) const noexcept {
        if (from >= source_.size() || (source_[from] != 'e' && source_[from] != 'E')) {
            return 0;
        }
        const bool sign = from + 1 < source_.size() && (source_[from + 1] == '+' || source_[from + 1] == '-');
        const std::size_t before = sign ? 2 : 1;
        const std::size_t digits = run_length(from + before, is_digit);
        return digits == 0 ? 0 : before + digits;
    }

    void quoted() {
        const std::size_t end = source_.find('\'', at_ + 1);
        if (end == std::string_view::npos) {
            fail(at_, 1, "the text in quotes has no end", "a closing '");
            return;
        }
        add(TokenKind::text, end + 1 - at_);
        tokens_.back().text = source_.substr(tokens_.back().offset + 1, end - tokens_.back().offset - 1);
    }

    void symbol() {
        const std::string_view rest = source_.substr(at_);
        for (const auto& [spelling, kind] : symbols) {
            if (!spelling.empty() && rest.starts_with(spelling)) {
                add(kind, spelling.size());
                return;
            }
        }
        const std::size_t length = std::max<std::size_t>(text::utf8_sequence_length(rest), 1);
        std::string expected;
        if (rest.front() == '&' || rest.front() == '|') {
            expected = std::string(2, rest.front());
        }
        fail(at_, length, "no part of Molang begins with this character", std::move(expected));
    }

    void fail(std::size_t offset, std::size_t length, std::string message, std::string expected) {
        fault_ = Fault{offset,
                       DiagnosticCode::invalid_molang,
                       {.message = std::move(message),
                        .expected = std::move(expected),
                        .found = text::printable(source_.substr(offset, length))}};
    }

    std::string_view source_;
    std::vector<Token>& tokens_;
    std::size_t at_ = 0;
    std::optional<Fault> fault_;
};

}  // namespace

std::optional<Fault> tokenize(std::string_view source, std::vector<Token>& tokens) {
    return Lexer(source, tokens).run();
}

}  // namespace emoted::molang
