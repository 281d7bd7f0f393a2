#include "molang/script_builder.hpp"

#include "text/printable.hpp"

#include <functional>

namespace emoted::molang {

std::optional<Compiled> ScriptBuilder::compile(std::string_view source, Access access) {
    std::pair key{access, std::string(source)};
    last_ = {};
    if (const auto known = known_.find(key); known != known_.end()) {
        return known->second;
    }
    const auto first = static_cast<std::uint32_t>(script_.code.size());
    last_ = molang::compile(source, access, slots_, tokens_, script_.code);
    if (!last_.faults.empty()) {
        return std::nullopt;
    }
    last_.program.first = first;
    const Compiled compiled{ProgramIndex(static_cast<std::uint32_t>(script_.programs.size())), last_.constant,
                            last_.always};
    script_.programs.push_back(last_.program);
    script_.sources.push_back(key.second);
    return known_.emplace(std::move(key), compiled).first->second;
}

std::optional<text::FaultText> ScriptBuilder::unassigned(std::size_t variable) const {
    const SlotTable::Variable& read = slots_.variables()[variable];
    if (read.assigned) {
        return std::nullopt;
    }
    return text::FaultText{.message = text::quoted(read.name) + " is never assigned in this file, so it is always 0",
                           .nearest = nearest_assigned(read.name),
                           .found = text::printable(read.name)};
}

std::string ScriptBuilder::nearest_assigned(std::string_view name) const {
    if (!suggestions_.any_left()) {
        return {};
    }
    std::vector<std::string_view> assigned;
    for (const SlotTable::Variable& variable : slots_.variables()) {
        if (variable.assigned) {
            assigned.push_back(variable.name);
        }
    }
    return suggestions_.nearest(name, assigned);
}

std::shared_ptr<const Script> ScriptBuilder::finish() {
    if (script_.programs.empty()) {
        return nullptr;
    }
    slots_.move_into(script_);
    return std::make_shared<const Script>(std::move(script_));
}

}  // namespace emoted::molang
