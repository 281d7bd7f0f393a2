// Cuts a Molang text into tokens.
#pragma once

#include "molang/fault.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace emoted::molang {

enum class TokenKind : std::uint8_t {
    end,
    number,
    name,
    text,  // 'quoted'
    semicolon,
    comma,
    dot,
    open_parenthesis,
    close_parenthesis,
    open_bracket,
    close_bracket,
    open_brace,
    close_brace,
    assign,
    equal,
    not_equal,
    negate,  // !
    less,
    less_equal,
    greater,
    greater_equal,
    plus,
    minus,
    times,
    divide,
    both,    // &&
    either,  // ||
    question,
    fallback,  // ??
    colon,
    arrow,
};

struct Token {
    TokenKind kind = TokenKind::end;
    std::uint32_t offset = 0;  // bytes into the source
    std::string_view text;     // as written; of a text, what stands between the quotes
    double number = 0;
};

// Replaces `tokens` by those of `source`, the last of them `end`. The tokens view into the source, which must be no
// longer than limits::max_molang_characters.
[[nodiscard]] std::optional<Fault> tokenize(std::string_view source, std::vector<Token>& tokens);

}  // namespace emoted::molang
