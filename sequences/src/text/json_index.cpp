#include "text/json_index.hpp"

#include "text/json_parser.hpp"

#include <algorithm>
#include <functional>

namespace emoted::text {
namespace {

class Walker {
public:
    Walker(std::string_view text, std::vector<JsonIndex::Entry>& entries)
        : text_(text), at_(byte_order_mark_length(text)), entries_(entries) {}

    void root(const boost::json::value& value) {
        at_ = skip_json_space(text_, at_);
        walk(value, nullptr, at_);
    }

private:
    // at_ stands on the value's first character.
    void walk(const boost::json::value& value, const boost::json::value* parent, std::size_t name_offset) {
        entries_.push_back({&value, parent, static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(name_offset)});
        if (const auto* const object = value.if_object()) {
            step();  // the brace
            for (const auto& member : *object) {
                const std::size_t name_at = at_;
                at_ = skip_json_string(text_, at_);
                at_ = skip_json_space(text_, at_);
                step();  // the colon
                walk(member.value(), &value, name_at);
                at_ = skip_json_space(text_, at_);
                if (text_[at_] == ',') {
                    step();
                }
            }
            ++at_;
        } else if (const auto* const array = value.if_array()) {
            step();  // the bracket
            for (const auto& element : *array) {
                walk(element, &value, at_);
                at_ = skip_json_space(text_, at_);
                if (text_[at_] == ',') {
                    step();
                }
            }
            ++at_;
        } else {
            at_ = skip_json_value(text_, at_);
        }
    }

    // Over one character of punctuation and the white space after it.
    void step() noexcept { at_ = skip_json_space(text_, at_ + 1); }

    std::string_view text_;
    std::size_t at_;
    std::vector<JsonIndex::Entry>& entries_;
};

}  // namespace

JsonIndex::JsonIndex(std::string_view text, const boost::json::value& root) {
    Walker(text, entries_).root(root);
    std::sort(entries_.begin(), entries_.end(),
              [](const Entry& a, const Entry& b) { return std::less<const boost::json::value*>()(a.value, b.value); });
}

const JsonIndex::Entry& JsonIndex::find(const boost::json::value& value) const noexcept {
    return *std::lower_bound(entries_.begin(), entries_.end(), &value,
                             [](const Entry& entry, const boost::json::value* address) {
                                 return std::less<const boost::json::value*>()(entry.value, address);
                             });
}

std::size_t skip_json_space(std::string_view text, std::size_t at) noexcept {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t')) {
        ++at;
    }
    return at;
}

std::size_t skip_json_string(std::string_view text, std::size_t at) noexcept {
    for (++at; at < text.size() && text[at] != '"'; ++at) {
        at += text[at] == '\\' ? 1U : 0U;
    }
    return std::min(at + 1, text.size());
}

std::size_t skip_json_value(std::string_view text, std::size_t at) noexcept {
    std::size_t open = 0;
    while (at < text.size()) {
        const char c = text[at];
        if (c == '"') {
            at = skip_json_string(text, at);
        } else if (c == '{' || c == '[') {
            ++open;
            ++at;
        } else if (c == '}' || c == ']') {
            --open;
            ++at;
        } else if (c == ',' || c == ':') {
            ++at;
            continue;
        } else {
            at = std::min(text.find_first_of(",:]} \n\r\t", at), text.size());
        }
        if (open == 0) {
            return at;
        }
        at = skip_json_space(text, at);
    }
    return at;
}

std::string compact_json(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = skip_json_space(text, 0); at < text.size(); at = skip_json_space(text, at)) {
        const std::size_t end = text[at] == '"' ? skip_json_string(text, at) : at + 1;
        out.append(text.substr(at, end - at));
        at = end;
    }
    return out;
}

}  // namespace emoted::text
