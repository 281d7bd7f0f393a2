// Writes described values as JSON: members in field order, absent optionals left out, 64-bit integers as strings.
#pragma once

#include "described.hpp"
#include "hex.hpp"

#include <emoted/protocol/codec.hpp>

#include <boost/describe/enum_to_string.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

namespace emoted::protocol {

class JsonWriter {
public:
    JsonWriter(std::string& out, std::uint16_t protocol) noexcept : out_(&out), protocol_(protocol) {}

    template <DescribedStruct T>
    void message(std::string_view type, const T& value) {
        *out_ += R"({"type":)";
        string(type);
        members(value, true);
        *out_ += '}';
    }

    template <class T>
    void value(const T& value) {
        if constexpr (std::same_as<T, bool>) {
            *out_ += value ? "true" : "false";
        } else if constexpr (DescribedEnum<T>) {
            string(boost::describe::enum_to_string(value, ""));
        } else if constexpr (std::same_as<T, float>) {
            single(value);
        } else if constexpr (std::same_as<T, double>) {
            number(value);
        } else if constexpr (Number<T> && sizeof(T) == 8) {
            *out_ += '"';
            number(value);
            *out_ += '"';
        } else if constexpr (Number<T>) {
            number(value);
        } else if constexpr (is_raw_bytes<T>) {
            string(to_hex(value));
        } else if constexpr (std::same_as<T, Uuid>) {
            string(to_text(value));
        } else if constexpr (std::same_as<T, std::string>) {
            string(value);
        } else if constexpr (is_vector<T>) {
            array(value);
        } else if constexpr (Tuple<T>) {
            tuple(value);
        } else {
            *out_ += '{';
            members(value, false);
            *out_ += '}';
        }
    }

private:
    // Control characters, quotes and backslashes escaped; all else as it is, in UTF-8.
    void string(std::string_view text) {
        *out_ += '"';
        for (const char c : text) {
            switch (c) {
                case '"':
                    *out_ += "\\\"";
                    break;
                case '\\':
                    *out_ += "\\\\";
                    break;
                case '\n':
                    *out_ += "\\n";
                    break;
                case '\r':
                    *out_ += "\\r";
                    break;
                case '\t':
                    *out_ += "\\t";
                    break;
                default:
                    if (static_cast<unsigned char>(c) < 0x20) {
                        *out_ += "\\u00";
                        *out_ += to_hex(std::array{static_cast<std::uint8_t>(c)});
                    } else {
                        *out_ += c;
                    }
            }
        }
        *out_ += '"';
    }

    // The shortest digits that read back as the same value.
    template <class T>
    void number(T value) {
        if constexpr (std::is_floating_point_v<T>) {
            if (value == 0 && std::signbit(value)) {
                *out_ += "-0.0";  // "-0" is an integer to many readers, and integers have no negative zero
                return;
            }
        }
        std::array<char, 32> digits{};
        const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
        out_->append(digits.data(), end);
    }

    // JSON readers have doubles only: the few floats whose shortest digits, read as a double, would round to a
    // neighbour are written with a double's digits.
    void single(float value) {
        std::array<char, 32> digits{};
        const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
        double read = 0;
        std::from_chars(digits.data(), end, read);
        if (static_cast<float>(read) == value) {
            number(value);
        } else {
            number(static_cast<double>(value));
        }
    }

    template <class T>
    void array(const std::vector<T>& value) {
        *out_ += '[';
        bool first = true;
        for (const auto& element : value) {
            separate(first);
            this->value(element);
        }
        *out_ += ']';
    }

    template <Tuple T>
    void tuple(const T& value) {
        *out_ += '[';
        bool first = true;
        for_fields<T>(protocol_, [&](auto field) {
            separate(first);
            this->value(value.*field.pointer);
            return true;
        });
        *out_ += ']';
    }

    template <DescribedStruct T>
    void members(const T& value, bool after_others) {
        bool first = !after_others;
        for_fields<T>(protocol_, [&](auto field) {
            const auto& member = value.*field.pointer;
            if constexpr (is_optional<FieldType<T, decltype(field)>>) {
                if (member) {
                    name(field.name, first);
                    this->value(*member);
                }
            } else {
                name(field.name, first);
                this->value(member);
            }
            return true;
        });
    }

    void name(std::string_view name, bool& first) {
        separate(first);
        string(name);
        *out_ += ':';
    }

    void separate(bool& first) {
        if (!first) {
            *out_ += ',';
        }
        first = false;
    }

    std::string* out_;
    std::uint16_t protocol_;
};

}  // namespace emoted::protocol
