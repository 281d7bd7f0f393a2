#include "text/printable.hpp"

#include <emoted/sequences/json_reader.hpp>

#include <boost/json/value.hpp>

namespace emoted::text {
namespace {

// The member of that name, or null.
[[nodiscard]] const boost::json::key_value_pair* find(const boost::json::object& object, std::string_view name) {
    // Most objects have few members: looking at each is quicker than a call.
    constexpr std::size_t few = 8;
    if (object.size() <= few) {
        for (const auto& member : object) {
            if (std::string_view(member.key()) == name) {
                return &member;
            }
        }
        return nullptr;
    }
    const auto* const member = object.find(name);
    return member == object.end() ? nullptr : member;
}

}  // namespace

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
    const auto* const member = find(*object_, name);
    if (member == nullptr) {
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
        report_missing(field, {});
    }
    return field;
}

void ObjectCursor::report_missing(const Field& member, std::string expected) const {
    member.fault(DiagnosticCode::missing_member,
                 {.message = "the member " + quoted(member.name_) + (member.mentioned() ? " is null" : " is missing"),
                  .expected = std::move(expected)});
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
        if (is_known(index++)) {
            continue;
        }
        // No word is looked for in vain.
        if (!reader_->accepts(unknown)) {
            reader_->add_at_name(unknown, member.value(), DiagnosticCode::unknown_member, {});
        } else {
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

}  // namespace emoted::text
