#include "library/emote_fields.hpp"

#include "text/json_index.hpp"

#include <emoted/sequences/limits.hpp>

#include <algorithm>
#include <limits>
#include <string_view>

namespace emoted::library {

using text::Field;
using text::ObjectCursor;

namespace {

// The members of the root's `metadata` besides name and description, as written, as one JSON object.
[[nodiscard]] std::string extra_members(const Field& metadata, ObjectCursor& object) {
    const auto members = object.members();
    std::string extra = "{";
    // Usually there are none, so the text is not looked at.
    const bool any = std::any_of(members.begin(), members.end(), [](const auto& member) {
        return member.first != "name" && member.first != "description";
    });
    const std::string all = any ? metadata.reader().document().compact_text_of_member("metadata") : std::string();
    std::size_t at = 1;
    for (std::size_t i = 0; any && i < members.size(); ++i) {
        const std::size_t value = text::skip_json_string(all, at) + 1;
        const std::size_t end = text::skip_json_value(all, value);
        if (members[i].first != "name" && members[i].first != "description") {
            extra += extra.size() > 1 ? "," : "";
            extra.append(all, at, end - at);
        }
        at = end + 1;
    }
    return extra + '}';
}

}  // namespace

std::optional<Metadata> read_metadata(const Field& metadata) {
    ObjectCursor object = metadata.object();
    if (!object) {
        return std::nullopt;
    }
    const auto name = object.required("name").not_blank();
    const auto description = object.required("description").string();
    std::string extra = extra_members(metadata, object);
    if (!name || !description) {
        return std::nullopt;
    }
    if (const std::size_t bytes = name->size() + description->size() + extra.size();
        bytes > limits::max_metadata_bytes) {
        metadata.fault(
            DiagnosticCode::limit_exceeded,
            {.message = "the metadata takes " + std::to_string(bytes) + " bytes",
             .expected = "at most " + std::to_string(limits::max_metadata_bytes) + " bytes (max_metadata_bytes)"});
        return std::nullopt;
    }
    return Metadata{std::string(*name), std::string(*description), std::move(extra)};
}

std::optional<PlayerBehavior> read_player(const Field& player) {
    ObjectCursor object = player.object();
    if (!object) {
        return std::nullopt;
    }
    const auto hidden = object.required("hidden").boolean();
    ObjectCursor conditions = object.required("stop_conditions").object();
    const auto distance = conditions.required("movement_distance").number(0.0, std::numeric_limits<double>::max());
    const auto jump = conditions.required("jump").boolean();
    const auto submerge = conditions.required("submerge").boolean();
    const auto ride = conditions.required("ride").boolean();
    const auto damage = conditions.required("damage").boolean();
    const auto attack = conditions.required("attack").boolean();
    const auto game_mode_change = conditions.required("game_mode_change").boolean();
    conditions.finish();
    object.finish();
    if (!hidden || !distance || !jump || !submerge || !ride || !damage || !attack || !game_mode_change) {
        return std::nullopt;
    }
    return PlayerBehavior{*hidden, {*distance, *jump, *submerge, *ride, *damage, *attack, *game_mode_change}};
}

std::optional<std::string> read_id(const Field& id) {
    std::optional<std::string> read = id.identifier();
    if (read && (*read == "emote:continue" || *read == "emote:break")) {
        id.fault(DiagnosticCode::invalid_identifier,
                 {.message = "the id \"" + *read + "\" is reserved for the repeat control of sequences",
                  .expected = "an identifier of your own, such as example:wave"});
        return std::nullopt;
    }
    return read;
}

}  // namespace emoted::library
