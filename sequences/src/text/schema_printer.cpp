#include "text/schema_printer.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace emoted::text {
namespace {

namespace json = boost::json;

// The grammars of texts; what they mean is the checker's to judge.
constexpr std::string_view identifier_pattern = "^[a-z0-9_.-]+:[a-z0-9_./-]+$";
constexpr std::string_view time_pattern = "^-?([0-9]+[.]?[0-9]*|[.][0-9]+)[tsd]?$";
constexpr std::string_view not_blank_pattern = "[^ \\t\\r\\n\\f\\v]";

constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

[[nodiscard]] json::value bound(double value) {
    return std::floor(value) == value && std::abs(value) < 1e15 ? json::value(static_cast<std::int64_t>(value))
                                                                : json::value(value);
}

[[nodiscard]] json::array strings(std::span<const std::string_view> words) {
    json::array out;
    for (const std::string_view word : words) {
        out.emplace_back(word);
    }
    return out;
}

void set_counts(json::object& out, std::string_view least, std::string_view most, const ValueRule& value) {
    if (value.least_count != 0) {
        out[least] = value.least_count;
    }
    if (value.most_count != unlimited) {
        out[most] = value.most_count;
    }
}

// A pattern that takes `word` in any mixture of upper and lower case.
[[nodiscard]] std::string any_case(std::string_view word) {
    std::string out;
    for (const char c : word) {
        if (c >= 'a' && c <= 'z') {
            out += {'[', static_cast<char>(c - 'a' + 'A'), c, ']'};
        } else {
            out.push_back(c);
        }
    }
    return out;
}

[[nodiscard]] std::string time_bounds(const ValueRule& value) {
    const auto ticks = [](double count) { return std::to_string(static_cast<std::int64_t>(count)) + "t"; };
    std::string out = "at least " + ticks(value.least);
    if (value.most < std::numeric_limits<std::int32_t>::max()) {
        out += ", at most " + ticks(value.most);
    }
    return out;
}

// First letter large, full stop at the end.
[[nodiscard]] std::string sentence(std::string_view text) {
    std::string out(text);
    if (!out.empty()) {
        out[0] = out[0] >= 'a' && out[0] <= 'z' ? static_cast<char>(out[0] - 'a' + 'A') : out[0];
        out += '.';
    }
    return out;
}

class Printer {
public:
    std::string print(const SchemaHeading& heading, const ObjectRule& root) {
        json::object schema;
        schema["$schema"] = "https://json-schema.org/draft/2020-12/schema";
        schema["title"] = heading.title;
        schema["description"] = heading.description;
        json::object body = object_schema(root);
        for (auto& member : body) {
            schema[member.key()] = std::move(member.value());
        }
        json::object definitions;
        // Definitions may name further ones, which are appended.
        for (std::size_t i = 0; i < named_.size(); ++i) {
            definitions[named_[i]->name] = object_schema(*named_[i]);
        }
        schema["$defs"] = std::move(definitions);
        std::string out;
        indent(out, schema, 0);
        return out + '\n';
    }

private:
    [[nodiscard]] json::object reference(const ObjectRule& object) {
        if (std::find(named_.begin(), named_.end(), &object) == named_.end()) {
            named_.push_back(&object);
        }
        return {{"$ref", "#/$defs/" + std::string(object.name)}};
    }

    [[nodiscard]] json::object object_schema(const ObjectRule& object) {
        json::object out;
        out["type"] = "object";
        add_members(out, object);
        return out;
    }

    // properties, required and what depends on members.
    void add_members(json::object& out, const ObjectRule& object) {
        json::object properties;
        json::array required;
        for (const MemberRule* const member : object.members) {
            properties[member->name] = member_schema(*member);
            if (member->presence == Presence::required) {
                required.emplace_back(member->name);
            }
        }
        if (!properties.empty()) {
            out["properties"] = std::move(properties);
        }
        if (!required.empty()) {
            out["required"] = std::move(required);
        }
        if (object.closed) {
            out["additionalProperties"] = false;
        }
        if (!object.exactly_one_of.empty()) {
            out["oneOf"] = presences(object.exactly_one_of);
        }
        if (!object.at_least_one_of.empty()) {
            out["anyOf"] = presences(object.at_least_one_of);
        }
        json::array cases;
        for (const CaseRule& branch : object.cases) {
            json::object then;
            add_members(then, *branch.then);
            cases.push_back(json::object{{"if", condition(branch)}, {"then", std::move(then)}});
        }
        if (!cases.empty()) {
            out["allOf"] = std::move(cases);
        }
    }

    [[nodiscard]] static json::array presences(std::span<const std::string_view> names) {
        json::array out;
        for (const std::string_view name : names) {
            out.push_back(presence(name));
        }
        return out;
    }

    [[nodiscard]] static json::object presence(std::string_view name) {
        return {{"properties", json::object{{name, not_null()}}}, {"required", json::array{name}}};
    }

    [[nodiscard]] static json::object not_null() { return {{"not", json::object{{"type", "null"}}}}; }

    [[nodiscard]] static json::object condition(const CaseRule& branch) {
        switch (branch.when) {
            case CaseRule::When::is:
                return {{"properties", json::object{{branch.member, json::object{{"const", branch.word}}}}},
                        {"required", json::array{branch.member}}};
            case CaseRule::When::present:
                return presence(branch.member);
            case CaseRule::When::absent:
                break;
        }
        if (branch.other.empty()) {
            return {{"not", presence(branch.member)}};
        }
        return {{"not", json::object{{"anyOf", json::array{presence(branch.member), presence(branch.other)}}}}};
    }

    [[nodiscard]] json::value member_schema(const MemberRule& member) {
        json::object out;
        switch (member.presence) {
            case Presence::required:
                out = member.value.kind == ValueKind::anything ? not_null() : value_schema(member.value);
                break;
            case Presence::optional:
                out = or_null(value_schema(member.value), member.value.kind);
                break;
            case Presence::ignored:
                out["description"] = "Ignored: " + std::string(member.help) + '.';
                out["deprecated"] = true;
                return out;
            case Presence::forbidden:
                return false;
            case Presence::excluded:
                return json::object{{"type", "null"}};
        }
        std::string description = sentence(member.help);
        if (member.value.kind == ValueKind::time) {
            description +=
                " A time in ticks (\"10t\"), seconds (\"1.5s\") or days (\"1d\"), " + time_bounds(member.value) + '.';
        }
        if (!description.empty()) {
            out["description"] = description;
        }
        if (!member.fallback.empty()) {
            out["default"] = json::parse({member.fallback.data(), member.fallback.size()});
        }
        return out;
    }

    // An optional member may be null.
    [[nodiscard]] static json::object or_null(json::object value, ValueKind kind) {
        if (kind == ValueKind::anything) {
            return value;
        }
        if (auto* const type = value.if_contains("type")) {
            *type = json::array{*type, "null"};
            return value;
        }
        if (auto* const words = value.if_contains("enum")) {
            words->as_array().push_back(nullptr);
            return value;
        }
        auto* const alternatives = value.if_contains("anyOf");
        if (alternatives != nullptr && value.size() == 1) {
            alternatives->as_array().push_back(json::object{{"type", "null"}});
            return value;
        }
        return {{"anyOf", json::array{std::move(value), json::object{{"type", "null"}}}}};
    }

    [[nodiscard]] json::object value_schema(const ValueRule& value) {
        json::object out;
        switch (value.kind) {
            case ValueKind::anything:
                break;
            case ValueKind::boolean:
                out["type"] = "boolean";
                break;
            case ValueKind::text:
            case ValueKind::not_blank:
                out["type"] = "string";
                set_counts(out, "minLength", "maxLength", value);
                if (value.kind == ValueKind::not_blank) {
                    out["pattern"] = not_blank_pattern;
                }
                break;
            case ValueKind::number:
            case ValueKind::integer:
                out["type"] = value.kind == ValueKind::number ? "number" : "integer";
                if (value.least > -std::numeric_limits<double>::max()) {
                    out["minimum"] = bound(value.least);
                }
                if (value.most < std::numeric_limits<double>::max()) {
                    out["maximum"] = bound(value.most);
                }
                break;
            case ValueKind::time:
                out["type"] = "string";
                out["pattern"] = time_pattern;
                break;
            case ValueKind::identifier:
                out["type"] = "string";
                out["pattern"] = identifier_pattern;
                set_counts(out, "minLength", "maxLength", value);
                if (!value.words.empty()) {
                    out["not"] = json::object{{"enum", strings(value.words)}};
                }
                break;
            case ValueKind::word:
                out["enum"] = strings(value.words);
                break;
            case ValueKind::any_case_word:
                add_any_case_words(out, value.word_list());
                break;
            case ValueKind::object:
                return reference(*value.object);
            case ValueKind::map:
                out["type"] = "object";
                out["additionalProperties"] = value_schema(*value.element);
                out["propertyNames"] = json::object{{"pattern", not_blank_pattern}};
                set_counts(out, "minProperties", "maxProperties", value);
                break;
            case ValueKind::array:
                out["type"] = "array";
                if (value.element->kind != ValueKind::anything) {
                    out["items"] = value_schema(*value.element);
                }
                set_counts(out, "minItems", "maxItems", value);
                break;
            case ValueKind::either:
                add_alternatives(out, value.alternatives);
                break;
        }
        return out;
    }

    static void add_any_case_words(json::object& out, std::span<const std::string_view> words) {
        std::string pattern = "^(";
        for (const std::string_view word : words) {
            pattern += (pattern.size() > 2 ? "|" : "") + any_case(word);
        }
        // The plain words first: editors offer them.
        out["anyOf"] = json::array{json::object{{"enum", strings(words)}},
                                   json::object{{"type", "string"}, {"pattern", pattern + ")$"}}};
    }

    void add_alternatives(json::object& out, std::span<const ValueRule> alternatives) {
        json::array all;
        for (const ValueRule& alternative : alternatives) {
            all.push_back(value_schema(alternative));
        }
        out["anyOf"] = std::move(all);
    }

    // Short arrays and objects of plain values stay on one line.
    static void indent(std::string& out, const json::value& value, std::size_t depth) {
        constexpr std::size_t line = 80;
        const std::string flat = json::serialize(value);
        if ((!value.is_object() && !value.is_array()) || flat.size() <= line) {
            out += flat;
            return;
        }
        const std::string margin((depth + 1) * 2, ' ');
        bool first = true;
        const auto begin_item = [&] {
            out += first ? "\n" : ",\n";
            out += margin;
            first = false;
        };
        out += value.is_object() ? '{' : '[';
        if (const auto* const object = value.if_object()) {
            for (const auto& member : *object) {
                begin_item();
                out += json::serialize(json::value(member.key())) + ": ";
                indent(out, member.value(), depth + 1);
            }
        } else {
            for (const json::value& element : value.get_array()) {
                begin_item();
                indent(out, element, depth + 1);
            }
        }
        out += '\n' + std::string(depth * 2, ' ') + (value.is_object() ? '}' : ']');
    }

    std::vector<const ObjectRule*> named_;
};

}  // namespace

std::string print_schema(const SchemaHeading& heading, const ObjectRule& root) {
    return Printer().print(heading, root);
}

}  // namespace emoted::text
