#include "text/snbt_function.hpp"

#include <array>
#include <charconv>
#include <string>
#include <system_error>
#include <utility>

namespace emoted::nbt {
namespace {

// As Java reads a UUID, and so the game: five groups of digits, which may be shorter than usual; what is too long for
// its place loses its front.
[[nodiscard]] std::optional<IntArray> uuid_words(std::string_view uuid) {
    constexpr std::size_t longest = 36;
    constexpr std::array<unsigned, 5> group_bits{32, 16, 16, 16, 48};
    if (uuid.size() > longest) {
        return std::nullopt;
    }
    std::array<std::uint64_t, 2> halves{};
    std::size_t at = 0;
    for (std::size_t group = 0; group < group_bits.size(); ++group) {
        const bool last = group + 1 == group_bits.size();
        const std::size_t end = last ? uuid.size() : uuid.find('-', at);
        if (end == std::string_view::npos) {
            return std::nullopt;
        }
        std::int64_t digits = 0;
        const auto [stop, error] = std::from_chars(uuid.data() + at, uuid.data() + end, digits, 16);
        if (error != std::errc() || stop != uuid.data() + end || digits < 0 || uuid[at] == '-') {
            return std::nullopt;
        }
        const unsigned bits = group_bits.at(group);
        std::uint64_t& half = halves.at(group < 3 ? 0 : 1);
        half = (half << bits) | (static_cast<std::uint64_t>(digits) & ((std::uint64_t{1} << bits) - 1));
        at = end + 1;
    }
    IntArray words;
    for (const std::uint64_t half : halves) {
        words.push_back(static_cast<std::int32_t>(static_cast<std::uint32_t>(half >> 32U)));
        words.push_back(static_cast<std::int32_t>(static_cast<std::uint32_t>(half)));
    }
    return words;
}

}  // namespace

std::optional<Tag> call_function(SnbtCursor& cursor, std::string_view name, const Tag& argument, std::size_t start) {
    if (name == "bool") {
        double number = 0;
        if (!argument.number(number)) {
            return cursor.fail_at(start, "bool() takes a number or true or false", "a number");
        }
        return Tag(static_cast<std::int8_t>(number != 0 ? 1 : 0));
    }
    const auto* const content = argument.as<std::string>();
    std::optional<IntArray> uuid = content == nullptr ? std::nullopt : uuid_words(*content);
    if (!uuid) {
        return cursor.fail_at(start, "uuid() takes a UUID as text", "such as \"f81d4fae-7dec-11d0-a765-00a0c91e6bf6\"");
    }
    return Tag(std::move(*uuid));
}

}  // namespace emoted::nbt
