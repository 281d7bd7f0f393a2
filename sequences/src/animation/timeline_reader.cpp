#include "animation/timeline_reader.hpp"

#include "animation/easing.hpp"
#include "animation/elements.hpp"
#include "animation/event_reader.hpp"

#include <utility>

namespace emoted::animation {
namespace {

using text::ArrayCursor;
using text::Field;
using text::ObjectCursor;

enum class Interpolation : std::uint8_t { step, linear };
constexpr std::array<std::pair<std::string_view, Interpolation>, 2> interpolation_words{{
    {"step", Interpolation::step},
    {"linear", Interpolation::linear},
}};

std::optional<RawComponent> read_component(const Field& field) {
    if (field.is_string()) {
        const auto source = field.not_blank();
        return source ? std::optional<RawComponent>(RawMolang{std::string(*source)}) : std::nullopt;
    }
    if (!field.is_number()) {
        field.fault(DiagnosticCode::wrong_type, {.message = "the component is neither a number nor a text",
                                                 .expected = "a number or a Molang expression in a string"});
        return std::nullopt;
    }
    const auto number = field.number();
    return number ? std::optional<RawComponent>(*number) : std::nullopt;
}

std::optional<RawVector> read_vector(const Field& field) {
    const ArrayCursor array = field.array();
    if (!array) {
        return std::nullopt;
    }
    if (array.size() != 3) {
        field.fault(
            DiagnosticCode::invalid_value,
            {.message = "the vector has " + std::to_string(array.size()) + " components", .expected = "exactly three"});
        return std::nullopt;
    }
    return RawVector{read_component(array[0]), read_component(array[1]), read_component(array[2])};
}

std::optional<Easing> read_easing(const Field& field) {
    const auto name = field.string();
    if (!name) {
        return std::nullopt;
    }
    const std::optional<Easing> easing = easing_named(*name);
    if (!easing) {
        std::vector<std::string_view> names;
        for (const auto& [known, value] : easing_names()) {
            names.push_back(known);
        }
        field.fault(DiagnosticCode::unknown_word,
                    {.message = "unknown easing",
                     .expected = "linear, or ease_in_, ease_out_ or ease_in_out_ with sine, quad, cubic, quart, quint, "
                                 "expo, circ, back, elastic or bounce",
                     .nearest = text::nearest_word(*name, names)});
    }
    return easing;
}

// How the way from this key to the next is shaped.
Easing read_shape(ObjectCursor& key) {
    const auto interpolation = key.optional("interpolation").word<Interpolation>(interpolation_words);
    const Field easing = key.optional("easing");
    if (interpolation == Interpolation::step) {
        if (easing.present()) {
            easing.fault(DiagnosticCode::forbidden_member,
                         {.message = "a step is not eased", .hint = "leave out easing, or interpolate linear"});
        }
        return Easing::step;
    }
    return read_easing(easing).value_or(Easing::linear);
}

void read_values(ObjectCursor& object, RawVectorKey& key) {
    const Field pre = object.optional("pre");
    const Field post = object.optional("post");
    key.split = pre.present() || post.present();
    if (!key.split) {
        key.pre = read_vector(object.required("value"));
        key.post = key.pre;
        return;
    }
    if (const Field value = object.optional("value"); value.present()) {
        value.fault(DiagnosticCode::forbidden_member, {.message = "the key has a value beside pre or post",
                                                       .expected = "either value, or both pre and post"});
    }
    key.pre = read_vector(object.required("pre"));
    key.post = read_vector(object.required("post"));
}

RawVectorKey read_vector_key(const Field& field, bool last) {
    RawVectorKey key;
    ObjectCursor object = element_object(field);
    if (!object) {
        return key;
    }
    key.time = object.required("time").time(TickCount(0));
    read_values(object, key);
    if (last) {
        object.forbid("interpolation", "nothing follows the last key");
        object.forbid("easing", "nothing follows the last key");
    } else {
        key.easing = read_shape(object);
    }
    object.finish();
    return key;
}

RawVisibleKey read_visible_key(const Field& field) {
    RawVisibleKey key;
    ObjectCursor object = element_object(field);
    if (!object) {
        return key;
    }
    key.time = object.required("time").time(TickCount(0));
    const Field value = object.required("value");
    if (value.is_string()) {
        if (const auto source = value.not_blank()) {
            key.value = RawMolang{std::string(*source)};
        }
    } else if (const auto shown = value.boolean()) {
        key.value = *shown;
    }
    for (const std::string_view name : {"interpolation", "easing", "pre", "post"}) {
        object.forbid(name, "visibility switches at the key");
    }
    object.finish();
    return key;
}

// The keys of a track; nothing if it is absent.
std::optional<ArrayCursor> read_keys(const Field& field) {
    if (!field.present()) {
        return std::nullopt;
    }
    const ArrayCursor keys = field.array();
    if (keys && keys.size() == 0) {
        field.fault(
            DiagnosticCode::invalid_value,
            {.message = "the track has no keys", .expected = "at least one key", .hint = "leave the track out"});
    }
    return keys;
}

std::optional<RawVectorTrack> read_vector_track(const Field& field) {
    const auto keys = read_keys(field);
    if (!keys) {
        return std::nullopt;
    }
    RawVectorTrack track;
    for (std::size_t i = 0; i < keys->size(); ++i) {
        track.push_back(read_vector_key((*keys)[i], i + 1 == keys->size()));
    }
    return track;
}

std::optional<RawVisibleTrack> read_visible_track(const Field& field) {
    const auto keys = read_keys(field);
    if (!keys) {
        return std::nullopt;
    }
    RawVisibleTrack track;
    for (std::size_t i = 0; i < keys->size(); ++i) {
        track.push_back(read_visible_key((*keys)[i]));
    }
    return track;
}

RawTracks read_tracks_of(std::string_view node, const Field& field) {
    RawTracks raw;
    raw.node = node;
    ObjectCursor tracks = element_object(field);
    if (!tracks) {
        return raw;
    }
    raw.position = read_vector_track(tracks.optional("position"));
    raw.rotation = read_vector_track(tracks.optional("rotation"));
    raw.scale = read_vector_track(tracks.optional("scale"));
    raw.visible = read_visible_track(tracks.optional("visible"));
    if (const auto keys = read_keys(tracks.optional("nbt"))) {
        raw.nbt = RawNbtTrack{keys->size()};
    }
    if (!raw.position && !raw.rotation && !raw.scale && !raw.visible && !raw.nbt) {
        field.fault(DiagnosticCode::invalid_value, {.message = "the node has no tracks here",
                                                    .expected = "at least one of position, rotation, scale, visible",
                                                    .hint = "leave the node out"});
    }
    tracks.finish();
    return raw;
}

}  // namespace

void read_timeline(ObjectCursor timeline, RawAnimation& raw) {
    raw.duration = timeline.required("duration").time(TickCount(1));
    for (const auto& [node, field] : timeline.required("tracks").object().members()) {
        raw.tracks.push_back(read_tracks_of(node, field));
    }
    raw.events = read_events(timeline.optional("events"));
    timeline.ignore("callbacks", "it belongs to a later format and has no effect here");
    timeline.finish();
}

}  // namespace emoted::animation
