// Strict JSON (RFC 8259, D25) into Boost.JSON values.
//
// Boost's own parser is not used because it keeps the last of duplicate keys, takes 1e999 for infinity and reads some
// doubles a unit off; see JsonDocument for what is promised.
#pragma once

#include <emoted/sequences/diagnostic.hpp>

#include <boost/json/value.hpp>
#include <boost/json/value_stack.hpp>
#include <tl/expected.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace emoted::text {

struct JsonFault {
    DiagnosticCode code = DiagnosticCode::invalid_json;
    std::size_t offset = 0;
    std::string message;
    std::string expected;
    std::string hint;
};

// What the parser works in; kept for the next text, it saves most of its allocations. Holds nothing between two texts.
struct JsonScratch {
    struct Key {
        std::string_view name;
        std::size_t offset = 0;
    };
    boost::json::value_stack values;
    std::vector<Key> keys;  // of the objects that are open
    std::string text;       // of a string with escapes
};

// The values live in `storage`, which must outlive the result unless it is shared.
[[nodiscard]] tl::expected<boost::json::value, JsonFault> parse_json(std::string_view text,
                                                                     const boost::json::storage_ptr& storage,
                                                                     JsonScratch& scratch);
[[nodiscard]] tl::expected<boost::json::value, JsonFault> parse_json(std::string_view text);

// The bytes of a byte order mark at the start of `text`: 3 or 0.
[[nodiscard]] std::size_t byte_order_mark_length(std::string_view text) noexcept;

}  // namespace emoted::text
