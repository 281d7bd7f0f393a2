// One finding about a file: what is wrong, where, and what to do about it.
//
// Values only; safe to use from any thread. A diagnostic is born while reading (code, pointer, words); its place in the
// text is filled in by the reader that owns the text, on the error path only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace emoted {

enum class Severity : std::uint8_t {
    warning,  // the file still serves
    fault,    // the file does not serve
};

// Stable codes: once released, a code keeps its meaning. The text form is the enumerator's name.
enum class DiagnosticCode : std::uint8_t {
    unreadable_file,      // the operating system would not give the bytes
    file_too_large,       // over limits::max_file_bytes
    invalid_json,         // not RFC 8259, or deeper than limits::max_json_depth
    duplicate_key,        // an object names a member twice
    wrong_type,           // a value of another JSON type than expected
    missing_member,       // a required member is absent (or null)
    unknown_member,       // a member nobody reads
    ignored_member,       // a known member that has no effect here
    forbidden_member,     // a member that must not stand here
    invalid_value,        // right type, outside what is accepted
    unknown_word,         // a string that must be one of a set
    unsupported_version,  // a schema_version other than 4
    unsupported_feature,  // part of the format that this version of emoted does not play
    invalid_identifier,
    invalid_time,
    invalid_snbt,
    invalid_molang,
    invalid_coordinates,  // participants' position or rotation
    unknown_node,         // a track, parent or event names a node that is not there
    cyclic_parent,
    invalid_timeline,  // keyframe or event times out of order or out of range
    invalid_weights,
    duplicate_candidate,
    misplaced_wait,
    invalid_steps,        // the shape of the step list as a whole
    duplicate_id,         // two files own one id
    unknown_emote,        // a reference to nothing
    forbidden_reference,  // a reference to a sequence, a hold or server_sync clip, or one with lifecycle events
    incompatible_node,    // two clips of a sequence disagree on a node
    incompatible_skins,   // two clips of a sequence differ in skin layout
    limit_exceeded,       // a named limit; the message names it with actual and allowed size
    command_not_allowed,  // an event command outside the allow-list
    invalid_toml,         // of the configuration file
    contradiction,        // two settings that cannot both hold
    unsafe_setting,       // allowed, but open to others
    invalid_pattern,      // not an RE2 pattern
};
[[nodiscard]] std::string_view to_string(DiagnosticCode code) noexcept;

// A place in a text. Line and column count from 1, column in Unicode code points; offset in bytes from 0.
struct TextPosition {
    std::size_t offset = 0;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    friend bool operator==(const TextPosition&, const TextPosition&) = default;
};

// A second place, for links between files: "the step refers here".
struct RelatedPlace {
    std::string source;
    std::string path;
    std::optional<TextPosition> position;
    std::string message;
    std::string pointer{};  // RFC 6901; where to look for the position while there is none (related_places.hpp)
};

struct Diagnostic {
    Severity severity = Severity::fault;
    DiagnosticCode code = DiagnosticCode::invalid_value;
    std::string source;   // relative path of the file with forward slashes, or "<stdin>"
    std::string pointer;  // RFC 6901, "" is the whole document; cut after 4,096 bytes
    std::string path;     // the same place as the format's documents write it: $.steps[2].wait
    std::optional<TextPosition> position;
    std::uint32_t text_column = 0;   // inside the string at `path` (SNBT, Molang), from 1; 0: the value as a whole
    std::string message;             // one sentence, no full stop
    std::string expected;            // empty when the message says it all
    std::string found;               // as written in the file, shortened and with control characters escaped
    std::string nearest;             // the nearest valid word, or empty
    std::string hint;                // one thing that can be done now, or empty
    std::string emote_id;            // when known
    std::string source_line;         // the line of `position`, shortened around the column, for the caret; or empty
    std::uint32_t caret_column = 0;  // column of the caret inside source_line, from 1
    std::vector<RelatedPlace> related;
};

using Diagnostics = std::vector<Diagnostic>;

[[nodiscard]] bool has_faults(const Diagnostics& diagnostics) noexcept;

// One compiler-style report of at most a screen, ending in a newline ("error" for a fault):
//   warning[unknown_member] dance.json:12:5 $.settings.cooldwn (my:dance)
//     unknown member "cooldwn"
//      12 |     "cooldwn": "5s",
//         |     ^
//     hint: did you mean "cooldown"?
[[nodiscard]] std::string to_text(const Diagnostic& diagnostic);
// The same as one JSON object on one line, without a newline: severity ("error" or "warning"), code and pointer always;
// file, emote, path, line, column, offset, text_column, message, expected, found, nearest, hint and related where
// there is one.
[[nodiscard]] std::string to_json(const Diagnostic& diagnostic);

// Names from outside made fit for a terminal and for JSON: control characters and invalid bytes are escaped, what is
// long is cut.
[[nodiscard]] std::string safe_line(std::string_view text);

}  // namespace emoted
