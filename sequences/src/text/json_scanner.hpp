// Moves over a JSON text without making values of it.
//
// Whatever a function returns false for is left to the parser, which knows what to say about it.
#pragma once

#include "text/json_index.hpp"
#include "text/real_number.hpp"
#include "text/short_number.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace emoted::text {

[[nodiscard]] inline bool is_digit(char c) noexcept {
    return c >= '0' && c <= '9';
}

class JsonScanner {
public:
    JsonScanner(std::string_view text, std::size_t at) noexcept : text_(text), at_(at) {}

    [[nodiscard]] std::size_t at() const noexcept { return at_; }
    void go_to(std::size_t at) noexcept { at_ = at; }
    [[nodiscard]] std::string_view text() const noexcept { return text_; }
    [[nodiscard]] char here() const noexcept { return at_ < text_.size() ? text_[at_] : '\0'; }

    void skip_space() noexcept {
        while (here() == ' ' || here() == '\n' || here() == '\r' || here() == '\t') {
            ++at_;
        }
    }

    [[nodiscard]] bool take(char c) noexcept {
        const bool found = here() == c;
        at_ += found ? 1U : 0U;
        return found;
    }

    // A string without escapes, of printable ASCII and at most `longest` bytes.
    [[nodiscard]] bool word(std::string_view& content) noexcept {
        constexpr std::size_t longest = 64;
        if (!take('"')) {
            return false;
        }
        const std::size_t start = at_;
        for (; at_ < text_.size() && at_ - start <= longest; ++at_) {
            const char c = text_[at_];
            if (c == '"') {
                content = text_.substr(start, at_ - start);
                ++at_;
                return true;
            }
            if (c < ' ' || c > '~' || c == '\\') {
                return false;
            }
        }
        return false;
    }

    // Calls `read` at the value of each member, with its name; it has to move behind the value. Names with escapes are
    // left to others.
    template <class Read>
    [[nodiscard]] bool object(Read read) {
        skip_space();
        if (!take('{')) {
            return false;
        }
        skip_space();
        if (take('}')) {
            return true;
        }
        do {
            skip_space();
            const std::size_t name = at_;
            if (here() != '"') {
                return false;
            }
            at_ = skip_json_string(text_, at_);
            const std::size_t name_end = at_;
            skip_space();
            if (name_end < name + 2 || !take(':')) {
                return false;
            }
            skip_space();
            const std::string_view content = text_.substr(name + 1, name_end - name - 2);
            if (content.find('\\') != std::string_view::npos || !read(content)) {
                return false;
            }
            skip_space();
        } while (take(','));
        return take('}');
    }

    [[nodiscard]] bool number(double& value) {
        const std::size_t start = at_;
        const bool negative = take('-');
        std::uint64_t digits = 0;
        std::size_t whole = 0;
        if (take('0')) {
            whole = 1;
        } else {
            whole = read_digits(digits);
        }
        if (whole == 0 || is_digit(here())) {
            return false;
        }
        std::size_t decimals = 0;
        if (take('.')) {
            decimals = read_digits(digits);
            if (decimals == 0) {
                return false;
            }
        }
        const bool has_exponent = here() == 'e' || here() == 'E';
        if (!has_exponent && whole + decimals <= exact_digits) {
            value = short_number(digits, decimals, negative);
            return true;
        }
        if (has_exponent) {
            ++at_;
            if (here() == '+' || here() == '-') {
                ++at_;
            }
            std::uint64_t exponent = 0;
            if (read_digits(exponent) == 0) {
                return false;
            }
        }
        const std::optional<double> real = read_double(text_.substr(start, at_ - start));
        value = real.value_or(0);
        return real.has_value();
    }

private:
    // The value is right for as many as 19.
    std::size_t read_digits(std::uint64_t& value) noexcept {
        const std::size_t start = at_;
        for (; is_digit(here()); ++at_) {
            value = value * 10 + static_cast<std::uint64_t>(text_[at_] - '0');
        }
        return at_ - start;
    }

    std::string_view text_;
    std::size_t at_;
};

}  // namespace emoted::text
