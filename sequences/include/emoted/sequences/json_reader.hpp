// Typed access to a JsonDocument that reports every fault with its place and goes on.
//
//   JsonReader reader(document, diagnostics);
//   ObjectCursor root = reader.root();                        // wrong_type is reported; the cursor is then empty
//   auto mode = root.required("mode").word(mode_words);       // optional<Mode>; empty means that a fault was reported
//   root.finish();                                            // warns of members nobody asked for, with the nearest
//   word
//
// An accessor of an absent optional field returns nothing without a report; of an absent required one it has been
// reported (missing_member, once). null counts as absent. Cursors view into the document and the reader and must not
// outlive them. One thread at a time.
#pragma once

#include <emoted/sequences/diagnostic.hpp>
#include <emoted/sequences/json_document.hpp>
#include <emoted/sequences/units.hpp>

#include <boost/json/fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace emoted::text {

class ArrayCursor;
class JsonReader;
class ObjectCursor;

// What to say about a fault besides its place; empty parts are left out (`found` is taken from the text when empty).
struct FaultText {
    std::string message;
    std::string expected;
    std::string hint;
    std::string nearest;
    std::string found;
};

// A value of the document: the root, a member or an element; perhaps absent.
class Field {
public:
    // True if there is a value other than null.
    [[nodiscard]] bool present() const noexcept;
    // True if the member is written at all, null included.
    [[nodiscard]] bool mentioned() const noexcept { return value_ != nullptr; }
    [[nodiscard]] bool is_string() const noexcept;
    [[nodiscard]] bool is_number() const noexcept;
    [[nodiscard]] bool is_array() const noexcept;
    [[nodiscard]] bool is_object() const noexcept;
    // The value itself, null pointer when absent. For content that is kept verbatim.
    [[nodiscard]] const boost::json::value* raw() const noexcept { return value_; }

    [[nodiscard]] std::optional<bool> boolean() const;
    [[nodiscard]] std::optional<std::string_view> string() const;
    // Reports blank strings (empty or white space only).
    [[nodiscard]] std::optional<std::string_view> not_blank() const;
    // Finite and in [least, most].
    [[nodiscard]] std::optional<double> number(double least, double most) const;
    [[nodiscard]] std::optional<double> number() const;  // finite
    // Integral (4 and 4.0 serve) and in [least, most].
    [[nodiscard]] std::optional<std::int64_t> integer(std::int64_t least, std::int64_t most) const;
    // A time text of at least `least` ticks (format section 1.4, D24).
    [[nodiscard]] std::optional<TickCount> time(TickCount least) const;
    // A full namespace:path identifier (format section 1.3).
    [[nodiscard]] std::optional<std::string> identifier() const;
    // Exactly three finite numbers.
    [[nodiscard]] std::optional<Vec3d> vector() const;
    [[nodiscard]] ObjectCursor object() const;  // empty cursor after a report
    [[nodiscard]] ArrayCursor array() const;    // likewise

    // One of a fixed set of words, exact; the report carries all words and the nearest one.
    template <class Enum>
    [[nodiscard]] std::optional<Enum> word(std::span<const std::pair<std::string_view, Enum>> words) const {
        std::vector<std::string_view> names;
        for (const auto& [name, value] : words) {
            names.push_back(name);
        }
        const auto index = word_index(names);
        return index ? std::optional<Enum>(words[*index].second) : std::nullopt;
    }

    // Reports at this value; for an absent member at its parent, with this member's path. With `inside` the place is
    // that many characters into the string value (for columns inside SNBT and Molang texts).
    void fault(DiagnosticCode code, FaultText text, std::optional<std::size_t> inside = std::nullopt) const;
    void warn(DiagnosticCode code, FaultText text, std::optional<std::size_t> inside = std::nullopt) const;

    [[nodiscard]] JsonReader& reader() const noexcept { return *reader_; }

private:
    friend class ArrayCursor;
    friend class JsonReader;
    friend class ObjectCursor;
    Field(JsonReader& reader, const boost::json::value* value, const boost::json::value* parent, std::string_view name,
          bool required) noexcept
        : reader_(&reader), value_(value), parent_(parent), name_(name), required_(required) {}

    // False (after a report where one is due) if there is nothing to read.
    [[nodiscard]] bool readable() const;
    [[nodiscard]] std::optional<std::size_t> word_index(std::span<const std::string_view> words) const;
    void report(Severity severity, DiagnosticCode code, FaultText text, std::optional<std::size_t> inside) const;

    JsonReader* reader_;
    const boost::json::value* value_;   // null: absent
    const boost::json::value* parent_;  // null: the root
    std::string_view name_;             // member name when the parent is an object
    bool required_;
};

class ObjectCursor {
public:
    // False for the empty cursor of a value that was absent or no object. All accessors of an empty cursor give absent
    // fields that report nothing.
    [[nodiscard]] explicit operator bool() const noexcept { return object_ != nullptr; }

    // Asking marks the member as known. Both may be called once per member.
    [[nodiscard]] Field required(std::string_view name);
    [[nodiscard]] Field optional(std::string_view name);
    // Marks a member as known without reading it; warns ignored_member with `why` if it is there.
    void ignore(std::string_view name, std::string_view why);
    // Reports forbidden_member if `name` is mentioned, null included.
    void forbid(std::string_view name, std::string_view why);
    // Warns of each member not asked for, naming the nearest one that was.
    void finish();

    // Every member in file order, for objects whose keys are names (nodes, tracks); none is then unknown.
    [[nodiscard]] std::vector<std::pair<std::string_view, Field>> members();
    // The value that this cursor reads, for reports.
    [[nodiscard]] Field field() const;
    void fault(DiagnosticCode code, FaultText text) const { field().fault(code, std::move(text)); }

private:
    friend class Field;
    friend class JsonReader;
    ObjectCursor(JsonReader& reader, const boost::json::value* object, const boost::json::value* parent) noexcept
        : reader_(&reader), object_(object), parent_(parent) {}

    JsonReader* reader_;
    const boost::json::value* object_;
    const boost::json::value* parent_;
    std::vector<std::string_view> known_;
};

class ArrayCursor {
public:
    [[nodiscard]] explicit operator bool() const noexcept { return array_ != nullptr; }
    [[nodiscard]] std::size_t size() const noexcept;
    [[nodiscard]] Field operator[](std::size_t index) const;
    [[nodiscard]] Field field() const;
    void fault(DiagnosticCode code, FaultText text) const { field().fault(code, std::move(text)); }

private:
    friend class Field;
    ArrayCursor(JsonReader& reader, const boost::json::value* array, const boost::json::value* parent) noexcept
        : reader_(&reader), array_(array), parent_(parent) {}

    JsonReader* reader_;
    const boost::json::value* array_;
    const boost::json::value* parent_;
};

class JsonReader {
public:
    // Appends to `diagnostics`, at most limits::max_diagnostics_per_file faults; call sort() at the end.
    JsonReader(const JsonDocument& document, Diagnostics& diagnostics) noexcept
        : document_(&document), diagnostics_(&diagnostics) {}

    [[nodiscard]] ObjectCursor root();
    // True if a fault was reported through this reader.
    [[nodiscard]] bool failed() const noexcept { return failed_; }
    // Names the emote in the reports made from now on.
    void set_emote_id(std::string id) { emote_id_ = std::move(id); }
    // A fault at a place remembered as a pointer (for checks made after reading).
    void fault_at(std::string_view pointer, DiagnosticCode code, FaultText text);
    [[nodiscard]] const JsonDocument& document() const noexcept { return *document_; }

private:
    friend class Field;
    friend class ObjectCursor;
    void add(Diagnostic diagnostic);

    const JsonDocument* document_;
    Diagnostics* diagnostics_;
    std::string emote_id_;
    bool failed_ = false;
};

// Sorts by position, then code; what a file's report looks like.
void sort(Diagnostics& diagnostics);

// The nearest of `words` by edit distance, or empty if none is near (more than a third of the length away, at least 1).
[[nodiscard]] std::string nearest_word(std::string_view word, std::span<const std::string_view> words);

}  // namespace emoted::text
