#include "animation/nbt_reader.hpp"

#include "animation/elements.hpp"
#include "animation/track_rules.hpp"

#include <string>
#include <string_view>

namespace emoted::animation {
namespace {

using text::ArrayCursor;
using text::Field;
using text::ObjectCursor;

constexpr std::string_view compound_text = "a compound in SNBT, in a string";

RawNbtChoice read_choice(const Field& field) {
    RawNbtChoice choice;
    ObjectCursor object = field.object(rules::choice_object);
    if (const Field molang = object.optional("molang"); molang.mentioned()) {
        molang.fault(DiagnosticCode::unsupported_feature,
                     {.message = "entity data computed by an expression is part of a later format",
                      .expected = "a compound in a string, or select and options"});
        return choice;
    }
    if (const auto select = object.get(rules::select).not_blank()) {
        choice.select = RawMolang{*select};
    }
    const ArrayCursor options = object.get(rules::options).array();
    if (options && options.size() < 2) {
        options.fault(DiagnosticCode::invalid_value,
                      {.message = "there is nothing to choose from", .expected = "at least two options"});
    }
    for (std::size_t i = 0; i < options.size(); ++i) {
        const auto option = options.element(i, compound_text).string();
        choice.options.push_back(option ? std::optional(std::string(*option)) : std::nullopt);
    }
    object.finish(Severity::fault);
    return choice;
}

RawNbtKey read_nbt_key(const Field& field) {
    RawNbtKey key;
    ObjectCursor object = element_object(field, rules::nbt_key_object);
    if (!object) {
        return key;
    }
    key.time = object.time(rules::key_time);
    const Field value = object.get(rules::nbt_value);
    if (value.is_object()) {
        key.value = read_choice(value);
    } else if (value.is_string()) {
        key.value = std::string(*value.string());
    } else if (value.present()) {
        value.fault(DiagnosticCode::wrong_type,
                    {.message = "the value is neither a string nor an object",
                     .expected = std::string(compound_text) + ", or an object with select and options"});
    }
    // Nothing else has a meaning here, and what looks like it (an interpolation, say) would mislead.
    object.finish(Severity::fault);
    return key;
}

}  // namespace

std::optional<RawNbtTrack> read_nbt_track(const Field& field) {
    const auto keys = read_keys(field);
    if (!keys) {
        return std::nullopt;
    }
    RawNbtTrack track;
    for (std::size_t i = 0; i < keys->size(); ++i) {
        track.push_back(read_nbt_key((*keys)[i]));
    }
    return track;
}

}  // namespace emoted::animation
