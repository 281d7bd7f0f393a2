// Signals at the wrong time, and standard streams that are closed: the real daemon.
#include "support/source_folder.hpp"
#include "test_proxy.hpp"

#include <catch2/catch.hpp>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace emoted::test {
namespace {

namespace fs = std::filesystem;

// Emotes that take a good while to read: a megabyte each, most of it numbers.
void fill_with_large_emotes(const fs::path& folder, int count) {
    fs::create_directories(folder);
    std::string keys;
    for (int tick = 0; tick < 4'000; ++tick) {
        keys += (tick == 0 ? "" : ", ") + std::string(R"({"time": ")") + std::to_string(tick) + R"(t", "value": [)" +
                std::to_string(tick % 7) + ".25, 1.0625, -0.3333]}";
    }
    std::string nodes;
    std::string tracks;
    for (int node = 0; node < 5; ++node) {
        const std::string id = "\"n" + std::to_string(node) + "\"";
        nodes += (node == 0 ? "" : ", ") + id +
                 R"(: {"type": "text_display", "space": "initiator", "text": "x", "transform": {"position": [0, 1, 0],
                    "rotation": [0, 0, 0], "scale": [1, 1, 1]}})";
        tracks += (node == 0 ? "" : ", ") + id + R"(: {"position": [)" + keys + "]}";
    }
    for (int i = 0; i < count; ++i) {
        const std::string id = "large:e" + std::to_string(i);
        write_file(folder / ("e" + std::to_string(i) + ".json"),
                   R"({"type": "animation", "schema_version": 4, "id": ")" + id +
                       R"(", "metadata": {"name": "x", "description": ""}, "settings": {"standalone": true,
                       "cooldown": "0t", "player": {"hidden": true, "stop_conditions": {"movement_distance": 0.1,
                       "jump": true, "submerge": true, "ride": true, "damage": true, "attack": true,
                       "game_mode_change": true}}, "playback": {"mode": "once"}}, "nodes": {)" +
                       nodes + R"(}, "timeline": {"duration": "4000t", "tracks": {)" + tracks + "}}}");
    }
}

// Whether the daemon handles signals as it does while it starts: it holds HUP back, as no process does that has yet to
// become the daemon.
bool holds_signals(pid_t pid) {
    std::ifstream status("/proc/" + std::to_string(pid) + "/status");
    const std::string name = "SigBlk:";
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(name)) {
            return (std::stoull(line.substr(name.size()), nullptr, 16) >> (SIGHUP - 1) & 1U) != 0;
        }
    }
    return false;
}

struct Starting {
    TemporaryFolder folder;
    Process process;

    explicit Starting(int emotes) : process(command(emotes)) {
        while (!holds_signals(process.pid())) {
            std::this_thread::yield();
        }
    }

    std::vector<std::string> command(int emotes) {
        fill_with_large_emotes(folder.path() / "emotes", emotes);
        write_file(folder.path() / "proxy.secret", "0123456789abcdef0123456789abcdef");
        const fs::path source = emoted::test::source_folder();
        return {EMOTED_BINARY,
                "--config",
                source / "config/emoted.toml",
                "--set",
                "runtime_directory=" + (folder.path() / "run").string(),
                "--set",
                "listen.proxy_tcp=127.0.0.1:0",
                "--set",
                "proxies.secret_file=" + (folder.path() / "proxy.secret").string(),
                "--set",
                "emotes.directory=" + (folder.path() / "emotes").string()};
    }
};

}  // namespace

TEST_CASE("SIGTERM and SIGINT end a daemon that still reads its emotes, by name and in order") {
    Starting starting(30);
    starting.process.signal(GENERATE(SIGTERM, SIGINT, SIGUSR2));
    CHECK(starting.process.wait_for_exit() == 0);
    CHECK(starting.process.log().find("emoted: ended by a signal while it started") != std::string::npos);
    CHECK(starting.process.output().empty());
}

TEST_CASE("a reload and a rotation that are asked for while the daemon starts are made once it runs") {
    Starting starting(10);
    starting.process.signal(SIGUSR1);
    starting.process.signal(SIGHUP);
    CHECK(starting.process.read_line().starts_with("emoted ready"));
    (void)starting.process.wait_for_log("reload asked for by a signal");
    starting.process.signal(SIGTERM);
    CHECK(starting.process.wait_for_exit() == 0);
}

TEST_CASE("SIGTERM during a long reload ends the daemon within shutdown.grace") {
    DaemonProcess daemon({"shutdown.grace=0s"});
    fill_with_large_emotes(daemon.emotes() / "large", 60);
    daemon.process().signal(SIGHUP);
    (void)daemon.process().wait_for_log("reload asked for by a signal");
    daemon.process().signal(SIGTERM);
    CHECK(daemon.process().wait_for_exit() == 0);
    const std::string& log = daemon.process().log();
    // It does not wait for the reload, whether that could be told to stop in time or not.
    CHECK(log.find("large/e59.json") == std::string::npos);
    CHECK(log.find("reloaded") == std::string::npos);
    CHECK_FALSE(fs::exists(daemon.proxy_socket()));
    CHECK_FALSE(fs::exists(daemon.admin_socket()));
}

TEST_CASE("a second SIGTERM ends the daemon at once, with a line and a status that say so") {
    DaemonProcess daemon({"shutdown.grace=60s"});
    // Neither reads nor closes: the first signal alone waits for it.
    RawLink stuck = RawLink::tcp(daemon.port());
    (void)stuck.open("north", daemon.secret());
    daemon.process().signal(SIGTERM);
    (void)daemon.process().wait_for_log("draining");
    daemon.process().signal(GENERATE(SIGTERM, SIGINT));
    CHECK(daemon.process().wait_for_exit() == 1);
    CHECK(daemon.process().log().find("second signal: ending at once") != std::string::npos);
}

TEST_CASE("closed standard streams: a check says so, the daemon runs") {
    const auto shell = [](const std::string& line) {
        return std::vector<std::string>{"/bin/sh", "-c", line, EMOTED_BINARY};
    };
    SECTION("a check of what is on standard input") {
        Process process(shell("exec \"$0\" check - <&-"));
        CHECK(process.wait_for_exit() == 2);
        CHECK(process.log().find("emoted check: -: standard input is closed") != std::string::npos);
    }
    SECTION("a check of files needs no standard input") {
        const std::string starter = (emoted::test::source_folder() / "config/starter").string();
        Process process(shell("exec \"$0\" check '" + starter + "' <&-"));
        CHECK(process.wait_for_exit() == 0);
    }
    SECTION("a check whose findings go nowhere") {
        const std::string starter = (emoted::test::source_folder() / "config/starter").string();
        Process process(shell("exec \"$0\" check '" + starter + "' >&-"));
        CHECK(process.wait_for_exit() == 2);
        CHECK(process.log().find("cannot be written to standard output") != std::string::npos);
    }
}

}  // namespace emoted::test
