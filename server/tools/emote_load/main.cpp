// The command line of emote-load: simulated proxies and players over a real connection.
#include "demo.hpp"
#include "load_run.hpp"

#include <CLI/CLI.hpp>

#include <charconv>
#include <csignal>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>

namespace {

using namespace emoted::load;

constexpr int cannot_run = 2;

constexpr const char* footer =
    R"(Exit status: 0 everything went by the rules, 1 a rule was broken (the output says which), 2 the daemon could not be
reached or a link was lost.)";

void set_address(Target& target, const std::string& text) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string::npos) {
        throw std::runtime_error("--tcp wants HOST:PORT, not " + text);
    }
    target.host = text.substr(0, colon);
    if (target.host.size() > 2 && target.host.front() == '[' && target.host.back() == ']') {
        target.host = target.host.substr(1, target.host.size() - 2);
    }
    const char* const begin = text.data() + colon + 1;
    const char* const end = text.data() + text.size();
    const auto parsed = std::from_chars(begin, end, target.port);
    if (parsed.ec != std::errc() || parsed.ptr != end) {
        throw std::runtime_error("--tcp wants HOST:PORT, not " + text);
    }
}

std::string read_secret(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        throw std::runtime_error("cannot read the secret in " + path);
    }
    std::string secret{std::istreambuf_iterator<char>(file), {}};
    // A line end after it is not part of it, as the daemon reads it.
    while (!secret.empty() && (secret.back() == '\n' || secret.back() == '\r')) {
        secret.pop_back();
    }
    return secret;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app{"Simulated proxies and players that use emoted over a real TCP connection."};
    app.name("emote-load");
    app.footer(footer);
    app.require_subcommand(1);
    std::string address;
    std::string secret_file;
    const auto connection_options = [&](CLI::App* command) {
        command->add_option("--tcp", address, "Where the daemon's proxies connect")->type_name("HOST:PORT")->required();
        command->add_option("--secret-file", secret_file, "The file with the secret of proxies")->required();
    };

    DemoOptions demo;
    CLI::App* const demo_command = app.add_subcommand(
        "demo", "Plays a short piece, prints it as a time line and checks each tick against the rules");
    connection_options(demo_command);
    demo_command->add_option("--admin-socket", demo.admin_socket, "The daemon's admin socket, for the reload")
        ->required();
    demo_command
        ->add_option(
            "--emotes", demo.emotes,
            "The folder of emotes that the daemon serves: a copy of the starter pack, since the demo changes it "
            "for a moment")
        ->required();

    LoadOptions load;
    std::int64_t seconds = load.duration.count();
    CLI::App* const run_command =
        app.add_subcommand("run", "Players walk, turn and play on an open schedule; prints what it cost and took");
    connection_options(run_command);
    run_command->add_option("--players", load.players, "How many, two and two together")
        ->check(CLI::Range(2, 100'000))
        ->capture_default_str();
    run_command->add_option("--proxies", load.proxies, "Connections they are spread over")
        ->check(CLI::Range(1, 1'000))
        ->capture_default_str();
    run_command->add_option("--seconds", seconds, "How long starts are scheduled")
        ->check(CLI::Range(1, 86'400))
        ->capture_default_str();
    run_command->add_option("--seed", load.seed, "Of the schedule")->capture_default_str();

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : cannot_run;
    }
    std::signal(SIGPIPE, SIG_IGN);
    try {
        Target target;
        set_address(target, address);
        target.secret = read_secret(secret_file);
        if (demo_command->parsed()) {
            demo.target = target;
            return run_demo(demo, std::cout);
        }
        load.target = target;
        load.duration = std::chrono::seconds(seconds);
        return run_load(load, std::cout);
    } catch (const std::exception& error) {
        std::cerr << "emote-load: " << error.what() << '\n';
        return cannot_run;
    }
}
