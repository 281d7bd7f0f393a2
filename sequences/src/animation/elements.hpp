// Elements of arrays and of maps by name: null is no way to leave one out, so it is a value of the wrong type there.
// And the keys of tracks, of which there is at least one.
#pragma once

#include <emoted/sequences/json_reader.hpp>

#include <optional>

namespace emoted::animation {

// The object that must stand at `element`, with the members of `rule`; empty after a report.
[[nodiscard]] inline text::ObjectCursor element_object(const text::Field& element, const text::ObjectRule& rule) {
    if (element.mentioned() && !element.present()) {
        element.fault(DiagnosticCode::wrong_type,
                      {.message = "null where an object should stand", .expected = "an object"});
    }
    return element.object(rule);
}

// The keys of a track; nothing if it is absent.
[[nodiscard]] inline std::optional<text::ArrayCursor> read_keys(const text::Field& field) {
    if (!field.present()) {
        return std::nullopt;
    }
    const text::ArrayCursor keys = field.array();
    if (keys && keys.size() == 0) {
        field.fault(
            DiagnosticCode::invalid_value,
            {.message = "the track has no keys", .expected = "at least one key", .hint = "leave the track out"});
    }
    return keys;
}

}  // namespace emoted::animation
