// Typed access to a JsonDocument that reports every fault with its place and goes on.
//
//   JsonReader reader(document, diagnostics);
//   ObjectCursor root = reader.root();                        // wrong_type is reported; the cursor is then empty
//   auto mode = root.required("mode").word(mode_words);       // optional<Mode>; empty means that a fault was reported
//   root.finish();                                            // warns of members nobody asked for
//
// An absent required member is reported (missing_member) when it is asked for; an accessor of an absent field returns
// nothing without a report. null counts as absent. Cursors and fields view into the document and the reader and must
// not outlive them, nor the names that were asked for (literals, as a rule). One thread at a time.
#pragma once

#include <emoted/sequences/diagnostic.hpp>
#include <emoted/sequences/json_document.hpp>
#include <emoted/sequences/units.hpp>

#include <boost/json/fwd.hpp>

#include <array>
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
// One entry of a table of members, and such a table (text/member_rule.hpp).
struct MemberRule;
struct ObjectRule;

// What to say about a fault besides its place; empty parts are left out (`found` is taken from the text when empty).
struct FaultText {
    std::string message{};
    std::string expected{};
    std::string hint{};
    std::string nearest{};
    std::string found{};
    std::vector<RelatedPlace> related{};
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
    // True if identifier() would give one.
    [[nodiscard]] bool is_identifier() const noexcept;
    // The value itself, null pointer when not mentioned.
    [[nodiscard]] const boost::json::value* raw() const noexcept { return value_; }
    // The value as written, without white space between tokens; nothing when absent. For content that is kept
    // verbatim; costs a walk over the whole text the first time.
    [[nodiscard]] std::optional<std::string> compact_text() const;

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
    // The same for an object whose members are those of a table.
    [[nodiscard]] ObjectCursor object(const ObjectRule& rule) const;
    [[nodiscard]] ArrayCursor array() const;  // likewise

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
    // that many bytes into the (decoded) string value, for columns inside SNBT and Molang texts: the report's position
    // is then in the middle of the literal, whatever escapes it has, and its text_column is set. Fields of an empty
    // cursor report nothing.
    void fault(DiagnosticCode code, FaultText text, std::optional<std::size_t> inside = std::nullopt) const;
    void warn(DiagnosticCode code, FaultText text, std::optional<std::size_t> inside = std::nullopt) const;

    [[nodiscard]] JsonReader& reader() const noexcept { return *reader_; }

private:
    friend class ArrayCursor;
    friend class JsonReader;
    friend class ObjectCursor;
    Field(JsonReader& reader, const boost::json::value* value, const boost::json::value* parent,
          std::string_view name) noexcept
        : reader_(&reader), value_(value), parent_(parent), name_(name) {}

    // The value if there is one and it is none other than a `kind`; reports another kind.
    [[nodiscard]] const boost::json::value* expect(bool is_expected, std::string_view expected,
                                                   std::string_view hint = {}) const;
    [[nodiscard]] std::optional<std::size_t> word_index(std::span<const std::string_view> words) const;

    JsonReader* reader_;
    const boost::json::value* value_;   // null: absent
    const boost::json::value* parent_;  // null: the root, or (without a value) a field of an empty cursor
    std::string_view name_;             // of an absent member
};

class ObjectCursor {
public:
    // False for the empty cursor of a value that was absent or no object. All accessors of an empty cursor give absent
    // fields that report nothing.
    [[nodiscard]] explicit operator bool() const noexcept { return object_ != nullptr; }

    // A member by its rule: reports it if it is required and absent or null; the typed ones read it as the rule says,
    // within its bounds. The rule must be of the object's table, if the cursor has one.
    [[nodiscard]] Field get(const MemberRule& rule);
    [[nodiscard]] std::optional<bool> boolean(const MemberRule& rule);
    [[nodiscard]] std::optional<std::string_view> text(const MemberRule& rule);
    [[nodiscard]] std::optional<double> number(const MemberRule& rule);
    [[nodiscard]] std::optional<std::int64_t> integer(const MemberRule& rule);
    // The upper bound of a time is the caller's to check: it is a limit with a name.
    [[nodiscard]] std::optional<TickCount> time(const MemberRule& rule);
    [[nodiscard]] std::optional<std::string> identifier(const MemberRule& rule);
    [[nodiscard]] std::optional<Vec3d> vector(const MemberRule& rule);
    [[nodiscard]] ObjectCursor object(const MemberRule& rule);
    [[nodiscard]] ArrayCursor array(const MemberRule& rule);
    // `words` is what the rule's words were made of.
    template <class Enum, std::size_t n>
    [[nodiscard]] std::optional<Enum> word(const MemberRule& rule,
                                           const std::array<std::pair<std::string_view, Enum>, n>& words) {
        const auto index = word_index(rule);
        return index ? std::optional<Enum>(words.at(*index).second) : std::nullopt;
    }
    // For rules that only say how a member may be there: warns of an ignored one, reports a forbidden one; marks others
    // as known without reading them.
    void check_against(const MemberRule& rule);

    // Asking marks the member as known; required() reports it if it is absent or null.
    [[nodiscard]] Field required(std::string_view name);
    [[nodiscard]] Field optional(std::string_view name);
    // Marks members as known without reading them.
    void accept(std::initializer_list<std::string_view> names);
    // Marks a member as known without reading it; warns ignored_member with `why` (a sentence) if it is there.
    void ignore(std::string_view name, std::string_view why);
    // Reports forbidden_member with `why` (a sentence) if `name` is mentioned, null included.
    void forbid(std::string_view name, std::string_view why);
    // Reports each member not asked for, naming the nearest one that was.
    void finish(Severity unknown = Severity::warning);

    // Every member in file order, for objects whose keys are names (nodes, tracks); none is then unknown.
    [[nodiscard]] std::vector<std::pair<std::string_view, Field>> members();
    // The value that this cursor reads, for reports.
    [[nodiscard]] Field field() const;
    void fault(DiagnosticCode code, FaultText text) const { field().fault(code, std::move(text)); }

private:
    friend class Field;
    friend class JsonReader;
    // `value` is null or an object.
    ObjectCursor(JsonReader& reader, const boost::json::value* value, const boost::json::value* parent) noexcept;
    // The member, marked as known; null if it is not there.
    [[nodiscard]] const boost::json::value* ask(std::string_view name);
    [[nodiscard]] bool is_known(std::size_t index) const noexcept;
    void mark(std::size_t index);
    void report_missing(const Field& member, std::string expected) const;
    [[nodiscard]] std::optional<std::size_t> word_index(const MemberRule& rule);

    JsonReader* reader_;
    const ObjectRule* rule_ = nullptr;
    const boost::json::object* object_;
    const boost::json::value* value_;
    const boost::json::value* parent_;
    // Which members were asked for, by position: no allocation for objects of ordinary size.
    std::uint64_t known_ = 0;
    std::vector<bool> known_beyond_;
    // What was asked for, to find the nearest; more names than this are not suggested.
    std::array<std::string_view, 24> asked_;
    std::size_t asked_count_ = 0;
};

class ArrayCursor {
public:
    [[nodiscard]] explicit operator bool() const noexcept { return array_ != nullptr; }
    [[nodiscard]] std::size_t size() const noexcept;
    [[nodiscard]] Field operator[](std::size_t index) const;
    // The same where null is no way to leave an element out: it is reported as wrong_type, naming what should stand.
    [[nodiscard]] Field element(std::size_t index, std::string_view expected) const;
    [[nodiscard]] Field field() const;
    void fault(DiagnosticCode code, FaultText text) const { field().fault(code, std::move(text)); }

private:
    friend class Field;
    // `value` is null or an array.
    ArrayCursor(JsonReader& reader, const boost::json::value* value, const boost::json::value* parent) noexcept;

    JsonReader* reader_;
    const boost::json::array* array_;
    const boost::json::value* value_;
    const boost::json::value* parent_;
};

// Findings that a report has no room for.
struct Omitted {
    std::size_t faults = 0;
    std::size_t warnings = 0;
};

class JsonReader {
public:
    // Appends to `diagnostics`, at most limits::max_diagnostics_per_file faults and as many warnings; call sort() at
    // the end. Further ones are counted.
    JsonReader(const JsonDocument& document, Diagnostics& diagnostics) noexcept
        : document_(&document), diagnostics_(&diagnostics) {}

    [[nodiscard]] ObjectCursor root();
    // True if a fault was reported through this reader.
    [[nodiscard]] bool failed() const noexcept { return failed_; }
    [[nodiscard]] const Omitted& omitted() const noexcept { return omitted_; }
    // Names the emote in the reports made from now on.
    void set_emote_id(std::string id) { emote_id_ = std::move(id); }
    // A report at a place known by its pointer (for checks made after reading). A pointer to nothing is placed at the
    // nearest value around it.
    void fault_at(std::string_view pointer, DiagnosticCode code, FaultText text,
                  std::optional<std::size_t> inside = std::nullopt);
    void warn_at(std::string_view pointer, DiagnosticCode code, FaultText text,
                 std::optional<std::size_t> inside = std::nullopt);
    [[nodiscard]] const JsonDocument& document() const noexcept { return *document_; }

private:
    friend class Field;
    friend class ObjectCursor;
    // Where a report stands: an offset in the text and the pointer that goes with it.
    struct Place {
        std::size_t offset = 0;
        std::string pointer;
        std::uint32_t text_column = 0;  // as in Diagnostic
    };
    // False if so many were reported that another one would be dropped.
    [[nodiscard]] bool accepts(Severity severity) const noexcept;
    void omit(Severity severity) noexcept { ++(severity == Severity::fault ? omitted_.faults : omitted_.warnings); }
    void add(Severity severity, DiagnosticCode code, Place place, FaultText text);
    void add_at(Severity severity, std::string_view pointer, DiagnosticCode code, FaultText text,
                std::optional<std::size_t> inside);
    void add_at(Severity severity, const Field& field, DiagnosticCode code, FaultText text,
                std::optional<std::size_t> inside);
    void add_at_name(Severity severity, const boost::json::value& member, DiagnosticCode code, FaultText text);

    const JsonDocument* document_;
    Diagnostics* diagnostics_;
    std::string emote_id_;
    std::size_t faults_ = 0;
    std::size_t warnings_ = 0;
    Omitted omitted_;
    bool failed_ = false;
};

// Sorts by position, then code; what a file's report looks like. What has no position comes first.
void sort(Diagnostics& diagnostics);

// The nearest of `words` by edit distance (swapped neighbours count once), or empty if none is near (more than a third
// of the length away, at least 1); then the shortest that begins with it. Of equals the one that shares more of the
// beginning wins, then the first. Words of more than 64 bytes have no nearest.
[[nodiscard]] std::string nearest_word(std::string_view word, std::span<const std::string_view> words);

}  // namespace emoted::text
