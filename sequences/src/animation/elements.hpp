// Elements of arrays and of maps by name: null is no way to leave one out, so it is a value of the wrong type there.
#pragma once

#include <emoted/sequences/json_reader.hpp>

namespace emoted::animation {

// The object that must stand at `element`, with the members of `rule`; empty after a report.
[[nodiscard]] inline text::ObjectCursor element_object(const text::Field& element, const text::ObjectRule& rule) {
    if (element.mentioned() && !element.present()) {
        element.fault(DiagnosticCode::wrong_type,
                      {.message = "null where an object should stand", .expected = "an object"});
    }
    return element.object(rule);
}

}  // namespace emoted::animation
