// What an operator may set: the values, and one table that describes each of them.
//
// The loader, the environment variables, the --set flags, the printed effective configuration and the commented
// emoted.toml all come from the table, so none of them can know a setting that another one does not. Values only; safe
// to use from any thread.
#pragma once

#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/units.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace emoted::config {

// A numeric address; the loader takes "127.0.0.1:25599" and "[::1]:25599".
struct TcpEndpoint {
    std::string address;     // without brackets
    std::uint16_t port = 0;  // 0: the system picks one
    [[nodiscard]] bool loopback() const;
    friend bool operator==(const TcpEndpoint&, const TcpEndpoint&) = default;
};
// As in the file; the form that a person can paste.
[[nodiscard]] std::string to_string(const TcpEndpoint& endpoint);

// Bytes shared with a proxy. There is no stream operator and no conversion: what prints a secret must ask for it.
class Secret {
public:
    Secret() = default;
    explicit Secret(std::string bytes) : bytes_(std::move(bytes)) {}
    [[nodiscard]] const std::string& bytes() const noexcept { return bytes_; }
    friend bool operator==(const Secret&, const Secret&) = default;

private:
    std::string bytes_;
};

// Where a secret comes from: at most one of the two, neither means that there is no secret.
struct SecretSource {
    std::filesystem::path file;
    std::string environment;  // the name of an environment variable
    [[nodiscard]] bool given() const noexcept { return !file.empty() || !environment.empty(); }
    friend bool operator==(const SecretSource&, const SecretSource&) = default;
};

// What proves that a proxy is the one it says: the present secret, and during a change also the one before.
struct Credential {
    SecretSource source, previous_source;
    Secret secret;  // read by load()
    std::optional<Secret> previous;
    friend bool operator==(const Credential&, const Credential&) = default;
};

enum class LogLevel : std::uint8_t { debug, info, warning, error };
enum class LogFormat : std::uint8_t { text, json };

// Paths are absolute once loaded: relative ones count from the folder of the configuration file, sockets from
// runtime_directory. An empty path or a missing endpoint means that the listener is off.
struct Settings {
    std::filesystem::path runtime_directory = "run";

    struct Listen {
        std::optional<TcpEndpoint> proxy_tcp = TcpEndpoint{"127.0.0.1", 25599};
        std::filesystem::path proxy_unix = "proxy.sock";
        std::filesystem::path admin_unix = "admin.sock";
        friend bool operator==(const Listen&, const Listen&) = default;
    } listen;

    struct Proxies {
        // For every name without an entry of its own; without a source only the named ones may connect.
        Credential shared{{"secrets/proxy.secret", {}}, {}, {}, {}};
        // The names that may use the shared secret; empty means any.
        std::vector<std::string> names;
        std::vector<std::pair<std::string, Credential>> named;  // sorted by name
        std::uint32_t max_connections = 64;
        std::chrono::milliseconds ping_interval{5'000};
        std::chrono::milliseconds ping_timeout{15'000};
        std::chrono::milliseconds handshake_timeout{5'000};
        TickCount grace{100};

        // The credential that a proxy of this name has to prove, or null if the name may not connect.
        [[nodiscard]] const Credential* credential_of(std::string_view name) const noexcept;
        friend bool operator==(const Proxies&, const Proxies&) = default;
    } proxies;

    struct Emotes {
        std::filesystem::path directory = "emotes";
        std::filesystem::path policy = "emotes.json";
        std::vector<std::string> allowed_commands{"particle", "playsound", "stopsound"};
        std::uint32_t loading_threads = 0;  // 0: one for each processor, up to 8
        friend bool operator==(const Emotes&, const Emotes&) = default;
    } emotes;

    bool reload_keep_last_good = true;

    emoted::Limits limits;
    std::uint32_t max_displays = 16'384;   // limits.max_displays; 0 is unlimited
    std::uint32_t starts_per_player = 20;  // limits.starts_per_player; in any starts_window; 0 is unlimited
    TickCount starts_window{200};          // limits.starts_window

    struct Matching {
        TickCount max_state_age{100};
        TickCount line_of_sight_timeout{4};
        TickCount line_of_sight_max_age{10};
        friend bool operator==(const Matching&, const Matching&) = default;
    } matching;

    struct Viewers {
        double range = 64;      // blocks
        double hysteresis = 8;  // blocks
        friend bool operator==(const Viewers&, const Viewers&) = default;
    } viewers;

    std::uint32_t tick_max_catch_up = 10;  // ticks

    struct Outbox {
        std::uint64_t soft_limit_bytes = 1'048'576;
        std::uint64_t hard_limit_bytes = 67'108'864;
        friend bool operator==(const Outbox&, const Outbox&) = default;
    } outbox;

    struct Log {
        LogLevel level = LogLevel::info;
        LogFormat format = LogFormat::text;
        std::filesystem::path file;  // empty: standard error
        friend bool operator==(const Log&, const Log&) = default;
    } log;

    std::chrono::milliseconds shutdown_grace{5'000};
};

// One line of the table, for people and tools.
struct SettingInfo {
    std::string key;            // "listen.proxy_tcp"
    std::string environment;    // "EMOTED_LISTEN__PROXY_TCP"
    std::string type;           // "address", "time", "integer" ...
    std::string accepted;       // the range or the words, empty if the type says it all
    std::string default_value;  // as TOML
    std::string help;           // one or more sentences
    bool reloadable = false;    // a reload takes a change over; else it needs a restart
};

// Every setting, in the order of the file.
[[nodiscard]] std::vector<SettingInfo> describe_settings();

// The value of a setting as TOML; empty if there is no such key.
[[nodiscard]] std::string value_of(const Settings& settings, std::string_view key);

// A complete commented configuration file that gives exactly `settings` (whose paths may be relative).
[[nodiscard]] std::string commented_file(const Settings& settings);

// What the daemon runs with, without comments; where secrets come from, but never a secret.
[[nodiscard]] std::string effective_configuration(const Settings& settings);

// The keys whose values differ and that a reload does not take over, in the order of the table. The content of a secret
// is no setting: whoever reloads takes it over.
[[nodiscard]] std::vector<std::string> changes_that_need_restart(const Settings& running, const Settings& loaded);

}  // namespace emoted::config
