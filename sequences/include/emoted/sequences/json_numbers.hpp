// Values of parsed JSON, and numbers whatever form the parser chose for them. Pure; any thread.
#pragma once

#include <boost/json/fwd.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace emoted::text {

// "a string", "null", ..., for a message.
[[nodiscard]] std::string_view kind_name(const boost::json::value& value) noexcept;

// Any number; nothing for other values.
[[nodiscard]] std::optional<double> as_double(const boost::json::value& value) noexcept;

// A whole number of 64 bits, written as 4 or 4.0 (D25); nothing for other numbers and values.
[[nodiscard]] std::optional<std::int64_t> as_integer(const boost::json::value& value) noexcept;

}  // namespace emoted::text
