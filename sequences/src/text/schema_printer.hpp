// A JSON Schema (draft 2020-12) of a table of members.
#pragma once

#include "text/member_rule.hpp"

#include <string>
#include <string_view>

namespace emoted::text {

struct SchemaHeading {
    std::string_view title;
    std::string_view description;
};

// Indented JSON with a newline at the end; objects with a name become definitions of their own.
[[nodiscard]] std::string print_schema(const SchemaHeading& heading, const ObjectRule& root);

}  // namespace emoted::text
