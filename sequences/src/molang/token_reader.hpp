// Steps through the tokens of one Molang text and keeps what is wrong with it.
#pragma once

#include "molang/fault.hpp"
#include "molang/lexer.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace emoted::molang {

[[nodiscard]] std::string lower(std::string_view text);

// A name with its parts, as in v.a.b.
struct Path {
    std::size_t offset = 0;
    std::string prefix;  // lower case
    std::string name;    // what follows the first dot, lower case
    std::string_view as_written;
};

class TokenReader {
public:
    // Both must outlive this; `tokens` ends with an `end`. Faults are appended to `faults`.
    TokenReader(std::string_view source, const std::vector<Token>& tokens, std::vector<Fault>& faults)
        : source_(source), tokens_(tokens), faults_(faults) {}

    [[nodiscard]] const Token& token() const noexcept { return tokens_[at_]; }
    [[nodiscard]] bool at(TokenKind kind) const noexcept { return token().kind == kind; }
    [[nodiscard]] TokenKind kind_after(std::size_t count) const noexcept {
        return tokens_[std::min(at_ + count, tokens_.size() - 1)].kind;
    }
    // At a name that stands alone, such as a keyword.
    [[nodiscard]] bool at_word() const noexcept { return at(TokenKind::name) && kind_after(1) != TokenKind::dot; }
    [[nodiscard]] bool at_assignment() const noexcept {
        return at(TokenKind::name) && kind_after(path_length()) == TokenKind::assign;
    }
    // The token must not be the end.
    void advance() noexcept { ++at_; }
    bool take(TokenKind kind) noexcept {
        if (!at(kind)) {
            return false;
        }
        if (kind != TokenKind::end) {
            ++at_;
        }
        return true;
    }
    // What else stands there is unexpected.
    void require(TokenKind kind, std::string_view spelling) {
        if (!take(kind)) {
            unexpected(std::string(spelling));
        }
    }
    // Takes the first `parts` parts of the name that stands here at most.
    static constexpr std::size_t all_parts = 1'000'000;
    [[nodiscard]] Path path(std::size_t parts);

    void fault(std::size_t offset, DiagnosticCode code, text::FaultText text);
    void fault(std::size_t offset, text::FaultText text) {
        fault(offset, DiagnosticCode::invalid_molang, std::move(text));
    }
    // Reports the token and stops.
    void unexpected(std::string expected);
    // Reading on makes no sense: to the end, which everything accepts in silence from now on.
    void stop() noexcept {
        stopped_ = true;
        at_ = tokens_.size() - 1;
    }

    // One bracket, block or arm deeper, as long as it lives.
    class Deeper {
    public:
        explicit Deeper(TokenReader& reader) : reader_(reader) { reader_.enter(); }
        Deeper(const Deeper&) = delete;
        Deeper& operator=(const Deeper&) = delete;
        ~Deeper() { --reader_.depth_; }

    private:
        TokenReader& reader_;
    };

private:
    // How many tokens a name with its parts takes, at least one.
    [[nodiscard]] std::size_t path_length() const noexcept {
        std::size_t length = 1;
        while (kind_after(length) == TokenKind::dot && kind_after(length + 1) == TokenKind::name) {
            length += 2;
        }
        return length;
    }
    void enter();

    std::string_view source_;
    const std::vector<Token>& tokens_;
    std::vector<Fault>& faults_;
    std::size_t at_ = 0;
    std::size_t depth_ = 0;
    bool stopped_ = false;
};

}  // namespace emoted::molang
