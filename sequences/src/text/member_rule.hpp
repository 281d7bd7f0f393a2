// What the members of a file may be: names, types, ranges, defaults and meaning, in constant tables.
//
// The readers ask for members by these rules (ObjectCursor in json_reader.hpp) and the JSON Schema is printed from
// them, so that neither can know a member, a word or a bound that the other does not. A rule says what one value or the
// presence of its neighbours can tell; what takes more (references, orders, sums, texts in a language of their own)
// is checked after reading. Everything here is a constant; any thread may read it.
#pragma once

#include <emoted/sequences/limits.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

namespace emoted::text {

struct ObjectRule;

enum class ValueKind : std::uint8_t {
    anything,       // not looked into
    boolean,        //
    text,           // any string
    not_blank,      // a string of more than white space
    number,         // from `least` to `most`
    integer,        // the same and whole
    time,           // a time text (format section 1.4) of `least` to `most` ticks
    identifier,     // namespace:path, none of `words`
    word,           // one of `words`
    any_case_word,  // one of `word_list`, in upper or lower case
    object,         // as `object` says
    map,            // an object of `least_count` to `most_count` members with free names; each value is an `element`
    array,          // of `least_count` to `most_count` values, each an `element`
    either,         // one of `alternatives`
};

struct ValueRule {
    ValueKind kind = ValueKind::anything;
    double least = -std::numeric_limits<double>::max();
    double most = std::numeric_limits<double>::max();
    std::span<const std::string_view> words{};
    std::span<const std::string_view> (*word_list)() = nullptr;
    const ObjectRule* object = nullptr;
    const ValueRule* element = nullptr;
    // Of arrays and maps; of texts the characters.
    std::size_t least_count = 0;
    std::size_t most_count = std::numeric_limits<std::size_t>::max();
    std::span<const ValueRule> alternatives{};
};

enum class Presence : std::uint8_t {
    required,
    optional,
    ignored,    // known, without effect, and warned about
    forbidden,  // must not be mentioned, not even as null
    excluded,   // must be absent or null
};

struct MemberRule {
    std::string_view name{};
    Presence presence = Presence::required;
    ValueRule value{};
    // What it is for; why it is ignored or forbidden. A sentence without capital and full stop.
    std::string_view help{};
    // What stands for an absent optional member, as JSON; empty if nothing does.
    std::string_view fallback{};
};
using MemberRules = std::span<const MemberRule* const>;

// What else holds depending on a member.
struct CaseRule {
    enum class When : std::uint8_t {
        is,       // `member` is the word `word`
        present,  // `member` has a value other than null
        absent,   // it has none, and neither has `other`
    };
    When when = When::is;
    std::string_view member{};
    std::string_view word{};
    std::string_view other{};
    const ObjectRule* then = nullptr;
};

struct ObjectRule {
    std::string_view name{};  // in the schema; empty for what a case adds
    MemberRules members{};
    std::span<const CaseRule> cases{};
    // Exactly one of these (of them all, or at least one) has a value other than null.
    std::span<const std::string_view> exactly_one_of{};
    std::span<const std::string_view> at_least_one_of{};
    bool closed = false;  // other members are faults, not only warned of; not for objects with cases
};

// The words of a table that gives each a meaning.
template <class Enum, std::size_t n>
[[nodiscard]] constexpr std::array<std::string_view, n> names_of(
    const std::array<std::pair<std::string_view, Enum>, n>& words) {
    std::array<std::string_view, n> names;
    for (std::size_t i = 0; i < n; ++i) {
        names[i] = words[i].first;
    }
    return names;
}

// Short ways to say what a value is.
namespace rule {

inline constexpr ValueRule anything{};
inline constexpr ValueRule boolean{.kind = ValueKind::boolean};
inline constexpr ValueRule text{.kind = ValueKind::text};
inline constexpr ValueRule not_blank{.kind = ValueKind::not_blank};
inline constexpr ValueRule identifier{.kind = ValueKind::identifier, .most_count = limits::max_identifier_characters};

[[nodiscard]] constexpr ValueRule number(double least, double most = std::numeric_limits<double>::max()) {
    return {.kind = ValueKind::number, .least = least, .most = most};
}
[[nodiscard]] constexpr ValueRule integer(std::int64_t least, std::int64_t most) {
    return {.kind = ValueKind::integer, .least = static_cast<double>(least), .most = static_cast<double>(most)};
}
// Ticks.
[[nodiscard]] constexpr ValueRule time(std::int64_t least,
                                       std::int64_t most = std::numeric_limits<std::int32_t>::max()) {
    return {.kind = ValueKind::time, .least = static_cast<double>(least), .most = static_cast<double>(most)};
}
[[nodiscard]] constexpr ValueRule word(std::span<const std::string_view> words) {
    return {.kind = ValueKind::word, .words = words};
}
[[nodiscard]] constexpr ValueRule object(const ObjectRule& object) {
    return {.kind = ValueKind::object, .object = &object};
}
[[nodiscard]] constexpr ValueRule array(const ValueRule& element, std::size_t least = 0,
                                        std::size_t most = std::numeric_limits<std::size_t>::max()) {
    return {.kind = ValueKind::array, .element = &element, .least_count = least, .most_count = most};
}
[[nodiscard]] constexpr ValueRule map(const ValueRule& element, std::size_t least = 0,
                                      std::size_t most = std::numeric_limits<std::size_t>::max()) {
    return {.kind = ValueKind::map, .element = &element, .least_count = least, .most_count = most};
}
[[nodiscard]] constexpr ValueRule either(std::span<const ValueRule> alternatives) {
    return {.kind = ValueKind::either, .alternatives = alternatives};
}

}  // namespace rule

// The member `name` of `object`, or of one of its cases; null if it has none.
[[nodiscard]] bool has_member(const ObjectRule& object, const MemberRule& member) noexcept;

}  // namespace emoted::text
