// The part of the JSON reader that is led by tables of rules.
#include "text/member_rule.hpp"
#include "text/printable.hpp"

#include <emoted/sequences/json_reader.hpp>

#include <algorithm>
#include <cassert>
#include <string>

namespace emoted::text {
namespace {

[[nodiscard]] std::string_view kind_phrase(const ValueRule& value) noexcept {
    switch (value.kind) {
        case ValueKind::anything:
            return "a value other than null";
        case ValueKind::boolean:
            return "true or false";
        case ValueKind::text:
        case ValueKind::not_blank:
            return "a string";
        case ValueKind::number:
            return "a number";
        case ValueKind::integer:
            return "an integer";
        case ValueKind::time:
            return R"(a time such as "10t", "1.5s" or "1d")";
        case ValueKind::identifier:
            return "an identifier such as example:wave";
        case ValueKind::word:
        case ValueKind::any_case_word:
            return "a word";
        case ValueKind::object:
        case ValueKind::map:
            return "an object";
        case ValueKind::array:
            return value.least_count == 3 && value.most_count == 3 ? "an array of three" : "an array";
        case ValueKind::either:
            break;
    }
    return {};
}

[[nodiscard]] std::string phrase(const ValueRule& value) {
    if (value.kind == ValueKind::word) {
        return one_of(value.words);
    }
    if (value.kind == ValueKind::either) {
        std::string out;
        for (const ValueRule& alternative : value.alternatives) {
            out += (out.empty() ? "" : " or ") + phrase(alternative);
        }
        return out;
    }
    return std::string(kind_phrase(value));
}

}  // namespace

bool has_member(const ObjectRule& object, const MemberRule& member) noexcept {
    return std::find(object.members.begin(), object.members.end(), &member) != object.members.end() ||
           std::any_of(object.cases.begin(), object.cases.end(),
                       [&](const CaseRule& branch) { return has_member(*branch.then, member); });
}

Field ObjectCursor::get(const MemberRule& rule) {
    assert(rule_ == nullptr || has_member(*rule_, rule));
    const Field field = optional(rule.name);
    if (rule.presence == Presence::required && object_ != nullptr && !field.present()) {
        report_missing(field, phrase(rule.value));
    }
    return field;
}

void ObjectCursor::check_against(const MemberRule& rule) {
    assert(rule_ == nullptr || has_member(*rule_, rule));
    switch (rule.presence) {
        case Presence::ignored:
            ignore(rule.name, rule.help);
            return;
        case Presence::forbidden:
            forbid(rule.name, rule.help);
            return;
        case Presence::excluded:
            if (optional(rule.name).present()) {
                forbid(rule.name, rule.help);
            }
            return;
        case Presence::required:
        case Presence::optional:
            static_cast<void>(ask(rule.name));
            return;
    }
}

std::optional<bool> ObjectCursor::boolean(const MemberRule& rule) {
    assert(rule.value.kind == ValueKind::boolean);
    return get(rule).boolean();
}

std::optional<std::string_view> ObjectCursor::text(const MemberRule& rule) {
    assert(rule.value.kind == ValueKind::text || rule.value.kind == ValueKind::not_blank);
    const Field field = get(rule);
    return rule.value.kind == ValueKind::text ? field.string() : field.not_blank();
}

std::optional<double> ObjectCursor::number(const MemberRule& rule) {
    assert(rule.value.kind == ValueKind::number);
    return get(rule).number(rule.value.least, rule.value.most);
}

std::optional<std::int64_t> ObjectCursor::integer(const MemberRule& rule) {
    assert(rule.value.kind == ValueKind::integer);
    return get(rule).integer(static_cast<std::int64_t>(rule.value.least), static_cast<std::int64_t>(rule.value.most));
}

std::optional<TickCount> ObjectCursor::time(const MemberRule& rule) {
    assert(rule.value.kind == ValueKind::time);
    return get(rule).time(TickCount(static_cast<std::int64_t>(rule.value.least)));
}

std::optional<std::string> ObjectCursor::identifier(const MemberRule& rule) {
    assert(rule.value.kind == ValueKind::identifier);
    return get(rule).identifier();
}

std::optional<Vec3d> ObjectCursor::vector(const MemberRule& rule) {
    assert(rule.value.kind == ValueKind::array && rule.value.least_count == 3 && rule.value.most_count == 3);
    return get(rule).vector();
}

ObjectCursor ObjectCursor::object(const MemberRule& rule) {
    assert(rule.value.kind == ValueKind::object);
    return get(rule).object(*rule.value.object);
}

ArrayCursor ObjectCursor::array(const MemberRule& rule) {
    assert(rule.value.kind == ValueKind::array);
    return get(rule).array();
}

std::optional<std::size_t> ObjectCursor::word_index(const MemberRule& rule) {
    assert(rule.value.kind == ValueKind::word);
    return get(rule).word_index(rule.value.words);
}

ObjectCursor Field::object(const ObjectRule& rule) const {
    ObjectCursor cursor = object();
    cursor.rule_ = &rule;
    return cursor;
}

}  // namespace emoted::text
