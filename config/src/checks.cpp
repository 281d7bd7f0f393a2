#include "checks.hpp"

#include "value_text.hpp"

#include <fmt/format.h>

#include <initializer_list>

namespace emoted::config {
namespace {

// sockaddr_un holds 108 bytes with the closing zero.
constexpr std::size_t max_socket_path = 107;

class Checker {
public:
    Checker(const Settings& settings, Report& report) : settings_(settings), report_(report) {}

    void listeners() {
        const auto& listen = settings_.listen;
        if (usable({"listen.proxy_tcp", "listen.proxy_unix"}) && !listen.proxy_tcp && listen.proxy_unix.empty()) {
            contradiction({"listen.proxy_tcp", "listen.proxy_unix"},
                          "listen.proxy_tcp and listen.proxy_unix are both off, so no proxy can "
                          "connect")
                .hint = "set one of them";
        }
        if (usable({"listen.proxy_unix", "listen.admin_unix"}) && !listen.proxy_unix.empty() &&
            listen.proxy_unix == listen.admin_unix) {
            contradiction({"listen.admin_unix", "listen.proxy_unix"},
                          fmt::format("listen.proxy_unix and listen.admin_unix are the same socket, {}",
                                      listen.admin_unix.string()));
        }
        socket_path("listen.proxy_unix", listen.proxy_unix);
        socket_path("listen.admin_unix", listen.admin_unix);
        if (usable({"listen.proxy_tcp"}) && listen.proxy_tcp && !listen.proxy_tcp->loopback()) {
            Diagnostic& warning = report_.warn(
                DiagnosticCode::unsafe_setting, report_.origin_of("listen.proxy_tcp"),
                fmt::format("{} can be reached from other machines, and what follows the handshake is neither "
                            "encrypted nor protected against change",
                            to_string(*listen.proxy_tcp)));
            warning.hint = "use 127.0.0.1 with a tunnel, or be sure that nobody else is on this network";
        }
    }

    void credentials() {
        const auto& proxies = settings_.proxies;
        const bool shared_usable = usable({"proxies.secret_file", "proxies.secret_environment"});
        if (settings_.listen.proxy_tcp && usable({"listen.proxy_tcp"}) && shared_usable &&
            !proxies.shared.source.given() && proxies.named.empty()) {
            contradiction({"proxies.secret_file", "proxies.secret_environment", "listen.proxy_tcp"},
                          "listen.proxy_tcp is on, but there is neither a proxies.secret_file nor "
                          "a proxy with a secret of its own, so no proxy can connect")
                .hint = "set proxies.secret_file, or listen.proxy_tcp = \"\"";
        }
        if (usable({"proxies.names"}) && shared_usable && !proxies.names.empty() && !proxies.shared.source.given()) {
            contradiction({"proxies.names"}, "proxies.names says who may use proxies.secret_file, but that is empty");
        }
        credential("proxies", proxies.shared);
        for (const auto& [name, entry] : proxies.named) {
            const std::string prefix = "proxies.named." + name;
            credential(prefix, entry);
            if (!entry.source.given() && usable({prefix, prefix + ".secret_file", prefix + ".secret_environment"})) {
                Diagnostic& fault = report_.fault(DiagnosticCode::missing_member, report_.origin_of(prefix),
                                                  fmt::format("the proxy {} has no secret", toml_string(name)));
                fault.hint = "add secret_file = \"PATH\" to it";
            }
        }
    }

    void relations() {
        const auto& proxies = settings_.proxies;
        if (usable({"proxies.ping_timeout", "proxies.ping_interval"}) &&
            proxies.ping_timeout <= proxies.ping_interval) {
            contradiction({"proxies.ping_timeout", "proxies.ping_interval"},
                          fmt::format("proxies.ping_timeout ({}) must be more than proxies.ping_interval ({})",
                                      time_text(proxies.ping_timeout, false), time_text(proxies.ping_interval, false)));
        }
        const auto& outbox = settings_.outbox;
        if (usable({"outbox.soft_limit_bytes", "outbox.hard_limit_bytes"}) &&
            outbox.soft_limit_bytes >= outbox.hard_limit_bytes) {
            contradiction({"outbox.soft_limit_bytes", "outbox.hard_limit_bytes"},
                          fmt::format("outbox.soft_limit_bytes ({}) must be less than outbox.hard_limit_bytes ({})",
                                      outbox.soft_limit_bytes, outbox.hard_limit_bytes));
        }
    }

private:
    [[nodiscard]] bool usable(std::initializer_list<std::string> keys) const {
        for (const std::string& key : keys) {
            if (report_.faulty(key)) {
                return false;
            }
        }
        return true;
    }

    // Of these keys the first one that somebody has set is where to look: a default stands nowhere.
    Diagnostic& contradiction(std::initializer_list<std::string> keys, std::string message) {
        return report_.fault(DiagnosticCode::contradiction, report_.origin_of_first_set(keys), std::move(message));
    }

    void socket_path(const std::string& key, const std::filesystem::path& path) {
        const std::size_t length = path.native().size();
        if (usable({key}) && length > max_socket_path) {
            Diagnostic& fault =
                report_.fault(DiagnosticCode::invalid_value, report_.origin_of_first_set({key, "runtime_directory"}),
                              fmt::format("the path of a Unix socket has at most {} bytes, this one has {}",
                                          max_socket_path, length));
            fault.found = path.string();
            fault.hint = "choose a shorter runtime_directory";
        }
    }

    void credential(const std::string& prefix, const Credential& entry) {
        const std::string present = prefix + ".secret";
        const std::string previous = prefix + ".previous_secret";
        only_one(present, entry.source);
        only_one(previous, entry.previous_source);
        const std::string key = previous + (entry.previous_source.environment.empty() ? "_file" : "_environment");
        if (!entry.previous_source.given() ||
            !usable({present + "_file", present + "_environment", previous + "_file", previous + "_environment"})) {
            return;
        }
        if (!entry.source.given()) {
            contradiction({key}, fmt::format("{} is set, but {}_file is not", key, present));
        } else if (entry.source == entry.previous_source) {
            contradiction({key}, fmt::format("{} says the same as {}_file or {}_environment", key, present, present));
        }
    }

    void only_one(const std::string& setting, const SecretSource& source) {
        const std::string file = setting + "_file";
        const std::string environment = setting + "_environment";
        if (usable({file, environment}) && !source.file.empty() && !source.environment.empty()) {
            contradiction({environment}, fmt::format("{} and {} are both set", file, environment)).hint =
                "leave one of them out";
        }
    }

    const Settings& settings_;
    Report& report_;
};

}  // namespace

void check(const Settings& settings, Report& report) {
    Checker checker(settings, report);
    checker.listeners();
    checker.credentials();
    checker.relations();
}

}  // namespace emoted::config
