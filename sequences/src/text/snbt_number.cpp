#include "text/snbt_number.hpp"

#include "text/real_number.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <system_error>

namespace emoted::nbt {
namespace {

enum class Width : std::uint8_t { byte, short_, int_, long_ };

struct IntegerLiteral {
    bool negative = false;
    bool is_unsigned = false;
    std::uint64_t magnitude = 0;
    std::optional<Width> width;
};

using Failure = tl::unexpected<SnbtError>;

[[nodiscard]] Failure failure(std::size_t offset, std::string message, std::string expected = {}) {
    return Failure(SnbtError{offset, std::move(message), std::move(expected)});
}

[[nodiscard]] constexpr char lower(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

[[nodiscard]] bool is_digit_of(int base, char c) noexcept {
    switch (base) {
        case 2:
            return c == '0' || c == '1';
        case 16:
            return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'f');
        default:
            return is_digit(c);
    }
}

// The end of the run of digits and underscores at `at`.
[[nodiscard]] std::size_t digits_end(std::string_view word, std::size_t at, int base) noexcept {
    while (at < word.size() && (word[at] == '_' || is_digit_of(base, word[at]))) {
        ++at;
    }
    return at;
}

// The digits without their underscores; underscores stand only between digits.
[[nodiscard]] tl::expected<std::string, SnbtError> clean_digits(std::string_view word, std::size_t from,
                                                                std::size_t to) {
    if (from == to) {
        return failure(from, "digits are missing here", "a digit");
    }
    if (word[from] == '_') {
        return failure(from, "an underscore stands only between digits", "a digit");
    }
    if (word[to - 1] == '_') {
        return failure(to - 1, "an underscore stands only between digits", "a digit");
    }
    std::string digits(word.substr(from, to - from));
    digits.erase(std::remove(digits.begin(), digits.end(), '_'), digits.end());
    return digits;
}

[[nodiscard]] std::optional<Width> width_of(char suffix) noexcept {
    switch (lower(suffix)) {
        case 'b':
            return Width::byte;
        case 's':
            return Width::short_;
        case 'i':
            return Width::int_;
        case 'l':
            return Width::long_;
        default:
            return std::nullopt;
    }
}

[[nodiscard]] std::string_view name_of(Width width) noexcept {
    switch (width) {
        case Width::byte:
            return "byte";
        case Width::short_:
            return "short";
        case Width::int_:
            return "int";
        case Width::long_:
            break;
    }
    return "long";
}

// What follows the digits: nothing, a type, or a sign prefix with a type.
[[nodiscard]] bool read_suffix(std::string_view suffix, IntegerLiteral& literal) noexcept {
    if (suffix.size() == 2 && (lower(suffix[0]) == 'u' || lower(suffix[0]) == 's')) {
        literal.is_unsigned = lower(suffix[0]) == 'u';
        literal.width = width_of(suffix[1]);
        return literal.width.has_value();
    }
    if (suffix.size() == 1) {
        literal.width = width_of(suffix[0]);
        return literal.width.has_value();
    }
    return suffix.empty();
}

[[nodiscard]] tl::expected<IntegerLiteral, SnbtError> parse_integer(std::string_view word) {
    IntegerLiteral literal;
    std::size_t at = 0;
    if (word[0] == '-' || word[0] == '+') {
        literal.negative = word[0] == '-';
        at = 1;
    }
    int base = 10;
    if (at + 1 < word.size() && word[at] == '0') {
        const char kind = lower(word[at + 1]);
        // "0b" alone is a byte.
        if (kind == 'x' || (kind == 'b' && at + 2 < word.size() && (is_digit(word[at + 2]) || word[at + 2] == '_'))) {
            base = kind == 'x' ? 16 : 2;
            at += 2;
            literal.is_unsigned = true;
        }
    }
    const std::size_t end = digits_end(word, at, base);
    const auto digits = clean_digits(word, at, end);
    if (!digits) {
        return Failure(digits.error());
    }
    if (base == 10 && digits->size() > 1 && digits->front() == '0') {
        return failure(at, "a decimal number starts with no 0", "a number without leading zeros");
    }
    if (!read_suffix(word.substr(end), literal)) {
        return failure(end, "unknown number suffix",
                       "one of b s i l f d, perhaps with u or s before b s i l; "
                       "a text that begins like a number needs quotes");
    }
    if (literal.is_unsigned && literal.negative) {
        return failure(0, "an unsigned number has no minus", "a number of at least 0");
    }
    const auto parsed = std::from_chars(digits->data(), digits->data() + digits->size(), literal.magnitude, base);
    if (parsed.ec != std::errc()) {
        return failure(0, "the number does not fit in 64 bits");
    }
    return literal;
}

// The value in two's complement if it fits `width`.
[[nodiscard]] tl::expected<std::int64_t, SnbtError> fit(const IntegerLiteral& literal, Width width) {
    constexpr unsigned bits_of[] = {8, 16, 32, 64};
    const unsigned bits = bits_of[static_cast<std::size_t>(width)];
    const std::uint64_t all = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    const std::uint64_t most = literal.is_unsigned ? all : (all >> 1U) + (literal.negative ? 1U : 0U);
    if (literal.magnitude > most) {
        return failure(0, std::string("the number does not fit in ") + (literal.is_unsigned ? "an unsigned " : "a ") +
                              std::string(name_of(width)));
    }
    std::uint64_t value = literal.negative ? 0 - literal.magnitude : literal.magnitude;
    if (literal.is_unsigned && bits < 64 && (value >> (bits - 1)) != 0) {
        value |= ~all;
    }
    return static_cast<std::int64_t>(value);
}

[[nodiscard]] Tag make_integer(std::int64_t value, Width width) {
    switch (width) {
        case Width::byte:
            return static_cast<std::int8_t>(value);
        case Width::short_:
            return static_cast<std::int16_t>(value);
        case Width::int_:
            return static_cast<std::int32_t>(value);
        case Width::long_:
            break;
    }
    return value;
}

// True for decimal literals with a point, an exponent or a suffix f or d.
[[nodiscard]] bool is_real(std::string_view word) noexcept {
    const std::size_t at = word[0] == '-' || word[0] == '+' ? 1 : 0;
    const std::size_t end = digits_end(word, at, 10);
    if (end == word.size()) {
        return false;
    }
    const char next = lower(word[end]);
    return next == '.' || next == 'e' || next == 'f' || next == 'd';
}

template <class Real>
[[nodiscard]] tl::expected<Tag, SnbtError> finite(std::optional<Real> value) {
    if (!value) {
        return failure(0, "the number is too large");
    }
    return Tag(*value);
}

[[nodiscard]] tl::expected<Tag, SnbtError> parse_real(std::string_view word) {
    std::string digits;
    std::size_t at = 0;
    if (word[0] == '-' || word[0] == '+') {
        digits = word[0] == '-' ? "-" : "";
        at = 1;
    }
    const auto take_digits = [&word, &at, &digits]() -> tl::expected<void, SnbtError> {
        const std::size_t end = digits_end(word, at, 10);
        auto run = clean_digits(word, at, end);
        if (!run) {
            return Failure(std::move(run.error()));
        }
        digits += *run;
        at = end;
        return {};
    };
    const bool has_whole = word[at] != '.';
    if (has_whole) {
        if (auto taken = take_digits(); !taken) {
            return Failure(std::move(taken.error()));
        }
    } else {
        digits += '0';
    }
    if (at < word.size() && word[at] == '.') {
        ++at;
        digits += '.';
        const bool more = at < word.size() && (is_digit(word[at]) || word[at] == '_');
        if (more || !has_whole) {
            if (auto taken = take_digits(); !taken) {
                return Failure(std::move(taken.error()));
            }
        } else {
            digits += '0';
        }
    }
    if (at < word.size() && lower(word[at]) == 'e') {
        ++at;
        digits += 'e';
        if (at < word.size() && (word[at] == '-' || word[at] == '+')) {
            digits += word[at++];
        }
        if (auto taken = take_digits(); !taken) {
            return Failure(std::move(taken.error()));
        }
    }
    const std::string_view suffix = word.substr(at);
    if (suffix.empty() || suffix == "d" || suffix == "D") {
        return finite(text::read_double(digits));
    }
    if (suffix == "f" || suffix == "F") {
        return finite(text::read_float(digits));
    }
    return failure(at, "unknown number suffix", "f, d or nothing after a number with a point or exponent");
}

}  // namespace

tl::expected<Tag, SnbtError> parse_number(std::string_view word) {
    if (is_real(word)) {
        return parse_real(word);
    }
    const auto literal = parse_integer(word);
    if (!literal) {
        return Failure(literal.error());
    }
    const Width width = literal->width.value_or(Width::int_);
    const auto value = fit(*literal, width);
    if (!value) {
        return Failure(value.error());
    }
    return make_integer(*value, width);
}

tl::expected<std::int64_t, SnbtError> parse_array_element(std::string_view word, char kind) {
    if (!starts_number(word[0]) || is_real(word)) {
        return failure(0, "an array holds whole numbers only", "a whole number");
    }
    const auto literal = parse_integer(word);
    if (!literal) {
        return Failure(literal.error());
    }
    const Width own = *width_of(kind);
    const Width width = literal->width.value_or(own);
    if (width > own) {
        return failure(
            0, "a " + std::string(name_of(width)) + " does not go into an array of " + std::string(name_of(own)) + "s");
    }
    return fit(*literal, width);
}

}  // namespace emoted::nbt
