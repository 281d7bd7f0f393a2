// Who may play what: the rules of emotes.json, compiled (format section 8, D33).
//
// Immutable once parsed; shared as shared_ptr<const Policy>. Parsing is pure: text in, policy and diagnostics out.
#pragma once

#include <emoted/protocol/messages.hpp>
#include <emoted/sequences/diagnostic.hpp>

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace emoted::core {

class Policy {
public:
    // No rule: nothing is allowed.
    Policy() = default;

    // Null if there is any fault; `diagnostics` then says why.
    [[nodiscard]] static std::shared_ptr<const Policy> parse(std::string source, std::string text,
                                                             Diagnostics& diagnostics);

    // The permission nodes the rules use, sorted.
    [[nodiscard]] const std::vector<std::string>& permission_nodes() const noexcept { return nodes_; }
    [[nodiscard]] bool disabled(std::string_view emote) const;
    // Undefined answers: emote.default is granted, all else denied.
    [[nodiscard]] bool allows(std::string_view emote, const std::vector<protocol::PermissionAnswer>& answers) const;

private:
    struct Rule {
        std::string permission;
        bool all = false;
        std::vector<std::string> emotes;  // exact ids
    };
    std::vector<Rule> rules_;
    std::vector<std::string> nodes_;
    std::set<std::string, std::less<>> disabled_;
};

}  // namespace emoted::core
