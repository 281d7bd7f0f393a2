// Numbers of parsed JSON, whatever form the parser chose for them. Pure; any thread.
#pragma once

#include <boost/json/fwd.hpp>

#include <cstdint>
#include <optional>

namespace emoted::text {

// Any number; nothing for other values.
[[nodiscard]] std::optional<double> as_double(const boost::json::value& value) noexcept;

// A whole number of 64 bits, written as 4 or 4.0 (D25); nothing for other numbers and values.
[[nodiscard]] std::optional<std::int64_t> as_integer(const boost::json::value& value) noexcept;

}  // namespace emoted::text
