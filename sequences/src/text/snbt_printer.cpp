#include "text/snbt_number.hpp"
#include "text/snbt_string.hpp"

#include <emoted/sequences/snbt.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace emoted::nbt {
namespace {

class Printer {
public:
    void operator()(std::int8_t value) { number(value, "b"); }
    void operator()(std::int16_t value) { number(value, "s"); }
    void operator()(std::int32_t value) { number(value, ""); }
    void operator()(std::int64_t value) { number(value, "L"); }
    void operator()(float value) { number(value, "f"); }
    void operator()(double value) { number(value, "d"); }
    void operator()(const ByteArray& values) { array("[B;", values, "b"); }
    void operator()(const IntArray& values) { array("[I;", values, ""); }
    void operator()(const LongArray& values) { array("[L;", values, "L"); }

    void operator()(const std::string& text) {
        out_.push_back('"');
        for (const char c : text) {
            character(c);
        }
        out_.push_back('"');
    }

    void operator()(const List& list) {
        out_.push_back('[');
        for (const Tag& element : list) {
            separate(&element == list.data());
            std::visit(*this, element.value());
        }
        out_.push_back(']');
    }

    void operator()(const Compound& compound) {
        out_.push_back('{');
        for (const auto& member : compound.members) {
            separate(&member == compound.members.data());
            name(member.first);
            out_.push_back(':');
            std::visit(*this, member.second.value());
        }
        out_.push_back('}');
    }

    [[nodiscard]] std::string take() && { return std::move(out_); }

private:
    template <class Number>
    void number(Number value, std::string_view suffix) {
        std::array<char, 32> buffer{};
        const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
        out_.append(buffer.data(), end);
        out_ += suffix;
    }

    template <class Array>
    void array(std::string_view head, const Array& values, std::string_view suffix) {
        out_ += head;
        for (const auto& value : values) {
            separate(&value == values.data());
            number(value, suffix);
        }
        out_.push_back(']');
    }

    void name(const std::string& name) {
        if (!name.empty() && !starts_number(name.front()) && std::all_of(name.begin(), name.end(), is_bare)) {
            out_ += name;
        } else {
            (*this)(name);
        }
    }

    void character(char c) {
        constexpr std::string_view hex = "0123456789abcdef";
        switch (c) {
            case '"':
            case '\\':
                out_.push_back('\\');
                out_.push_back(c);
                return;
            case '\n':
                out_ += "\\n";
                return;
            case '\r':
                out_ += "\\r";
                return;
            case '\t':
                out_ += "\\t";
                return;
            default:
                break;
        }
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7F) {
            out_ += "\\x";
            out_.push_back(hex[byte >> 4U]);
            out_.push_back(hex[byte & 0xFU]);
        } else {
            out_.push_back(c);
        }
    }

    void separate(bool is_first) {
        if (!is_first) {
            out_.push_back(',');
        }
    }

    std::string out_;
};

}  // namespace

std::string to_snbt(const Tag& tag) {
    Printer printer;
    std::visit(printer, tag.value());
    return std::move(printer).take();
}

std::string to_snbt(const Compound& compound) {
    Printer printer;
    printer(compound);
    return std::move(printer).take();
}

}  // namespace emoted::nbt
