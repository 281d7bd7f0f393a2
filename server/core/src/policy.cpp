#include <emoted/core/limits.hpp>
#include <emoted/core/policy.hpp>
#include <emoted/sequences/json_document.hpp>
#include <emoted/sequences/json_reader.hpp>

#include <re2/re2.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace emoted::core {
namespace {

constexpr std::string_view default_permission = "emote.default";
constexpr std::int64_t exact_schema = 2;    // ids and "*"
constexpr std::int64_t pattern_schema = 3;  // patterns too, and a cooldown for each permission

// Letters, digits and what else can only stand for itself, without a dot: no pattern, whatever RE2 thinks of it.
bool is_plain_word(std::string_view text) {
    return std::ranges::all_of(text, [](char character) {
        return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
               (character >= '0' && character <= '9') || character == '_' || character == '-' || character == '/' ||
               character == ':' || character == ' ';
    });
}

bool granted(const std::string& permission, const std::vector<protocol::PermissionAnswer>& answers) {
    const auto answer = std::ranges::find(answers, permission, &protocol::PermissionAnswer::node);
    if (answer == answers.end() || answer->state == protocol::PermissionState::undefined) {
        return permission == default_permission;
    }
    return answer->state == protocol::PermissionState::granted;
}

}  // namespace

// Reads one file; every fault is reported before it gives up.
class PolicyReader {
public:
    PolicyReader(const text::JsonDocument& document, Diagnostics& diagnostics) : reader_(document, diagnostics) {}

    std::shared_ptr<const Policy> read() {
        text::ObjectCursor root = reader_.root();
        if (!root || !read_version(root)) {
            return nullptr;
        }
        root.accept({"$schema"});
        if (const auto disabled = root.optional("disabled").array()) {
            for (std::size_t i = 0; i < disabled.size(); ++i) {
                if (auto id = disabled[i].identifier(); id && !policy_.disabled_.insert(*id).second) {
                    twice(disabled[i], *id);
                }
            }
        }
        if (const auto permissions = root.required("permissions").array()) {
            read_permissions(permissions);
        }
        root.finish(Severity::fault);
        if (reader_.failed()) {
            return nullptr;
        }
        for (const Policy::Rule& rule : policy_.rules_) {
            policy_.nodes_.push_back(rule.permission);
        }
        std::ranges::sort(policy_.nodes_);
        return std::make_shared<const Policy>(std::move(policy_));
    }

private:
    bool read_version(text::ObjectCursor& root) {
        const text::Field field = root.required("schema_version");
        const auto version = field.integer(INT64_MIN, INT64_MAX);
        if (!version) {
            return false;
        }
        if (*version != exact_schema && *version != pattern_schema) {
            // The members mean something else there: checking them would only mislead.
            field.fault(DiagnosticCode::unsupported_version,
                        {.message = "schema_version " + std::to_string(*version) + " is not supported",
                         .expected = "2 or 3",
                         .hint = "convert the file to schema_version 3"});
            return false;
        }
        version_ = *version;
        return true;
    }

    void read_permissions(const text::ArrayCursor& permissions) {
        if (permissions.size() > Policy::max_permissions) {
            permissions.fault(DiagnosticCode::limit_exceeded,
                              {.message = "more than " + std::to_string(Policy::max_permissions) + " permissions",
                               .found = std::to_string(permissions.size())});
            return;
        }
        for (std::size_t i = 0; i < permissions.size(); ++i) {
            if (text::ObjectCursor entry = permissions[i].object()) {
                read_permission(entry);
            }
        }
    }

    void read_permission(text::ObjectCursor& entry) {
        Policy::Rule rule;
        const text::Field name = entry.required("permission");
        if (const auto permission = name.not_blank()) {
            rule.permission = std::string(*permission);
            if (rule.permission.size() > limits::max_permission_node) {
                name.fault(
                    DiagnosticCode::limit_exceeded,
                    {.message = "a permission has at most " + std::to_string(limits::max_permission_node) + " bytes",
                     .found = std::to_string(rule.permission.size()) + " bytes"});
            }
            if (std::ranges::find(policy_.rules_, rule.permission, &Policy::Rule::permission) != policy_.rules_.end()) {
                twice(name, rule.permission);
            }
        }
        if (const auto emotes = entry.required("emotes").array()) {
            for (std::size_t i = 0; i < emotes.size(); ++i) {
                read_emote(emotes[i], rule);
            }
        }
        without_effect(entry, "idle");
        if (version_ == pattern_schema) {
            without_effect(entry, "cooldown");
        }
        entry.finish(Severity::fault);
        policy_.rules_.push_back(std::move(rule));
    }

    // A policy must not lose a part of what it says without a word.
    static void without_effect(text::ObjectCursor& entry, std::string_view member) {
        const text::Field field = entry.optional(member);
        if (field.present()) {
            field.warn(DiagnosticCode::unsupported_feature,
                       {.message = '"' + std::string(member) + "\" has no effect yet",
                        .hint = "everything else in this permission is in force"});
        }
    }

    void read_emote(const text::Field& field, Policy::Rule& rule) {
        const auto entry = field.not_blank();
        if (!entry) {
            return;
        }
        if (*entry == "*") {
            if (std::exchange(rule.all, true)) {
                twice(field, *entry);
            }
        } else if (field.is_identifier()) {
            if (!rule.emotes.emplace(*entry).second) {
                twice(field, *entry);
            }
        } else if (version_ == exact_schema) {
            field.fault(DiagnosticCode::invalid_identifier, {.message = "neither an id nor \"*\"",
                                                             .expected = "an identifier such as example:wave, or \"*\"",
                                                             .hint = "patterns need schema_version 3"});
        } else if (is_plain_word(*entry)) {
            field.fault(DiagnosticCode::invalid_identifier,
                        {.message = "no id, and as a pattern it matches none",
                         .expected = "an identifier such as example:wave, a pattern such as example:.*, or \"*\""});
        } else {
            read_pattern(field, *entry, rule);
        }
    }

    void read_pattern(const text::Field& field, std::string_view text, Policy::Rule& rule) {
        if (text.size() > Policy::max_pattern_bytes) {
            field.fault(DiagnosticCode::limit_exceeded,
                        {.message = "a pattern has at most " + std::to_string(Policy::max_pattern_bytes) + " bytes",
                         .found = std::to_string(text.size()) + " bytes"});
            return;
        }
        const auto same = [&](const auto& pattern) { return pattern->pattern() == text; };
        if (std::ranges::any_of(rule.patterns, same)) {
            twice(field, text);
            return;
        }
        RE2::Options options;
        options.set_log_errors(false);
        auto pattern = std::make_shared<const RE2>(re2::StringPiece(text.data(), text.size()), options);
        if (pattern->ok()) {
            rule.patterns.push_back(std::move(pattern));
            return;
        }
        // RE2 names the part that it does not take.
        const std::size_t inside =
            pattern->error_arg().empty() ? std::string_view::npos : text.find(pattern->error_arg());
        field.fault(DiagnosticCode::invalid_pattern,
                    {.message = "not a pattern: " + pattern->error(),
                     .expected = "an RE2 pattern that matches whole ids",
                     .hint = "RE2 has no look-ahead, look-behind or back references"},
                    inside == std::string_view::npos ? std::nullopt : std::optional(inside));
    }

    static void twice(const text::Field& field, std::string_view what) {
        field.fault(DiagnosticCode::invalid_value,
                    {.message = '"' + std::string(what) + "\" stands here for the second time",
                     .hint = "leave one of them out"});
    }

    text::JsonReader reader_;
    Policy policy_;
    std::int64_t version_ = pattern_schema;
};

std::shared_ptr<const Policy> Policy::parse(std::string source, std::string text, Diagnostics& diagnostics) {
    Diagnostics found;
    std::shared_ptr<const Policy> policy;
    if (const auto document = text::JsonDocument::parse(std::move(source), std::move(text), found)) {
        policy = PolicyReader(*document, found).read();
    }
    text::sort(found);
    diagnostics.insert(diagnostics.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
    return policy;
}

bool Policy::Rule::covers(std::string_view emote) const {
    if (all || emotes.find(emote) != emotes.end()) {
        return true;
    }
    const re2::StringPiece text(emote.data(), emote.size());
    return std::ranges::any_of(patterns, [&](const auto& pattern) { return RE2::FullMatch(text, *pattern); });
}

bool Policy::disabled(std::string_view emote) const {
    return disabled_.find(emote) != disabled_.end();
}

bool Policy::allows(std::string_view emote, const std::vector<protocol::PermissionAnswer>& answers) const {
    return std::ranges::any_of(
        rules_, [&](const Rule& rule) { return granted(rule.permission, answers) && rule.covers(emote); });
}

}  // namespace emoted::core
