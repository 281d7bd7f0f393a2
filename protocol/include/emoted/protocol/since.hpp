// Since which protocol version a field exists. Links speak the version both sides know (Welcome::protocol): a field
// that is younger is neither written nor read, and keeps its default. So versions apart work although left-over bytes
// are an error. A new field is added at the end of its struct, with a specialization here beside the struct:
//
//   template <>
//   inline constexpr std::uint16_t since<&Play::looped> = 2;
#pragma once

#include <cstdint>

namespace emoted::protocol {

template <auto Member>
inline constexpr std::uint16_t since = 1;

}  // namespace emoted::protocol
