#include "animation/text_component.hpp"

#include "text/json_parser.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>
#include <variant>

namespace emoted::animation {
namespace {

namespace json = boost::json;

[[nodiscard]] nbt::Tag to_nbt(const json::value& value) {
    switch (value.kind()) {
        case json::kind::bool_:
            return std::int8_t{value.get_bool()};
        case json::kind::int64: {
            const std::int64_t number = value.get_int64();
            const bool fits = number >= std::numeric_limits<std::int32_t>::min() &&
                              number <= std::numeric_limits<std::int32_t>::max();
            return fits ? nbt::Tag(static_cast<std::int32_t>(number)) : nbt::Tag(number);
        }
        case json::kind::uint64:
            return static_cast<double>(value.get_uint64());
        case json::kind::double_:
            return value.get_double();
        case json::kind::string:
            return std::string(value.get_string());
        case json::kind::array: {
            nbt::List list;
            for (const json::value& element : value.get_array()) {
                if (!element.is_null()) {
                    list.push_back(to_nbt(element));
                }
            }
            return list;
        }
        case json::kind::object: {
            nbt::Compound compound;
            for (const auto& member : value.get_object()) {
                if (!member.value().is_null()) {
                    compound.members.emplace_back(std::string(member.key()), to_nbt(member.value()));
                }
            }
            return compound;
        }
        case json::kind::null:
            break;
    }
    return std::string();
}

[[nodiscard]] json::value to_json(const nbt::Tag& tag) {
    return std::visit(
        [](const auto& content) -> json::value {
            using T = std::remove_cvref_t<decltype(content)>;
            if constexpr (std::is_same_v<T, std::int8_t>) {
                return content == 0 || content == 1 ? json::value(content == 1) : json::value(content);
            } else if constexpr (std::is_same_v<T, float>) {
                return static_cast<double>(content);
            } else if constexpr (std::is_arithmetic_v<T>) {
                return content;
            } else if constexpr (std::is_same_v<T, std::string>) {
                return json::string(content);
            } else if constexpr (std::is_same_v<T, nbt::Compound>) {
                json::object object;
                for (const auto& [name, member] : content.members) {
                    object.emplace(name, to_json(member));
                }
                return object;
            } else {
                json::array array;
                for (const auto& element : content) {
                    if constexpr (std::is_same_v<T, nbt::List>) {
                        array.push_back(to_json(element));
                    } else {
                        array.emplace_back(element);
                    }
                }
                return array;
            }
        },
        tag.value());
}

}  // namespace

nbt::Tag component_to_nbt(std::string_view json) {
    const auto parsed = text::parse_json(json);
    return parsed ? to_nbt(*parsed) : nbt::Tag(std::string());
}

std::string component_to_json(const nbt::Tag& component) {
    return json::serialize(to_json(component));
}

}  // namespace emoted::animation
