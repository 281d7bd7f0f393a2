#include "animation/timeline_reader.hpp"

#include "animation/animation_rules.hpp"
#include "animation/easing.hpp"
#include "animation/elements.hpp"
#include "animation/event_reader.hpp"
#include "animation/nbt_reader.hpp"

#include <utility>

namespace emoted::animation {
namespace {

using text::ArrayCursor;
using text::Field;
using text::ObjectCursor;

std::optional<RawComponent> read_component(const Field& field) {
    if (field.is_string()) {
        const auto source = field.not_blank();
        return source ? std::optional<RawComponent>(RawMolang{*source}) : std::nullopt;
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
        field.fault(DiagnosticCode::unknown_word,
                    {.message = "unknown easing",
                     .expected = "linear, or ease_in_, ease_out_ or ease_in_out_ with sine, quad, cubic, quart, quint, "
                                 "expo, circ, back, elastic or bounce",
                     .nearest = text::nearest_word(*name, easing_words())});
    }
    return easing;
}

// How the way from this key to the next is shaped.
Easing read_shape(ObjectCursor& key) {
    const auto interpolation = key.word(rules::interpolation, interpolation_words);
    const Field easing = key.get(rules::easing);
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
    key.split = object.optional(rules::pre.name).present() || object.optional(rules::post.name).present();
    if (!key.split) {
        key.post = read_vector(object.get(rules::value));
        return;
    }
    if (const Field value = object.get(rules::no_value); value.present()) {
        value.fault(DiagnosticCode::forbidden_member, {.message = "the key has a value beside pre or post",
                                                       .expected = "either value, or both pre and post"});
    }
    key.pre = read_vector(object.get(rules::pre));
    key.post = read_vector(object.get(rules::post));
}

RawVectorKey read_vector_key(const Field& field, bool last) {
    RawVectorKey key;
    ObjectCursor object = element_object(field, rules::key_object);
    if (!object) {
        return key;
    }
    key.time = object.time(rules::key_time);
    read_values(object, key);
    if (last) {
        object.forbid(rules::interpolation.name, "nothing follows the last key");
        object.forbid(rules::easing.name, "nothing follows the last key");
    } else {
        key.easing = read_shape(object);
    }
    object.finish();
    return key;
}

RawVisibleKey read_visible_key(const Field& field) {
    RawVisibleKey key;
    ObjectCursor object = element_object(field, rules::visible_key_object);
    if (!object) {
        return key;
    }
    key.time = object.time(rules::key_time);
    const Field value = object.get(rules::visible_value);
    if (value.is_string()) {
        if (const auto source = value.not_blank()) {
            key.value = RawMolang{*source};
        }
    } else if (const auto shown = value.boolean()) {
        key.value = *shown;
    }
    for (const text::MemberRule* const rule :
         {&rules::no_interpolation, &rules::no_ease, &rules::no_pre, &rules::no_post}) {
        object.check_against(*rule);
    }
    object.finish();
    return key;
}

std::optional<RawVectorTrack> read_vector_track(const Field& field) {
    const auto keys = read_keys(field);
    if (!keys) {
        return std::nullopt;
    }
    RawVectorTrack track;
    track.reserve(keys->size());
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
    track.reserve(keys->size());
    for (std::size_t i = 0; i < keys->size(); ++i) {
        track.push_back(read_visible_key((*keys)[i]));
    }
    return track;
}

// Into `plain` if the track was taken from the document.
std::optional<RawVectorTrack> read_vector_track(const Field& field, const PlainTracks* taken,
                                                const PlainTrack*& plain) {
    plain = taken == nullptr ? nullptr : taken->find(field);
    return plain == nullptr ? read_vector_track(field) : std::nullopt;
}

RawTracks read_tracks_of(std::string_view node, const Field& field, const PlainTracks* plain) {
    RawTracks raw;
    raw.node = node;
    ObjectCursor tracks = element_object(field, rules::tracks_object);
    if (!tracks) {
        return raw;
    }
    raw.position = read_vector_track(tracks.get(rules::position_track), plain, raw.plain_position);
    raw.rotation = read_vector_track(tracks.get(rules::rotation_track), plain, raw.plain_rotation);
    raw.scale = read_vector_track(tracks.get(rules::scale_track), plain, raw.plain_scale);
    raw.visible = read_visible_track(tracks.get(rules::visible_track));
    raw.nbt = read_nbt_track(tracks.get(rules::nbt_track));
    const bool has_plain = raw.plain_position != nullptr || raw.plain_rotation != nullptr || raw.plain_scale != nullptr;
    if (!has_plain && !raw.position && !raw.rotation && !raw.scale && !raw.visible && !raw.nbt) {
        field.fault(DiagnosticCode::invalid_value,
                    {.message = "the node has no tracks here",
                     .expected = "at least one of position, rotation, scale, visible, nbt",
                     .hint = "leave the node out"});
    }
    tracks.finish();
    return raw;
}

}  // namespace

std::span<const std::string_view> easing_words() {
    static const std::vector<std::string_view> words = [] {
        std::vector<std::string_view> names;
        for (const auto& entry : easing_names()) {
            names.push_back(entry.first);
        }
        return names;
    }();
    return words;
}

void read_timeline(ObjectCursor timeline, const PlainTracks* plain, RawAnimation& raw) {
    raw.duration = timeline.time(rules::duration);
    for (const auto& [node, field] : timeline.get(rules::tracks).object().members()) {
        raw.tracks.push_back(read_tracks_of(node, field, plain));
    }
    raw.events = read_events(timeline.object(rules::events));
    timeline.check_against(library::rules::callbacks);
    timeline.finish();
}

}  // namespace emoted::animation
