#include "setting_table.hpp"

#include "value_text.hpp"

#include <emoted/sequences/json_reader.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <type_traits>

namespace emoted::config {
namespace {

constexpr std::int64_t second = 1'000;
constexpr std::int64_t minute = 60 * second;
constexpr std::int64_t tick = second / ticks_per_second;
constexpr std::int64_t kibibyte = 1'024;
constexpr std::int64_t mebibyte = 1'024 * kibibyte;

bool normalise_name(std::string& element) {
    return is_proxy_name(element);
}

// Commands are compared without the game's own namespace (D44).
bool normalise_command(std::string& element) {
    constexpr std::string_view game = "minecraft:";
    if (element.starts_with(game)) {
        element.erase(0, game.size());
    }
    return !element.empty() && std::ranges::all_of(element, [](char character) {
        return (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9') || character == '_' ||
               character == '-' || character == '.' || character == ':';
    });
}

// One entry a setting; a lambda for the place, since a member of a member has no pointer to member.
#define EMOTED_PLACE(type, member) Access<type>([](Settings& settings) -> type& { return settings.member; })

const std::array settings_in_file_order{
    Setting{.key = "runtime_directory",
            .place = EMOTED_PLACE(std::filesystem::path, runtime_directory),
            .help = "The folder of the sockets below. Made at the start if it is missing."},

    Setting{.key = "listen.proxy_tcp",
            .place = EMOTED_PLACE(std::optional<TcpEndpoint>, listen.proxy_tcp),
            .empty = Empty::allowed,
            .help = "Where proxies connect over TCP. Port 0: the system picks one and the ready line names it. Empty: "
                    "off. What follows the handshake is neither encrypted nor protected against change, so keep this "
                    "on a loopback address, or put a tunnel in front of it."},
    Setting{.key = "listen.proxy_unix",
            .place = EMOTED_PLACE(std::filesystem::path, listen.proxy_unix),
            .empty = Empty::allowed,
            .help = "A Unix socket for proxies and tools on this machine; the rights of the socket replace the "
                    "secret. Relative to runtime_directory. Empty: off."},
    Setting{.key = "listen.admin_unix",
            .place = EMOTED_PLACE(std::filesystem::path, listen.admin_unix),
            .empty = Empty::allowed,
            .help = "The Unix socket that emotectl uses; who may write to it may administrate. Relative to "
                    "runtime_directory. Empty: off."},

    Setting{
        .key = "proxies.secret_file",
        .place = EMOTED_PLACE(std::filesystem::path, proxies.shared.source.file),
        .empty = Empty::allowed,
        .help =
            "The file of the secret that a proxy over TCP has to know. At least 16 bytes; a line end after it "
            "does not count. Without a secret only the proxies named below may connect. A reload reads it anew. Who "
            "proves it wrong has to wait: a proxy name at one address after 3 failures, 1 s doubling up to 1 min; "
            "an address, whatever names it gives, after 30 failures, 10 s for each further one."},
    Setting{.key = "proxies.secret_environment",
            .place = EMOTED_PLACE(std::string, proxies.shared.source.environment),
            .empty = Empty::allowed,
            .help = "The name of an environment variable that holds the secret, instead of a file."},
    Setting{.key = "proxies.previous_secret_file",
            .place = EMOTED_PLACE(std::filesystem::path, proxies.shared.previous_source.file),
            .empty = Empty::allowed,
            .help = "A secret that is accepted as well, while proxies change from an old secret to a new one."},
    Setting{.key = "proxies.previous_secret_environment",
            .place = EMOTED_PLACE(std::string, proxies.shared.previous_source.environment),
            .empty = Empty::allowed,
            .help = "The same from an environment variable."},
    Setting{.key = "proxies.names",
            .place = EMOTED_PLACE(std::vector<std::string>, proxies.names),
            .normalise = normalise_name,
            .element = "proxy names (1 to 64 characters of a-z A-Z 0-9 _ . -)",
            .help = "The names that may connect with that secret. Empty: any name."},
    Setting{.key = "proxies.max_connections",
            .place = EMOTED_PLACE(std::uint32_t, proxies.max_connections),
            .least = 1,
            .most = 10'000,
            .help = "Proxies that are connected at a time. Handshakes have places of their own."},
    Setting{.key = "proxies.ping_interval",
            .place = EMOTED_PLACE(std::chrono::milliseconds, proxies.ping_interval),
            .least = 100,
            .most = 10 * minute,
            .help = "How often each proxy is asked whether it is still there."},
    Setting{.key = "proxies.ping_timeout",
            .place = EMOTED_PLACE(std::chrono::milliseconds, proxies.ping_timeout),
            .least = 200,
            .most = 60 * minute,
            .help = "A link that is silent for longer is closed. Must be more than ping_interval."},
    Setting{.key = "proxies.handshake_timeout",
            .place = EMOTED_PLACE(std::chrono::milliseconds, proxies.handshake_timeout),
            .least = 100,
            .most = 2 * minute,
            .help = "A connection that has not proved who it is by then is closed."},
    Setting{.key = "proxies.grace",
            .place = EMOTED_PLACE(TickCount, proxies.grace),
            .most = 10 * minute,
            .help = "How long what the players of a lost proxy play goes on, in case it comes back."},

    Setting{.key = "emotes.directory",
            .place = EMOTED_PLACE(std::filesystem::path, emotes.directory),
            .help =
                "The folder tree of emote files (*.json). Made if it is missing. Links in it are followed, out of it "
                "too; of a file that is no JSON object nothing is shown in reports."},
    Setting{.key = "emotes.policy",
            .place = EMOTED_PLACE(std::filesystem::path, emotes.policy),
            .help = "Who may play what. Without this file nobody may play anything."},
    Setting{.key = "emotes.allowed_commands",
            .place = EMOTED_PLACE(std::vector<std::string>, emotes.allowed_commands),
            .normalise = normalise_command,
            .element = "command names without a slash",
            .reload = Reload::reload,
            .help = "The commands that events in emote files may send, by their first word. Think twice before adding "
                    "one: whoever can write an emote file can run it. \"execute\" runs any other."},
    Setting{.key = "emotes.loading_threads",
            .place = EMOTED_PLACE(std::uint32_t, emotes.loading_threads),
            .most = 64,
            .reload = Reload::reload,
            .help = "How many threads read emote files during a load; each holds one file in memory. What they make "
                    "of the files does not depend on it. In a reload they yield to the thread that plays. 0: one for "
                    "each processor, but at most 8, beyond which they wait for memory."},

    Setting{.key = "reload.keep_last_good",
            .place = EMOTED_PLACE(bool, reload_keep_last_good),
            .reload = Reload::reload,
            .help = "A file that is faulty after a reload keeps serving the emote it had before; the report says so."},

    Setting{.key = "limits.max_sequence_ticks",
            .place = EMOTED_PLACE(std::int64_t, limits.max_sequence_ticks),
            .least = 1,
            .most = 2'147'483'647,
            .reload = Reload::reload,
            .help = "The longest that a sequence may take at worst, in ticks; one day unless changed. Longer ones are "
                    "refused when they are loaded."},
    Setting{.key = "limits.max_segments",
            .place = EMOTED_PLACE(std::int64_t, limits.max_segments),
            .least = 1,
            .most = 10'000'000,
            .reload = Reload::reload,
            .help = "The most animations, each repetition counted, that one playback may consist of. Bounds its "
                    "memory."},
    Setting{.key = "limits.max_emotes",
            .place = EMOTED_PLACE(std::size_t, limits.max_emotes),
            .least = 1,
            .most = 32'768,
            .reload = Reload::reload,
            .help = "The most emotes that are loaded; the rest, in the order of their ids, is refused."},
    Setting{.key = "limits.molang_steps",
            .place = EMOTED_PLACE(std::int64_t, limits.molang_steps),
            .least = 1,
            .most = 10'000'000,
            .help =
                "What the Molang of one playback may cost in one tick, in steps: evaluated parts of expressions, and "
                "rolled dice. A playback that takes more is ended."},
    Setting{.key = "limits.molang_world_steps",
            .place = EMOTED_PLACE(std::int64_t, limits.molang_world_steps),
            .least = 1,
            .most = 1'000'000'000,
            .help =
                "The same for all playbacks together. Beyond it the dearest are ended. 500000 steps take 3 to 25 ms "
                "of the 50 ms of a tick, by what they compute."},
    Setting{.key = "limits.data_bytes_per_second",
            .place = EMOTED_PLACE(std::int64_t, limits.data_bytes_per_second),
            .least = 64 * kibibyte,
            .most = 1'024 * mebibyte,
            .help =
                "What all playbacks together may send of changed entity data and commands in a second, each counted "
                "with the most that it can come to; emotes without either do not count. A start beyond it is "
                "answered with busy. A proxy that stands still is owed all of it until proxies.ping_timeout, so "
                "outbox.hard_limit_bytes must hold that."},
    Setting{.key = "limits.max_displays",
            .place = EMOTED_PLACE(std::uint32_t, max_displays),
            .most = 1'048'576,
            .help = "Display entities on one backend server at a time, hidden ones included. 0: no limit."},

    Setting{.key = "limits.starts_per_player",
            .place = EMOTED_PLACE(std::uint32_t, starts_per_player),
            .most = 1'000,
            .help = "What one player may start or join in any limits.starts_window; more is answered with rate_limited "
                    "and the time left. What emotectl starts does not count. 0: no limit."},
    Setting{.key = "limits.starts_window",
            .place = EMOTED_PLACE(TickCount, starts_window),
            .least = tick,
            .most = 10 * minute,
            .help = "The time in which limits.starts_per_player counts."},

    Setting{.key = "matching.max_state_age",
            .place = EMOTED_PLACE(TickCount, matching.max_state_age),
            .least = tick,
            .most = 10 * minute,
            .help = "Two players match only if the positions of both were reported within this time."},
    Setting{.key = "matching.line_of_sight_timeout",
            .place = EMOTED_PLACE(TickCount, matching.line_of_sight_timeout),
            .least = tick,
            .most = 10 * second,
            .help = "A proxy that has not said by then whether one player sees another has not said it; the two then "
                    "do not match."},
    Setting{.key = "matching.line_of_sight_max_age",
            .place = EMOTED_PLACE(TickCount, matching.line_of_sight_max_age),
            .least = tick,
            .most = 10 * second,
            .help = "How long such an answer is believed."},

    Setting{.key = "viewers.range",
            .place = EMOTED_PLACE(double, viewers.range),
            .least = 1,
            .most = 1'024,
            .help = "Players within this many blocks, horizontally and vertically, see an emote."},
    Setting{.key = "viewers.hysteresis",
            .place = EMOTED_PLACE(double, viewers.hysteresis),
            .most = 1'024,
            .help = "They stop seeing it this many blocks further out, so that nobody flickers at the edge."},

    Setting{.key = "tick.max_catch_up",
            .place = EMOTED_PLACE(std::uint32_t, tick_max_catch_up),
            .most = 1'200,
            .help = "Ticks that are made up for at once after a delay; more than these are skipped and counted."},

    Setting{.key = "outbox.soft_limit_bytes",
            .place = EMOTED_PLACE(std::uint64_t, outbox.soft_limit_bytes),
            .least = 64 * kibibyte,
            .most = 1'024 * mebibyte,
            .help = "With more than this waiting for a proxy, pose frames are dropped; it gets a keyframe later."},
    Setting{.key = "outbox.hard_limit_bytes",
            .place = EMOTED_PLACE(std::uint64_t, outbox.hard_limit_bytes),
            .least = 2 * mebibyte,
            .most = 4'096 * mebibyte,
            .help = "With more than this waiting, the proxy is too slow and its connection is closed."},

    Setting{.key = "log.level",
            .place = EMOTED_PLACE(LogLevel, log.level),
            .reload = Reload::reload,
            .help = "The least grave lines that are written."},
    Setting{.key = "log.format",
            .place = EMOTED_PLACE(LogFormat, log.format),
            .help = "Lines for people, or one JSON object a line."},
    Setting{.key = "log.file",
            .place = EMOTED_PLACE(std::filesystem::path, log.file),
            .empty = Empty::allowed,
            .help = "Where the log goes; SIGUSR1 opens it anew by its name, after a rotation. Empty: standard error."},

    Setting{.key = "shutdown.grace",
            .place = EMOTED_PLACE(std::chrono::milliseconds, shutdown_grace),
            .most = 5 * minute,
            .help = "How long the end of everything that plays may take to reach the proxies at a stop."},
};

#undef EMOTED_PLACE

constexpr std::array<std::pair<std::string_view, LogLevel>, 4> log_levels{
    {{"debug", LogLevel::debug}, {"info", LogLevel::info}, {"warning", LogLevel::warning}, {"error", LogLevel::error}}};
constexpr std::array<std::pair<std::string_view, LogFormat>, 2> log_formats{
    {{"text", LogFormat::text}, {"json", LogFormat::json}}};

std::span<const std::pair<std::string_view, LogLevel>> words_of(LogLevel) {
    return log_levels;
}
std::span<const std::pair<std::string_view, LogFormat>> words_of(LogFormat) {
    return log_formats;
}

template <class Enum>
std::vector<std::string_view> names_of(Enum value) {
    std::vector<std::string_view> names;
    for (const auto& word : words_of(value)) {
        names.push_back(word.first);
    }
    return names;
}

template <class Value>
constexpr bool is_time = std::is_same_v<Value, std::chrono::milliseconds> || std::is_same_v<Value, TickCount>;
template <class Value>
constexpr bool is_integer = std::is_integral_v<Value> && !std::is_same_v<Value, bool>;

Refusal wrong_type(const Setting& setting) {
    return {Refusal::Kind::wrong_type, fmt::format("{} must be {}", setting.key, type_name(setting)), {}, {}};
}

Refusal out_of_range(const Setting& setting) {
    return {Refusal::Kind::invalid_value, fmt::format("{} is out of range", setting.key), {}, {}};
}

// The text of a variable or flag in the type that the setting wants; text that cannot be that stays text and is
// refused as such.
RawValue typed(const Setting& setting, const std::string& text) {
    return std::visit(
        [&](auto access) -> RawValue {
            using Value = std::remove_reference_t<std::invoke_result_t<decltype(access), Settings&>>;
            if constexpr (std::is_same_v<Value, bool>) {
                if (text == "true" || text == "false") {
                    return text == "true";
                }
            } else if constexpr (is_integer<Value>) {
                std::int64_t number = 0;
                const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
                if (error == std::errc{} && rest == text.data() + text.size()) {
                    return number;
                }
            } else if constexpr (std::is_same_v<Value, double>) {
                double number = 0;
                const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
                if (error == std::errc{} && rest == text.data() + text.size()) {
                    return number;
                }
            } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
                std::vector<std::string> elements;
                for (std::size_t begin = 0; !text.empty() && begin <= text.size();) {
                    const std::size_t end = std::min(text.find(',', begin), text.size());
                    elements.push_back(text.substr(begin, end - begin));
                    begin = end + 1;
                }
                return elements;
            }
            return text;
        },
        setting.place);
}

bool has_control_character(std::string_view text) {
    return std::ranges::any_of(text, [](char character) { return static_cast<unsigned char>(character) < 0x20; });
}

std::optional<Refusal> store(const Setting& setting, bool& place, const RawValue& value) {
    const auto* const boolean = std::get_if<bool>(&value);
    if (boolean == nullptr) {
        return wrong_type(setting);
    }
    place = *boolean;
    return std::nullopt;
}

template <class Integer>
requires is_integer<Integer> std::optional<Refusal> store(const Setting& setting, Integer& place,
                                                          const RawValue& value) {
    const auto* const integer = std::get_if<std::int64_t>(&value);
    if (integer == nullptr) {
        return wrong_type(setting);
    }
    if (*integer < setting.least || *integer > setting.most) {
        return out_of_range(setting);
    }
    place = static_cast<Integer>(*integer);
    return std::nullopt;
}

std::optional<Refusal> store(const Setting& setting, double& place, const RawValue& value) {
    double number = 0;
    if (const auto* const real = std::get_if<double>(&value)) {
        number = *real;
    } else if (const auto* const integer = std::get_if<std::int64_t>(&value)) {
        number = static_cast<double>(*integer);
    } else {
        return wrong_type(setting);
    }
    if (!(number >= static_cast<double>(setting.least) && number <= static_cast<double>(setting.most))) {
        return out_of_range(setting);
    }
    place = number;
    return std::nullopt;
}

template <class Time>
requires is_time<Time> std::optional<Refusal> store(const Setting& setting, Time& place, const RawValue& value) {
    const auto* const text = std::get_if<std::string>(&value);
    if (text == nullptr) {
        Refusal refusal = wrong_type(setting);
        if (const auto* const integer = std::get_if<std::int64_t>(&value)) {
            refusal.hint = fmt::format("write the unit: \"{}ms\" or \"{}s\"", *integer, *integer);
        }
        return refusal;
    }
    const auto time = parse_time(*text);
    if (!time) {
        return Refusal{Refusal::Kind::invalid_time,
                       fmt::format("{} is not a time", setting.key),
                       fmt::format("write {}", time_grammar),
                       {}};
    }
    if (!(time->count() >= static_cast<double>(setting.least) && time->count() <= static_cast<double>(setting.most))) {
        return out_of_range(setting);
    }
    constexpr std::int64_t unit = std::is_same_v<Time, TickCount> ? tick : 1;
    const double count = time->count() / static_cast<double>(unit);
    const std::int64_t whole = std::llround(count);
    // Times that decimals cannot write exactly in double (0.1s) are still whole.
    if (std::abs(count - static_cast<double>(whole)) > 1e-6) {
        return Refusal{
            Refusal::Kind::invalid_time,
            fmt::format("{} must be a whole number of {}", setting.key, unit == 1 ? "milliseconds" : "ticks (50ms)"),
            {},
            {}};
    }
    place = Time(whole);
    return std::nullopt;
}

std::optional<Refusal> store(const Setting& setting, std::optional<TcpEndpoint>& place, const RawValue& value) {
    const auto* const text = std::get_if<std::string>(&value);
    if (text == nullptr) {
        return wrong_type(setting);
    }
    if (text->empty()) {
        place.reset();
        return std::nullopt;
    }
    auto endpoint = parse_endpoint(*text);
    if (!endpoint) {
        return Refusal{Refusal::Kind::invalid_value,
                       fmt::format("{} is not an address", setting.key),
                       text->starts_with("localhost") ? "names are not looked up; write 127.0.0.1 or [::1]"
                                                      : "write \"127.0.0.1:25599\" or \"[::1]:25599\"",
                       {}};
    }
    place = std::move(endpoint);
    return std::nullopt;
}

std::optional<Refusal> store(const Setting& setting, std::filesystem::path& place, const RawValue& value) {
    const auto* const text = std::get_if<std::string>(&value);
    if (text == nullptr) {
        return wrong_type(setting);
    }
    if (text->empty() && setting.empty == Empty::refused) {
        return Refusal{Refusal::Kind::invalid_value, fmt::format("{} must not be empty", setting.key), {}, {}};
    }
    if (has_control_character(*text)) {
        return Refusal{Refusal::Kind::invalid_value, fmt::format("{} has a control character", setting.key), {}, {}};
    }
    place = *text;
    return std::nullopt;
}

// The only plain texts are names of environment variables.
std::optional<Refusal> store(const Setting& setting, std::string& place, const RawValue& value) {
    const auto* const text = std::get_if<std::string>(&value);
    if (text == nullptr) {
        return wrong_type(setting);
    }
    if (!text->empty() && !is_environment_name(*text)) {
        return Refusal{Refusal::Kind::invalid_value,
                       fmt::format("{} is not the name of an environment variable", setting.key),
                       "a secret is never written here, only the name of the variable that holds it",
                       {}};
    }
    place = *text;
    return std::nullopt;
}

std::optional<Refusal> store(const Setting& setting, std::vector<std::string>& place, const RawValue& value) {
    const auto* const list = std::get_if<std::vector<std::string>>(&value);
    if (list == nullptr) {
        return wrong_type(setting);
    }
    std::vector<std::string> elements;
    for (std::string element : *list) {
        if (!setting.normalise(element)) {
            return Refusal{
                Refusal::Kind::invalid_value,
                fmt::format("{} must hold {}, but has {}", setting.key, setting.element, toml_string(element)),
                {},
                {}};
        }
        if (std::ranges::find(elements, element) != elements.end()) {
            return Refusal{Refusal::Kind::invalid_value,
                           fmt::format("{} names {} twice", setting.key, toml_string(element)),
                           {},
                           {}};
        }
        elements.push_back(std::move(element));
    }
    place = std::move(elements);
    return std::nullopt;
}

template <class Enum>
requires std::is_enum_v<Enum> std::optional<Refusal> store(const Setting& setting, Enum& place, const RawValue& value) {
    const auto* const text = std::get_if<std::string>(&value);
    if (text == nullptr) {
        return wrong_type(setting);
    }
    for (const auto& word : words_of(place)) {
        if (word.first == *text) {
            place = word.second;
            return std::nullopt;
        }
    }
    return Refusal{Refusal::Kind::unknown_word,
                   fmt::format("{} knows no word {}", setting.key, toml_string(*text)),
                   {},
                   text::nearest_word(*text, names_of(place))};
}

std::string toml_text(bool value) {
    return value ? "true" : "false";
}
template <class Integer>
requires is_integer<Integer> std::string toml_text(Integer value) {
    return std::to_string(value);
}
std::string toml_text(double value) {
    return fmt::format("{}", value);
}
std::string toml_text(std::chrono::milliseconds value) {
    return toml_string(time_text(value, false));
}
std::string toml_text(TickCount value) {
    return toml_string(time_text(std::chrono::milliseconds(value.value() * tick), true));
}
std::string toml_text(const std::optional<TcpEndpoint>& value) {
    return toml_string(value ? to_string(*value) : std::string());
}
std::string toml_text(const std::filesystem::path& value) {
    return toml_string(value.string());
}
std::string toml_text(const std::string& value) {
    return toml_string(value);
}
std::string toml_text(const std::vector<std::string>& value) {
    std::string text;
    for (const std::string& element : value) {
        text += (text.empty() ? "" : ", ") + toml_string(element);
    }
    return '[' + text + ']';
}
template <class Enum>
requires std::is_enum_v<Enum> std::string toml_text(Enum value) {
    for (const auto& word : words_of(value)) {
        if (word.second == value) {
            return toml_string(word.first);
        }
    }
    return toml_string("");
}

constexpr std::array named_members_in_file_order{
    NamedMember{"secret_file", "proxies.secret_file",
                [](const Credential& credential) { return credential.source.file.string(); }},
    NamedMember{"secret_environment", "proxies.secret_environment",
                [](const Credential& credential) { return credential.source.environment; }},
    NamedMember{"previous_secret_file", "proxies.previous_secret_file",
                [](const Credential& credential) { return credential.previous_source.file.string(); }},
    NamedMember{"previous_secret_environment", "proxies.previous_secret_environment",
                [](const Credential& credential) { return credential.previous_source.environment; }},
};

}  // namespace

std::span<const Setting> setting_table() {
    return settings_in_file_order;
}

const Setting* find_setting(std::string_view key) {
    const auto found = std::ranges::find(settings_in_file_order, key, &Setting::key);
    return found == settings_in_file_order.end() ? nullptr : &*found;
}

std::span<const NamedMember> named_members() {
    return named_members_in_file_order;
}

std::string other_source_of_secret(std::string_view key) {
    constexpr std::string_view file = "secret_file";
    constexpr std::string_view environment = "secret_environment";
    if (key.ends_with(file)) {
        return std::string(key.substr(0, key.size() - file.size())) + std::string(environment);
    }
    if (key.ends_with(environment)) {
        return std::string(key.substr(0, key.size() - environment.size())) + std::string(file);
    }
    return {};
}

std::string environment_name(std::string_view key) {
    std::string name = "EMOTED_";
    for (const char character : key) {
        if (character == '.') {
            name += "__";
        } else {
            name += character >= 'a' && character <= 'z' ? static_cast<char>(character - 'a' + 'A') : character;
        }
    }
    return name;
}

std::optional<Refusal> assign(const Setting& setting, Settings& settings, const RawValue& value) {
    const auto* const plain = std::get_if<PlainText>(&value);
    const RawValue raw = plain != nullptr ? typed(setting, plain->text) : value;
    return std::visit([&](auto access) { return store(setting, access(settings), raw); }, setting.place);
}

std::string value_text(const Setting& setting, Settings settings) {
    return std::visit([&](auto access) { return toml_text(access(settings)); }, setting.place);
}

std::string type_name(const Setting& setting) {
    struct Namer {
        std::string operator()(Access<bool>) const { return "true or false"; }
        std::string operator()(Access<std::uint32_t>) const { return "an integer"; }
        std::string operator()(Access<std::int64_t>) const { return "an integer"; }
        std::string operator()(Access<std::uint64_t>) const { return "an integer"; }
        std::string operator()(Access<double>) const { return "a number"; }
        std::string operator()(Access<std::chrono::milliseconds>) const { return "a time"; }
        std::string operator()(Access<TickCount>) const { return "a time"; }
        std::string operator()(Access<std::optional<TcpEndpoint>>) const { return "an address with a port"; }
        std::string operator()(Access<std::filesystem::path>) const { return "a path"; }
        std::string operator()(Access<std::string>) const { return "the name of an environment variable"; }
        std::string operator()(Access<std::vector<std::string>>) const { return "a list of texts"; }
        std::string operator()(Access<LogLevel>) const { return "a word"; }
        std::string operator()(Access<LogFormat>) const { return "a word"; }
    };
    return std::visit(Namer{}, setting.place);
}

std::string accepted_text(const Setting& setting) {
    return std::visit(
        [&](auto access) -> std::string {
            using Value = std::remove_reference_t<std::invoke_result_t<decltype(access), Settings&>>;
            if constexpr (is_integer<Value> || std::is_same_v<Value, double>) {
                return fmt::format("{} to {}", setting.least, setting.most);
            } else if constexpr (is_time<Value>) {
                constexpr bool in_ticks = std::is_same_v<Value, TickCount>;
                return fmt::format("{} to {}", time_text(std::chrono::milliseconds(setting.least), in_ticks),
                                   time_text(std::chrono::milliseconds(setting.most), in_ticks));
            } else if constexpr (std::is_enum_v<Value>) {
                return fmt::format("{}", fmt::join(names_of(Value{}), ", "));
            } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
                return std::string(setting.element);
            } else {
                return {};
            }
        },
        setting.place);
}

}  // namespace emoted::config
