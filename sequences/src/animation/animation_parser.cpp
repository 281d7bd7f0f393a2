#include "animation/animation_parser.hpp"

#include "animation/build_report.hpp"
#include "animation/clip_builder.hpp"
#include "animation/node_reader.hpp"
#include "animation/raw_animation.hpp"
#include "animation/timeline_reader.hpp"
#include "library/emote_fields.hpp"

#include <emoted/sequences/limits.hpp>

#include <array>
#include <charconv>
#include <utility>

namespace emoted::animation {
namespace {

using text::Field;
using text::ObjectCursor;

constexpr std::array<std::pair<std::string_view, PlaybackMode>, 4> mode_words{{
    {"once", PlaybackMode::once},
    {"hold", PlaybackMode::hold},
    {"loop", PlaybackMode::loop},
    {"server_sync", PlaybackMode::server_sync},
}};

constexpr std::string_view later_format = "it belongs to a later format and has no effect here";

void read_playback(ObjectCursor playback, RawAnimation& raw) {
    raw.mode = playback.required("mode").word<PlaybackMode>(mode_words);
    raw.loop_delay = playback.optional("loop_delay").time(TickCount(0)).value_or(TickCount(0));
    playback.ignore("loop_start", later_format);
    playback.ignore("loop_end", later_format);
    playback.finish();
}

void read_display_interpolation(const Field& field, RawAnimation& raw) {
    const std::optional<TickCount> time = field.time(TickCount(0));
    if (time && time->value() > limits::max_display_interpolation_ticks) {
        field.fault(DiagnosticCode::limit_exceeded,
                    {.message = "the display interpolation is " + std::to_string(time->value()) + " ticks long",
                     .expected = "at most " + std::to_string(limits::max_display_interpolation_ticks) +
                                 " ticks (max_display_interpolation_ticks)"});
        return;
    }
    raw.display_interpolation = time.value_or(raw.display_interpolation);
}

void read_settings(ObjectCursor settings, RawAnimation& raw) {
    raw.standalone = settings.required("standalone").boolean();
    raw.cooldown = settings.required("cooldown").time(TickCount(0));
    raw.rotation_deadzone = settings.optional("rotation_deadzone").number(0.0, 180.0).value_or(raw.rotation_deadzone);
    read_display_interpolation(settings.optional("display_interpolation"), raw);
    raw.player = library::read_player(settings.required("player"));
    read_playback(settings.required("playback").object(), raw);
    settings.ignore("callbacks", later_format);
    settings.finish();
}

std::optional<RawMolang> read_program(const Field& field) {
    const auto source = field.not_blank();
    return source ? std::optional(RawMolang{std::string(*source)}) : std::nullopt;
}

void read_molang(const Field& field, RawAnimation& raw) {
    if (ObjectCursor molang = field.object()) {
        raw.molang =
            RawMolangPrograms{read_program(molang.optional("initialize")), read_program(molang.optional("tick"))};
        molang.finish();
    }
}

RawAnimation read_animation(text::JsonReader& reader) {
    RawAnimation raw;
    ObjectCursor root = reader.root();
    root.accept({"type", "schema_version", "$schema", "target_minecraft_version"});
    raw.id = library::read_id(root.required("id"));
    if (raw.id) {
        reader.set_emote_id(*raw.id);
    }
    raw.metadata = library::read_metadata(root.required("metadata"));
    read_settings(root.required("settings").object(), raw);
    read_molang(root.optional("molang"), raw);
    raw.nodes = read_nodes(root.required("nodes"));
    read_timeline(root.required("timeline").object(), raw);
    root.ignore("callbacks", later_format);
    root.finish();
    return raw;
}

// Puts the builder's findings where they belong in the document.
class DocumentReport final : public BuildReport {
public:
    explicit DocumentReport(text::JsonReader& reader) : reader_(reader) {}

private:
    void add(Finding finding) override {
        if (finding.inside) {
            field_at(finding.at.text()).fault(finding.code, std::move(finding.text), finding.inside);
        } else if (finding.severity == Severity::fault) {
            reader_.fault_at(finding.at.text(), finding.code, std::move(finding.text));
        } else {
            reader_.warn_at(finding.at.text(), finding.code, std::move(finding.text));
        }
    }

    // Only for places inside a string: the pointer leads through values that have been read as objects and arrays.
    [[nodiscard]] Field field_at(std::string_view pointer) {
        Field field = reader_.root().field();
        while (!pointer.empty()) {
            const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
            const std::string_view token = pointer.substr(1, end - 1);
            pointer.remove_prefix(end);
            if (field.is_array()) {
                std::size_t index = 0;
                std::from_chars(token.data(), token.data() + token.size(), index);
                field = field.array()[index];
            } else {
                field = field.object().optional(unescaped(token));
            }
        }
        return field;
    }

    static std::string unescaped(std::string_view token) {
        std::string name;
        for (std::size_t i = 0; i < token.size(); ++i) {
            const bool escape = token[i] == '~' && i + 1 < token.size();
            name += escape ? (token[++i] == '1' ? '/' : '~') : token[i];
        }
        return name;
    }

    text::JsonReader& reader_;
};

}  // namespace

std::shared_ptr<const Clip> parse_animation(text::JsonReader& reader, const LoadOptions& options) {
    const RawAnimation raw = read_animation(reader);
    DocumentReport report(reader);
    std::shared_ptr<const Clip> clip = build_clip(raw, options, report);
    return reader.failed() ? nullptr : clip;
}

}  // namespace emoted::animation
