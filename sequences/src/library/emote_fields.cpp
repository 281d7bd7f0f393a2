#include "library/emote_fields.hpp"

#include "library/emote_rules.hpp"
#include "text/json_index.hpp"

#include <emoted/sequences/limits.hpp>

#include <algorithm>
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

void accept_header(ObjectCursor& root, const text::MemberRule& type) {
    for (const text::MemberRule* const rule :
         {&type, &rules::schema_version, &rules::schema, &rules::target_minecraft_version}) {
        root.check_against(*rule);
    }
}

std::optional<Metadata> read_metadata(ObjectCursor& root) {
    const Field metadata = root.get(rules::metadata);
    ObjectCursor object = metadata.object(rules::metadata_object);
    if (!object) {
        return std::nullopt;
    }
    const auto name = object.text(rules::metadata_name);
    const auto description = object.text(rules::metadata_description);
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

std::optional<PlayerBehavior> read_player(ObjectCursor player) {
    if (!player) {
        return std::nullopt;
    }
    const auto hidden = player.boolean(rules::hidden);
    ObjectCursor conditions = player.object(rules::stop_conditions);
    const auto distance = conditions.number(rules::movement_distance);
    const auto jump = conditions.boolean(rules::jump);
    const auto submerge = conditions.boolean(rules::submerge);
    const auto ride = conditions.boolean(rules::ride);
    const auto damage = conditions.boolean(rules::damage);
    const auto attack = conditions.boolean(rules::attack);
    const auto game_mode_change = conditions.boolean(rules::game_mode_change);
    conditions.finish();
    player.finish();
    if (!hidden || !distance || !jump || !submerge || !ride || !damage || !attack || !game_mode_change) {
        return std::nullopt;
    }
    return PlayerBehavior{*hidden, {*distance, *jump, *submerge, *ride, *damage, *attack, *game_mode_change}};
}

std::optional<std::string> read_id(ObjectCursor& root) {
    const Field id = root.get(rules::id);
    std::optional<std::string> read = id.identifier();
    const auto reserved = rules::id.value.words;
    if (read && std::find(reserved.begin(), reserved.end(), *read) != reserved.end()) {
        id.fault(DiagnosticCode::invalid_identifier,
                 {.message = "the id \"" + *read + "\" is reserved for the repeat control of sequences",
                  .expected = "an identifier of your own, such as example:wave"});
        return std::nullopt;
    }
    return read;
}

}  // namespace emoted::library
