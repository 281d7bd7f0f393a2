// Strict JSON (RFC 8259, D25) into Boost.JSON values.
//
// Boost's own parser is not used because it keeps the last of duplicate keys, takes 1e999 for infinity and reads some
// doubles a unit off; see JsonDocument for what is promised.
#pragma once

#include <emoted/sequences/diagnostic.hpp>

#include <boost/json/value.hpp>
#include <tl/expected.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace emoted::text {

struct JsonFault {
    DiagnosticCode code = DiagnosticCode::invalid_json;
    std::size_t offset = 0;
    std::string message;
    std::string expected;
    std::string hint;
};

// The values live in a memory resource of their own that the result keeps alive.
[[nodiscard]] tl::expected<boost::json::value, JsonFault> parse_json(std::string_view text);

// The bytes of a byte order mark at the start of `text`: 3 or 0.
[[nodiscard]] std::size_t byte_order_mark_length(std::string_view text) noexcept;

}  // namespace emoted::text
