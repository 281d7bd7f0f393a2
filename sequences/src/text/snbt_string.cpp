#include "text/snbt_string.hpp"

#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/utf8.hpp>

#include <charconv>
#include <system_error>

namespace emoted::nbt {
namespace {

// So many hexadecimal digits, or nothing and the cursor stays.
[[nodiscard]] std::optional<char32_t> read_hex(SnbtCursor& cursor, std::size_t digits) {
    const std::string_view rest = cursor.rest();
    if (rest.size() < digits) {
        return std::nullopt;
    }
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + digits, value, 16);
    if (error != std::errc() || end != rest.data() + digits) {
        return std::nullopt;
    }
    cursor.advance(digits);
    return static_cast<char32_t>(value);
}

// The character that the escape which began at `start` names by so many digits.
bool append_code_point(SnbtCursor& cursor, std::string& out, std::size_t start, std::size_t digits) {
    std::optional<char32_t> unit = read_hex(cursor, digits);
    if (!unit) {
        cursor.fail_at(start, "incomplete escape in a text", std::to_string(digits) + " hexadecimal digits");
        return false;
    }
    if (*unit >= 0xD800 && *unit <= 0xDBFF && cursor.rest().substr(0, 2) == "\\u") {
        cursor.advance(2);
        const std::optional<char32_t> low = read_hex(cursor, 4);
        if (low && *low >= 0xDC00 && *low <= 0xDFFF) {
            unit = 0x10000U + ((*unit - 0xD800U) << 10U) + (*low - 0xDC00U);
        }
    }
    if (*unit > 0x10FFFF || (*unit >= 0xD800 && *unit <= 0xDFFF)) {
        cursor.fail_at(start, "the escape stands for no character", "a code point up to 10FFFF that is no surrogate");
        return false;
    }
    text::append_utf8(out, *unit);
    return true;
}

// The escape whose backslash the cursor stands at.
bool append_escape(SnbtCursor& cursor, std::string& out) {
    const std::size_t start = cursor.at();
    cursor.advance(1);
    const char c = cursor.at_end() ? '\0' : cursor.peek();
    cursor.advance(cursor.at_end() ? 0 : 1);
    switch (c) {
        case '\\':
        case '"':
        case '\'':
            out.push_back(c);
            return true;
        case 'b':
            out.push_back('\b');
            return true;
        case 's':
            out.push_back(' ');
            return true;
        case 't':
            out.push_back('\t');
            return true;
        case 'n':
            out.push_back('\n');
            return true;
        case 'f':
            out.push_back('\f');
            return true;
        case 'r':
            out.push_back('\r');
            return true;
        case 'x':
            return append_code_point(cursor, out, start, 2);
        case 'u':
            return append_code_point(cursor, out, start, 4);
        case 'U':
            return append_code_point(cursor, out, start, 8);
        case 'N':
            cursor.fail_at(start, "characters by name (\\N{...}) are not supported", "the character itself or \\uXXXX");
            return false;
        default:
            cursor.fail_at(start, "unknown escape in a text",
                           R"(one of \\ \" \' \b \s \t \n \f \r \xHH \uHHHH \UHHHHHHHH)");
            return false;
    }
}

}  // namespace

std::string_view read_bare(SnbtCursor& cursor) noexcept {
    const std::size_t start = cursor.at();
    while (!cursor.at_end() && is_bare(cursor.peek())) {
        cursor.advance(1);
    }
    return cursor.since(start);
}

std::optional<std::string> read_quoted(SnbtCursor& cursor) {
    const std::size_t start = cursor.at();
    const char quote = cursor.peek();
    cursor.advance(1);
    std::string out;
    for (;;) {
        const std::size_t run_start = cursor.at();
        while (!cursor.at_end() && !cursor.next_is(quote) && !cursor.next_is('\\')) {
            const std::size_t length = text::utf8_sequence_length(cursor.rest());
            if (length == 0) {
                return cursor.fail("the bytes here are not valid UTF-8");
            }
            cursor.advance(length);
        }
        out.append(cursor.since(run_start));
        if (cursor.at_end()) {
            return cursor.fail_at(start, "the text that begins here has no closing quote", std::string(1, quote));
        }
        if (cursor.take(quote)) {
            return check_length(cursor, out, start) ? std::optional(std::move(out)) : std::nullopt;
        }
        if (!append_escape(cursor, out)) {
            return std::nullopt;
        }
    }
}

bool check_length(SnbtCursor& cursor, std::string_view content, std::size_t start) {
    // Java writes NUL as two bytes and a character beyond U+FFFF as two surrogates of three.
    std::size_t bytes = content.size();
    for (const char c : content) {
        const auto byte = static_cast<unsigned char>(c);
        bytes += byte == 0 ? 1U : byte >= 0xF0 ? 2U : 0U;
    }
    if (bytes > limits::max_snbt_string_bytes) {
        cursor.fail_at(start, "the text is longer than NBT can hold",
                       "at most " + std::to_string(limits::max_snbt_string_bytes) + " bytes (max_snbt_string_bytes)");
        return false;
    }
    return true;
}

}  // namespace emoted::nbt
