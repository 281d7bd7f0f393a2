// Who may play what: the rules of emotes.json, compiled (format section 8, D33).
//
// Immutable once parsed; shared as shared_ptr<const Policy>; any thread may ask. Parsing is pure: text in, policy and
// diagnostics out.
#pragma once

#include <emoted/protocol/messages.hpp>
#include <emoted/sequences/diagnostic.hpp>

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace re2 {
class RE2;
}

namespace emoted::core {

class Policy {
public:
    // Each proxy answers every permission for every player, so their number is bounded.
    static constexpr std::size_t max_permissions = 1'024;
    // A longer pattern is no longer readable; RE2 bounds what one may cost besides.
    static constexpr std::size_t max_pattern_bytes = 1'024;

    // No rule: nothing is allowed.
    Policy() = default;

    // Null if there is any fault; `diagnostics` then says why. schema_version 2: ids and "*"; schema_version 3: RE2
    // patterns as well, which must match a whole id. An unknown key is a fault.
    [[nodiscard]] static std::shared_ptr<const Policy> parse(std::string source, std::string text,
                                                             Diagnostics& diagnostics);

    // The permission nodes the rules use, sorted.
    [[nodiscard]] const std::vector<std::string>& permission_nodes() const noexcept { return nodes_; }
    [[nodiscard]] bool disabled(std::string_view emote) const;
    // Undefined answers: emote.default is granted, all else denied. Says nothing about disabled().
    [[nodiscard]] bool allows(std::string_view emote, const std::vector<protocol::PermissionAnswer>& answers) const;

private:
    friend class PolicyReader;
    struct Rule {
        std::string permission;
        bool all = false;
        std::set<std::string, std::less<>> emotes;  // exact ids
        std::vector<std::shared_ptr<const re2::RE2>> patterns;
        [[nodiscard]] bool covers(std::string_view emote) const;
    };
    std::vector<Rule> rules_;
    std::vector<std::string> nodes_;
    std::set<std::string, std::less<>> disabled_;
};

}  // namespace emoted::core
