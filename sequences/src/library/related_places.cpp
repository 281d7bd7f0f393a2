#include <emoted/sequences/json_document.hpp>
#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/related_places.hpp>

#include <map>
#include <utility>
#include <vector>

namespace emoted {
namespace {

void place(RelatedPlace& related, const text::JsonDocument& document) {
    if (const std::optional<std::size_t> offset = document.offset_at(related.pointer)) {
        Diagnostic found;
        document.place(found, *offset);
        related.position = found.position;
        related.path = text::display_path(related.pointer, document.root());
    }
}

}  // namespace

void place_related(Diagnostics& diagnostics, const TextOf& text_of) {
    std::vector<RelatedPlace*> places;
    for (Diagnostic& diagnostic : diagnostics) {
        for (RelatedPlace& related : diagnostic.related) {
            places.push_back(&related);
        }
    }
    place_each(places, text_of);
}

void place_each(const std::vector<RelatedPlace*>& places, const TextOf& text_of) {
    std::map<std::string, std::vector<RelatedPlace*>, std::less<>> by_source;
    for (RelatedPlace* const related : places) {
        const bool known = by_source.count(related->source) != 0;
        if (!related->position && !related->pointer.empty() && !related->source.empty() &&
            (known || by_source.size() < limits::max_related_files)) {
            by_source[related->source].push_back(related);
        }
    }
    for (const auto& [source, wanted] : by_source) {
        std::optional<std::string> bytes = text_of(source);
        Diagnostics broken;
        const auto document = bytes ? text::JsonDocument::parse(source, std::move(*bytes), broken) : std::nullopt;
        for (RelatedPlace* const related : wanted) {
            if (document) {
                place(*related, *document);
            } else if (!broken.empty()) {
                // There is nothing in the file to point at but its fault.
                related->position = broken.front().position;
                related->path = broken.front().path;
                related->message = broken.front().message;
            }
        }
    }
}

}  // namespace emoted
