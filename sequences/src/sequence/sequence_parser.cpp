#include "sequence/sequence_parser.hpp"

#include "library/emote_fields.hpp"
#include "sequence/placement_text.hpp"
#include "sequence/sequence_rules.hpp"
#include "sequence/step_parser.hpp"

#include <algorithm>
#include <utility>

namespace emoted::sequence {
namespace {

using text::ArrayCursor;
using text::Field;
using text::JsonReader;
using text::ObjectCursor;

// Reads the text at `field` with `parse`, which names the byte of a fault.
template <class Value>
[[nodiscard]] std::optional<Value> read_placement_text(const Field& field, std::string_view expected,
                                                       tl::expected<Value, PlacementError> (*parse)(std::string_view)) {
    const std::optional<std::string_view> content = field.string();
    if (!content) {
        return std::nullopt;
    }
    auto value = parse(*content);
    if (!value) {
        field.fault(DiagnosticCode::invalid_coordinates,
                    {.message = std::move(value.error().message), .expected = std::string(expected)},
                    value.error().offset);
        return std::nullopt;
    }
    return *value;
}

[[nodiscard]] std::optional<Placement> read_placement(ObjectCursor object) {
    const auto position = read_placement_text(object.get(rules::position),
                                              "three ~ or three ^ offsets such as \"^ ^ ^1.2\"", parse_position);
    const auto rotation =
        read_placement_text(object.get(rules::rotation), "yaw and pitch such as \"~180 0\"", parse_rotation);
    object.finish();
    if (!position || !rotation) {
        return std::nullopt;
    }
    return Placement{position->local, position->offset, rotation->yaw_relative, rotation->yaw};
}

[[nodiscard]] std::optional<Participants> read_participants(ObjectCursor object) {
    if (!object) {
        return std::nullopt;
    }
    const std::optional<Placement> initiator = read_placement(object.object(rules::initiator));
    const std::optional<Placement> partner = read_placement(object.object(rules::partner));
    object.finish();
    return initiator && partner ? std::optional(Participants{*initiator, *partner}) : std::nullopt;
}

struct Settings {
    std::optional<TickCount> cooldown;
    std::optional<PlayerBehavior> player;
};

void ignore_animation_settings(ObjectCursor& object) {
    for (const text::MemberRule* const rule :
         {&rules::standalone, &rules::rotation_deadzone, &rules::playback, &library::rules::callbacks}) {
        object.check_against(*rule);
    }
}

[[nodiscard]] Settings read_settings(ObjectCursor object) {
    Settings settings;
    settings.cooldown = object.time(library::rules::cooldown);
    settings.player = library::read_player(object.object(library::rules::player));
    ignore_animation_settings(object);
    object.finish();
    return settings;
}

// A two-player sequence has one step, and it is await_partner.
[[nodiscard]] bool has_await_partner(const ArrayCursor& steps) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (steps[i].is_object() && steps[i].object().optional(rules::await_partner.name).present()) {
            return true;
        }
    }
    return false;
}

[[nodiscard]] bool has_clip(const Steps<std::string>& steps) {
    return std::any_of(steps.begin(), steps.end(), [](const Step<std::string>& step) {
        const auto* const emote = std::get_if<EmoteStep<std::string>>(&step);
        return emote != nullptr &&
               std::any_of(emote->candidates.begin(), emote->candidates.end(),
                           [](const Candidate<std::string>& candidate) { return candidate.is_clip(); });
    });
}

[[nodiscard]] std::variant<Steps<std::string>, AwaitPartner<std::string>> read_content(const Field& field,
                                                                                       bool has_participants) {
    const ArrayCursor steps = field.array();
    if (!steps) {
        return {};
    }
    if (has_await_partner(steps)) {
        if (!has_participants) {
            field.fault(DiagnosticCode::invalid_steps,
                        {.message = "a sequence with await_partner needs participants",
                         .hint = "add \"participants\" with \"initiator\" and \"partner\" to the root"});
        }
        if (steps.size() != 1) {
            field.fault(DiagnosticCode::invalid_steps,
                        {.message = "await_partner must be the only step of its sequence",
                         .expected = "exactly one step",
                         .hint = "move the other steps into \"matched\" or \"timeout\""});
        }
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (steps[i].is_object() && steps[i].object().optional(rules::await_partner.name).present()) {
                return read_await_partner(steps[i]);
            }
        }
    }
    if (has_participants) {
        field.fault(DiagnosticCode::invalid_steps,
                    {.message = "a sequence with participants needs an await_partner step",
                     .expected = "one step with \"await_partner\", \"matched\" and \"timeout\""});
    }
    const bool failed_before = field.reader().failed();
    Steps<std::string> read = read_steps(steps);
    if (!failed_before && !field.reader().failed() && !has_clip(read)) {
        field.fault(DiagnosticCode::invalid_steps,
                    {.message = "no step names an animation", .expected = "at least one animation"});
    }
    return read;
}

}  // namespace

std::optional<RawSequence> parse_sequence(JsonReader& reader) {
    ObjectCursor root = reader.root().field().object(rules::sequence_object);
    library::accept_header(root, rules::type);
    const std::optional<std::string> id = library::read_id(root);
    if (id) {
        reader.set_emote_id(*id);
    }
    std::optional<Metadata> metadata = library::read_metadata(root);
    const Field participants_field = root.get(rules::participants);
    std::optional<Participants> participants = read_participants(participants_field.object(rules::participants_object));
    const Settings settings = read_settings(root.object(rules::settings));
    auto content = read_content(root.get(rules::steps), participants_field.present());
    ignore_animation_settings(root);
    root.finish();
    if (reader.failed()) {
        return std::nullopt;
    }
    return RawSequence{*id,          std::move(*metadata), *settings.cooldown, *settings.player,
                       participants, std::move(content)};
}

}  // namespace emoted::sequence
