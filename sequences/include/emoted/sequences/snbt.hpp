// Minecraft's NBT values, their text form SNBT (grammar of decision D54, as the game since 1.21.5), and comparison.
//
// Values; immutable once parsed in practice. Equality is structural: compounds compare without order, number types
// count.
#pragma once

#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace emoted::nbt {

class Tag;

using ByteArray = std::vector<std::int8_t>;
using IntArray = std::vector<std::int32_t>;
using LongArray = std::vector<std::int64_t>;
using List = std::vector<Tag>;

// Members in file order; names are unique.
struct Compound {
    std::vector<std::pair<std::string, Tag>> members;

    [[nodiscard]] const Tag* find(std::string_view name) const noexcept;
    [[nodiscard]] Tag* find(std::string_view name) noexcept;
    void set(std::string name, Tag value);  // replaces a member of that name
    bool erase(std::string_view name);
    [[nodiscard]] bool empty() const noexcept;
};

class Tag {
public:
    using Value = std::variant<std::int8_t, std::int16_t, std::int32_t, std::int64_t, float, double, ByteArray,
                               std::string, List, Compound, IntArray, LongArray>;
    Tag() = default;
    // Implicit on purpose: a tag is a value of any of these.
    template <class T>
    // NOLINTNEXTLINE(bugprone-forwarding-reference-overload): constrained
    requires(!std::is_same_v<std::remove_cvref_t<T>, Tag>) Tag(T&& value) : value_(std::forward<T>(value)) {}

    [[nodiscard]] const Value& value() const noexcept { return value_; }
    template <class T>
    [[nodiscard]] const T* as() const noexcept {
        return std::get_if<T>(&value_);
    }
    template <class T>
    [[nodiscard]] T* as() noexcept {
        return std::get_if<T>(&value_);
    }
    // Any of the six number types as a double, or nothing else: returns false if it is no number.
    [[nodiscard]] bool number(double& out) const noexcept;

private:
    Value value_;
};

// Here and not in its class: clang looks into the vector's elements, which must be whole by then.
inline bool Compound::empty() const noexcept {
    return members.empty();
}

[[nodiscard]] bool operator==(const Tag& a, const Tag& b) noexcept;
[[nodiscard]] bool operator==(const Compound& a, const Compound& b) noexcept;

// Takes over every member of `patch` as the game's `data merge` does: compounds that both have are merged member by
// member, anything else is replaced, a list as a whole.
void merge(Compound& into, const Compound& patch);

struct SnbtError {
    std::size_t offset = 0;  // bytes into the text
    std::string message;
    std::string expected;
};

// The whole text is one value; nothing may follow it.
[[nodiscard]] tl::expected<Tag, SnbtError> parse_snbt(std::string_view text);
// The same, and it must be a compound.
[[nodiscard]] tl::expected<Compound, SnbtError> parse_compound(std::string_view text);

// Canonical text: members in order, no spaces, numbers with suffixes, names bare where allowed, strings in double
// quotes. parse_snbt(to_snbt(tag)) == tag.
[[nodiscard]] std::string to_snbt(const Tag& tag);
[[nodiscard]] std::string to_snbt(const Compound& compound);

}  // namespace emoted::nbt
