#include "text/printable.hpp"
#include "text/snbt_number.hpp"

#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/snbt.hpp>
#include <emoted/sequences/utf8.hpp>

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_map>

namespace emoted::nbt {
namespace {

[[nodiscard]] bool is_bare(char c) noexcept {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '+' ||
           c == '-';
}

[[nodiscard]] bool is_space(char c) noexcept {
    return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1C && c <= 0x1F);
}

[[nodiscard]] bool equals_ignoring_case(std::string_view a, std::string_view b) noexcept {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
        return (x >= 'A' && x <= 'Z' ? static_cast<char>(x - 'A' + 'a') : x) == y;
    });
}

// Recursive descent. Each reader leaves at_ behind what it read; nothing after a fault (error_ is then set).
class Parser {
public:
    explicit Parser(std::string_view text) : text_(text) {}

    tl::expected<Tag, SnbtError> run() {
        std::optional<Tag> tag = value(0);
        if (tag) {
            skip_space();
            if (at_ < text_.size()) {
                fail("there is text after the end of the value", "the end of the text");
            }
        }
        if (error_) {
            return tl::unexpected(std::move(*error_));
        }
        return std::move(*tag);
    }

private:
    std::optional<Tag> value(std::size_t depth) {
        skip_space();
        if (at_ == text_.size()) {
            return fail("the text ends where a value should stand", "a value");
        }
        const char c = text_[at_];
        if (c == '{') {
            return compound(depth + 1);
        }
        if (c == '[') {
            return list_or_array(depth + 1);
        }
        if (c == '"' || c == '\'') {
            std::optional<std::string> content = quoted();
            return content ? std::optional<Tag>(std::move(*content)) : std::nullopt;
        }
        if (!is_bare(c)) {
            return fail("unexpected character", "a value");
        }
        const std::size_t start = at_;
        const std::string_view word = bare();
        if (starts_number(c)) {
            return checked(parse_number(word), start);
        }
        skip_space();
        if (take('(')) {
            return call(word, start, depth + 1);
        }
        if (equals_ignoring_case(word, "true")) {
            return Tag(std::int8_t{1});
        }
        if (equals_ignoring_case(word, "false")) {
            return Tag(std::int8_t{0});
        }
        return Tag(std::string(word));
    }

    std::optional<Tag> compound(std::size_t depth) {
        if (depth > limits::max_snbt_depth) {
            return fail_depth();
        }
        const std::size_t start = at_++;
        Compound out;
        std::unordered_map<std::string, std::size_t> places;  // used once there are many members
        for (skip_space(); !take('}'); skip_space()) {
            std::optional<std::string> name = member_name(start);
            if (!name) {
                return std::nullopt;
            }
            skip_space();
            if (!take(':')) {
                return fail("unexpected character after a name", "a colon");
            }
            std::optional<Tag> content = value(depth);
            if (!content) {
                return std::nullopt;
            }
            put(out, places, std::move(*name), std::move(*content));
            if (!end_of_element('}', start)) {
                return std::nullopt;
            }
        }
        return Tag(std::move(out));
    }

    // A repeated name replaces the value, as in the game.
    static void put(Compound& out, std::unordered_map<std::string, std::size_t>& places, std::string name, Tag value) {
        constexpr std::size_t few = 16;
        if (out.members.size() < few) {
            out.set(std::move(name), std::move(value));
            return;
        }
        if (places.empty()) {
            for (std::size_t i = 0; i < out.members.size(); ++i) {
                places.emplace(out.members[i].first, i);
            }
        }
        const auto [place, is_new] = places.emplace(name, out.members.size());
        if (is_new) {
            out.members.emplace_back(std::move(name), std::move(value));
        } else {
            out.members[place->second].second = std::move(value);
        }
    }

    std::optional<std::string> member_name(std::size_t compound_start) {
        if (at_ == text_.size()) {
            fail_at(compound_start, "the compound that begins here has no end", "}");
            return std::nullopt;
        }
        if (text_[at_] == '"' || text_[at_] == '\'') {
            return quoted();
        }
        if (!is_bare(text_[at_])) {
            fail("unexpected character in a compound", "a name or }");
            return std::nullopt;
        }
        return std::string(bare());
    }

    // After an element: a comma (perhaps before the end) or the end, which is left for the caller.
    bool end_of_element(char end, std::size_t start) {
        skip_space();
        if (take(',') || (at_ < text_.size() && text_[at_] == end)) {
            return true;
        }
        const std::string what = end == '}' ? "compound" : end == ']' ? "list" : "call";
        if (at_ == text_.size()) {
            fail_at(start, "the " + what + " that begins here has no end", std::string(1, end));
        } else {
            fail("unexpected character in a " + what, std::string("a comma or ") + end);
        }
        return false;
    }

    std::optional<Tag> list_or_array(std::size_t depth) {
        if (depth > limits::max_snbt_depth) {
            return fail_depth();
        }
        const std::size_t start = at_++;
        skip_space();
        const std::size_t first = at_;
        if (at_ < text_.size() && (text_[at_] == 'B' || text_[at_] == 'I' || text_[at_] == 'L')) {
            const char kind = text_[at_++];
            skip_space();
            if (take(';')) {
                return array(kind, start);
            }
            at_ = first;
        }
        List out;
        for (; !take(']'); skip_space()) {
            if (at_ == text_.size()) {
                return fail_at(start, "the list that begins here has no end", "]");
            }
            std::optional<Tag> element = value(depth);
            if (!element) {
                return std::nullopt;
            }
            out.push_back(std::move(*element));
            if (!end_of_element(']', start)) {
                return std::nullopt;
            }
        }
        return Tag(std::move(out));
    }

    std::optional<Tag> array(char kind, std::size_t start) {
        std::vector<std::int64_t> numbers;
        for (skip_space(); !take(']'); skip_space()) {
            if (at_ == text_.size()) {
                return fail_at(start, "the array that begins here has no end", "]");
            }
            if (!is_bare(text_[at_])) {
                return fail("unexpected character in an array", "a whole number");
            }
            const std::size_t element_start = at_;
            const auto element = checked(parse_array_element(bare(), kind), element_start);
            if (!element) {
                return std::nullopt;
            }
            numbers.push_back(*element);
            if (!end_of_element(']', start)) {
                return std::nullopt;
            }
        }
        return kind == 'B'   ? Tag(narrowed<ByteArray>(numbers))
               : kind == 'I' ? Tag(narrowed<IntArray>(numbers))
                             : Tag(std::move(numbers));
    }

    template <class Array>
    [[nodiscard]] static Array narrowed(const std::vector<std::int64_t>& numbers) {
        Array out;
        out.reserve(numbers.size());
        for (const std::int64_t number : numbers) {
            out.push_back(static_cast<typename Array::value_type>(number));
        }
        return out;
    }

    // bool(number) and uuid(text); at_ stands behind the parenthesis.
    std::optional<Tag> call(std::string_view name, std::size_t start, std::size_t depth) {
        if (name != "bool" && name != "uuid") {
            return fail_at(start, "there is no function " + text::quoted(name), "bool() or uuid()");
        }
        if (depth > limits::max_snbt_depth) {
            return fail_depth();
        }
        skip_space();
        const std::size_t argument_start = at_;
        const std::optional<Tag> argument = value(depth);
        if (!argument || !end_of_element(')', start)) {
            return std::nullopt;
        }
        skip_space();
        if (!take(')')) {
            return fail(std::string(name) + "() takes one argument", ")");
        }
        if (name == "bool") {
            double number = 0;
            if (!argument->number(number)) {
                return fail_at(argument_start, "bool() takes a number or true or false", "a number");
            }
            return Tag(static_cast<std::int8_t>(number != 0 ? 1 : 0));
        }
        const auto* const content = argument->as<std::string>();
        std::optional<IntArray> uuid = content == nullptr ? std::nullopt : uuid_words(*content);
        if (!uuid) {
            return fail_at(argument_start, "uuid() takes a UUID as text",
                           "such as \"f81d4fae-7dec-11d0-a765-00a0c91e6bf6\"");
        }
        return Tag(std::move(*uuid));
    }

    [[nodiscard]] static std::optional<IntArray> uuid_words(std::string_view uuid) {
        if (uuid.size() != 36 || uuid[8] != '-' || uuid[13] != '-' || uuid[18] != '-' || uuid[23] != '-') {
            return std::nullopt;
        }
        std::string digits(uuid);
        digits.erase(std::remove(digits.begin(), digits.end(), '-'), digits.end());
        IntArray words;
        for (std::size_t at = 0; at + 8 <= digits.size(); at += 8) {
            std::uint32_t word = 0;
            const char* const first = digits.data() + at;
            const auto [end, error] = std::from_chars(first, first + 8, word, 16);
            if (error != std::errc() || end != first + 8) {
                return std::nullopt;
            }
            words.push_back(static_cast<std::int32_t>(word));
        }
        return digits.size() == 32 ? std::optional(std::move(words)) : std::nullopt;
    }

    std::optional<std::string> quoted() {
        const std::size_t start = at_;
        const char quote = text_[at_++];
        std::string out;
        for (;;) {
            const std::size_t run_start = at_;
            while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\\') {
                const std::size_t length = text::utf8_sequence_length(text_.substr(at_));
                if (length == 0) {
                    fail("the bytes here are not valid UTF-8");
                    return std::nullopt;
                }
                at_ += length;
            }
            out.append(text_.substr(run_start, at_ - run_start));
            if (at_ == text_.size()) {
                fail_at(start, "the text that begins here has no closing quote", std::string(1, quote));
                return std::nullopt;
            }
            if (take(quote)) {
                return out;
            }
            if (!escape(out)) {
                return std::nullopt;
            }
        }
    }

    bool escape(std::string& out) {
        const std::size_t start = at_++;
        const char c = at_ < text_.size() ? text_[at_++] : '\0';
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
                return code_point(out, start, 2);
            case 'u':
                return code_point(out, start, 4);
            case 'U':
                return code_point(out, start, 8);
            case 'N':
                fail_at(start, "characters by name (\\N{...}) are not supported", "the character itself or \\uXXXX");
                return false;
            default:
                fail_at(start, "unknown escape in a text",
                        R"(one of \\ \" \' \b \s \t \n \f \r \xHH \uHHHH \UHHHHHHHH)");
                return false;
        }
    }

    bool code_point(std::string& out, std::size_t start, std::size_t digits) {
        std::optional<char32_t> unit = hex(digits);
        if (!unit) {
            fail_at(start, "incomplete escape in a text", std::to_string(digits) + " hexadecimal digits");
            return false;
        }
        if (*unit >= 0xD800 && *unit <= 0xDBFF && text_.substr(at_, 2) == "\\u") {
            at_ += 2;
            const std::optional<char32_t> low = hex(4);
            if (low && *low >= 0xDC00 && *low <= 0xDFFF) {
                unit = 0x10000U + ((*unit - 0xD800U) << 10U) + (*low - 0xDC00U);
            }
        }
        if (*unit > 0x10FFFF || (*unit >= 0xD800 && *unit <= 0xDFFF)) {
            fail_at(start, "the escape stands for no character", "a code point up to 10FFFF that is no surrogate");
            return false;
        }
        text::append_utf8(out, *unit);
        return true;
    }

    std::optional<char32_t> hex(std::size_t digits) {
        if (text_.size() - at_ < digits) {
            return std::nullopt;
        }
        std::uint32_t value = 0;
        const char* const first = text_.data() + at_;
        const auto [end, error] = std::from_chars(first, first + digits, value, 16);
        if (error != std::errc() || end != first + digits) {
            return std::nullopt;
        }
        at_ += digits;
        return static_cast<char32_t>(value);
    }

    std::string_view bare() noexcept {
        const std::size_t start = at_;
        while (at_ < text_.size() && is_bare(text_[at_])) {
            ++at_;
        }
        return text_.substr(start, at_ - start);
    }

    void skip_space() noexcept {
        while (at_ < text_.size() && is_space(text_[at_])) {
            ++at_;
        }
    }

    bool take(char c) noexcept {
        const bool here = at_ < text_.size() && text_[at_] == c;
        at_ += here ? 1U : 0U;
        return here;
    }

    // The value of a word that begins at `start`, or its error at the right place.
    template <class T>
    std::optional<T> checked(tl::expected<T, SnbtError> result, std::size_t start) {
        if (result) {
            return std::move(*result);
        }
        error_ = std::move(result.error());
        error_->offset += start;
        return std::nullopt;
    }

    std::nullopt_t fail(std::string message, std::string expected = {}) {
        return fail_at(at_, std::move(message), std::move(expected));
    }

    std::nullopt_t fail_at(std::size_t offset, std::string message, std::string expected = {}) {
        error_ = SnbtError{offset, std::move(message), std::move(expected)};
        return std::nullopt;
    }

    std::nullopt_t fail_depth() {
        return fail("values are nested more than " + std::to_string(limits::max_snbt_depth) + " deep (max_snbt_depth)");
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::optional<SnbtError> error_;
};

}  // namespace

tl::expected<Tag, SnbtError> parse_snbt(std::string_view text) {
    return Parser(text).run();
}

tl::expected<Compound, SnbtError> parse_compound(std::string_view text) {
    tl::expected<Tag, SnbtError> tag = parse_snbt(text);
    if (!tag) {
        return tl::unexpected(std::move(tag.error()));
    }
    const auto* const compound = tag->as<Compound>();
    if (compound == nullptr) {
        return tl::unexpected(SnbtError{0, "the value is no compound", "a compound, { ... }"});
    }
    return *compound;
}

}  // namespace emoted::nbt
