#include "animation/display_option_rules.hpp"

#include "text/printable.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace emoted::animation {
namespace {

// Flags are bytes in the game.
constexpr double least_flag = -128;
constexpr double greatest_flag = 127;

[[nodiscard]] std::string as_found(const nbt::Tag& tag) {
    return text::printable(nbt::to_snbt(tag));
}

// What stands in a report for a bound; those of a type are no news.
[[nodiscard]] std::string range_text(double least, double most) {
    const auto digits = [](double bound) { return std::to_string(static_cast<std::int64_t>(bound)); };
    if (most == option_rules::greatest_float) {
        return "of at least " + digits(least);
    }
    return "from " + digits(least) + " to " + digits(most);
}

[[nodiscard]] std::optional<OptionFault> number_fault(const OptionRule& rule, const nbt::Tag& tag, bool whole) {
    const std::string expected = (whole ? "a whole number " : "a number ") + range_text(rule.least, rule.most);
    double number = 0;
    if (!tag.number(number)) {
        return OptionFault{DiagnosticCode::wrong_type,
                           {.message = text::quoted(rule.name) + " is no number, so the game drops it",
                            .expected = expected,
                            .found = as_found(tag)},
                           {}};
    }
    if (number >= rule.least && number <= rule.most && (!whole || std::floor(number) == number)) {
        return std::nullopt;
    }
    return OptionFault{DiagnosticCode::invalid_value,
                       {.message = text::quoted(rule.name) +
                                   (number >= rule.least && number <= rule.most ? " is not whole" : " is out of range"),
                        .expected = expected,
                        .found = as_found(tag)},
                       {}};
}

[[nodiscard]] std::optional<OptionFault> word_fault(const OptionRule& rule, const nbt::Tag& tag) {
    const auto* const word = tag.as<std::string>();
    if (word == nullptr) {
        return OptionFault{DiagnosticCode::wrong_type,
                           {.message = text::quoted(rule.name) + " is no string, so the game drops it",
                            .expected = text::one_of(rule.words),
                            .found = as_found(tag)},
                           {}};
    }
    if (std::find(rule.words.begin(), rule.words.end(), *word) != rule.words.end()) {
        return std::nullopt;
    }
    return OptionFault{DiagnosticCode::unknown_word,
                       {.message = text::quoted(rule.name) + " is " + text::quoted(*word) + ", so the game drops it",
                        .expected = text::one_of(rule.words),
                        .nearest = text::nearest_word(*word, rule.words),
                        .found = as_found(tag)},
                       {}};
}

[[nodiscard]] std::optional<OptionFault> brightness_fault(const OptionRule& rule, const nbt::Tag& tag, Extent extent) {
    const std::string expected =
        "a compound of block and sky, each a whole number " + range_text(rule.least, rule.most);
    const auto* const light = tag.as<nbt::Compound>();
    if (light == nullptr) {
        return OptionFault{DiagnosticCode::wrong_type,
                           {.message = text::quoted(rule.name) + " is no compound, so the game drops it",
                            .expected = expected,
                            .found = as_found(tag)},
                           {}};
    }
    for (const std::string_view name : {std::string_view("block"), std::string_view("sky")}) {
        const nbt::Tag* const member = light->find(name);
        if (member == nullptr && extent == Extent::whole) {
            return OptionFault{DiagnosticCode::missing_member,
                               {.message = "there is no " + text::quoted(name) + " in " + text::quoted(rule.name) +
                                           ", so the game drops it",
                                .expected = expected,
                                .found = as_found(tag)},
                               {}};
        }
        const OptionRule one{.name = name, .least = rule.least, .most = rule.most};
        if (auto fault = member == nullptr ? std::nullopt : number_fault(one, *member, true)) {
            fault->path = {name};
            return fault;
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<OptionFault> option_fault(const OptionRule& rule, const nbt::Tag& value, Extent extent) {
    std::optional<OptionFault> fault;
    switch (rule.kind) {
        case OptionKind::number:
        case OptionKind::integer:
            fault = number_fault(rule, value, rule.kind == OptionKind::integer);
            break;
        case OptionKind::flag:
            fault = number_fault({.name = rule.name, .least = least_flag, .most = greatest_flag}, value, true);
            if (fault) {
                fault->text.expected = "true or false";
            }
            break;
        case OptionKind::word:
            fault = word_fault(rule, value);
            break;
        case OptionKind::brightness:
            fault = brightness_fault(rule, value, extent);
            break;
    }
    if (fault) {
        fault->path.insert(fault->path.begin(), rule.name);
    }
    return fault;
}

}  // namespace emoted::animation
