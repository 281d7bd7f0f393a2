#include "checks.hpp"
#include "report.hpp"
#include "secrets.hpp"
#include "setting_table.hpp"
#include "value_text.hpp"

#include <emoted/config/loader.hpp>
#include <emoted/config/read_file.hpp>
#include <emoted/sequences/json_reader.hpp>

#include <fmt/format.h>
#include <toml++/toml.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace emoted::config {
namespace {

constexpr std::string_view environment_source = "environment";
constexpr std::string_view flag_source = "--set";
constexpr std::string_view named_section = "proxies.named";
constexpr std::string_view environment_prefix = "EMOTED_";

DiagnosticCode code_of(Refusal::Kind kind) noexcept {
    switch (kind) {
        case Refusal::Kind::wrong_type:
            return DiagnosticCode::wrong_type;
        case Refusal::Kind::invalid_value:
            return DiagnosticCode::invalid_value;
        case Refusal::Kind::invalid_time:
            return DiagnosticCode::invalid_time;
        case Refusal::Kind::unknown_word:
            return DiagnosticCode::unknown_word;
    }
    return DiagnosticCode::invalid_value;
}

std::string name_of(toml::node_type type) {
    switch (type) {
        case toml::node_type::table:
            return "a table";
        case toml::node_type::array:
            return "a list";
        case toml::node_type::string:
            return "a text";
        case toml::node_type::integer:
            return "an integer";
        case toml::node_type::floating_point:
            return "a number";
        case toml::node_type::boolean:
            return "true or false";
        case toml::node_type::date:
        case toml::node_type::time:
        case toml::node_type::date_time:
            return "a date or a time of day";
        case toml::node_type::none:
            break;
    }
    return "nothing";
}

RawValue raw_value(const toml::node& node) {
    if (const auto* const text = node.as_string()) {
        return text->get();
    }
    if (const auto* const integer = node.as_integer()) {
        return integer->get();
    }
    if (const auto* const number = node.as_floating_point()) {
        return number->get();
    }
    if (const auto* const boolean = node.as_boolean()) {
        return boolean->get();
    }
    if (const auto* const array = node.as_array()) {
        std::vector<std::string> elements;
        for (const toml::node& element : *array) {
            const auto* const text = element.as_string();
            if (text == nullptr) {
                return OtherType{"a list with " + name_of(element.type())};
            }
            elements.push_back(text->get());
        }
        return elements;
    }
    return OtherType{name_of(node.type())};
}

// What a fault says was found, as it could stand in the file; the type where there is no short form.
std::string found_text(const RawValue& value) {
    struct Writer {
        std::string operator()(bool boolean) const { return boolean ? "true" : "false"; }
        std::string operator()(std::int64_t integer) const { return std::to_string(integer); }
        std::string operator()(double number) const { return fmt::format("{}", number); }
        std::string operator()(const std::string& text) const { return shortened(toml_string(text)); }
        std::string operator()(const std::vector<std::string>& list) const {
            std::string text;
            for (const std::string& element : list) {
                text += (text.empty() ? "" : ", ") + toml_string(element);
            }
            return shortened('[' + text + ']');
        }
        std::string operator()(const PlainText& text) const { return shortened(toml_string(text.text)); }
        std::string operator()(const OtherType& type) const { return type.name; }
        static std::string shortened(std::string text) {
            constexpr std::size_t longest = 60;
            if (text.size() > longest) {
                text.resize(longest);
                while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U) {
                    text.pop_back();
                }
                if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0xC0U) {
                    text.pop_back();
                }
                text += "...";
            }
            return text;
        }
    };
    return std::visit(Writer{}, value);
}

std::vector<std::string_view> all_keys() {
    std::vector<std::string_view> keys;
    for (const Setting& setting : setting_table()) {
        keys.push_back(setting.key);
    }
    return keys;
}

bool is_section(std::string_view path) {
    return std::ranges::any_of(setting_table(), [&](const Setting& setting) {
        return setting.key.size() > path.size() && setting.key.starts_with(path) && setting.key[path.size()] == '.';
    });
}

// The key that was meant: nearly the same, or the right word in the wrong section.
std::string nearest_key(std::string_view path) {
    const auto keys = all_keys();
    std::string nearest = text::nearest_word(path, keys);
    if (nearest.empty()) {
        const std::string_view word = path.substr(path.rfind('.') + 1);
        for (const std::string_view key : keys) {
            if (key.substr(key.rfind('.') + 1) == word) {
                return std::string(key);
            }
        }
    }
    return nearest;
}

std::string nearest_section(std::string_view path) {
    std::vector<std::string_view> sections;
    for (const std::string_view key : all_keys()) {
        const auto dot = key.find('.');
        if (dot != std::string_view::npos && (sections.empty() || sections.back() != key.substr(0, dot))) {
            sections.push_back(key.substr(0, dot));
        }
    }
    return text::nearest_word(path, sections);
}

Credential& named_credential(Settings& settings, std::string_view name) {
    auto& named = settings.proxies.named;
    auto place =
        std::ranges::lower_bound(named, name, {}, [](const auto& entry) { return std::string_view(entry.first); });
    if (place == named.end() || place->first != name) {
        place = named.emplace(place, std::string(name), Credential());
    }
    return place->second;
}

// One layer over the other: whatever a layer sets, it sets through these.
class Loader {
public:
    Loader(Settings& settings, Report& report, std::string_view source)
        : settings_(settings), report_(report), source_(source) {}

    void read(const toml::table& table, const std::string& prefix) {
        for (const auto& [key, node] : table) {
            const std::string path = prefix + std::string(key.str());
            const Origin origin = origin_at(path, key.source().begin);
            if (const Setting* const setting = find_setting(path)) {
                set(*setting, raw_value(node), origin_at(path, node.source().begin));
            } else if (path == named_section || is_section(path)) {
                const auto* const inner = node.as_table();
                if (inner == nullptr) {
                    wrong_type(origin, "a table", name_of(node.type()));
                } else if (path == named_section) {
                    read_named(*inner);
                } else {
                    read(*inner, path + '.');
                }
            } else if (node.is_table() && prefix.empty()) {
                unknown(origin, fmt::format("there is no section [{}]", path), nearest_section(path));
            } else {
                unknown(origin, fmt::format("there is no setting {}", path), nearest_key(path));
            }
        }
    }

    void read(const Environment& environment) {
        std::vector<std::string> names;
        for (const Setting& setting : setting_table()) {
            names.push_back(environment_name(setting.key));
        }
        const std::vector<std::string_view> views(names.begin(), names.end());
        for (const auto& [name, value] : environment) {
            if (!name.starts_with(environment_prefix)) {
                continue;
            }
            const Origin origin{std::string(environment_source), name, 0, 0};
            const auto found = std::ranges::find(names, name);
            if (found != names.end()) {
                set(setting_table()[static_cast<std::size_t>(found - names.begin())], PlainText{value}, origin);
                continue;
            }
            // The prefix is shared with tools and secrets, so only what looks like a setting can be a mistake.
            const std::string nearest = text::nearest_word(name, views);
            if (name.find("__") != std::string::npos || !nearest.empty()) {
                unknown(origin, fmt::format("the variable {} sets nothing", name), nearest);
            }
        }
    }

    void read(const std::vector<std::string>& flags) {
        for (const std::string& flag : flags) {
            const auto equals = flag.find('=');
            const std::string key = flag.substr(0, equals);
            const Origin origin{std::string(flag_source), key, 0, 0};
            if (equals == std::string::npos) {
                report_.fault(DiagnosticCode::invalid_value, origin, fmt::format("--set {} has no value", key)).hint =
                    fmt::format("write --set {}=VALUE", key);
                continue;
            }
            const PlainText value{flag.substr(equals + 1)};
            if (const Setting* const setting = find_setting(key)) {
                set(*setting, value, origin);
            } else if (!set_named(key, value, origin)) {
                unknown(origin, fmt::format("there is no setting {}", key), nearest_key(key));
            }
        }
    }

private:
    [[nodiscard]] Origin origin_at(std::string path, const toml::source_position& position) const {
        return {source_, std::move(path), position.line, position.column};
    }

    void unknown(const Origin& origin, std::string message, const std::string& nearest) {
        Diagnostic& fault = report_.fault(DiagnosticCode::unknown_member, origin, std::move(message));
        fault.nearest = nearest;
    }

    void wrong_type(const Origin& origin, std::string expected, std::string found) {
        Diagnostic& fault =
            report_.fault(DiagnosticCode::wrong_type, origin, fmt::format("{} must be {}", origin.key, expected));
        fault.expected = std::move(expected);
        fault.found = std::move(found);
    }

    void set(const Setting& setting, const RawValue& value, const Origin& origin) {
        const std::string key(setting.key);
        if (const auto refusal = assign(setting, settings_, value)) {
            refuse(setting, *refusal, value, origin);
            // Relations are about keys, whatever the name under which this layer set it.
            if (origin.key != key) {
                report_.mark_faulty(key);
            }
        }
        if (const std::string other = other_source_of_secret(key);
            !other.empty() && value_of(settings_, key) != "\"\"" && !report_.set_by(other, origin.source)) {
            (void)assign(*find_setting(other), settings_, std::string());
        }
        report_.set_origin(key, origin);
    }

    void refuse(const Setting& setting, const Refusal& refusal, const RawValue& value, const Origin& origin) {
        Diagnostic& fault = report_.fault(code_of(refusal.kind), origin, refusal.message);
        const std::string accepted = accepted_text(setting);
        fault.expected = type_name(setting) + (accepted.empty() ? "" : ", " + accepted);
        // Whoever wrote a secret in place of its file must not find it in the log.
        fault.found =
            setting.key.find("secret") == std::string_view::npos ? found_text(value) : "something else, not shown here";
        fault.nearest = refusal.nearest;
        fault.hint = refusal.hint;
    }

    void read_named(const toml::table& table) {
        for (const auto& [key, node] : table) {
            const std::string name(key.str());
            const std::string path = fmt::format("{}.{}", named_section, name);
            const Origin origin = origin_at(path, key.source().begin);
            if (!is_proxy_name(name)) {
                refuse_name(origin, name);
            }
            const auto* const entry = node.as_table();
            if (entry == nullptr) {
                wrong_type(origin, "a table", name_of(node.type()));
                continue;
            }
            report_.set_origin(path, origin);
            (void)named_credential(settings_, name);
            for (const auto& [member, value] : *entry) {
                const std::string member_path = fmt::format("{}.{}", path, member.str());
                if (!set_named(member_path, raw_value(value), origin_at(member_path, value.source().begin))) {
                    std::vector<std::string_view> words;
                    for (const NamedMember& known : named_members()) {
                        words.push_back(known.name);
                    }
                    unknown(origin_at(member_path, member.source().begin),
                            fmt::format("a proxy has no setting {}", member.str()),
                            text::nearest_word(member.str(), words));
                }
            }
        }
    }

    void refuse_name(const Origin& origin, const std::string& name) {
        report_.fault(DiagnosticCode::invalid_value, origin, fmt::format("{} is not a proxy name", toml_string(name)))
            .expected = "1 to 64 characters of a-z A-Z 0-9 _ . -";
    }

    // "proxies.named.<name>.<member>", where the name may have dots; false if the path is no such thing.
    bool set_named(const std::string& path, const RawValue& value, const Origin& origin) {
        const std::string prefix = std::string(named_section) + '.';
        const auto last_dot = path.rfind('.');
        if (!path.starts_with(prefix) || last_dot < prefix.size()) {
            return false;
        }
        const std::string name = path.substr(prefix.size(), last_dot - prefix.size());
        const auto member =
            std::ranges::find(named_members(), std::string_view(path).substr(last_dot + 1), &NamedMember::name);
        if (member == named_members().end()) {
            return false;
        }
        if (!is_proxy_name(name) && !report_.faulty(prefix + name)) {
            refuse_name(origin, name);
        }
        // Goes through the setting of the same meaning for all other proxies, on a copy that holds this proxy's own.
        const Setting& rules = *find_setting(member->shared_key);
        Credential& credential = named_credential(settings_, name);
        Settings scratch;
        scratch.proxies.shared = credential;
        if (std::optional<Refusal> refusal = assign(rules, scratch, value)) {
            refusal->message.replace(0, rules.key.size(), path);
            refuse(rules, *refusal, value, origin);
        } else {
            const std::string other = other_source_of_secret(path);
            if (value_of(scratch, rules.key) != "\"\"" && !report_.set_by(other, origin.source)) {
                (void)assign(*find_setting(other_source_of_secret(rules.key)), scratch, std::string());
            }
            credential = scratch.proxies.shared;
        }
        report_.set_origin(path, origin);
        return true;
    }

    Settings& settings_;
    Report& report_;
    std::string source_;
};

std::filesystem::path resolved(const std::filesystem::path& folder, const std::filesystem::path& path) {
    return path.empty() ? path : (folder / path).lexically_normal();
}

void resolve(Credential& credential, const std::filesystem::path& folder) {
    credential.source.file = resolved(folder, credential.source.file);
    credential.previous_source.file = resolved(folder, credential.previous_source.file);
}

void resolve_paths(Settings& settings, const std::filesystem::path& folder) {
    settings.runtime_directory = resolved(folder, settings.runtime_directory);
    settings.listen.proxy_unix = resolved(settings.runtime_directory, settings.listen.proxy_unix);
    settings.listen.admin_unix = resolved(settings.runtime_directory, settings.listen.admin_unix);
    settings.emotes.directory = resolved(folder, settings.emotes.directory);
    settings.emotes.policy = resolved(folder, settings.emotes.policy);
    settings.log.file = resolved(folder, settings.log.file);
    resolve(settings.proxies.shared, folder);
    for (auto& [name, credential] : settings.proxies.named) {
        resolve(credential, folder);
    }
}

// The parser stops at the first fault of syntax.
std::optional<toml::table> parse_toml(std::string_view source, std::string_view text, Report& report) {
    try {
        return toml::parse(text, source);
    } catch (const toml::parse_error& error) {
        const auto& position = error.source().begin;
        report.fault(DiagnosticCode::invalid_toml, Origin{std::string(source), {}, position.line, position.column},
                     std::string(error.description()));
    } catch (const std::exception& error) {
        report.fault(DiagnosticCode::invalid_toml, Origin{std::string(source), {}, 0, 0}, error.what());
    }
    return std::nullopt;
}

enum class Secrets : std::uint8_t { left_alone, fetched };

Loaded read_layers(std::string_view source, std::string_view text, const std::filesystem::path& folder,
                   const Overrides& overrides, Secrets secrets) {
    Loaded loaded;
    Report report(source, text, loaded.diagnostics);
    Settings settings;
    Loader loader(settings, report, source);
    const auto table = parse_toml(source, text, report);
    if (table) {
        loader.read(*table, {});
    }
    loader.read(overrides.environment);
    loader.read(overrides.flags);
    resolve_paths(settings, folder);
    // Without the file everything would be compared with defaults that nobody chose.
    if (table) {
        check(settings, report);
        // Only TCP needs secrets: on a Unix socket file rights replace them.
        if (secrets == Secrets::fetched && settings.listen.proxy_tcp) {
            read_secrets(settings, overrides.environment, report);
        }
    }
    sort_by_layer(loaded.diagnostics, source);
    if (!has_faults(loaded.diagnostics)) {
        loaded.settings = std::move(settings);
    }
    return loaded;
}

}  // namespace

const Credential* Settings::Proxies::credential_of(std::string_view name) const noexcept {
    const auto own = std::ranges::find(named, name, [](const auto& entry) { return std::string_view(entry.first); });
    if (own != named.end()) {
        return &own->second;
    }
    const bool listed = names.empty() || std::ranges::find(names, name) != names.end();
    return shared.source.given() && listed ? &shared : nullptr;
}

Environment process_environment() {
    Environment environment;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view text = *entry;
        const auto equals = text.find('=');
        if (equals != std::string_view::npos) {
            environment.emplace(text.substr(0, equals), text.substr(equals + 1));
        }
    }
    return environment;
}

Loaded parse(std::string_view source, std::string_view text, const std::filesystem::path& folder,
             const Overrides& overrides) {
    return read_layers(source, text, folder, overrides, Secrets::left_alone);
}

Loaded load(const std::filesystem::path& file, const Overrides& overrides) {
    const FileContent content = read_file(file, max_config_bytes);
    if (!content.error.empty()) {
        Loaded loaded;
        Diagnostic fault;
        fault.code = content.too_large ? DiagnosticCode::file_too_large : DiagnosticCode::unreadable_file;
        fault.source = file.string();
        fault.message = fmt::format("the configuration cannot be read: {}", content.error);
        loaded.diagnostics.push_back(std::move(fault));
        return loaded;
    }
    std::error_code error;
    const std::filesystem::path absolute = std::filesystem::absolute(file, error);
    return read_layers(file.string(), content.bytes, (error ? file : absolute).parent_path(), overrides,
                       Secrets::fetched);
}

}  // namespace emoted::config
