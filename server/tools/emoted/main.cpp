// The daemon's command line: reads it, checks what it names, and runs the daemon or says why not.
#include "author_commands.hpp"

#include <emoted/app/daemon.hpp>
#include <emoted/app/last_signal.hpp>
#include <emoted/app/log.hpp>
#include <emoted/app/pack_loader.hpp>
#include <emoted/app/standard_streams.hpp>
#include <emoted/config/loader.hpp>

#include <CLI/CLI.hpp>

#include <csignal>
#include <exception>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>

namespace {

using namespace emoted;

constexpr int ok = 0;
constexpr int findings = 1;
constexpr int cannot_run = 2;

constexpr const char* footer =
    R"(Settings come from the file, then from the environment (EMOTED_<KEY>, with __ for each dot), then from --set;
each wins over the one before. The commented file config/emoted.toml explains every key.

Standard output: one line when everything listens, for example
  emoted ready: proxies tcp 127.0.0.1:25599, unix /run/emoted/proxy.sock; admin /run/emoted/admin.sock; 8 emotes
Port 0 picks a free port, and the line tells it. Findings and the log go to standard error.

Signals:
  HUP        reload what needs no restart of the configuration, the policy and the emotes; the log says how it went
  TERM, INT  drain: accept nobody, end every playback with server_stopping, flush and exit, within shutdown.grace;
             a second one exits at once. What a reload still reads is given up
  USR1       open the file of log.file anew by its name, after a rotation
  USR2       drain, like TERM

Exit status:
  0  the daemon ended in order, or a signal ended its start; --check-config found no fault
  1  --check-config found faults; a second signal cut the draining short
  2  the daemon could not start: bad arguments, a faulty configuration, or an address in use
Those of check are in `emoted check --help`.)";

void print(const Diagnostics& diagnostics) {
    for (const Diagnostic& diagnostic : diagnostics) {
        std::cerr << to_text(diagnostic);
    }
}

// Faults in the configuration, or no folder of emotes, leave nothing to run with; faults in emotes only leave those
// emotes out.
struct Checked {
    std::optional<app::StartState> state;
    bool faulty = false;
};

Checked check_everything(const app::DaemonOptions& options) {
    Checked checked;
    config::Loaded loaded = config::load(options.config_file, options.overrides);
    print(loaded.diagnostics);
    if (!loaded.settings) {
        checked.faulty = true;
        return checked;
    }
    app::StartState state;
    state.settings = std::move(*loaded.settings);
    Diagnostics policy_diagnostics;
    state.policy = app::load_policy(state.settings, policy_diagnostics);
    print(policy_diagnostics);
    if (const auto fault = app::folder_fault(state.settings)) {
        print({*fault});
        checked.faulty = true;
        return checked;
    }
    LoadResult pack = app::load_pack(state.settings, nullptr, state.pack_cache);
    print(pack.report.diagnostics);
    for (const OmittedFindings& omitted : pack.report.omitted) {
        std::cerr << to_text(omitted) << '\n';
    }
    state.library = std::move(pack.library);
    checked.faulty = state.policy == nullptr || has_faults(pack.report.diagnostics);
    if (state.policy == nullptr) {
        // A policy that cannot be read allows nothing; a reload mends it.
        state.policy = std::make_shared<const core::Policy>();
    }
    std::cerr << "emoted: " << pack.report.files_found << " files, " << pack.report.emotes_loaded << " emotes ("
              << pack.report.animations_loaded << " animations, " << pack.report.sequences_loaded << " sequences)\n";
    checked.state = std::move(state);
    return checked;
}

int run(const app::DaemonOptions& options, app::StartState state) {
    app::Log log(app::log_options(state.settings));
    app::Daemon daemon(options, std::move(state), log);
    if (const auto fault = daemon.start()) {
        std::cerr << "emoted: " << *fault << '\n';
        return cannot_run;
    }
    std::cout << daemon.ready_line() << std::endl;
    daemon.run();
    return ok;
}

}  // namespace

int main(int argc, char** argv) {
    app::hold_standard_streams();
    CLI::App command{
        "Owns emote playback for a Minecraft network: proxies connect, tell where players are, and play emotes."};
    command.name("emoted");
    command.footer(footer);
    command.set_version_flag("--version", EMOTED_VERSION);
    emoted::app::DaemonOptions options;
    bool check_only = false;
    command.add_option("--config", options.config_file, "The configuration file (TOML)");
    command.add_option("--set", options.overrides.flags, "One setting, for example listen.proxy_tcp=127.0.0.1:0")
        ->type_name("KEY=VALUE");
    command.add_flag("--check-config", check_only, "Check the configuration, the policy and every emote, and exit");
    tools::AuthorCommands author_commands(command);
    command.require_subcommand(0, 1);
    try {
        command.parse(argc, argv);
        if (command.get_subcommands().empty() && options.config_file.empty()) {
            throw CLI::RequiredError("--config");
        }
    } catch (const CLI::ParseError& error) {
        return command.exit(error) == 0 ? ok : cannot_run;
    }
    options.overrides.environment = config::process_environment();
    // A peer that is gone is an error of a write, not the end of the daemon.
    std::signal(SIGPIPE, SIG_IGN);
    try {
        if (const std::optional<int> status = author_commands.run(options.config_file)) {
            return *status;
        }
        if (!check_only) {
            app::end_start_on_signal();
        }
        Checked checked = check_everything(options);
        if (check_only) {
            return checked.faulty ? findings : ok;
        }
        return checked.state ? run(options, std::move(*checked.state)) : cannot_run;
    } catch (const std::exception& error) {
        std::cerr << "emoted: " << error.what() << '\n';
        return cannot_run;
    }
}
