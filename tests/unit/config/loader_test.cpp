#include "only_diagnostic.hpp"
#include "support/temporary_folder.hpp"

#include <emoted/config/loader.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace emoted;
using namespace emoted::config;
using emoted::test::only;
using emoted::test::TemporaryFolder;

namespace {

Loaded parsed(std::string_view text, const Overrides& overrides = {}) {
    return parse("emoted.toml", text, "/etc/emoted", overrides);
}

Settings settings_of(std::string_view text, const Overrides& overrides = {}) {
    Loaded loaded = parsed(text, overrides);
    for (const Diagnostic& diagnostic : loaded.diagnostics) {
        UNSCOPED_INFO(to_text(diagnostic));
    }
    REQUIRE(loaded.settings);
    return std::move(*loaded.settings);
}

}  // namespace

TEST_CASE("an empty file gives the defaults with paths from its folder") {
    const Settings settings = settings_of("");
    CHECK(settings.runtime_directory == "/etc/emoted/run");
    CHECK(settings.listen.proxy_tcp == TcpEndpoint{"127.0.0.1", 25599});
    CHECK(settings.listen.proxy_unix == "/etc/emoted/run/proxy.sock");
    CHECK(settings.listen.admin_unix == "/etc/emoted/run/admin.sock");
    CHECK(settings.proxies.shared.source.file == "/etc/emoted/secrets/proxy.secret");
    CHECK(settings.emotes.directory == "/etc/emoted/emotes");
    CHECK(settings.emotes.policy == "/etc/emoted/emotes.json");
    CHECK(settings.emotes.allowed_commands == std::vector<std::string>{"particle", "playsound", "stopsound"});
    CHECK(settings.proxies.grace == TickCount(100));
}

TEST_CASE("every type of value is read") {
    const Settings settings = settings_of(R"(
runtime_directory = "/run/emoted"
[listen]
proxy_tcp = ""
proxy_unix = "/srv/p.sock"
[proxies]
names = ["lobby", "hub-2"]
max_connections = 1_000
ping_interval = "1.5s"
grace = "7t"
[emotes]
allowed_commands = ["minecraft:title", "my:thing"]
[reload]
keep_last_good = false
[viewers]
range = 48
hysteresis = 0.5
[log]
level = "debug"
format = "json"
)");
    CHECK_FALSE(settings.listen.proxy_tcp);
    CHECK(settings.listen.proxy_unix == "/srv/p.sock");
    CHECK(settings.listen.admin_unix == "/run/emoted/admin.sock");
    CHECK(settings.proxies.names == std::vector<std::string>{"lobby", "hub-2"});
    CHECK(settings.proxies.max_connections == 1'000);
    CHECK(settings.proxies.ping_interval == std::chrono::milliseconds(1'500));
    CHECK(settings.proxies.grace == TickCount(7));
    CHECK(settings.emotes.allowed_commands == std::vector<std::string>{"title", "my:thing"});
    CHECK_FALSE(settings.reload_keep_last_good);
    CHECK(settings.viewers.range == 48);
    CHECK(settings.viewers.hysteresis == 0.5);
    CHECK(settings.log.level == LogLevel::debug);
    CHECK(settings.log.format == LogFormat::json);
}

TEST_CASE("each fault of a file has its code, key, place and nearest word") {
    struct Case {
        std::string_view text;
        DiagnosticCode code;
        std::string_view key;
        std::uint32_t line, column;
        std::string_view nearest = {};
    };
    const Case c = GENERATE(values<Case>({
        {"a = ", DiagnosticCode::invalid_toml, "", 1, 5},
        {"[log]\nlevel = \"info\"\nlevel = \"info\"", DiagnosticCode::invalid_toml, "", 3, 9},
        {"\n[listen]\n  proxy_tpc = \"\"", DiagnosticCode::unknown_member, "listen.proxy_tpc", 3, 3,
         "listen.proxy_tcp"},
        {"proxy_tcp = \"\"", DiagnosticCode::unknown_member, "proxy_tcp", 1, 1, "listen.proxy_tcp"},
        {"[lisen]\nproxy_tcp = \"\"", DiagnosticCode::unknown_member, "lisen", 1, 2, "listen"},
        {"[log]\nlevel.x = 1", DiagnosticCode::wrong_type, "log.level", 2, 1},
        {"listen = 5", DiagnosticCode::wrong_type, "listen", 1, 1},
        {"\"\xC3\xA4\" = 5", DiagnosticCode::unknown_member, "\xC3\xA4", 1, 1},
        {"[tick]\nmax_catch_up = \"5\"", DiagnosticCode::wrong_type, "tick.max_catch_up", 2, 16},
        {"[tick]\nmax_catch_up = 5.0", DiagnosticCode::wrong_type, "tick.max_catch_up", 2, 16},
        {"[tick]\nmax_catch_up = -1", DiagnosticCode::invalid_value, "tick.max_catch_up", 2, 16},
        {"[tick]\nmax_catch_up = 1201", DiagnosticCode::invalid_value, "tick.max_catch_up", 2, 16},
        {"[tick]\nmax_catch_up = 1979-05-27", DiagnosticCode::wrong_type, "tick.max_catch_up", 2, 16},
        {"[viewers]\nrange = nan", DiagnosticCode::invalid_value, "viewers.range", 2, 9},
        {"[viewers]\nrange = inf", DiagnosticCode::invalid_value, "viewers.range", 2, 9},
        {"[viewers]\nrange = 0.99", DiagnosticCode::invalid_value, "viewers.range", 2, 9},
        {"[reload]\nkeep_last_good = 1", DiagnosticCode::wrong_type, "reload.keep_last_good", 2, 18},
        {"[proxies]\ngrace = 5", DiagnosticCode::wrong_type, "proxies.grace", 2, 9},
        {"[proxies]\ngrace = \"5\"", DiagnosticCode::invalid_time, "proxies.grace", 2, 9},
        {"[proxies]\ngrace = \"5d\"", DiagnosticCode::invalid_time, "proxies.grace", 2, 9},
        {"[proxies]\ngrace = \"10ms\"", DiagnosticCode::invalid_time, "proxies.grace", 2, 9},
        {"[proxies]\ngrace = \"11m\"", DiagnosticCode::invalid_value, "proxies.grace", 2, 9},
        {"[proxies]\nping_interval = \"0.1ms\"", DiagnosticCode::invalid_value, "proxies.ping_interval", 2, 17},
        {"[log]\nlevel = \"inof\"", DiagnosticCode::unknown_word, "log.level", 2, 9, "info"},
        {"[log]\nlevel = \"Info\"", DiagnosticCode::unknown_word, "log.level", 2, 9, "info"},
        {"[listen]\nproxy_tcp = \"localhost:1\"", DiagnosticCode::invalid_value, "listen.proxy_tcp", 2, 13},
        {"[emotes]\ndirectory = \"\"", DiagnosticCode::invalid_value, "emotes.directory", 2, 13},
        {"[emotes]\ndirectory = \"a\\nb\"", DiagnosticCode::invalid_value, "emotes.directory", 2, 13},
        {"[emotes]\nloading_threads = 65", DiagnosticCode::invalid_value, "emotes.loading_threads", 2, 19},
        {"[emotes]\nallowed_commands = \"say\"", DiagnosticCode::wrong_type, "emotes.allowed_commands", 2, 20},
        {"[emotes]\nallowed_commands = [\"say\", 1]", DiagnosticCode::wrong_type, "emotes.allowed_commands", 2, 20},
        {"[emotes]\nallowed_commands = [\"/say\"]", DiagnosticCode::invalid_value, "emotes.allowed_commands", 2, 20},
        {"[emotes]\nallowed_commands = [\"say\", \"minecraft:say\"]", DiagnosticCode::invalid_value,
         "emotes.allowed_commands", 2, 20},
        {"[proxies]\nnames = [\"a b\"]", DiagnosticCode::invalid_value, "proxies.names", 2, 9},
        {"[proxies]\nsecret_environment = \"0123456789abcdef\"", DiagnosticCode::invalid_value,
         "proxies.secret_environment", 2, 22},
        {"[proxies.named.\"a b\"]\nsecret_file = \"x\"", DiagnosticCode::invalid_value, "proxies.named.a b", 1, 16},
        {"[proxies.named]\nlobby = 5", DiagnosticCode::wrong_type, "proxies.named.lobby", 2, 1},
        {"[proxies.named.lobby]\nsecret_fiel = \"x\"\nsecret_file = \"x\"", DiagnosticCode::unknown_member,
         "proxies.named.lobby.secret_fiel", 2, 1, "secret_file"},
        {"[proxies.named.lobby]", DiagnosticCode::missing_member, "proxies.named.lobby", 1, 16},
    }));
    CAPTURE(c.text);
    const Loaded loaded = parsed(c.text);
    CHECK_FALSE(loaded.settings);
    const Diagnostic fault = only(loaded);
    CHECK(fault.severity == Severity::fault);
    CHECK(to_string(fault.code) == to_string(c.code));
    CHECK(fault.source == "emoted.toml");
    CHECK(fault.path == c.key);
    REQUIRE(fault.position);
    CHECK(fault.position->line == c.line);
    CHECK(fault.position->column == c.column);
    CHECK(fault.nearest == c.nearest);
}

TEST_CASE("all faults are reported at once, in the order of the file, then of the layers") {
    Overrides overrides;
    overrides.environment = {{"EMOTED_LOG__LEVEL", "loud"}};
    overrides.flags = {"tick.max_catch_up=many"};
    const Loaded loaded = parsed("[viewers]\nrange = -1\n[log]\nformat = \"xml\"\n[tick]\ncatch_up = 1", overrides);
    REQUIRE(loaded.diagnostics.size() == 5);
    CHECK(loaded.diagnostics[0].path == "viewers.range");
    CHECK(loaded.diagnostics[1].path == "log.format");
    CHECK(loaded.diagnostics[2].path == "tick.catch_up");
    CHECK(loaded.diagnostics[3].path == "EMOTED_LOG__LEVEL");
    CHECK(loaded.diagnostics[4].path == "tick.max_catch_up");
}

TEST_CASE("a report shows the line, what was expected and what was found") {
    const Loaded loaded = parsed("[viewers]\nrange = 0 # blocks");
    const Diagnostic fault = only(loaded);
    CHECK(fault.source_line == "range = 0 # blocks");
    CHECK(fault.caret_column == 9);
    CHECK(fault.expected == "a number, 1 to 1024");
    CHECK(fault.found == "0");
    CHECK(fault.position->offset == 18);
}

TEST_CASE("a very long line is cut around the place") {
    const Loaded loaded = parsed("[log]\nlevel = \"" + std::string(500, 'x') + "\"");
    const Diagnostic fault = only(loaded);
    CHECK(fault.source_line.size() <= 110);
    CHECK(fault.found.size() <= 70);
    CHECK(fault.source_line[fault.caret_column - 1] == '"');
}

TEST_CASE("flags win over the environment, the environment over the file") {
    const std::string_view file = "[viewers]\nrange = 10\nhysteresis = 1\n[tick]\nmax_catch_up = 1";
    Overrides overrides;
    overrides.environment = {{"EMOTED_VIEWERS__HYSTERESIS", "2"}, {"EMOTED_TICK__MAX_CATCH_UP", "2"}};
    overrides.flags = {"tick.max_catch_up=3", "tick.max_catch_up=4"};
    const Settings settings = settings_of(file, overrides);
    CHECK(settings.viewers.range == 10);
    CHECK(settings.viewers.hysteresis == 2);
    CHECK(settings.tick_max_catch_up == 4);
}

TEST_CASE("a better value in a later layer does not hide a fault of the file") {
    Overrides overrides;
    overrides.flags = {"viewers.range=10"};
    CHECK_FALSE(parsed("[viewers]\nrange = -1", overrides).settings);
}

TEST_CASE("every setting can come from the environment and from a flag, in its own type") {
    for (const SettingInfo& info : describe_settings()) {
        CAPTURE(info.key);
        // Its default, without TOML's quotes and brackets, is a value of every setting.
        std::string value = info.default_value;
        std::erase_if(value, [](char character) { return character == '"' || character == '[' || character == ']'; });
        for (std::size_t at = value.find(", "); at != std::string::npos; at = value.find(", ")) {
            value.erase(at + 1, 1);
        }
        Overrides overrides;
        overrides.environment = {{info.environment, value}};
        overrides.flags = {info.key + '=' + value};
        const Settings settings = settings_of("", overrides);
        CHECK(value_of(settings, info.key) == value_of(settings_of(""), info.key));
    }
}

TEST_CASE("lists in the environment are separated by commas") {
    Overrides overrides;
    overrides.environment = {{"EMOTED_PROXIES__NAMES", "a,b"}};
    CHECK(settings_of("", overrides).proxies.names == std::vector<std::string>{"a", "b"});
    overrides.environment = {{"EMOTED_PROXIES__NAMES", ""}};
    CHECK(settings_of("[proxies]\nnames = [\"x\"]", overrides).proxies.names.empty());
    overrides.environment = {{"EMOTED_PROXIES__NAMES", "a,"}};
    CHECK_FALSE(parsed("", overrides).settings);
}

TEST_CASE("a variable that looks like a setting and is none stops the start") {
    Overrides overrides;
    overrides.environment = {{"EMOTED_LISTEN__PROXY_TPC", "x"}};
    CHECK(only(parsed("", overrides)).nearest == "EMOTED_LISTEN__PROXY_TCP");
    overrides.environment = {{"EMOTED_LISTEN_PROXY_TCP", "x"}};
    CHECK(only(parsed("", overrides)).nearest == "EMOTED_LISTEN__PROXY_TCP");
    overrides.environment = {{"EMOTED_NO__SUCH", "x"}};
    CHECK(only(parsed("", overrides)).code == DiagnosticCode::unknown_member);
}

TEST_CASE("variables of others are left alone") {
    Overrides overrides;
    overrides.environment = {{"EMOTED_ADMIN_SOCKET", "/x"}, {"EMOTED_SECRET", "s"}, {"PATH", "/bin"}};
    CHECK(parsed("", overrides).settings);
}

TEST_CASE("faults of flags") {
    struct Case {
        std::string flag, key, nearest;
    };
    const Case c = GENERATE(values<Case>({{"listen.proxy_tcp", "listen.proxy_tcp", ""},
                                          {"", "", ""},
                                          {"=x", "", ""},
                                          {"listen.proxy_tpc=x", "listen.proxy_tpc", "listen.proxy_tcp"},
                                          {"listen=x", "listen", ""},
                                          {"proxies.named.a=x", "proxies.named.a", ""},
                                          {"proxies.named.a.secret=x", "proxies.named.a.secret", ""}}));
    CAPTURE(c.flag);
    Overrides overrides;
    overrides.flags = {c.flag};
    const Loaded loaded = parsed("", overrides);
    CHECK(only(loaded).source == "--set");
    CHECK(only(loaded).path == c.key);
    if (!c.nearest.empty()) {
        CHECK(only(loaded).nearest == c.nearest);
    }
}

TEST_CASE("a flag can name a proxy, dots in its name included") {
    Overrides overrides;
    overrides.flags = {"proxies.named.eu.lobby.secret_file=x"};
    const Settings settings = settings_of("", overrides);
    REQUIRE(settings.proxies.named.size() == 1);
    CHECK(settings.proxies.named[0].first == "eu.lobby");
    CHECK(settings.proxies.named[0].second.source.file == "/etc/emoted/x");
}

TEST_CASE("contradictions stop the start and name both settings") {
    struct Case {
        std::string_view text, key, mentions;
    };
    const Case c = GENERATE(values<Case>({
        {"[listen]\nproxy_tcp = \"\"\nproxy_unix = \"\"", "listen.proxy_tcp", "listen.proxy_unix"},
        {"[listen]\nproxy_unix = \"x\"\nadmin_unix = \"./x\"", "listen.admin_unix", "listen.proxy_unix"},
        {"[proxies]\nsecret_file = \"\"", "proxies.secret_file", "listen.proxy_tcp"},
        {"[proxies]\nsecret_file = \"\"\nnames = [\"a\"]\n[proxies.named.b]\nsecret_file = \"b\"", "proxies.names",
         "proxies.secret_file"},
        {"[proxies]\nsecret_file = \"\"\nprevious_secret_file = \"x\"\n[proxies.named.b]\nsecret_file = "
         "\"file:b\"",
         "proxies.previous_secret_file", "proxies.secret_file"},
        {"[proxies]\nsecret_file = \"x\"\nprevious_secret_file = \"./x\"", "proxies.previous_secret_file",
         "proxies.secret_file"},
        {"[proxies]\nping_timeout = \"5s\"", "proxies.ping_timeout", "proxies.ping_interval"},
        // A default stands nowhere: the place is that of the other one.
        {"[proxies]\nping_interval = \"15s\"", "proxies.ping_interval", "proxies.ping_timeout"},
        {"[listen]\nproxy_unix = \"admin.sock\"", "listen.proxy_unix", "listen.admin_unix"},
        {"[outbox]\nsoft_limit_bytes = 67108864", "outbox.soft_limit_bytes", "outbox.hard_limit_bytes"},
    }));
    CAPTURE(c.text);
    const Loaded loaded = parsed(c.text);
    CHECK_FALSE(loaded.settings);
    const Diagnostic fault = only(loaded);
    CHECK(fault.code == DiagnosticCode::contradiction);
    CHECK(fault.path == c.key);
    CHECK_THAT(fault.message, Catch::Contains(std::string(c.mentions)));
    CHECK(fault.position);
}

TEST_CASE("a secret has one place, a later layer moves it, the same layer must not name two") {
    CHECK(only(parsed("[proxies]\nsecret_file = \"x\"\nsecret_environment = \"Y\"")).code ==
          DiagnosticCode::contradiction);
    CHECK(only(parsed("[proxies.named.a]\nsecret_file = \"x\"\nsecret_environment = \"Y\"")).path ==
          "proxies.named.a.secret_environment");
    // The default file is no choice of anybody.
    CHECK(settings_of("[proxies]\nsecret_environment = \"Y\"").proxies.shared.source == SecretSource{"", "Y"});
    Overrides overrides;
    overrides.environment = {{"EMOTED_PROXIES__SECRET_ENVIRONMENT", "Z"}};
    CHECK(settings_of("[proxies]\nsecret_file = \"x\"", overrides).proxies.shared.source == SecretSource{"", "Z"});
    overrides.flags = {"proxies.secret_file=/w", "proxies.named.a.secret_environment=B"};
    const Settings settings = settings_of("[proxies.named.a]\nsecret_file = \"x\"", overrides);
    CHECK(settings.proxies.shared.source == SecretSource{"/w", ""});
    CHECK(settings.proxies.named.at(0).second.source == SecretSource{"", "B"});
}

TEST_CASE("a contradiction made by a flag is reported at the flag") {
    Overrides overrides;
    overrides.flags = {"proxies.ping_timeout=1s"};
    CHECK(only(parsed("", overrides)).source == "--set");
}

TEST_CASE("a faulty value causes no contradiction besides") {
    CHECK(only(parsed("[listen]\nproxy_tcp = 5\nproxy_unix = \"\"")).code == DiagnosticCode::wrong_type);
    Overrides overrides;
    overrides.environment = {{"EMOTED_PROXIES__PING_INTERVAL", "x"}};
    CHECK(only(parsed("[proxies]\nping_timeout = \"5s\"", overrides)).code == DiagnosticCode::invalid_time);
}

TEST_CASE("one step inside each contradiction is fine") {
    CHECK(parsed("[proxies]\nping_timeout = \"5.001s\"").settings);
    CHECK(parsed("[outbox]\nsoft_limit_bytes = 16777215").settings);
    CHECK(parsed("[listen]\nproxy_tcp = \"\"\n[proxies]\nsecret_file = \"\"").settings);
}

TEST_CASE("an address that others can reach is a loud warning") {
    const std::string_view address = GENERATE("0.0.0.0:25599", "10.0.0.1:1", "[::]:0");
    const Loaded loaded = parsed("[listen]\nproxy_tcp = \"" + std::string(address) + "\"");
    CHECK(loaded.settings);
    const Diagnostic warning = only(loaded);
    CHECK(warning.severity == Severity::warning);
    CHECK(warning.code == DiagnosticCode::unsafe_setting);
    CHECK(warning.path == "listen.proxy_tcp");
    CHECK(warning.position->line == 2);
}

TEST_CASE("the path of a socket is at most 107 bytes long") {
    const auto with_length = [](std::size_t length) {
        return parsed("[listen]\nadmin_unix = \"/" + std::string(length - 1, 'x') + "\"");
    };
    CHECK(with_length(107).settings);
    const Loaded loaded = with_length(108);
    CHECK(only(loaded).path == "listen.admin_unix");
}

TEST_CASE("a name of its own wins over the shared secret") {
    Settings::Proxies proxies;
    proxies.named.emplace_back("b", Credential{{"b.secret", ""}, {}, {}, {}});
    CHECK(proxies.credential_of("a") == &proxies.shared);
    CHECK(proxies.credential_of("b") == &proxies.named[0].second);
    proxies.names = {"c"};
    CHECK(proxies.credential_of("a") == nullptr);
    CHECK(proxies.credential_of("c") == &proxies.shared);
    CHECK(proxies.credential_of("b") == &proxies.named[0].second);
    proxies.names.clear();
    proxies.shared.source = {};
    CHECK(proxies.credential_of("a") == nullptr);
}

TEST_CASE("changes that need a restart are named") {
    const Settings running = settings_of("");
    CHECK(changes_that_need_restart(running, running).empty());
    const Settings loaded = settings_of("[log]\nlevel = \"debug\"\n[viewers]\nrange = 5");
    CHECK(changes_that_need_restart(running, loaded) == std::vector<std::string>{"viewers.range"});
}

TEST_CASE("a file that cannot be read is one fault") {
    const TemporaryFolder folder;
    const Loaded missing = load(folder.path() / "none.toml", {});
    CHECK(only(missing).code == DiagnosticCode::unreadable_file);
    const Loaded directory = load(folder.path(), {});
    CHECK(only(directory).code == DiagnosticCode::unreadable_file);
    const auto large = folder.write("large.toml", std::string(max_config_bytes + 1, '\n'));
    CHECK(only(load(large, {})).code == DiagnosticCode::file_too_large);
}

TEST_CASE("no text crashes the loader") {
    const std::string_view text =
        GENERATE("\0", "\xFF", "\xEF\xBB\xBF", "[", "[[proxies.named]]\na=1", "[[log]]\nlevel=\"info\"", "a.b.c=1",
                 "log = {level = \"debug\"}", "proxies.named.x.secret_file = \"y\"", "\"\" = 1", "''.'' = 2");
    CAPTURE(text);
    const Loaded loaded = parsed(text);
    CHECK(loaded.settings.has_value() == loaded.diagnostics.empty());
}
