// A parsed JSON text that knows where each of its values stands.
//
// Strict (RFC 8259): no comments, no duplicate keys, no non-finite numbers, valid UTF-8 without lone surrogates, depth
// up to limits::max_json_depth; a byte order mark at the start is accepted silently. Numbers are read exactly. Owns
// text and values. Immutable after parse(); one thread at a time while parsing.
#pragma once

#include <emoted/sequences/diagnostic.hpp>

#include <boost/json/value.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace emoted::text {

class JsonDocument {
public:
    // Appends exactly one fault and returns nothing if `text` is not acceptable.
    [[nodiscard]] static std::optional<JsonDocument> parse(std::string source, std::string text,
                                                           Diagnostics& diagnostics);

    [[nodiscard]] const boost::json::value& root() const noexcept { return root_; }
    [[nodiscard]] std::string_view text() const noexcept { return text_; }
    [[nodiscard]] const std::string& source() const noexcept { return source_; }

    // The RFC 6901 pointer of `value`, which must be inside root(). Walks the tree: for the error path only.
    [[nodiscard]] std::string pointer_to(const boost::json::value& value) const;

    // Where the value at `pointer` begins (`member_name` false) or its member name (`member_name` true, objects only).
    // Walks the text: for the error path only.
    enum class Part { value, member_name };
    [[nodiscard]] std::optional<std::size_t> offset_of(std::string_view pointer, Part part = Part::value) const;

    // Line and column of a byte offset, and fills source_line and caret_column of `diagnostic`.
    void place(Diagnostic& diagnostic, std::size_t offset) const;

private:
    JsonDocument(std::string source, std::string text, boost::json::value root)
        : source_(std::move(source)), text_(std::move(text)), root_(std::move(root)) {}

    std::string source_;
    std::string text_;
    boost::json::value root_;
};

// "/steps/2/wait" -> "$.steps[2].wait" (a number is an index when its parent is an array in `root`).
[[nodiscard]] std::string display_path(std::string_view pointer, const boost::json::value& root);

}  // namespace emoted::text
