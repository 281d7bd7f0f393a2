#include "animation/entity_data_checks.hpp"

#include "text/identifier.hpp"
#include "text/printable.hpp"

#include <utility>

namespace emoted::animation {

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

void forbid_members(const nbt::Compound& data, std::span<const std::string_view> names, const Pointer& at,
                    BuildReport& report) {
    for (const std::string_view name : names) {
        if (data.find(name) != nullptr) {
            report.fault(
                at, DiagnosticCode::forbidden_member,
                {.message = "the playback itself sets " + text::quoted(name), .expected = "entity data without it"});
        }
    }
}

std::optional<std::string> read_resource(const nbt::Compound& compound, std::string_view key, Presence presence,
                                         const Pointer& at, BuildReport& report) {
    const nbt::Tag* const tag = compound.find(key);
    if (tag == nullptr) {
        if (presence == Presence::required) {
            report.fault(at, DiagnosticCode::missing_member,
                         {.message = "there is no " + text::quoted(key) + " in it"});
        }
        return std::nullopt;
    }
    const auto* const id = tag->as<std::string>();
    if (id == nullptr) {
        report.fault(at, DiagnosticCode::wrong_type,
                     {.message = text::quoted(key) + " is no string", .expected = "an identifier in a string"});
        return std::nullopt;
    }
    if (const std::string_view problem = text::resource_location_problem(*id); !problem.empty()) {
        report.fault(at, DiagnosticCode::invalid_identifier,
                     {.message = text::quoted(key) + " is " + text::quoted(*id) + ": " + std::string(problem),
                      .expected = "an identifier such as minecraft:stone"});
        return std::nullopt;
    }
    return id->find(':') == std::string::npos ? "minecraft:" + *id : *id;
}

}  // namespace emoted::animation
