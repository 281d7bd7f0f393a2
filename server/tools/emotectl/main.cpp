// Asks a running daemon over its admin socket and prints the answer.
#include "render.hpp"
#include "whole_number.hpp"

#include <emoted/net/admin_client.hpp>
#include <emoted/sequences/json_reader.hpp>

#include <CLI/CLI.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace {

namespace json = boost::json;

constexpr int fine = 0;
constexpr int refused = 1;
constexpr int cannot_run = 2;

// Longer than the daemon itself waits, so that its words come first.
constexpr std::chrono::seconds patience{150};

// Where a daemon installed as a service listens, and where one started by server/run does.
constexpr const char* installed_socket = "/run/emoted/admin.sock";
constexpr const char* local_socket = "build/run/admin.sock";

constexpr const char* footer =
    R"(The socket is that of --socket, else of the environment variable EMOTED_ADMIN_SOCKET, else
/run/emoted/admin.sock, else build/run/admin.sock in this folder (a daemon started by server/run).
PLAYER is a name, in any case, or a UUID; a name that several players have is refused with a list of them.
play is the operator's: it asks neither emotes.json nor cooldowns, and plays animations too that are otherwise only parts
of sequences ("part" in the list).

Exit status:
  0  done
  1  the daemon refused, or the reload found faults (what has none is in force)
  2  no daemon could be asked, or bad arguments)";

std::filesystem::path default_socket() {
    std::error_code ignored;
    return !std::filesystem::exists(installed_socket, ignored) && std::filesystem::exists(local_socket, ignored)
               ? local_socket
               : installed_socket;
}

int show(const std::string& command, const std::string& line) {
    boost::system::error_code error;
    const json::value answer = json::parse(line, error);
    const json::object* const object = error ? nullptr : answer.if_object();
    const json::value* const ok = object != nullptr ? object->if_contains("ok") : nullptr;
    if (ok == nullptr || !ok->is_bool()) {
        std::cerr << "emotectl: this is no answer of emoted\n";
        return cannot_run;
    }
    const json::value* const data = object->if_contains("data");
    if (data != nullptr && data->is_object() && (ok->get_bool() || command == "reload")) {
        std::cout << emoted::ctl::render(command, data->get_object());
    }
    const json::value* const problem = object->if_contains("error");
    if (problem != nullptr && problem->is_object()) {
        std::cerr << "emotectl: " << emoted::ctl::render_error(problem->get_object()) << '\n';
    }
    return ok->get_bool() ? fine : refused;
}

int ask(const std::filesystem::path& socket, const json::object& request, bool as_json) {
    const auto answer = emoted::net::ask_admin(socket, json::serialize(request), patience);
    if (!answer) {
        std::cerr << "emotectl: " << answer.error() << '\n';
        return cannot_run;
    }
    if (!as_json) {
        return show(std::string(request.at("command").as_string()), *answer);
    }
    std::cout << *answer << '\n';
    boost::system::error_code error;
    const json::value value = json::parse(*answer, error);
    const json::value* const ok = error || !value.is_object() ? nullptr : value.get_object().if_contains("ok");
    return ok == nullptr || !ok->is_bool() ? cannot_run : ok->get_bool() ? fine : refused;
}

int run(int argc, char** argv) {
    CLI::App app{"Asks a running emoted daemon: what plays, who is there, reload, play, stop."};
    app.name("emotectl");
    app.footer(footer);
    app.set_version_flag("--version", EMOTED_VERSION);
    app.require_subcommand(1);
    app.fallthrough();
    std::string socket;
    bool as_json = false;
    app.add_option("--socket", socket, "The daemon's admin socket")->envname("EMOTED_ADMIN_SOCKET");
    app.add_flag("--json", as_json, "Print the daemon's answer as it is, one JSON object");

    std::string player;
    std::string emote;
    std::optional<std::uint64_t> seed;
    app.add_subcommand("status", "Counts, proxies, and how the daemon does");
    app.add_subcommand("list", "Every emote that is loaded");
    app.add_subcommand("players", "Every player, and what they play");
    app.add_subcommand("reload", "Reload configuration, policy and emotes; waits, and prints every finding");
    CLI::App* const play = app.add_subcommand("play", "Let a player play an emote, whatever the rules say");
    play->add_option("player", player, "Name or UUID")->required();
    play->add_option("emote", emote, "Id, for example starter:wave")->required();
    play->add_option("--seed", seed, "Of the random choices, to play the same again")
        ->transform(emoted::tools::whole_number());
    CLI::App* const stop = app.add_subcommand("stop", "Stop what a player plays");
    stop->add_option("player", player, "Name or UUID")->required();
    CLI::App* const stop_all = app.add_subcommand("stop-all",
                                                  "Stop everything that plays, or every playback of one "
                                                  "emote");
    stop_all->add_option("emote", emote, "Id");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        // What is no option and no command is taken for a command; the library only says that it was not expected.
        const std::vector<std::string> rest =
            app.get_subcommands().empty() ? app.remaining() : std::vector<std::string>();
        const auto word = std::ranges::find_if(rest, [](const std::string& one) { return !one.starts_with('-'); });
        if (word == rest.end()) {
            return app.exit(error) == 0 ? fine : cannot_run;
        }
        const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
        std::vector<std::string> names;
        std::ranges::transform(commands, std::back_inserter(names), &CLI::App::get_name);
        const std::vector<std::string_view> views(names.begin(), names.end());
        const std::string nearest = emoted::text::nearest_word(*word, views);
        std::cerr << "emotectl: there is no command " << *word
                  << (nearest.empty() ? "" : "; did you mean " + nearest + "?") << " (see emotectl --help)\n";
        return cannot_run;
    }
    json::object request{{"command", app.get_subcommands().front()->get_name()}};
    if (play->parsed() || stop->parsed()) {
        request["player"] = player;
    }
    if (play->parsed() || (stop_all->parsed() && !emote.empty())) {
        request["emote"] = emote;
    }
    if (seed) {
        request["seed"] = std::to_string(*seed);
    }
    return ask(socket.empty() ? default_socket() : std::filesystem::path(socket), request, as_json);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        std::cerr << "emotectl: " << error.what() << '\n';
        return cannot_run;
    }
}
