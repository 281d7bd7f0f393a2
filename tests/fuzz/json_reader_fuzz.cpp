// Any text through the JSON reader. What is accepted reads the same from its own compact form; every value is where it
// says it is.
#include <emoted/sequences/json_document.hpp>
#include <emoted/sequences/json_reader.hpp>

#include <boost/json/value.hpp>

#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

using emoted::text::JsonDocument;

void check_places(const JsonDocument& document, const boost::json::value& value) {
    if (document.find(document.pointer_to(value)) != &value || document.offset_of(value) >= document.text().size()) {
        std::abort();
    }
    if (const auto* const array = value.if_array()) {
        for (const auto& element : *array) {
            check_places(document, element);
        }
    } else if (const auto* const object = value.if_object()) {
        for (const auto& member : *object) {
            check_places(document, member.value());
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    emoted::Diagnostics diagnostics;
    const auto document =
        JsonDocument::parse("fuzz", std::string(reinterpret_cast<const char*>(data), size), diagnostics);
    if (document.has_value() == emoted::has_faults(diagnostics)) {
        std::abort();  // refused without a reason, or accepted with one
    }
    if (!document) {
        static_cast<void>(to_text(diagnostics.front()) + to_json(diagnostics.front()));
        return 0;
    }
    const auto again = JsonDocument::parse("again", document->compact_text_of(document->root()), diagnostics);
    if (!again || !(again->root() == document->root())) {
        std::abort();
    }
    if (size < 4'096) {
        check_places(*document, document->root());
    }
    emoted::text::JsonReader reader(*document, diagnostics);
    reader.root().finish();
    return 0;
}
