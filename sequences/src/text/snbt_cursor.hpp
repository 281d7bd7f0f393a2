// Where a reader of SNBT stands in its text, and the first fault it found.
#pragma once

#include <emoted/sequences/snbt.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace emoted::nbt {

class SnbtCursor {
public:
    explicit SnbtCursor(std::string_view text) noexcept : text_(text) {}

    [[nodiscard]] std::size_t at() const noexcept { return at_; }
    void go_to(std::size_t at) noexcept { at_ = at; }
    [[nodiscard]] bool at_end() const noexcept { return at_ == text_.size(); }
    // There must be more.
    [[nodiscard]] char peek() const noexcept { return text_[at_]; }
    [[nodiscard]] std::string_view rest() const noexcept { return text_.substr(at_); }
    [[nodiscard]] std::string_view since(std::size_t start) const noexcept { return text_.substr(start, at_ - start); }

    [[nodiscard]] bool next_is(char c) const noexcept { return !at_end() && peek() == c; }
    bool take(char c) noexcept {
        const bool here = next_is(c);
        at_ += here ? 1U : 0U;
        return here;
    }
    void advance(std::size_t bytes) noexcept { at_ += bytes; }
    // What Java takes for white space, as the game does.
    void skip_space() noexcept {
        for (std::size_t length = space_length(); length != 0; length = space_length()) {
            at_ += length;
        }
    }

    // The first fault counts. Both give nothing, for a reader to return.
    std::nullopt_t fail(std::string message, std::string expected = {}) {
        return fail_at(at_, std::move(message), std::move(expected));
    }
    std::nullopt_t fail_at(std::size_t offset, std::string message, std::string expected = {}) {
        if (!error_) {
            error_ = SnbtError{offset, std::move(message), std::move(expected)};
        }
        return std::nullopt;
    }
    [[nodiscard]] std::optional<SnbtError>& error() noexcept { return error_; }

private:
    // Bytes of the white space here; 0 if it is something else.
    [[nodiscard]] std::size_t space_length() const noexcept {
        if (at_end()) {
            return 0;
        }
        const char c = peek();
        if (c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1C && c <= 0x1F)) {
            return 1;
        }
        // U+1680, U+2000 to U+200A without the no-break U+2007, U+2028, U+2029, U+205F, U+3000.
        const std::string_view three = text_.substr(at_, 3);
        if (three.size() < 3) {
            return 0;
        }
        const auto last = static_cast<unsigned char>(three[2]);
        const bool space = three == "\xE1\x9A\x80" || three == "\xE2\x81\x9F" || three == "\xE3\x80\x80" ||
                           (three.substr(0, 2) == "\xE2\x80" &&
                            ((last >= 0x80 && last <= 0x8A && last != 0x87) || last == 0xA8 || last == 0xA9));
        return space ? 3 : 0;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::optional<SnbtError> error_;
};

}  // namespace emoted::nbt
