// The daemon's command line: reads it, checks what it names, and runs the daemon or says why not. Two more commands are
// for authors of emotes and need no daemon: check and schema.
#include "check.hpp"

#include <emoted/app/daemon.hpp>
#include <emoted/app/log.hpp>
#include <emoted/app/pack_loader.hpp>
#include <emoted/config/loader.hpp>
#include <emoted/sequences/emote_schema.hpp>

#include <CLI/CLI.hpp>

#include <csignal>
#include <exception>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
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
             a second one exits at once
  USR1       open the log anew
  USR2       drain, like TERM

Exit status:
  0  the daemon ended in order; --check-config found no fault
  1  --check-config found faults; a second signal cut the draining short
  2  the daemon could not start: bad arguments, a faulty configuration, or an address in use
Those of check are in `emoted check --help`.)";

constexpr const char* check_footer =
    R"(All PATHs together are one pack: files, folders (every *.json below them), and - for standard input. What is
found is what a reload of the daemon would find, all faults of all files at once, by file and position.

With --format json, one object: version (1), files, emotes, animations, sequences, errors, warnings, affected (objects
with emote, file, because: emotes that are out because another file has faults) and diagnostics. Each of these has
severity ("error" or "warning"), code and pointer (RFC 6901), and where there is one: file, emote, path, line, column (in
code points, from 1), offset (in bytes, from 0), text_column (inside a text of SNBT or Molang, from 1), message, expected,
found, nearest, hint, and related (objects with file, path, line, column, offset, message). More members may come; a code
keeps its meaning.

Exit status:
  0  no faults (warnings are fine, unless --warnings-as-errors)
  1  faults
  2  bad arguments, or something could not be read)";

constexpr const char* schema_footer =
    R"(Save it and let your editor use it, for example with "$schema": "./emote-animation.schema.json" at the top of a
file. The schema is made from the tables that the daemon reads by: what the daemon accepts, the schema accepts. What a
schema cannot say (references, orders, sums, SNBT, Molang) is left to `emoted check`.)";

int print_schema(const std::string& kind) {
    std::cout << (kind == "animation" ? animation_schema() : sequence_schema()) << std::flush;
    return std::cout ? ok : cannot_run;
}

void print(const Diagnostics& diagnostics) {
    for (const Diagnostic& diagnostic : diagnostics) {
        std::cerr << to_text(diagnostic);
    }
}

// Faults in the configuration leave nothing to run with; faults in emotes only leave those emotes out.
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
    LoadResult pack = app::load_pack(state.settings, nullptr);
    print(pack.report.diagnostics);
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
    tools::CheckOptions check_options;
    std::string format = "text";
    CLI::App& check = *command.add_subcommand("check", "Check emote files without a daemon");
    check.footer(check_footer);
    check.add_option("PATH", check_options.paths, "Files, folders, or - for standard input")->required();
    check.add_option("--format", format, "How findings are printed")->check(CLI::IsMember({"text", "json"}));
    check.add_flag("--warnings-as-errors", check_options.warnings_as_errors, "Warnings fail the check too");
    check.add_option("--config", check_options.config_file,
                     "Take limits and allowed commands from this configuration, instead of the defaults");
    std::string kind;
    CLI::App& schema = *command.add_subcommand("schema", "Print a JSON Schema (draft 2020-12) of emote files");
    schema.footer(schema_footer);
    schema.add_option("KIND", kind, "animation or sequence")
        ->required()
        ->check(CLI::IsMember({"animation", "sequence"}));
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
        if (check.parsed()) {
            check_options.json = format == "json";
            if (check_options.config_file.empty()) {
                check_options.config_file = options.config_file;
            }
            return tools::check(check_options, std::cin, std::cout, std::cerr);
        }
        if (schema.parsed()) {
            return print_schema(kind);
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
