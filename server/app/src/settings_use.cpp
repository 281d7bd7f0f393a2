#include "settings_use.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace emoted::app {

namespace {

LogLevel level_of(config::LogLevel level) {
    switch (level) {
        case config::LogLevel::debug:
            return LogLevel::debug;
        case config::LogLevel::info:
            return LogLevel::info;
        case config::LogLevel::warning:
            return LogLevel::warning;
        case config::LogLevel::error:
            break;
    }
    return LogLevel::error;
}

std::vector<std::string> secrets_of(const config::Credential& credential) {
    std::vector<std::string> secrets;
    if (!credential.secret.bytes().empty()) {
        secrets.push_back(credential.secret.bytes());
    }
    if (credential.previous) {
        secrets.push_back(credential.previous->bytes());
    }
    return secrets;
}

void take_secrets(config::Credential& running, const config::Credential& loaded) {
    if (running.source == loaded.source && running.previous_source == loaded.previous_source) {
        running.secret = loaded.secret;
        running.previous = loaded.previous;
    }
}

std::uint32_t milliseconds(std::chrono::milliseconds time) {
    return static_cast<std::uint32_t>(time.count());
}

}  // namespace

core::Settings world_settings(const config::Settings& settings) {
    core::Settings world;
    world.matching.max_state_age = settings.matching.max_state_age;
    world.matching.line_of_sight_timeout = settings.matching.line_of_sight_timeout;
    world.matching.line_of_sight_max_age = settings.matching.line_of_sight_max_age;
    world.viewers.range = settings.viewers.range;
    world.viewers.hysteresis = settings.viewers.hysteresis;
    world.proxy_grace = settings.proxies.grace;
    world.max_displays = settings.max_displays;
    world.molang_steps = settings.limits.molang_steps;
    world.molang_world_steps = settings.limits.molang_world_steps;
    world.data_bytes_per_second = settings.limits.data_bytes_per_second;
    world.starts.per_player = settings.starts_per_player;
    world.starts.window = settings.starts_window;
    return world;
}

net::ProxyServerSettings link_settings(const config::Settings& settings) {
    net::ProxyServerSettings links;
    if (settings.listen.proxy_tcp) {
        links.tcp_address = settings.listen.proxy_tcp->address;
        links.tcp_port = settings.listen.proxy_tcp->port;
    }
    links.unix_socket = settings.listen.proxy_unix;
    links.max_connections = settings.proxies.max_connections;
    links.times.handshake_timeout_ms = milliseconds(settings.proxies.handshake_timeout);
    links.times.ping_interval_ms = milliseconds(settings.proxies.ping_interval);
    links.times.ping_timeout_ms = milliseconds(settings.proxies.ping_timeout);
    // At least long enough for the word that ends a faulty link.
    links.linger_ms = std::max<std::uint64_t>(2'000, milliseconds(settings.shutdown_grace));
    links.outbox.soft_bytes = settings.outbox.soft_limit_bytes;
    links.outbox.hard_bytes = settings.outbox.hard_limit_bytes;
    links.secrets = secret_table(settings.proxies);
    return links;
}

std::shared_ptr<const protocol::SecretTable> secret_table(const config::Settings::Proxies& proxies) {
    std::vector<protocol::SecretTable::Entry> entries;
    const auto add = [&entries](std::string name, const config::Credential& credential) {
        protocol::SecretTable::Entry entry;
        entry.proxy_name = std::move(name);
        entry.secrets = secrets_of(credential);
        entries.push_back(std::move(entry));
    };
    for (const std::string& name : proxies.names) {
        add(name, proxies.shared);
    }
    for (const auto& [name, credential] : proxies.named) {
        add(name, credential);
    }
    // Without a list of names the shared secret is for every name that has none of its own.
    return std::make_shared<const protocol::SecretTable>(
        std::move(entries), proxies.names.empty() ? secrets_of(proxies.shared) : std::vector<std::string>());
}

LogOptions log_options(const config::Settings& settings) {
    LogOptions options;
    options.level = level_of(settings.log.level);
    options.format = settings.log.format == config::LogFormat::json ? LogFormat::json : LogFormat::text;
    options.file = settings.log.file.string();
    return options;
}

void take_reloadable(config::Settings& running, const config::Settings& loaded) {
    running.emotes.allowed_commands = loaded.emotes.allowed_commands;
    running.emotes.loading_threads = loaded.emotes.loading_threads;
    running.reload_keep_last_good = loaded.reload_keep_last_good;
    running.limits = loaded.limits;
    running.log.level = loaded.log.level;
    take_secrets(running.proxies.shared, loaded.proxies.shared);
    for (auto& [name, credential] : running.proxies.named) {
        const auto same = std::find_if(loaded.proxies.named.begin(), loaded.proxies.named.end(),
                                       [&wanted = name](const auto& entry) { return entry.first == wanted; });
        if (same != loaded.proxies.named.end()) {
            take_secrets(credential, same->second);
        }
    }
}

}  // namespace emoted::app
