#include "text/identifier.hpp"
#include "text/json_index.hpp"
#include "text/printable.hpp"
#include "text/time_text.hpp"
#include "text/utf8.hpp"

#include <emoted/sequences/json_reader.hpp>
#include <emoted/sequences/limits.hpp>

#include <boost/json/value.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace emoted::text {
namespace {

// Longer pointers come from generated names and help nobody.
constexpr std::size_t max_pointer_bytes = 4'096;

[[nodiscard]] std::string_view kind_name(const boost::json::value& value) noexcept {
    switch (value.kind()) {
        case boost::json::kind::null:
            return "null";
        case boost::json::kind::bool_:
            return "a boolean";
        case boost::json::kind::int64:
        case boost::json::kind::uint64:
        case boost::json::kind::double_:
            return "a number";
        case boost::json::kind::string:
            return "a string";
        case boost::json::kind::array:
            return "an array";
        case boost::json::kind::object:
            return "an object";
    }
    return "a value";
}

// The value as written, on one line and shortened.
[[nodiscard]] std::string excerpt(std::string_view text, std::size_t offset) {
    constexpr std::size_t reach = 400;
    const std::string_view window = text.substr(0, std::min(text.size(), offset + reach));
    return printable(compact_json(window.substr(offset, skip_json_value(window, offset) - offset)));
}

// Where the decoded byte `inside` of the string literal at `offset` stands in the text.
[[nodiscard]] std::size_t offset_inside(std::string_view text, std::size_t offset, std::size_t inside) {
    std::size_t at = offset + 1;
    for (std::size_t decoded = 0; decoded < inside && at < text.size() && text[at] != '"';) {
        if (text[at] != '\\') {
            ++at;
            ++decoded;
        } else if (at + 1 < text.size() && text[at + 1] == 'u') {
            unsigned unit = 0;
            std::from_chars(text.data() + at + 2, text.data() + std::min(at + 6, text.size()), unit, 16);
            const bool pair = unit >= 0xD800 && unit <= 0xDFFF;
            at += pair ? 12 : 6;
            decoded += pair ? 4U : unit < 0x80 ? 1U : unit < 0x800 ? 2U : 3U;
        } else {
            at += 2;
            ++decoded;
        }
    }
    return std::min(at, text.size());
}

// The shortest text that reads back as the same number.
[[nodiscard]] std::string number_text(double value) {
    std::array<char, 32> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return error == std::errc() ? std::string(buffer.data(), end) : std::string();
}

[[nodiscard]] std::optional<double> as_double(const boost::json::value& value) noexcept {
    if (const auto* const whole = value.if_int64()) {
        return static_cast<double>(*whole);
    }
    if (const auto* const large = value.if_uint64()) {
        return static_cast<double>(*large);
    }
    const auto* const real = value.if_double();
    return real == nullptr ? std::nullopt : std::optional(*real);
}

[[nodiscard]] std::optional<std::int64_t> as_integer(const boost::json::value& value) noexcept {
    if (const auto* const whole = value.if_int64()) {
        return *whole;
    }
    const auto* const real = value.if_double();
    // The bounds are the exact doubles around the range of int64.
    if (real != nullptr && *real >= -0x1p63 && *real < 0x1p63 && std::floor(*real) == *real) {
        return static_cast<std::int64_t>(*real);
    }
    return std::nullopt;
}

[[nodiscard]] std::string joined(std::span<const std::string_view> words) {
    std::string out = words.size() > 1 ? "one of " : "";
    for (const std::string_view word : words) {
        out += (&word == words.data() ? "" : ", ") + quoted(word);
    }
    return out;
}

}  // namespace

// ------------------------------------------------------------------------------------------------------------- Field

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
                                             .expected = joined(words),
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

// ------------------------------------------------------------------------------------------------------ ObjectCursor

ObjectCursor::ObjectCursor(JsonReader& reader, const boost::json::value* value,
                           const boost::json::value* parent) noexcept
    : reader_(&reader), object_(value == nullptr ? nullptr : value->if_object()), value_(value), parent_(parent) {}

const boost::json::value* ObjectCursor::ask(std::string_view name) {
    if (object_ == nullptr) {
        return nullptr;
    }
    if (asked_count_ < asked_.size()) {
        asked_.at(asked_count_++) = name;
    }
    const auto* const member = object_->find(name);
    if (member == object_->end()) {
        return nullptr;
    }
    mark(static_cast<std::size_t>(member - object_->begin()));
    return &member->value();
}

bool ObjectCursor::is_known(std::size_t index) const noexcept {
    if (index < 64) {
        return ((known_ >> index) & 1U) != 0;
    }
    return index - 64 < known_beyond_.size() && known_beyond_[index - 64];
}

void ObjectCursor::mark(std::size_t index) {
    if (index < 64) {
        known_ |= std::uint64_t{1} << index;
        return;
    }
    known_beyond_.resize(object_->size() - 64);
    known_beyond_[index - 64] = true;
}

Field ObjectCursor::required(std::string_view name) {
    const Field field(*reader_, ask(name), value_, name);
    if (object_ != nullptr && !field.present()) {
        field.fault(DiagnosticCode::missing_member,
                    {.message = "the member " + quoted(name) + (field.mentioned() ? " is null" : " is missing")});
    }
    return field;
}

Field ObjectCursor::optional(std::string_view name) {
    return {*reader_, ask(name), value_, name};
}

void ObjectCursor::accept(std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        static_cast<void>(ask(name));
    }
}

void ObjectCursor::ignore(std::string_view name, std::string_view why) {
    if (const auto* const member = ask(name)) {
        reader_->add_at_name(Severity::warning, *member, DiagnosticCode::ignored_member,
                             {.message = quoted(name) + " is ignored: " + std::string(why)});
    }
}

void ObjectCursor::forbid(std::string_view name, std::string_view why) {
    if (const auto* const member = ask(name)) {
        reader_->add_at_name(Severity::fault, *member, DiagnosticCode::forbidden_member,
                             {.message = quoted(name) + " must not stand here: " + std::string(why)});
    }
}

void ObjectCursor::finish(Severity unknown) {
    if (object_ == nullptr) {
        return;
    }
    std::size_t index = 0;
    for (const auto& member : *object_) {
        if (!is_known(index++) && reader_->accepts(unknown)) {
            const std::span<const std::string_view> asked(asked_.data(), asked_count_);
            reader_->add_at_name(
                unknown, member.value(), DiagnosticCode::unknown_member,
                {.message = "unknown member " + quoted(member.key()), .nearest = nearest_word(member.key(), asked)});
        }
    }
}

std::vector<std::pair<std::string_view, Field>> ObjectCursor::members() {
    std::vector<std::pair<std::string_view, Field>> out;
    if (object_ == nullptr) {
        return out;
    }
    out.reserve(object_->size());
    for (const auto& member : *object_) {
        mark(out.size());
        out.emplace_back(member.key(), Field(*reader_, &member.value(), value_, member.key()));
    }
    return out;
}

Field ObjectCursor::field() const {
    return {*reader_, value_, parent_, {}};
}

// ------------------------------------------------------------------------------------------------------- ArrayCursor

ArrayCursor::ArrayCursor(JsonReader& reader, const boost::json::value* value, const boost::json::value* parent) noexcept
    : reader_(&reader), array_(value == nullptr ? nullptr : value->if_array()), value_(value), parent_(parent) {}

std::size_t ArrayCursor::size() const noexcept {
    return array_ == nullptr ? 0 : array_->size();
}

Field ArrayCursor::operator[](std::size_t index) const {
    return {*reader_, array_ == nullptr ? nullptr : array_->if_contains(index), value_, {}};
}

Field ArrayCursor::element(std::size_t index, std::string_view expected) const {
    Field field = (*this)[index];
    if (field.mentioned() && !field.present()) {
        field.fault(DiagnosticCode::wrong_type, {.message = "null where " + std::string(expected) + " should stand",
                                                 .expected = std::string(expected)});
    }
    return field;
}

Field ArrayCursor::field() const {
    return {*reader_, value_, parent_, {}};
}

// -------------------------------------------------------------------------------------------------------- JsonReader

ObjectCursor JsonReader::root() {
    const Field root(*this, &document_->root(), nullptr, {});
    if (!root.present()) {
        // Elsewhere null counts as absent; there is nothing that the root could be absent from.
        root.fault(DiagnosticCode::wrong_type,
                   {.message = "null where an object should stand", .expected = "an object"});
    }
    return root.object();
}

bool JsonReader::accepts(Severity severity) const noexcept {
    return (severity == Severity::fault ? faults_ : warnings_) < limits::max_diagnostics_per_file;
}

void JsonReader::add(Severity severity, DiagnosticCode code, Place place, FaultText text) {
    ++(severity == Severity::fault ? faults_ : warnings_);
    Diagnostic diagnostic;
    diagnostic.severity = severity;
    diagnostic.code = code;
    diagnostic.source = document_->source();
    diagnostic.path = display_path(place.pointer, document_->root());
    diagnostic.pointer = std::move(place.pointer);
    if (diagnostic.pointer.size() > max_pointer_bytes) {
        diagnostic.pointer.resize(max_pointer_bytes);
    }
    document_->place(diagnostic, place.offset);
    diagnostic.message = std::move(text.message);
    diagnostic.expected = std::move(text.expected);
    diagnostic.found = std::move(text.found);
    diagnostic.nearest = std::move(text.nearest);
    diagnostic.hint = std::move(text.hint);
    diagnostic.related = std::move(text.related);
    diagnostic.emote_id = emote_id_;
    diagnostics_->push_back(std::move(diagnostic));
}

void JsonReader::add_at(Severity severity, const Field& field, DiagnosticCode code, FaultText text,
                        std::optional<std::size_t> inside) {
    if (field.value_ == nullptr && field.parent_ == nullptr) {
        return;  // a field of an empty cursor: what is wrong was reported where the cursor came from
    }
    failed_ = failed_ || severity == Severity::fault;
    if (!accepts(severity)) {
        return;
    }
    Place place;
    if (field.value_ == nullptr) {
        place.offset = document_->offset_of(*field.parent_);
        place.pointer = document_->pointer_to(*field.parent_);
        append_pointer_token(place.pointer, field.name_);
    } else {
        place.offset = document_->offset_of(*field.value_);
        place.pointer = document_->pointer_to(*field.value_);
        if (text.found.empty()) {
            text.found = excerpt(document_->text(), place.offset);
        }
        if (inside && field.is_string()) {
            place.offset = offset_inside(document_->text(), place.offset, *inside);
        }
    }
    add(severity, code, std::move(place), std::move(text));
}

void JsonReader::add_at_name(Severity severity, const boost::json::value& member, DiagnosticCode code, FaultText text) {
    failed_ = failed_ || severity == Severity::fault;
    if (accepts(severity)) {
        Place place{document_->offset_of(member, JsonDocument::Part::member_name), document_->pointer_to(member)};
        add(severity, code, std::move(place), std::move(text));
    }
}

void JsonReader::add_at(Severity severity, std::string_view pointer, DiagnosticCode code, FaultText text,
                        std::optional<std::size_t> inside) {
    if (const auto* const value = document_->find(pointer)) {
        add_at(severity, Field(*this, value, nullptr, {}), code, std::move(text), inside);
        return;
    }
    failed_ = failed_ || severity == Severity::fault;
    if (!accepts(severity)) {
        return;
    }
    std::string_view around = pointer;
    const boost::json::value* value = nullptr;
    while (value == nullptr) {
        around = around.substr(0, around.rfind('/'));
        value = document_->find(around);
    }
    add(severity, code, {document_->offset_of(*value), std::string(pointer)}, std::move(text));
}

void JsonReader::fault_at(std::string_view pointer, DiagnosticCode code, FaultText text,
                          std::optional<std::size_t> inside) {
    add_at(Severity::fault, pointer, code, std::move(text), inside);
}

void JsonReader::warn_at(std::string_view pointer, DiagnosticCode code, FaultText text) {
    add_at(Severity::warning, pointer, code, std::move(text), std::nullopt);
}

void sort(Diagnostics& diagnostics) {
    std::stable_sort(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& a, const Diagnostic& b) {
        const std::size_t a_offset = a.position ? a.position->offset : 0;
        const std::size_t b_offset = b.position ? b.position->offset : 0;
        return a_offset != b_offset ? a_offset < b_offset : a.code < b.code;
    });
}

}  // namespace emoted::text
