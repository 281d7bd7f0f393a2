#include <emoted/sequences/json_reader.hpp>

#include <algorithm>
#include <array>

namespace emoted::text {
namespace {

constexpr std::size_t max_word = 64;

// Optimal string alignment distance of two words of at most max_word bytes; anything above `most` counts as most + 1.
[[nodiscard]] std::size_t distance(std::string_view a, std::string_view b, std::size_t most) {
    const std::size_t gap = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
    if (gap > most) {
        return most + 1;
    }
    std::array<std::array<std::size_t, max_word + 1>, 3> rows{};
    for (std::size_t j = 0; j <= b.size(); ++j) {
        rows[0][j] = j;
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        auto& row = rows.at(i % 3);
        const auto& above = rows.at((i - 1) % 3);
        row[0] = i;
        std::size_t least = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], rows.at((i - 2) % 3)[j - 2] + 1);
            }
            least = std::min(least, row[j]);
        }
        if (least > most + 1) {
            return most + 1;
        }
    }
    return rows.at(a.size() % 3)[b.size()];
}

// What a word may be an abbreviation of.
[[nodiscard]] std::string_view shortest_beginning_with(std::string_view word, std::span<const std::string_view> words) {
    constexpr std::size_t fewest_letters = 3;
    std::string_view shortest;
    if (word.size() >= fewest_letters) {
        for (const std::string_view candidate : words) {
            const bool begins = candidate.substr(0, word.size()) == word;
            if (begins && (shortest.empty() || candidate.size() < shortest.size())) {
                shortest = candidate;
            }
        }
    }
    return shortest;
}

}  // namespace

std::string nearest_word(std::string_view word, std::span<const std::string_view> words) {
    if (word.empty() || word.size() > max_word) {
        return {};
    }
    // Few slip at once: of two words at the same distance the one that begins alike for longer is meant.
    const auto shared = [word](std::string_view candidate) {
        const std::size_t shorter = std::min(word.size(), candidate.size());
        std::size_t length = 0;
        while (length < shorter && word[length] == candidate[length]) {
            ++length;
        }
        return length;
    };
    std::size_t most = std::max<std::size_t>(word.size() / 3, 1);
    std::string_view nearest;
    for (const std::string_view candidate : words) {
        if (candidate.size() > max_word) {
            continue;
        }
        const std::size_t found = distance(word, candidate, most);
        if (found < most || (found == most && (nearest.empty() || shared(candidate) > shared(nearest)))) {
            most = found;
            nearest = candidate;
        }
    }
    return std::string(nearest.empty() ? shortest_beginning_with(word, words) : nearest);
}

}  // namespace emoted::text
