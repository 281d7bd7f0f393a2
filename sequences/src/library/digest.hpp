// 64-bit digests of definitions: equal digests play the same and show the same (D27).
//
// Over values, not file bytes: white space, member order and time spelling do not count. Not for security.
#pragma once

#include <emoted/sequences/clip.hpp>
#include <emoted/sequences/sequence.hpp>

#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

namespace emoted::library {

class Digest {
public:
    void add(std::uint64_t word) noexcept;
    void add(double value) noexcept;
    void add(std::string_view text) noexcept;  // with its length
    void add(const Vec3d& vector) noexcept;
    void add(TickCount ticks) noexcept { add(static_cast<std::uint64_t>(ticks.value())); }
    template <class Tag>
    void add(Index<Tag> index) noexcept {
        add(std::uint64_t{index.value()});
    }
    template <class Small>
    requires(std::is_enum_v<Small> ||
             (std::integral<Small> && !std::same_as<Small, std::uint64_t>)) void add(Small value) noexcept {
        add(static_cast<std::uint64_t>(value));
    }
    template <class Value>
    void add(const std::optional<Value>& value) {
        add(value.has_value());
        if (value) {
            add(*value);
        }
    }

    [[nodiscard]] std::uint64_t value() const noexcept { return state_; }

private:
    std::uint64_t state_ = 0;
};

// Everything in the clip.
[[nodiscard]] std::uint64_t digest_of(const Clip& clip);

// Everything in the sequence; `clip_digests` are those of the clips it names, by ClipIndex.
[[nodiscard]] std::uint64_t digest_of(const Sequence& sequence, const std::vector<std::uint64_t>& clip_digests);

}  // namespace emoted::library
