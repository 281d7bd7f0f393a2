// A parsed JSON text that knows where each of its values stands.
//
// Strict (RFC 8259, D25): no comments, no duplicate keys, no non-finite numbers, valid UTF-8 without lone surrogates,
// depth up to limits::max_json_depth, at most limits::max_file_bytes; a byte order mark at the start is accepted
// silently. Numbers are read exactly. Owns text and values, which never change after parse(). Positions are worked out
// on first need and remembered, so one thread at a time.
#pragma once

#include <emoted/sequences/diagnostic.hpp>

#include <boost/json/fwd.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace emoted::text {

class JsonDocument {
public:
    // Appends exactly one fault and returns nothing if `text` is not acceptable. `source` names the file in reports.
    [[nodiscard]] static std::optional<JsonDocument> parse(std::string source, std::string text,
                                                           Diagnostics& diagnostics);

    JsonDocument(JsonDocument&&) noexcept;
    JsonDocument& operator=(JsonDocument&&) noexcept;
    ~JsonDocument();

    // Addresses of values stay valid as long as the document (moved or not).
    [[nodiscard]] const boost::json::value& root() const noexcept;
    [[nodiscard]] std::string_view text() const noexcept;
    [[nodiscard]] const std::string& source() const noexcept;

    // The RFC 6901 pointer of `value`, which must be inside root(). For the error path.
    [[nodiscard]] std::string pointer_to(const boost::json::value& value) const;
    // The value at an RFC 6901 pointer, or null.
    [[nodiscard]] const boost::json::value* find(std::string_view pointer) const;

    // Where `value` begins, in bytes, or the member name it stands under (the value if it is no member). For the error
    // path: the first call indexes the whole text, later ones are cheap.
    enum class Part { value, member_name };
    [[nodiscard]] std::size_t offset_of(const boost::json::value& value, Part part = Part::value) const;
    [[nodiscard]] std::optional<std::size_t> offset_at(std::string_view pointer, Part part = Part::value) const;

    // `value` as written, without the white space between its tokens. For content that is kept verbatim; indexes the
    // text like offset_of.
    [[nodiscard]] std::string compact_text_of(const boost::json::value& value) const;
    // Where the value of a member of the root object begins, and that value as above; both without the index.
    [[nodiscard]] std::optional<std::size_t> offset_of_member(std::string_view name) const;
    [[nodiscard]] std::string compact_text_of_member(std::string_view name) const;

    // Fills position, source_line and caret_column of `diagnostic` from a byte offset.
    void place(Diagnostic& diagnostic, std::size_t offset) const;

private:
    struct Content;
    explicit JsonDocument(std::unique_ptr<Content> content) noexcept;
    std::unique_ptr<Content> content_;
};

// "/steps/2/wait" -> "$.steps[2].wait" (a number is an index when its parent is an array in `root`). Member names that
// are no plain words are written as $.nodes["left arm"].
[[nodiscard]] std::string display_path(std::string_view pointer, const boost::json::value& root);

// A pointer's token for `name`: "~" and "/" escaped, a "/" put before it.
void append_pointer_token(std::string& pointer, std::string_view name);

}  // namespace emoted::text
