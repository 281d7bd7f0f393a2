#include "text/identifier.hpp"
#include "text/printable.hpp"
#include "text/time_text.hpp"

#include <emoted/sequences/json_numbers.hpp>
#include <emoted/sequences/json_reader.hpp>

#include <boost/json/value.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace emoted::text {
namespace {

// The shortest text that reads back as the same number.
[[nodiscard]] std::string number_text(double value) {
    std::array<char, 32> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return error == std::errc() ? std::string(buffer.data(), end) : std::string();
}

}  // namespace

bool Field::present() const noexcept {
    return value_ != nullptr && !value_->is_null();
}
bool Field::is_string() const noexcept {
    return value_ != nullptr && value_->is_string();
}
bool Field::is_number() const noexcept {
    return value_ != nullptr && value_->is_number();
}
bool Field::is_array() const noexcept {
    return value_ != nullptr && value_->is_array();
}
bool Field::is_object() const noexcept {
    return value_ != nullptr && value_->is_object();
}

bool Field::is_identifier() const noexcept {
    return is_string() && text::is_identifier(std::string_view(value_->get_string()));
}

std::optional<std::string> Field::compact_text() const {
    return present() ? std::optional(reader_->document().compact_text_of(*value_)) : std::nullopt;
}

const boost::json::value* Field::expect(bool is_expected, std::string_view expected, std::string_view hint) const {
    if (!present()) {
        return nullptr;
    }
    if (!is_expected) {
        fault(DiagnosticCode::wrong_type,
              {.message = std::string(kind_name(*value_)) + " where " + std::string(expected) + " should stand",
               .expected = std::string(expected),
               .hint = std::string(hint)});
        return nullptr;
    }
    return value_;
}

std::optional<bool> Field::boolean() const {
    const auto* const value = expect(value_ != nullptr && value_->is_bool(), "true or false");
    return value == nullptr ? std::nullopt : std::optional(value->get_bool());
}

std::optional<std::string_view> Field::string() const {
    const auto* const value = expect(is_string(), "a string");
    return value == nullptr ? std::nullopt : std::optional<std::string_view>(value->get_string());
}

std::optional<std::string_view> Field::not_blank() const {
    const std::optional<std::string_view> content = string();
    if (content && content->find_first_not_of(" \t\r\n\f\v") == std::string_view::npos) {
        fault(DiagnosticCode::invalid_value, {.message = "the text is blank", .expected = "some text"});
        return std::nullopt;
    }
    return content;
}

std::optional<double> Field::number() const {
    const auto* const value = expect(is_number(), "a number");
    return value == nullptr ? std::nullopt : as_double(*value);
}

std::optional<double> Field::number(double least, double most) const {
    const std::optional<double> value = number();
    if (value && !(*value >= least && *value <= most)) {
        const bool bounded = most < std::numeric_limits<double>::max();
        fault(DiagnosticCode::invalid_value,
              {.message = "the number is out of range",
               .expected = bounded ? "a number from " + number_text(least) + " to " + number_text(most)
                                   : "a number of at least " + number_text(least)});
        return std::nullopt;
    }
    return value;
}

std::optional<std::int64_t> Field::integer(std::int64_t least, std::int64_t most) const {
    const auto* const value = expect(is_number(), "an integer");
    if (value == nullptr) {
        return std::nullopt;
    }
    const std::optional<std::int64_t> whole = as_integer(*value);
    if (!whole || *whole < least || *whole > most) {
        const double real = *as_double(*value);
        fault(DiagnosticCode::invalid_value,
              {.message = std::floor(real) == real ? "the number is out of range" : "the number is not a whole one",
               .expected = "an integer from " + std::to_string(least) + " to " + std::to_string(most)});
        return std::nullopt;
    }
    return whole;
}

std::optional<TickCount> Field::time(TickCount least) const {
    const auto* const value =
        expect(is_string(), "a time text", R"(write the time as text with a unit, such as "80t" or "4s")");
    if (value == nullptr) {
        return std::nullopt;
    }
    const auto ticks = parse_time(value->get_string());
    if (!ticks) {
        fault(DiagnosticCode::invalid_time,
              {.message = std::string(ticks.error()), .expected = R"(a time such as "10t", "1.5s" or "1d")"});
        return std::nullopt;
    }
    if (*ticks < least) {
        fault(DiagnosticCode::invalid_time,
              {.message = "the time is " + std::to_string(ticks->value()) + " ticks, too short here",
               .expected = "at least \"" + std::to_string(least.value()) + "t\""});
        return std::nullopt;
    }
    return *ticks;
}

std::optional<std::string> Field::identifier() const {
    const std::optional<std::string_view> content = string();
    if (!content) {
        return std::nullopt;
    }
    if (const std::string_view problem = identifier_problem(*content); !problem.empty()) {
        fault(DiagnosticCode::invalid_identifier,
              {.message = std::string(problem), .expected = "an identifier such as example:wave"});
        return std::nullopt;
    }
    return std::string(*content);
}

std::optional<Vec3d> Field::vector() const {
    const auto* const value = expect(is_array(), "an array of three numbers");
    if (value == nullptr) {
        return std::nullopt;
    }
    const auto& elements = value->get_array();
    if (elements.size() != 3) {
        fault(DiagnosticCode::invalid_value, {.message = "the array has " + std::to_string(elements.size()) +
                                                         (elements.size() == 1 ? " element" : " elements"),
                                              .expected = "exactly three numbers"});
        return std::nullopt;
    }
    std::array<double, 3> numbers{};
    bool good = true;
    for (std::size_t i = 0; i < 3; ++i) {
        if (const std::optional<double> number = as_double(elements[i])) {
            numbers.at(i) = *number;
        } else {
            good = false;
            Field(*reader_, &elements[i], value, {})
                .fault(DiagnosticCode::wrong_type,
                       {.message = std::string(kind_name(elements[i])) + " where a number should stand",
                        .expected = "a number"});
        }
    }
    return good ? std::optional(Vec3d{numbers[0], numbers[1], numbers[2]}) : std::nullopt;
}

ObjectCursor Field::object() const {
    const auto* const value = expect(is_object(), "an object");
    return {*reader_, value, parent_};
}

ArrayCursor Field::array() const {
    const auto* const value = expect(is_array(), "an array");
    return {*reader_, value, parent_};
}

std::optional<std::size_t> Field::word_index(std::span<const std::string_view> words) const {
    const std::optional<std::string_view> content = string();
    if (!content) {
        return std::nullopt;
    }
    const auto found = std::find(words.begin(), words.end(), *content);
    if (found == words.end()) {
        fault(DiagnosticCode::unknown_word, {.message = "unknown word " + quoted(*content),
                                             .expected = one_of(words),
                                             .nearest = nearest_word(*content, words)});
        return std::nullopt;
    }
    return static_cast<std::size_t>(found - words.begin());
}

void Field::fault(DiagnosticCode code, FaultText text, std::optional<std::size_t> inside) const {
    reader_->add_at(Severity::fault, *this, code, std::move(text), inside);
}

void Field::warn(DiagnosticCode code, FaultText text, std::optional<std::size_t> inside) const {
    reader_->add_at(Severity::warning, *this, code, std::move(text), inside);
}

}  // namespace emoted::text
