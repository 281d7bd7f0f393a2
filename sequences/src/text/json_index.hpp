// Where the values of a parsed JSON text stand: one walk over text and values together, then look-ups by address.
//
// Built on the error path only. Immutable once built.
#pragma once

#include <boost/json/value.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace emoted::text {

class JsonIndex {
public:
    struct Entry {
        const boost::json::value* value = nullptr;
        const boost::json::value* parent = nullptr;  // null: the root
        std::uint32_t offset = 0;
        std::uint32_t name_offset = 0;  // that of the value if it is no member
    };

    // `text` is what `root` was parsed from; it is known to be valid and to have unique keys.
    JsonIndex(std::string_view text, const boost::json::value& root);

    // `value` must be inside the root.
    [[nodiscard]] const Entry& find(const boost::json::value& value) const noexcept;

private:
    std::vector<Entry> entries_;  // by address
};

// Steps over one value (or string) of valid JSON at `at`, which must be its first character; returns the end.
[[nodiscard]] std::size_t skip_json_value(std::string_view text, std::size_t at) noexcept;
[[nodiscard]] std::size_t skip_json_string(std::string_view text, std::size_t at) noexcept;
[[nodiscard]] std::size_t skip_json_space(std::string_view text, std::size_t at) noexcept;

// Valid JSON without the white space between its tokens.
[[nodiscard]] std::string compact_json(std::string_view text);

}  // namespace emoted::text
