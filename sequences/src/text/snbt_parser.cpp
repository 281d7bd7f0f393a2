#include "text/printable.hpp"
#include "text/snbt_cursor.hpp"
#include "text/snbt_function.hpp"
#include "text/snbt_number.hpp"
#include "text/snbt_places.hpp"
#include "text/snbt_string.hpp"

#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/snbt.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <unordered_map>

namespace emoted::nbt {
namespace {

[[nodiscard]] bool equals_ignoring_case(std::string_view a, std::string_view b) noexcept {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
        return (x >= 'A' && x <= 'Z' ? static_cast<char>(x - 'A' + 'a') : x) == y;
    });
}

// Recursive descent. Each reader leaves the cursor behind what it read, and gives nothing after a fault.
class Parser {
public:
    // With a `path` the place of the member that it leads to is kept.
    explicit Parser(std::string_view text, std::span<const std::string_view> path = {}) : cursor_(text), path_(path) {}

    tl::expected<Tag, SnbtError> run() {
        std::optional<Tag> tag = value(0);
        if (tag) {
            cursor_.skip_space();
            if (!cursor_.at_end()) {
                fail("there is text after the end of the value", "the end of the text");
            }
        }
        if (cursor_.error()) {
            return tl::unexpected(std::move(*cursor_.error()));
        }
        return std::move(*tag);
    }

    [[nodiscard]] const std::optional<MemberPlace>& place() const noexcept { return place_; }

private:
    std::optional<Tag> value(std::size_t depth) {
        cursor_.skip_space();
        if (cursor_.at_end()) {
            return fail("the text ends where a value should stand", "a value");
        }
        const char c = cursor_.peek();
        if (c == '{') {
            return compound(depth + 1);
        }
        if (c == '[') {
            return list_or_array(depth + 1);
        }
        if (c == '"' || c == '\'') {
            std::optional<std::string> content = read_quoted(cursor_);
            return content ? std::optional<Tag>(std::move(*content)) : std::nullopt;
        }
        if (!is_bare(c)) {
            return fail("unexpected character", "a value");
        }
        const std::size_t start = cursor_.at();
        const std::string_view word = read_bare(cursor_);
        if (starts_number(c)) {
            return checked(parse_number(word), start);
        }
        cursor_.skip_space();
        if (cursor_.take('(')) {
            return call(word, start, depth + 1);
        }
        if (equals_ignoring_case(word, "true")) {
            return Tag(std::int8_t{1});
        }
        if (equals_ignoring_case(word, "false")) {
            return Tag(std::int8_t{0});
        }
        return check_length(cursor_, word, start) ? std::optional<Tag>(std::string(word)) : std::nullopt;
    }

    std::optional<Tag> compound(std::size_t depth) {
        if (depth > limits::max_snbt_depth) {
            return fail_depth();
        }
        const std::size_t start = cursor_.at();
        cursor_.advance(1);
        Compound out;
        std::unordered_map<std::string, std::size_t> places;  // used once there are many members
        const bool may_lead_on = matched_ == depth - 1 && matched_ < path_.size();
        for (cursor_.skip_space(); !cursor_.take('}'); cursor_.skip_space()) {
            const std::size_t name_start = cursor_.at();
            std::optional<std::string> name = member_name(start);
            if (!name) {
                return std::nullopt;
            }
            cursor_.skip_space();
            if (!cursor_.take(':')) {
                return fail("unexpected character after a name", "a colon");
            }
            const bool leads_on = may_lead_on && *name == path_[matched_];
            if (leads_on) {
                follow(name_start);
            }
            std::optional<Tag> content = value(depth);
            if (!content) {
                return std::nullopt;
            }
            matched_ -= leads_on ? 1U : 0U;
            put(out, places, std::move(*name), std::move(*content));
            if (!end_of_element('}', start)) {
                return std::nullopt;
            }
        }
        return Tag(std::move(out));
    }

    // One step further along the path; the cursor stands behind the colon.
    void follow(std::size_t name_start) {
        cursor_.skip_space();
        ++matched_;
        place_.reset();
        if (matched_ == path_.size()) {
            place_ = MemberPlace{name_start, cursor_.at()};
        }
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
        if (cursor_.at_end()) {
            return fail_at(compound_start, "the compound that begins here has no end", "}");
        }
        const std::size_t start = cursor_.at();
        std::optional<std::string> name;
        if (cursor_.next_is('"') || cursor_.next_is('\'')) {
            name = read_quoted(cursor_);
        } else if (is_bare(cursor_.peek())) {
            name = read_bare(cursor_);
        } else {
            return fail("unexpected character in a compound", "a name or }");
        }
        if (name && name->empty()) {
            return fail_at(start, "the name of a member is empty", "a name");
        }
        if (name && !check_length(cursor_, *name, start)) {
            return std::nullopt;
        }
        return name;
    }

    // After an element: a comma (perhaps before the end) or the end, which is left for the caller.
    bool end_of_element(char end, std::size_t start) {
        cursor_.skip_space();
        if (cursor_.take(',') || (!cursor_.at_end() && cursor_.peek() == end)) {
            return true;
        }
        const std::string what = end == '}' ? "compound" : end == ']' ? "list" : "call";
        if (cursor_.at_end()) {
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
        const std::size_t start = cursor_.at();
        cursor_.advance(1);
        cursor_.skip_space();
        const std::size_t first = cursor_.at();
        if (!cursor_.at_end() && (cursor_.peek() == 'B' || cursor_.peek() == 'I' || cursor_.peek() == 'L')) {
            const char kind = cursor_.peek();
            cursor_.advance(1);
            cursor_.skip_space();
            if (cursor_.take(';')) {
                return array(kind, start);
            }
            cursor_.go_to(first);
        }
        List out;
        for (; !cursor_.take(']'); cursor_.skip_space()) {
            if (cursor_.at_end()) {
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
        for (cursor_.skip_space(); !cursor_.take(']'); cursor_.skip_space()) {
            if (cursor_.at_end()) {
                return fail_at(start, "the array that begins here has no end", "]");
            }
            if (!is_bare(cursor_.peek())) {
                return fail("unexpected character in an array", "a whole number");
            }
            const std::size_t element_start = cursor_.at();
            const auto element = checked(parse_array_element(read_bare(cursor_), kind), element_start);
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

    // A function and its argument; the cursor stands behind the parenthesis.
    std::optional<Tag> call(std::string_view name, std::size_t start, std::size_t depth) {
        if (!is_function(name)) {
            return fail_at(start, "there is no function " + text::quoted(name), "bool() or uuid()");
        }
        if (depth > limits::max_snbt_depth) {
            return fail_depth();
        }
        cursor_.skip_space();
        const std::size_t argument_start = cursor_.at();
        const std::optional<Tag> argument = value(depth);
        if (!argument || !end_of_element(')', start)) {
            return std::nullopt;
        }
        cursor_.skip_space();
        if (!cursor_.take(')')) {
            return fail(std::string(name) + "() takes one argument", ")");
        }
        return call_function(cursor_, name, *argument, argument_start);
    }

    // The value of a word that begins at `start`, or its error at the right place.
    template <class T>
    std::optional<T> checked(tl::expected<T, SnbtError> result, std::size_t start) {
        if (result) {
            return std::move(*result);
        }
        SnbtError& error = result.error();
        return fail_at(start + error.offset, std::move(error.message), std::move(error.expected));
    }

    std::nullopt_t fail(std::string message, std::string expected = {}) {
        return cursor_.fail(std::move(message), std::move(expected));
    }
    std::nullopt_t fail_at(std::size_t offset, std::string message, std::string expected = {}) {
        return cursor_.fail_at(offset, std::move(message), std::move(expected));
    }
    std::nullopt_t fail_depth() {
        return fail("values are nested more than " + std::to_string(limits::max_snbt_depth) + " deep (max_snbt_depth)");
    }

    SnbtCursor cursor_;
    std::span<const std::string_view> path_;
    std::size_t matched_ = 0;  // names of the path that lead to where the cursor is
    std::optional<MemberPlace> place_;
};

}  // namespace

tl::expected<Tag, SnbtError> parse_snbt(std::string_view text) {
    if (text.size() > limits::max_snbt_bytes) {
        return tl::unexpected(SnbtError{0, "the text is " + std::to_string(text.size()) + " bytes long",
                                        "at most " + std::to_string(limits::max_snbt_bytes) + " (max_snbt_bytes)"});
    }
    return Parser(text).run();
}

std::optional<MemberPlace> find_member(std::string_view snbt, std::span<const std::string_view> path) {
    Parser parser(snbt, path);
    static_cast<void>(parser.run());
    return parser.place();
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
