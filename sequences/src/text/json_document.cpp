#include "text/json_index.hpp"
#include "text/json_parser.hpp"
#include "text/printable.hpp"

#include <emoted/sequences/json_document.hpp>
#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/utf8.hpp>

#include <boost/json/monotonic_resource.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>
#include <vector>

namespace emoted::text {
namespace {

// The tokens of an RFC 6901 pointer, unescaped, one after the other.
class PointerTokens {
public:
    explicit PointerTokens(std::string_view pointer) : rest_(pointer) {}

    std::optional<std::string> next() {
        if (rest_.empty()) {
            return std::nullopt;
        }
        const std::string_view token = rest_.substr(1, rest_.find('/', 1) - 1);
        rest_.remove_prefix(token.size() + 1);
        std::string plain;
        for (std::size_t i = 0; i < token.size(); ++i) {
            if (token[i] == '~' && i + 1 < token.size()) {
                ++i;
                plain.push_back(token[i] == '0' ? '~' : '/');
            } else {
                plain.push_back(token[i]);
            }
        }
        return plain;
    }

private:
    std::string_view rest_;
};

[[nodiscard]] const boost::json::value* child(const boost::json::value& parent, std::string_view token) {
    if (const auto* const object = parent.if_object()) {
        return object->if_contains(token);
    }
    if (const auto* const array = parent.if_array()) {
        std::size_t index = 0;
        const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), index);
        if (error == std::errc() && end == token.data() + token.size()) {
            return array->if_contains(index);
        }
    }
    return nullptr;
}

[[nodiscard]] bool is_plain_word(std::string_view name) noexcept {
    const auto is_word_character = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
    };
    return !name.empty() && std::all_of(name.begin(), name.end(), is_word_character);
}

// At most this many characters of a line are shown, the caret among them.
constexpr std::size_t shown_columns = 100;

// One code point of output for each of input, so that columns keep their meaning.
[[nodiscard]] std::string without_controls(std::string_view line) {
    std::string out;
    out.reserve(line.size());
    for (std::size_t at = 0; at < line.size();) {
        if (is_plain(line[at])) {
            out.push_back(line[at++]);
            continue;
        }
        const std::size_t length = std::max<std::size_t>(utf8_sequence_length(line.substr(at)), 1);
        const std::string_view sequence = line.substr(at, length);
        const auto first = static_cast<unsigned char>(sequence[0]);
        if (first < 0x20 || first == 0x7F) {
            out.push_back(' ');
        } else if ((length == 1 && first >= 0x80) || is_control(sequence)) {
            append_utf8(out, 0xFFFD);
        } else {
            out.append(sequence);
        }
        at += length;
    }
    return out;
}

// What a text that begins with so many bytes a character is written in, if not in UTF-8; empty if nothing says so.
// Editors write a mark, most of them; without one it is told by the brace.
[[nodiscard]] std::string_view wide_encoding(std::string_view text) noexcept {
    using namespace std::string_view_literals;
    // The shorter ones begin some of the longer ones.
    constexpr std::string_view utf32[] = {"\xFF\xFE\0\0"sv, "\0\0\xFE\xFF"sv, "{\0\0\0"sv, "\0\0\0{"sv};
    constexpr std::string_view utf16[] = {"\xFF\xFE"sv, "\xFE\xFF"sv, "{\0"sv, "\0{"sv};
    const auto begins = [text](std::string_view start) { return text.substr(0, start.size()) == start; };
    if (std::any_of(std::begin(utf32), std::end(utf32), begins)) {
        return "UTF-32";
    }
    return std::any_of(std::begin(utf16), std::end(utf16), begins) ? "UTF-16" : ""sv;
}

}  // namespace

struct JsonDocument::Content {
    explicit Content(std::size_t text_bytes)
        : memory(std::min(text_bytes * usual_bytes_per_text_byte, most_bytes_at_once)), root(nullptr, &memory) {}

    std::string source;
    std::string text;
    // The values share no ownership of their memory and are not taken down one by one: it goes as a whole.
    boost::json::monotonic_resource memory;
    boost::json::value root;
    // Both are built on first need.
    std::unique_ptr<const JsonIndex> index;
    std::vector<TextPosition> checkpoints;  // the place of every checkpoint_bytes-th byte, as far as was asked for

    [[nodiscard]] const JsonIndex& positions() {
        if (!index) {
            index = std::make_unique<const JsonIndex>(text, root);
        }
        return *index;
    }

    [[nodiscard]] TextPosition position_of(std::size_t offset) {
        if (checkpoints.empty()) {
            checkpoints.push_back({byte_order_mark_length(text), 1, 1});
        }
        while (checkpoints.size() <= offset / checkpoint_bytes) {
            checkpoints.push_back(advance(checkpoints.back(), checkpoints.size() * checkpoint_bytes));
        }
        return advance(checkpoints[offset / checkpoint_bytes], offset);
    }

private:
    // Values of dense compact keys take this much, so that most files need one block; what needs more gets more blocks,
    // and a large file of few values does not claim much.
    static constexpr std::size_t usual_bytes_per_text_byte = 5;
    static constexpr std::size_t most_bytes_at_once = 1'048'576;
    // Small: a report of many faults asks for a place each, and each counts from the checkpoint before it.
    static constexpr std::size_t checkpoint_bytes = 1'024;

    // Everything before a place that is reported is valid UTF-8, so its code points are the bytes that begin one.
    [[nodiscard]] TextPosition advance(TextPosition from, std::size_t offset) const {
        const std::string_view between =
            std::string_view(text).substr(from.offset, std::max(offset, from.offset) - from.offset);
        const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
        const std::size_t line_start = between.rfind('\n') + 1;  // 0: no line ends here
        const auto columns =
            std::count_if(between.begin() + static_cast<std::ptrdiff_t>(line_start), between.end(), begins);
        const auto lines = std::count(between.begin(), between.end(), '\n');
        return {from.offset + between.size(), from.line + static_cast<std::uint32_t>(lines),
                (line_start == 0 ? from.column : 1) + static_cast<std::uint32_t>(columns)};
    }
};

JsonDocument::JsonDocument(std::unique_ptr<Content> content) noexcept : content_(std::move(content)) {}
JsonDocument::JsonDocument(JsonDocument&&) noexcept = default;
JsonDocument& JsonDocument::operator=(JsonDocument&&) noexcept = default;
JsonDocument::~JsonDocument() = default;

std::optional<JsonDocument> JsonDocument::parse(std::string source, std::string text, Diagnostics& diagnostics) {
    auto content = std::make_unique<Content>(text.size());
    content->source = std::move(source);
    content->text = std::move(text);
    Diagnostic diagnostic;
    diagnostic.source = content->source;
    diagnostic.path = "$";
    if (content->text.size() > limits::max_file_bytes) {
        diagnostic.code = DiagnosticCode::file_too_large;
        diagnostic.message = "the file is larger than max_file_bytes allows";
        diagnostic.expected = "at most " + std::to_string(limits::max_file_bytes) + " bytes";
        diagnostic.found = std::to_string(content->text.size()) + " bytes";
        diagnostics.push_back(std::move(diagnostic));
        return std::nullopt;
    }
    JsonScratch scratch;
    auto parsed = parse_json(content->text, &content->memory, scratch);
    if (!parsed) {
        JsonFault& fault = parsed.error();
        if (const std::string_view encoding = wide_encoding(content->text); !encoding.empty()) {
            fault = {DiagnosticCode::invalid_json, 0, "the file is written in " + std::string(encoding), "UTF-8",
                     "save it as UTF-8 in your editor"};
        }
        diagnostic.code = fault.code;
        diagnostic.message = std::move(fault.message);
        diagnostic.expected = std::move(fault.expected);
        diagnostic.hint = std::move(fault.hint);
        const JsonDocument document(std::move(content));
        document.place(diagnostic, fault.offset);
        diagnostics.push_back(std::move(diagnostic));
        return std::nullopt;
    }
    content->root = std::move(*parsed);
    return JsonDocument(std::move(content));
}

const boost::json::value& JsonDocument::root() const noexcept {
    return content_->root;
}
std::string_view JsonDocument::text() const noexcept {
    return content_->text;
}
const std::string& JsonDocument::source() const noexcept {
    return content_->source;
}

std::string JsonDocument::pointer_to(const boost::json::value& value) const {
    const JsonIndex::Entry& entry = content_->positions().find(value);
    if (entry.parent == nullptr) {
        return {};
    }
    std::string pointer = pointer_to(*entry.parent);
    if (const auto* const array = entry.parent->if_array()) {
        append_pointer_token(pointer, std::to_string(&value - array->data()));
    } else if (const auto* const object = entry.parent->if_object()) {
        const auto* const member = std::find_if(object->begin(), object->end(),
                                                [&value](const auto& pair) { return &pair.value() == &value; });
        append_pointer_token(pointer, member->key());
    }
    return pointer;
}

const boost::json::value* JsonDocument::find(std::string_view pointer) const {
    const boost::json::value* value = &content_->root;
    PointerTokens tokens(pointer);
    while (value != nullptr) {
        const std::optional<std::string> token = tokens.next();
        if (!token) {
            break;
        }
        value = child(*value, *token);
    }
    return value;
}

std::size_t JsonDocument::offset_of(const boost::json::value& value, Part part) const {
    const JsonIndex::Entry& entry = content_->positions().find(value);
    return part == Part::value ? entry.offset : entry.name_offset;
}

std::optional<std::size_t> JsonDocument::offset_at(std::string_view pointer, Part part) const {
    const boost::json::value* const value = find(pointer);
    return value == nullptr ? std::nullopt : std::optional(offset_of(*value, part));
}

std::string JsonDocument::compact_text_of(const boost::json::value& value) const {
    const std::size_t start = offset_of(value);
    return compact_json(text().substr(start, skip_json_value(text(), start) - start));
}

std::optional<std::size_t> JsonDocument::offset_of_member(std::string_view name) const {
    const auto* const object = root().if_object();
    const auto* const member = object == nullptr ? nullptr : object->find(name);
    if (object == nullptr || member == object->end()) {
        return std::nullopt;
    }
    const auto past = [this](std::size_t at) { return skip_json_space(text(), at); };
    std::size_t at = past(past(byte_order_mark_length(text())) + 1);  // over the brace, on the first name
    for (std::ptrdiff_t before = member - object->begin();; --before) {
        at = past(past(skip_json_string(text(), at)) + 1);  // over name and colon, on the value
        if (before == 0) {
            return at;
        }
        at = past(past(skip_json_value(text(), at)) + 1);  // over the comma
    }
}

std::string JsonDocument::compact_text_of_member(std::string_view name) const {
    const std::size_t at = offset_of_member(name).value_or(text().size());
    return compact_json(text().substr(at, skip_json_value(text(), at) - at));
}

void JsonDocument::place(Diagnostic& diagnostic, std::size_t offset) const {
    const std::string_view text = content_->text;
    const std::size_t text_start = byte_order_mark_length(text);
    offset = std::clamp(offset, text_start, text.size());
    diagnostic.position = content_->position_of(offset);

    // Never more than a few bytes per shown character are looked at: a line may be the whole file.
    constexpr std::size_t reach = shown_columns / 2;
    std::size_t from = offset;
    std::size_t before = 0;
    while (from > text_start && text[from - 1] != '\n' && before < reach) {
        --from;
        while (from > text_start && (static_cast<unsigned char>(text[from]) & 0xC0U) == 0x80U &&
               offset - from < 4 * reach) {
            --from;
        }
        ++before;
    }
    std::size_t to = offset;
    for (std::size_t after = 0; to < text.size() && text[to] != '\n' && text[to] != '\r' && after < reach; ++after) {
        to += std::max<std::size_t>(utf8_sequence_length(text.substr(to)), 1);
    }
    const std::string head = without_controls(text.substr(from, offset - from));
    diagnostic.source_line = head + without_controls(text.substr(offset, to - offset));
    diagnostic.caret_column = static_cast<std::uint32_t>(1 + count_code_points(head));
}

void append_pointer_token(std::string& pointer, std::string_view name) {
    pointer.push_back('/');
    for (const char c : name) {
        if (c == '~') {
            pointer += "~0";
        } else if (c == '/') {
            pointer += "~1";
        } else {
            pointer.push_back(c);
        }
    }
}

std::string display_path(std::string_view pointer, const boost::json::value& root) {
    std::string path = "$";
    const boost::json::value* value = &root;
    PointerTokens tokens(pointer);
    while (const std::optional<std::string> token = tokens.next()) {
        if (value != nullptr && value->is_array()) {
            path += '[' + *token + ']';
        } else if (is_plain_word(*token)) {
            path += '.' + *token;
        } else {
            path += '[' + boost::json::serialize(boost::json::value(*token)) + ']';
        }
        value = value == nullptr ? nullptr : child(*value, *token);
    }
    return path;
}

}  // namespace emoted::text
