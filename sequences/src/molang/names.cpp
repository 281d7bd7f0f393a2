#include "molang/names.hpp"

#include "text/printable.hpp"

#include <emoted/sequences/json_reader.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace emoted::molang {
namespace {

constexpr std::array<std::pair<std::string_view, Prefix>, 7> prefixes{{
    {"math", Prefix::math},
    {"query", Prefix::query},
    {"q", Prefix::query},
    {"variable", Prefix::variable},
    {"v", Prefix::variable},
    {"temp", Prefix::temporary},
    {"t", Prefix::temporary},
}};
constexpr std::array<std::string_view, 5> keywords{"loop", "for_each", "return", "break", "continue"};

[[nodiscard]] bool is_function(std::string_view name) noexcept {
    return name == "pi" || function_named(name);
}

// With its prefix, as `prefix` writes it; empty without a name.
[[nodiscard]] std::string joined(std::string_view prefix, std::string_view name) {
    return name.empty() ? std::string() : std::string(prefix) + '.' + std::string(name);
}

// The function or query of exactly this name, with its prefix; empty if there is none.
[[nodiscard]] std::string named_exactly(std::string_view name) {
    if (is_function(name)) {
        return joined("math", name);
    }
    return query_named(name) ? joined("q", name) : std::string();
}

// The nearest name that the prefix has.
[[nodiscard]] std::string nearest_after(Prefix prefix, std::string_view name) {
    switch (prefix) {
        case Prefix::math:
            return is_function(name) ? std::string(name) : nearest_function(name);
        case Prefix::query:
            return query_named(name) ? std::string(name) : nearest_query(name);
        case Prefix::variable:
        case Prefix::temporary:
            break;
    }
    return std::string(name);
}

// What may have been meant by a name with a prefix that is none, such as m.sin.
[[nodiscard]] std::string nearest_with_prefix(const Path& path) {
    if (std::string exact = named_exactly(path.name); !exact.empty()) {
        return exact;
    }
    std::vector<std::string_view> words;
    for (const auto& [word, prefix] : prefixes) {
        // A single letter is near to every other.
        if (word.size() > 1) {
            words.push_back(word);
        }
    }
    const std::string word = text::nearest_word(path.prefix, words);
    if (const std::optional<Prefix> prefix = prefix_named(word)) {
        return joined(word, nearest_after(*prefix, path.name));
    }
    const std::string function = joined("math", nearest_function(path.name));
    return function.empty() ? joined("q", nearest_query(path.name)) : function;
}

// What may have been meant by a name alone, such as sin(30): most lack their prefix.
[[nodiscard]] std::string nearest_without_prefix(std::string_view name, bool is_called) {
    if (std::string exact = named_exactly(name); !exact.empty()) {
        return exact;
    }
    std::vector<std::string_view> words(keywords.begin(), keywords.end());
    for (const auto& [word, prefix] : prefixes) {
        if (word.size() > 1) {
            words.push_back(word);
        }
    }
    if (std::string word = text::nearest_word(name, words); !word.empty()) {
        return word;
    }
    const std::string function = joined("math", nearest_function(name));
    return is_called || !function.empty() ? function : joined("q", nearest_query(name));
}

}  // namespace

std::optional<Prefix> prefix_named(std::string_view lower_name) noexcept {
    const auto* const found =
        std::find_if(prefixes.begin(), prefixes.end(), [&](const auto& entry) { return entry.first == lower_name; });
    return found == prefixes.end() ? std::nullopt : std::optional(found->second);
}

Operand Names::variable(const Path& path, Use use) {
    Operand operand;
    operand.kind = Operand::Kind::variable;
    operand.offset = path.offset;
    const std::size_t index = slots_.variable(path.name, path.as_written);
    SlotTable::Variable& variable = slots_.variable_at(index);
    operand.slot = variable.slot;
    if (use == Use::assigned) {
        variable.assigned = true;
    } else if (!std::exchange(variable.read, true)) {
        first_reads_.push_back({index, path.offset});
    }
    return operand;
}

Operand Names::temporary(const Path& path, Use use) {
    Operand operand;
    operand.kind = Operand::Kind::variable;
    operand.offset = path.offset;
    const auto [entry, is_new] = temporaries_.try_emplace(path.name, temporaries_.size());
    operand.slot = slots_.temporary(entry->second);
    if (is_new && (use == Use::read || !emitter_.runs_always())) {
        to_clear_.push_back(operand.slot);
    }
    return operand;
}

std::optional<Operand> Names::query(const Path& path) {
    const std::optional<Query> known = query_named(path.name);
    if (!known) {
        text::FaultText text{.message = "unknown query " + text::quoted(path.as_written),
                             .found = text::printable(path.as_written)};
        if (is_later_query(path.name)) {
            text.message = text::quoted(path.as_written) + " belongs to a later format and is not supported";
        } else {
            text.nearest =
                is_function(path.name) ? joined("math", path.name) : joined(path.prefix, nearest_query(path.name));
        }
        reader_.fault(path.offset, std::move(text));
        return std::nullopt;
    }
    if (reader_.at(TokenKind::open_parenthesis)) {
        report_call(path);
        return std::nullopt;
    }
    Operand operand;
    operand.kind = Operand::Kind::variable;
    operand.slot = slots_.query(*known);
    operand.offset = path.offset;
    return operand;
}

std::optional<Function> Names::function(const Path& path) {
    const std::optional<Function> known = function_named(path.name);
    if (!known) {
        reader_.fault(path.offset, {.message = "unknown function " + text::quoted(path.as_written),
                                    .nearest = query_named(path.name) ? joined("q", path.name)
                                                                      : joined("math", nearest_function(path.name)),
                                    .found = text::printable(path.as_written)});
    }
    return known;
}

std::optional<Slot> Names::target(const Path& path) {
    const std::optional<Prefix> prefix = prefix_named(path.prefix);
    if (prefix == Prefix::temporary && !path.name.empty()) {
        return temporary(path, Use::assigned).slot;
    }
    if (prefix == Prefix::variable && !path.name.empty()) {
        if (access_ == Access::program) {
            return variable(path, Use::assigned).slot;
        }
        reader_.fault(path.offset, {.message = text::quoted(path.as_written) + " cannot be assigned here",
                                    .hint = "assign it in molang.tick or molang.initialize, or use a t. variable",
                                    .found = text::printable(path.as_written)});
    } else if (prefix == Prefix::query || prefix == Prefix::math) {
        reader_.fault(path.offset, {.message = text::quoted(path.as_written) + " cannot be assigned",
                                    .expected = "a name with v. or t.",
                                    .found = text::printable(path.as_written)});
    } else {
        report_bare(path);
    }
    return std::nullopt;
}

void Names::report_bare(const Path& path) {
    if (prefix_named(path.prefix)) {
        reader_.fault(path.offset, {.message = text::quoted(path.as_written) + " is only the beginning of a name",
                                    .expected = "a point and a name after it",
                                    .found = text::printable(path.as_written)});
        return;
    }
    text::FaultText text{.message = text::quoted(path.as_written) + " has no known prefix",
                         .expected = "math., q. or query., v. or variable., t. or temp.",
                         .nearest = path.name.empty()
                                        ? nearest_without_prefix(path.prefix, reader_.at(TokenKind::open_parenthesis))
                                        : nearest_with_prefix(path),
                         .found = text::printable(path.as_written)};
    if (path.prefix == "true" || path.prefix == "false") {
        text.hint = "write 1 for true and 0 for false";
        text.nearest.clear();
    }
    reader_.fault(path.offset, std::move(text));
}

void Names::report_call(const Path& value) {
    reader_.fault(value.offset, {.message = text::quoted(value.as_written) + " is a value and takes no arguments",
                                 .hint = "leave out the parentheses",
                                 .found = text::printable(value.as_written)});
}

}  // namespace emoted::molang
