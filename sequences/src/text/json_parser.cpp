#include "text/json_parser.hpp"

#include "text/printable.hpp"
#include "text/real_number.hpp"
#include "text/short_number.hpp"

#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/utf8.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <forward_list>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace emoted::text {
namespace {

// Bytes that stand for themselves inside a string: printable ASCII except the quote and the backslash.
constexpr std::array<bool, 256> plain_table = [] {
    std::array<bool, 256> table{};
    for (std::size_t byte = 0x20; byte < 0x80; ++byte) {
        table[byte] = byte != '"' && byte != '\\';
    }
    return table;
}();

[[nodiscard]] bool is_plain(char c) noexcept {
    return plain_table[static_cast<unsigned char>(c)];
}
[[nodiscard]] bool is_digit(char c) noexcept {
    return c >= '0' && c <= '9';
}

class Parser {
public:
    Parser(std::string_view text, const boost::json::storage_ptr& storage, JsonScratch& scratch)
        : text_(text),
          at_(byte_order_mark_length(text)),
          stack_(scratch.values),
          keys_(scratch.keys),
          scratch_(scratch.text) {
        stack_.reset(storage);
        keys_.clear();
    }
    // The stack must not hold on to values whose storage may go.
    ~Parser() { stack_.reset(); }
    Parser(const Parser&) = delete;
    Parser& operator=(const Parser&) = delete;

    tl::expected<boost::json::value, JsonFault> run() {
        if (value(0)) {
            skip_space();
            if (at_ < text_.size()) {
                fail("there is text after the end of the document", "the end of the file");
            }
        }
        if (fault_) {
            return tl::unexpected(std::move(*fault_));
        }
        return stack_.release();
    }

private:
    using Key = JsonScratch::Key;

    // Each of these reads one thing at at_ and leaves at_ behind it; false after a fault.

    bool value(std::size_t depth) {
        skip_space();
        if (at_ == text_.size()) {
            return fail("the text ends where a value should stand", "a value");
        }
        switch (text_[at_]) {
            case '{':
                return object(depth + 1);
            case '[':
                return array(depth + 1);
            case '"': {
                const std::optional<std::string_view> content = string();
                if (content) {
                    stack_.push_string(*content);
                }
                return content.has_value();
            }
            case 't':
                return word("true") && (stack_.push_bool(true), true);
            case 'f':
                return word("false") && (stack_.push_bool(false), true);
            case 'n':
                return word("null") && (stack_.push_null(), true);
            default:
                return number();
        }
    }

    bool object(std::size_t depth) {
        if (depth > limits::max_json_depth) {
            return fail_depth();
        }
        const std::size_t start = at_++;
        const std::size_t first_key = keys_.size();
        skip_space();
        if (!take('}')) {
            do {
                if (!member(start, depth)) {
                    return false;
                }
                skip_space();
            } while (take(','));
            if (!take('}')) {
                return fail_in("object", start, "a comma or }");
            }
        }
        const std::size_t count = keys_.size() - first_key;
        if (!check_unique(first_key)) {
            return false;
        }
        keys_.resize(first_key);
        stack_.push_object(count);
        return true;
    }

    bool member(std::size_t object_start, std::size_t depth) {
        skip_space();
        const std::size_t offset = at_;
        if (at_ == text_.size() || text_[at_] != '"') {
            return fail_in("object", object_start, "a member name in double quotes");
        }
        std::optional<std::string_view> name = string();
        if (!name) {
            return false;
        }
        if (name->data() == scratch_.data()) {
            name = escaped_names_.emplace_front(scratch_);
        }
        keys_.push_back({*name, offset});
        stack_.push_key(*name);
        skip_space();
        if (!take(':')) {
            return fail_in("object", object_start, "a colon after the member name");
        }
        return value(depth);
    }

    bool array(std::size_t depth) {
        if (depth > limits::max_json_depth) {
            return fail_depth();
        }
        const std::size_t start = at_++;
        std::size_t count = 0;
        skip_space();
        if (!take(']')) {
            do {
                if (!value(depth)) {
                    return false;
                }
                ++count;
                skip_space();
            } while (take(','));
            if (!take(']')) {
                return fail_in("array", start, "a comma or ]");
            }
        }
        stack_.push_array(count);
        return true;
    }

    // The content of the string at at_: a view of the text, or of scratch_ if it has escapes.
    std::optional<std::string_view> string() {
        const std::size_t start = at_++;
        scratch_.clear();
        std::size_t run_start = at_;
        for (;;) {
            while (at_ < text_.size() && is_plain(text_[at_])) {
                ++at_;
            }
            if (at_ == text_.size()) {
                fail_at(start, "the string that begins here has no end", "a closing double quote");
                return std::nullopt;
            }
            const char c = text_[at_];
            if (c == '"') {
                const std::string_view run = text_.substr(run_start, at_ - run_start);
                ++at_;
                if (scratch_.empty()) {
                    return run;
                }
                scratch_.append(run);
                return scratch_;
            }
            if (c == '\\') {
                scratch_.append(text_.substr(run_start, at_ - run_start));
                if (!escape()) {
                    return std::nullopt;
                }
                run_start = at_;
            } else if (static_cast<unsigned char>(c) < 0x20) {
                fail("a control character must be escaped inside a string", "an escape such as \\n");
                return std::nullopt;
            } else {
                const std::size_t length = utf8_sequence_length(text_.substr(at_));
                if (length == 0) {
                    fail("the bytes here are not valid UTF-8", {}, "save the file as UTF-8");
                    return std::nullopt;
                }
                at_ += length;
            }
        }
    }

    bool escape() {
        const std::size_t start = at_++;
        const char c = at_ < text_.size() ? text_[at_++] : '\0';
        switch (c) {
            case '"':
            case '\\':
            case '/':
                scratch_.push_back(c);
                return true;
            case 'b':
                scratch_.push_back('\b');
                return true;
            case 'f':
                scratch_.push_back('\f');
                return true;
            case 'n':
                scratch_.push_back('\n');
                return true;
            case 'r':
                scratch_.push_back('\r');
                return true;
            case 't':
                scratch_.push_back('\t');
                return true;
            case 'u':
                return unicode_escape(start);
            default:
                return fail_at(start, "unknown escape in a string", R"(one of \" \\ \/ \b \f \n \r \t \uXXXX)");
        }
    }

    // at_ stands behind "\u".
    bool unicode_escape(std::size_t start) {
        constexpr std::string_view digits_wanted = "four hexadecimal digits after \\u";
        const std::optional<char32_t> unit = four_hex_digits();
        if (!unit) {
            return fail_at(start, "incomplete escape in a string", digits_wanted);
        }
        if (*unit < 0xD800 || *unit > 0xDFFF) {
            append_utf8(scratch_, *unit);
            return true;
        }
        if (*unit <= 0xDBFF && text_.substr(at_, 2) == "\\u") {
            at_ += 2;
            const std::optional<char32_t> low = four_hex_digits();
            if (!low) {
                return fail_at(at_ - 2, "incomplete escape in a string", digits_wanted);
            }
            if (*low >= 0xDC00 && *low <= 0xDFFF) {
                append_utf8(scratch_, 0x10000U + ((*unit - 0xD800U) << 10U) + (*low - 0xDC00U));
                return true;
            }
        }
        return fail_at(start, "half of a surrogate pair stands alone", "a pair \\uD8xx\\uDCxx");
    }

    std::optional<char32_t> four_hex_digits() {
        if (text_.size() - at_ < 4) {
            return std::nullopt;
        }
        unsigned value = 0;
        const char* const first = text_.data() + at_;
        const auto [end, error] = std::from_chars(first, first + 4, value, 16);
        if (error != std::errc() || end != first + 4) {
            return std::nullopt;
        }
        at_ += 4;
        return static_cast<char32_t>(value);
    }

    bool word(std::string_view expected) {
        if (text_.substr(at_, expected.size()) != expected) {
            return fail("there is no such word in JSON", "a value");
        }
        at_ += expected.size();
        return true;
    }

    bool number() {
        const std::size_t start = at_;
        take('-');
        if (at_ == text_.size() || !is_digit(text_[at_])) {
            at_ = start;
            const bool after_comma = text_[start] == '}' || text_[start] == ']';
            return fail(text_[start] == '-' ? "a minus without digits" : "unexpected character", "a value",
                        after_comma ? "JSON has no comma after the last one" : "");
        }
        std::uint64_t digits = 0;
        const std::size_t first_digit = at_;
        if (take('0')) {
            if (at_ < text_.size() && is_digit(text_[at_])) {
                return fail_at(start, "a number with a leading zero", "a number without leading zeros");
            }
        } else {
            read_digits(digits);
        }
        std::size_t digit_count = at_ - first_digit;
        bool integral = true;
        std::size_t decimals = 0;
        if (take('.')) {
            integral = false;
            decimals = read_digits(digits);
            if (decimals == 0) {
                return fail("no digit after the decimal point", "a digit");
            }
            digit_count += decimals;
        }
        const bool has_exponent = at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E');
        if (!has_exponent && digit_count <= exact_digits) {
            push_short_number(digits, decimals, text_[start] == '-', integral);
            return true;
        }
        if (take('e') || take('E')) {
            integral = false;
            take('+') || take('-');
            if (skip_digits() == 0) {
                return fail("no digit in the exponent", "a digit");
            }
        }
        return push_number(text_.substr(start, at_ - start), start, integral);
    }

    void push_short_number(std::uint64_t digits, std::size_t decimals, bool negative, bool integral) {
        if (integral && !(negative && digits == 0)) {
            const auto whole = static_cast<std::int64_t>(digits);
            stack_.push_int64(negative ? -whole : whole);
            return;
        }
        stack_.push_double(short_number(digits, decimals, negative));
    }

    bool push_number(std::string_view token, std::size_t start, bool integral) {
        const char* const first = token.data();
        const char* const last = first + token.size();
        // -0 keeps its sign only as a double.
        if (integral && token != "-0") {
            std::int64_t whole = 0;
            if (std::from_chars(first, last, whole).ec == std::errc()) {
                stack_.push_int64(whole);
                return true;
            }
            std::uint64_t large = 0;
            if (token.front() != '-' && std::from_chars(first, last, large).ec == std::errc()) {
                stack_.push_uint64(large);
                return true;
            }
        }
        const std::optional<double> real = read_double(token);
        if (!real) {
            return fail_at(start, "the number is too large for a double", "a magnitude below 1.8e308");
        }
        stack_.push_double(*real);
        return true;
    }

    bool check_unique(std::size_t first_key) {
        const auto begin = keys_.begin() + static_cast<std::ptrdiff_t>(first_key);
        const std::size_t count = keys_.size() - first_key;
        constexpr std::size_t few = 12;
        if (count <= few) {
            for (std::size_t i = 1; i < count; ++i) {
                for (std::size_t j = 0; j < i; ++j) {
                    if (keys_[first_key + i].name == keys_[first_key + j].name) {
                        return fail_duplicate(keys_[first_key + i], keys_[first_key + j]);
                    }
                }
            }
            return true;
        }
        std::sort(begin, keys_.end(),
                  [](const Key& a, const Key& b) { return a.name != b.name ? a.name < b.name : a.offset < b.offset; });
        auto worst = keys_.end();
        for (auto next = begin; (next = std::adjacent_find(next, keys_.end(), [](const Key&a, const Key&b) {
                                     return a.name == b.name;
                                 })) != keys_.end();) {
            ++next;
            if (worst == keys_.end() || next->offset < worst->offset) {
                worst = next;
            }
        }
        return worst == keys_.end() || fail_duplicate(*worst, *(worst - 1));
    }

    bool fail_duplicate(const Key& key, const Key& first) {
        const auto line =
            1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(first.offset), '\n');
        fail_at(key.offset, "the object already has a member " + quoted(key.name), {}, {});
        fault_->code = DiagnosticCode::duplicate_key;
        fault_->hint = "the first one stands in line " + std::to_string(line) + "; remove one of the two";
        return false;
    }

    bool fail_depth() {
        return fail("values are nested more than " + std::to_string(limits::max_json_depth) + " deep (max_json_depth)");
    }

    // A missing separator or end inside the object or array that begins at `start`.
    bool fail_in(std::string_view what, std::size_t start, std::string_view expected) {
        if (at_ == text_.size()) {
            return fail_at(start, "the " + std::string(what) + " that begins here has no end", expected);
        }
        const bool comment = text_[at_] == '/';
        const bool after_comma = text_[at_] == '}' || text_[at_] == ']';
        return fail_at(at_, "unexpected character in an " + std::string(what), expected,
                       comment       ? "JSON has no comments"
                       : after_comma ? "JSON has no comma after the last one"
                                     : "");
    }

    bool fail(std::string message, std::string_view expected = {}, std::string_view hint = {}) {
        return fail_at(at_, std::move(message), expected, hint);
    }

    // Always false, for `return fail_at(...)`.
    bool fail_at(std::size_t offset, std::string message, std::string_view expected = {}, std::string_view hint = {}) {
        fault_ = JsonFault{DiagnosticCode::invalid_json, offset, std::move(message), std::string(expected),
                           std::string(hint)};
        return false;
    }

    void skip_space() noexcept {
        while (at_ < text_.size() &&
               (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t')) {
            ++at_;
        }
    }

    // Appends the digits at at_ to `value`, which is right for as many as 19; returns how many there are.
    std::size_t read_digits(std::uint64_t& value) noexcept {
        const std::size_t start = at_;
        while (at_ < text_.size() && is_digit(text_[at_])) {
            value = value * 10 + static_cast<std::uint64_t>(text_[at_] - '0');
            ++at_;
        }
        return at_ - start;
    }

    std::size_t skip_digits() noexcept {
        const std::size_t start = at_;
        while (at_ < text_.size() && is_digit(text_[at_])) {
            ++at_;
        }
        return at_ - start;
    }

    bool take(char c) noexcept {
        const bool here = at_ < text_.size() && text_[at_] == c;
        at_ += here ? 1U : 0U;
        return here;
    }

    std::string_view text_;
    std::size_t at_;
    boost::json::value_stack& stack_;
    std::vector<Key>& keys_;
    std::string& scratch_;
    std::forward_list<std::string> escaped_names_;  // member names that are no view of the text
    std::optional<JsonFault> fault_;
};

}  // namespace

std::size_t byte_order_mark_length(std::string_view text) noexcept {
    return text.substr(0, 3) == "\xEF\xBB\xBF" ? 3 : 0;
}

tl::expected<boost::json::value, JsonFault> parse_json(std::string_view text, const boost::json::storage_ptr& storage,
                                                       JsonScratch& scratch) {
    return Parser(text, storage, scratch).run();
}

tl::expected<boost::json::value, JsonFault> parse_json(std::string_view text) {
    JsonScratch scratch;
    return parse_json(text, {}, scratch);
}

}  // namespace emoted::text
