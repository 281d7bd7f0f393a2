#include "animation/animation_parser.hpp"

#include "animation/animation_rules.hpp"
#include "animation/build_report.hpp"
#include "animation/clip_builder.hpp"
#include "animation/node_reader.hpp"
#include "animation/raw_animation.hpp"
#include "animation/timeline_reader.hpp"
#include "library/emote_fields.hpp"

#include <emoted/sequences/limits.hpp>

#include <utility>

namespace emoted::animation {
namespace {

using text::Field;
using text::ObjectCursor;

void read_playback(ObjectCursor playback, RawAnimation& raw) {
    raw.mode = playback.word(rules::mode, mode_words);
    raw.loop_delay = playback.time(rules::loop_delay).value_or(raw.loop_delay);
    playback.check_against(rules::loop_start);
    playback.check_against(rules::loop_end);
    playback.finish();
}

void read_display_interpolation(ObjectCursor& settings, RawAnimation& raw) {
    const Field field = settings.get(rules::display_interpolation);
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
    raw.standalone = settings.boolean(rules::standalone);
    raw.cooldown = settings.time(library::rules::cooldown);
    raw.rotation_deadzone = settings.number(rules::rotation_deadzone).value_or(raw.rotation_deadzone);
    read_display_interpolation(settings, raw);
    raw.player = library::read_player(settings.object(library::rules::player));
    read_playback(settings.object(rules::playback), raw);
    settings.check_against(library::rules::callbacks);
    settings.finish();
}

std::optional<RawMolang> read_program(ObjectCursor& molang, const text::MemberRule& rule, RawAnimation& raw) {
    const text::Field field = molang.get(rule);
    const auto source = field.not_blank();
    raw.lost_molang = raw.lost_molang || (!source && field.present());
    return source ? std::optional(RawMolang{*source}) : std::nullopt;
}

void read_molang(const text::Field& field, RawAnimation& raw) {
    ObjectCursor molang = field.object(rules::molang_object);
    if (molang) {
        raw.molang.emplace();
        raw.molang->initialize = read_program(molang, rules::initialize, raw);
        raw.molang->tick = read_program(molang, rules::tick, raw);
        molang.finish();
    }
    raw.lost_molang = raw.lost_molang || (!molang && field.present());
}

RawAnimation read_animation(text::JsonReader& reader, const PlainTracks* plain) {
    RawAnimation raw;
    ObjectCursor root = reader.root().field().object(rules::animation_object);
    library::accept_header(root, rules::type);
    raw.id = library::read_id(root);
    if (raw.id) {
        reader.set_emote_id(*raw.id);
    }
    raw.metadata = library::read_metadata(root);
    read_settings(root.object(rules::settings), raw);
    read_molang(root.get(rules::molang), raw);
    raw.nodes = read_nodes(root.get(rules::nodes));
    read_timeline(root.object(rules::timeline), plain, raw);
    root.check_against(library::rules::callbacks);
    root.finish();
    return raw;
}

// Puts the builder's findings where they belong in the document.
class DocumentReport final : public BuildReport {
public:
    explicit DocumentReport(text::JsonReader& reader) : reader_(reader) {}

private:
    void add(Finding finding) override {
        if (finding.severity == Severity::fault) {
            reader_.fault_at(finding.at.text(), finding.code, std::move(finding.text), finding.inside);
        } else {
            reader_.warn_at(finding.at.text(), finding.code, std::move(finding.text), finding.inside);
        }
    }

    text::JsonReader& reader_;
};

}  // namespace

std::shared_ptr<const Clip> parse_animation(text::JsonReader& reader, const LoadOptions& options,
                                            const PlainTracks* plain) {
    const RawAnimation raw = read_animation(reader, plain);
    DocumentReport report(reader);
    std::shared_ptr<const Clip> clip = build_clip(raw, options, report);
    return reader.failed() ? nullptr : clip;
}

}  // namespace emoted::animation
