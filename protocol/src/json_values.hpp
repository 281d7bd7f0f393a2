// Reads described values from parsed JSON: every member known, every required one there, every number in range.
#pragma once

#include "described.hpp"
#include "hex.hpp"

#include <emoted/protocol/codec.hpp>
#include <emoted/sequences/json_numbers.hpp>
#include <emoted/sequences/json_reader.hpp>

#include <boost/describe/enum_from_string.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace emoted::protocol {

class JsonValues {
public:
    explicit JsonValues(std::uint16_t protocol) noexcept : protocol_(protocol) {}

    [[nodiscard]] CodecError take_error() noexcept { return std::move(error_); }

    bool fail(CodecErrorCode code, std::string text) {
        error_.code = code;
        error_.text = std::move(text);
        return false;
    }

    // `also_known` is a member that stands beside the fields and has been read already (the message's type), or empty.
    template <DescribedStruct T>
    bool members(const boost::json::object& object, T& value, std::string_view also_known = {}) {
        return unknown_members_absent<T>(object, also_known) && for_fields<T>(protocol_, [&](auto field) {
                   if (member(object, field.name, value.*field.pointer)) {
                       return true;
                   }
                   error_.path = std::string(".") + field.name + error_.path;
                   return false;
               });
    }

    // Shortened: what a peer sends must not fill a log.
    [[nodiscard]] static std::string quoted(std::string_view word) {
        constexpr std::size_t most = 40;
        return "\"" + std::string(word.substr(0, most)) + (word.size() > most ? "...\"" : "\"");
    }

    [[nodiscard]] static std::string did_you_mean(std::string_view word, std::span<const std::string_view> words) {
        constexpr std::size_t longest_comparable = 64;
        if (word.size() > longest_comparable) {
            return {};
        }
        const std::string nearest = text::nearest_word(word, words);
        return nearest.empty() ? std::string() : ", did you mean \"" + nearest + "\"?";
    }

private:
    template <class T>
    bool member(const boost::json::object& object, std::string_view name, T& value) {
        const boost::json::value* json = object.if_contains(name);
        if constexpr (is_optional<T>) {
            return json == nullptr || json->is_null() || this->value(*json, value.emplace());
        } else {
            return json == nullptr ? fail(CodecErrorCode::missing_member, "this member is missing")
                                   : this->value(*json, value);
        }
    }

    template <class T>
    bool value(const boost::json::value& json, T& value) {
        if constexpr (std::same_as<T, bool>) {
            const bool* boolean = json.if_bool();
            return boolean != nullptr ? (value = *boolean, true) : wrong_type("true or false", json);
        } else if constexpr (DescribedEnum<T>) {
            return enumeration(json, value);
        } else if constexpr (std::is_floating_point_v<T>) {
            return floating(json, value);
        } else if constexpr (Number<T> && sizeof(T) == 8) {
            return wide_integer(json, value);
        } else if constexpr (Number<T>) {
            return integer(json, value);
        } else if constexpr (is_raw_bytes<T>) {
            const boost::json::string* text = string(json);
            return text != nullptr && (from_hex(*text, value) ||
                                       fail(CodecErrorCode::bad_text,
                                            "expected " + std::to_string(2 * value.size()) + " hexadecimal digits"));
        } else if constexpr (std::same_as<T, Uuid>) {
            return uuid(json, value);
        } else if constexpr (std::same_as<T, std::string>) {
            const boost::json::string* text = string(json);
            return text != nullptr && (value.assign(text->data(), text->size()), true);
        } else if constexpr (is_vector<T>) {
            return array(json, value);
        } else if constexpr (Tuple<T>) {
            return tuple(json, value);
        } else {
            const boost::json::object* object = json.if_object();
            return object != nullptr ? members(*object, value) : wrong_type("an object", json);
        }
    }

    bool wrong_type(std::string_view expected, const boost::json::value& found) {
        return fail(CodecErrorCode::wrong_type,
                    "expected " + std::string(expected) + ", found " + std::string(text::kind_name(found)));
    }

    const boost::json::string* string(const boost::json::value& json) {
        const boost::json::string* text = json.if_string();
        if (text == nullptr) {
            wrong_type("a string", json);
        }
        return text;
    }

    template <class T>
    bool floating(const boost::json::value& json, T& value) {
        const std::optional<double> read = text::as_double(json);
        if (!read) {
            return wrong_type("a number", json);
        }
        value = static_cast<T>(*read);
        return std::isfinite(value) || fail(CodecErrorCode::out_of_range, "this number is too large");
    }

    // 8, 16 and 32 bits; 4.0 serves as 4.
    template <class T>
    bool integer(const boost::json::value& json, T& value) {
        constexpr auto least = static_cast<std::int64_t>(std::numeric_limits<T>::min());
        constexpr auto most = static_cast<std::int64_t>(std::numeric_limits<T>::max());
        if (!json.is_number()) {
            return wrong_type("a whole number", json);
        }
        const std::int64_t read = text::as_integer(json).value_or(most + 1);
        if (read < least || read > most) {
            return fail(CodecErrorCode::out_of_range,
                        "expected a whole number from " + std::to_string(least) + " to " + std::to_string(most));
        }
        value = static_cast<T>(read);
        return true;
    }

    template <class T>
    bool wide_integer(const boost::json::value& json, T& value) {
        const boost::json::string* text = json.if_string();
        if (text == nullptr) {
            return wrong_type("a string with a 64-bit whole number", json);
        }
        const char* last = text->data() + text->size();
        const auto [end, error] = std::from_chars(text->data(), last, value);
        return (error == std::errc() && end == last) ||
               fail(CodecErrorCode::bad_text, "expected a string with a 64-bit whole number");
    }

    bool uuid(const boost::json::value& json, Uuid& value) {
        const boost::json::string* text = string(json);
        if (text == nullptr) {
            return false;
        }
        const std::optional<Uuid> read = uuid_from_text(*text);
        value = read.value_or(Uuid{});
        return read.has_value() || fail(CodecErrorCode::bad_text, "expected a UUID with dashes");
    }

    template <DescribedEnum T>
    bool enumeration(const boost::json::value& json, T& value) {
        const boost::json::string* text = string(json);
        if (text == nullptr) {
            return false;
        }
        std::vector<std::string_view> names;
        names.reserve(enumerator_count<T>);
        boost::mp11::mp_for_each<boost::describe::describe_enumerators<T>>(
            [&](auto enumerator) { names.emplace_back(enumerator.name); });
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (names[i] == std::string_view(*text)) {
                value = static_cast<T>(i);
                return true;
            }
        }
        return fail(CodecErrorCode::bad_enum, "unknown word " + quoted(*text) + did_you_mean(*text, names));
    }

    template <class T>
    bool array(const boost::json::value& json, std::vector<T>& value) {
        const boost::json::array* elements = json.if_array();
        if (elements == nullptr) {
            return wrong_type("an array", json);
        }
        if (elements->size() > limits::max_array_elements) {
            return fail(CodecErrorCode::too_many_elements, std::to_string(elements->size()) +
                                                               " elements are more than the limit of " +
                                                               std::to_string(limits::max_array_elements));
        }
        value.reserve(elements->size());
        for (std::size_t i = 0; i < elements->size(); ++i) {
            if (!this->value((*elements)[i], value.emplace_back())) {
                error_.path = "[" + std::to_string(i) + "]" + error_.path;
                return false;
            }
        }
        return true;
    }

    template <Tuple T>
    bool tuple(const boost::json::value& json, T& value) {
        constexpr std::size_t size = boost::mp11::mp_size<Fields<T>>::value;
        const boost::json::array* elements = json.if_array();
        if (elements == nullptr || elements->size() != size) {
            return fail(CodecErrorCode::wrong_type, "expected an array of " + std::to_string(size) + " numbers");
        }
        std::size_t i = 0;
        return for_fields<T>(protocol_, [&](auto field) {
            if (this->value((*elements)[i], value.*field.pointer)) {
                ++i;
                return true;
            }
            error_.path = "[" + std::to_string(i) + "]" + error_.path;
            return false;
        });
    }

    template <DescribedStruct T>
    bool unknown_members_absent(const boost::json::object& object, std::string_view also_known) {
        std::vector<std::string_view> names;
        for_fields<T>(protocol_, [&](auto field) {
            names.emplace_back(field.name);
            return true;
        });
        for (const auto& [key, ignored] : object) {
            const std::string_view name = key;
            if (name != also_known && std::find(names.begin(), names.end(), name) == names.end()) {
                return fail(CodecErrorCode::unknown_member,
                            "unknown member " + quoted(name) + did_you_mean(name, names));
            }
        }
        return true;
    }

    std::uint16_t protocol_;
    CodecError error_;
};

}  // namespace emoted::protocol
