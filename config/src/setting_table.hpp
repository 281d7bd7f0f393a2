// The table itself: each setting bound to its place in Settings. Public descriptions are made from it.
#pragma once

#include <emoted/config/settings.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace emoted::config {

template <class Value>
using Access = Value& (*)(Settings&);

// The type of a setting is the type of its place.
using Place = std::variant<Access<bool>, Access<std::uint32_t>, Access<std::int64_t>, Access<std::uint64_t>,
                           Access<double>, Access<std::chrono::milliseconds>, Access<TickCount>,
                           Access<std::optional<TcpEndpoint>>, Access<std::filesystem::path>, Access<std::string>,
                           Access<std::vector<std::string>>, Access<LogLevel>, Access<LogFormat>>;

enum class Reload : std::uint8_t { restart, reload };
enum class Empty : std::uint8_t { refused, allowed };

// Puts an element of a list into the form that is kept; false if it is not acceptable.
using Normalise = bool (*)(std::string& element);

struct Setting {
    std::string_view key;
    Place place;
    // Numbers: inclusive, in the unit of the value; times: in milliseconds.
    std::int64_t least = 0, most = 0;
    Empty empty = Empty::refused;  // paths and addresses
    Normalise normalise = nullptr;
    std::string_view element = {};  // what an element of a list is
    Reload reload = Reload::restart;
    std::string_view help = {};
};

[[nodiscard]] std::span<const Setting> setting_table();
[[nodiscard]] const Setting* find_setting(std::string_view key);
// "EMOTED_" and the key in upper case, with "__" for each dot.
[[nodiscard]] std::string environment_name(std::string_view key);

// A value as written, in one of TOML's types, or as the text of a variable or flag, whose type the setting decides.
struct PlainText {
    std::string text;
};
struct OtherType {
    std::string name;  // "a date", "a table"
};
using RawValue = std::variant<bool, std::int64_t, double, std::string, std::vector<std::string>, PlainText, OtherType>;

struct Refusal {
    enum class Kind : std::uint8_t { wrong_type, invalid_value, invalid_time, unknown_word };
    Kind kind = Kind::invalid_value;
    std::string message;
    std::string hint;
    std::string nearest;
};

// Checks the type and range of `value` and stores it, or says why not.
[[nodiscard]] std::optional<Refusal> assign(const Setting& setting, Settings& settings, const RawValue& value);

// As TOML, and in words for a fault ("a time, 100ms to 10m").
[[nodiscard]] std::string value_text(const Setting& setting, Settings settings);
[[nodiscard]] std::string type_name(const Setting& setting);
[[nodiscard]] std::string accepted_text(const Setting& setting);

// The members of proxies.named.<name>. They follow the rules of the settings for all other proxies.
struct NamedMember {
    std::string_view name;
    std::string_view shared_key;  // the setting of the same meaning for all other proxies
    std::string (*read)(const Credential&);
};
[[nodiscard]] std::span<const NamedMember> named_members();

// The one of file and environment that `key` is not, if it is either: setting one in a later layer drops the other.
[[nodiscard]] std::string other_source_of_secret(std::string_view key);

}  // namespace emoted::config
