// The daemon as a whole: makes the parts, starts them in order, answers signals, and ends them in reverse order.
//
// Used by one thread, the main one; constructors start nothing.
#pragma once

#include <emoted/app/log.hpp>
#include <emoted/app/pack_cache.hpp>
#include <emoted/config/loader.hpp>
#include <emoted/core/policy.hpp>
#include <emoted/sequences/library.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace emoted::app {

struct DaemonOptions {
    std::filesystem::path config_file;
    config::Overrides overrides;
};

// What a start needs, already checked.
struct StartState {
    config::Settings settings;
    std::shared_ptr<const core::Policy> policy;
    std::shared_ptr<const Library> library;
    PackCache pack_cache;  // of the load that made the library
};

[[nodiscard]] LogOptions log_options(const config::Settings& settings);

class Daemon {
public:
    Daemon(DaemonOptions options, StartState state, Log& log);
    ~Daemon();
    Daemon(const Daemon&) = delete;
    Daemon& operator=(const Daemon&) = delete;

    // Opens every listener and starts the threads. Returns what went wrong, or nothing.
    [[nodiscard]] std::optional<std::string> start();
    // "emoted ready: proxies tcp 127.0.0.1:40123, unix /run/emoted/proxy.sock; admin ...; 8 emotes"
    [[nodiscard]] std::string ready_line() const;
    // Returns when a signal has ended the daemon in order. A second one ends the process at once.
    void run();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace emoted::app
