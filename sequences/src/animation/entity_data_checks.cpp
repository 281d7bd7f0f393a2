#include "animation/entity_data_checks.hpp"

#include "text/identifier.hpp"
#include "text/printable.hpp"
#include "text/snbt_places.hpp"

#include <emoted/sequences/json_reader.hpp>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <utility>

namespace emoted::animation {
namespace {

// What every entity has besides (Minecraft's names); content of displays, which only NBT tracks may touch, among them.
constexpr std::string_view other_members[] = {
    "Air",           "CustomName",   "CustomNameVisible", "data",        "fall_distance",  "Fire",
    "HasVisualFire", "Invulnerable", "NoGravity",         "OnGround",    "PortalCooldown", "Silent",
    "TicksFrozen",   "item",         "item_display",      "block_state", "text",
};

// The game drops what it does not know, so only what is near to an option says that something is amiss.
void warn_of_unknown(NodeType type, std::string_view name, const EntityData& data, BuildReport& report) {
    if (std::find(std::begin(other_members), std::end(other_members), name) != std::end(other_members)) {
        return;
    }
    std::vector<std::string_view> known;
    for (const OptionRule* const rule : option_rules::all) {
        if (!rule->only_text || type == NodeType::text_display) {
            known.push_back(rule->name);
        }
    }
    std::string nearest = text::nearest_word(name, known);
    if (!nearest.empty()) {
        report.warn(data.at, DiagnosticCode::unknown_member,
                    {.message = "unknown display option " + text::quoted(name),
                     .nearest = std::move(nearest),
                     .found = text::printable(name)},
                    name_place(data, {&name, 1}));
    }
}

[[nodiscard]] std::vector<std::string_view> joined(std::span<const std::string_view> path,
                                                   std::initializer_list<std::string_view> more) {
    std::vector<std::string_view> out(path.begin(), path.end());
    out.insert(out.end(), more);
    return out;
}

}  // namespace

std::optional<nbt::Compound> read_compound(const std::string& snbt, const Pointer& at, BuildReport& report) {
    auto parsed = nbt::parse_compound(snbt);
    if (!parsed) {
        const nbt::SnbtError& error = parsed.error();
        report.fault(at, DiagnosticCode::invalid_snbt, {.message = error.message, .expected = error.expected},
                     error.offset);
        return std::nullopt;
    }
    return std::move(*parsed);
}

std::optional<std::size_t> name_place(const EntityData& data, std::span<const std::string_view> path) {
    const auto place = nbt::find_member(data.snbt, path);
    return place ? std::optional(place->name) : std::nullopt;
}

std::optional<std::size_t> value_place(const EntityData& data, std::span<const std::string_view> path) {
    const auto place = nbt::find_member(data.snbt, path);
    return place ? std::optional(place->value) : std::nullopt;
}

void forbid_members(const EntityData& data, std::span<const std::string_view> names, BuildReport& report) {
    for (const std::string_view& name : names) {
        if (data.data.find(name) != nullptr) {
            report.fault(data.at, DiagnosticCode::forbidden_member,
                         {.message = "the playback itself sets " + text::quoted(name),
                          .expected = "entity data without it",
                          .found = text::printable(name)},
                         name_place(data, {&name, 1}));
        }
    }
}

void check_display_options(NodeType type, const EntityData& data, Extent extent, BuildReport& report) {
    for (const auto& [name, tag] : data.data.members) {
        const auto* const rule = std::find_if(std::begin(option_rules::all), std::end(option_rules::all),
                                              [&](const OptionRule* each) { return each->name == name; });
        if (rule == std::end(option_rules::all)) {
            warn_of_unknown(type, name, data, report);
        } else if ((*rule)->only_text && type != NodeType::text_display) {
            const std::string_view path[] = {name};
            report.warn(data.at, DiagnosticCode::ignored_member,
                        {.message = text::quoted(name) + " is an option of text displays and has no effect here",
                         .found = text::printable(name)},
                        name_place(data, path));
        } else if (std::optional<OptionFault> fault = option_fault(**rule, tag, extent)) {
            report.warn(data.at, fault->code, std::move(fault->text), value_place(data, fault->path));
        }
    }
}

void check_item_stack(const EntityData& data, std::span<const std::string_view> path, const nbt::Compound& stack,
                      BuildReport& report) {
    constexpr OptionRule count{.name = "count", .kind = OptionKind::integer, .least = 1, .most = 99};
    if (const nbt::Tag* const tag = stack.find(count.name)) {
        if (std::optional<OptionFault> fault = option_fault(count, *tag, Extent::whole)) {
            report.warn(data.at, fault->code, std::move(fault->text), value_place(data, joined(path, {count.name})));
        }
    }
    constexpr std::string_view components = "components";
    const nbt::Tag* const tag = stack.find(components);
    if (tag != nullptr && tag->as<nbt::Compound>() == nullptr) {
        report.warn(data.at, DiagnosticCode::wrong_type,
                    {.message = "\"components\" is no compound, so the game drops the item",
                     .expected = "a compound, { ... }",
                     .found = text::printable(nbt::to_snbt(*tag))},
                    value_place(data, joined(path, {components})));
    }
}

void check_block_state(const EntityData& data, std::span<const std::string_view> path, const nbt::Compound& state,
                       BuildReport& report) {
    constexpr std::string_view properties = "Properties";
    const nbt::Tag* const tag = state.find(properties);
    if (tag == nullptr) {
        return;
    }
    const auto* const members = tag->as<nbt::Compound>();
    if (members == nullptr) {
        report.warn(data.at, DiagnosticCode::wrong_type,
                    {.message = "\"Properties\" is no compound, so the game drops it",
                     .expected = "a compound of strings, such as {lit:\"true\"}",
                     .found = text::printable(nbt::to_snbt(*tag))},
                    value_place(data, joined(path, {properties})));
        return;
    }
    for (const auto& [name, value] : members->members) {
        if (value.as<std::string>() == nullptr) {
            report.warn(data.at, DiagnosticCode::wrong_type,
                        {.message = "the property " + text::quoted(name) + " is no string, so the game drops it",
                         .expected = "a string in quotes, such as \"true\" or \"3\"",
                         .found = text::printable(nbt::to_snbt(value))},
                        value_place(data, joined(path, {properties, name})));
        }
    }
}

std::optional<std::string> read_resource(const EntityData& data, std::vector<std::string_view> path,
                                         const nbt::Compound& compound, std::string_view key, Presence presence,
                                         BuildReport& report) {
    const nbt::Tag* const tag = compound.find(key);
    if (tag == nullptr) {
        if (presence == Presence::required) {
            report.fault(data.at, DiagnosticCode::missing_member,
                         {.message = "there is no " + text::quoted(key) + " in it"});
        }
        return std::nullopt;
    }
    path.push_back(key);
    const auto* const id = tag->as<std::string>();
    if (id == nullptr) {
        report.fault(data.at, DiagnosticCode::wrong_type,
                     {.message = text::quoted(key) + " is no string", .expected = "an identifier in a string"},
                     value_place(data, path));
        return std::nullopt;
    }
    if (const std::string_view problem = text::resource_location_problem(*id); !problem.empty()) {
        report.fault(data.at, DiagnosticCode::invalid_identifier,
                     {.message = text::quoted(key) + " is " + text::quoted(*id) + ": " + std::string(problem),
                      .expected = "an identifier such as minecraft:stone"},
                     value_place(data, path));
        return std::nullopt;
    }
    return id->find(':') == std::string::npos ? "minecraft:" + *id : *id;
}

}  // namespace emoted::animation
