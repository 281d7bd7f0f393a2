// What both codecs ask of a described type: its fields that a protocol version has, their kinds, the least and most
// bytes they take. Compile time only.
#pragma once

#include <emoted/protocol/limits.hpp>
#include <emoted/protocol/since.hpp>
#include <emoted/sequences/units.hpp>

#include <boost/describe/enumerators.hpp>
#include <boost/describe/members.hpp>
#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/list.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace emoted::protocol {

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;

template <class T>
inline constexpr bool is_raw_bytes = false;
template <std::size_t N>
inline constexpr bool is_raw_bytes<std::array<std::uint8_t, N>> = true;

template <class T>
concept DescribedEnum = std::is_enum_v<T>;
template <class T>
concept Number = std::is_arithmetic_v<T> && !std::same_as<T, bool>;
template <class T>
concept DescribedStruct = boost::describe::has_describe_members<T>::value;
// Coordinates and quaternions: in JSON an array of numbers instead of an object.
template <class T>
concept Tuple = std::same_as<T, Vec3d> || std::same_as<T, Vec3f> || std::same_as<T, Quatf>;

template <class T>
using Fields = boost::describe::describe_members<T, boost::describe::mod_public>;

template <class Struct, class Field>
using FieldType = std::remove_cvref_t<decltype(std::declval<Struct&>().*Field::pointer)>;

template <class E>
inline constexpr std::size_t enumerator_count = boost::mp11::mp_size<boost::describe::describe_enumerators<E>>::value;

// The number on the wire is the place in the enumeration, so enumerators count from 0 without a gap.
template <class E>
[[nodiscard]] constexpr bool counts_from_zero() {
    std::size_t next = 0;
    bool in_order = true;
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<E>>([&](auto enumerator) {
        in_order = in_order && static_cast<std::size_t>(enumerator.value) == next;
        ++next;
    });
    return in_order && next <= 256;
}

// Calls function(field) for each field that `protocol` has, in wire order, while it returns true.
template <class Struct, class Function>
constexpr bool for_fields(std::uint16_t protocol, Function&& function) {
    bool go_on = true;
    boost::mp11::mp_for_each<Fields<Struct>>([&](auto field) {
        using Field = decltype(field);
        if (go_on && since<Field::pointer> <= protocol) {
            go_on = function(field);
        }
    });
    return go_on;
}

template <class Struct>
[[nodiscard]] constexpr std::size_t optional_fields(std::uint16_t protocol) {
    std::size_t count = 0;
    for_fields<Struct>(protocol, [&](auto field) {
        count += is_optional<FieldType<Struct, decltype(field)>> ? 1U : 0U;
        return true;
    });
    return count;
}

[[nodiscard]] constexpr std::size_t varint_bytes(std::uint64_t value) noexcept {
    std::size_t count = 1;
    for (; value >= 0x80U; value >>= 7U) {
        ++count;
    }
    return count;
}

inline constexpr std::size_t unbounded = std::numeric_limits<std::size_t>::max();

template <class T>
[[nodiscard]] constexpr std::size_t least_bytes(std::uint16_t protocol) {
    if constexpr (std::same_as<T, bool> || DescribedEnum<T> || std::same_as<T, std::string> || is_vector<T>) {
        return 1;
    } else if constexpr (Number<T> || is_raw_bytes<T> || std::same_as<T, Uuid>) {
        return sizeof(T);
    } else if constexpr (is_optional<T>) {
        return 0;
    } else {
        std::size_t sum = (optional_fields<T>(protocol) + 7) / 8;
        for_fields<T>(protocol, [&](auto field) {
            sum += least_bytes<FieldType<T, decltype(field)>>(protocol);
            return true;
        });
        return sum;
    }
}

template <class T>
[[nodiscard]] constexpr std::size_t most_bytes(std::uint16_t protocol) {
    if constexpr (std::same_as<T, std::string> || is_vector<T>) {
        return unbounded;
    } else if constexpr (is_optional<T>) {
        return most_bytes<typename T::value_type>(protocol);
    } else if constexpr (DescribedStruct<T>) {
        std::size_t sum = (optional_fields<T>(protocol) + 7) / 8;
        for_fields<T>(protocol, [&](auto field) {
            const std::size_t more = most_bytes<FieldType<T, decltype(field)>>(protocol);
            sum = more > unbounded - sum ? unbounded : sum + more;
            return true;
        });
        return sum;
    } else {
        return least_bytes<T>(protocol);
    }
}

}  // namespace emoted::protocol
