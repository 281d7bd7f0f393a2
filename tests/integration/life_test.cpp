// From the start of the real daemon to its end: ready line, checks, reload, drain.
#include "support/source_folder.hpp"
#include "test_proxy.hpp"

#include <catch2/catch.hpp>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

namespace emoted::test {

namespace fs = std::filesystem;
using protocol::Encoding;

TEST_CASE("the ready line names every address and the number of emotes") {
    DaemonProcess daemon;
    const std::string expected = "emoted ready: proxies tcp 127.0.0.1:" + std::to_string(daemon.port()) + ", unix " +
                                 daemon.proxy_socket().string() + "; admin " + daemon.admin_socket().string() +
                                 "; 8 emotes";
    CHECK(daemon.ready_line() == expected);
    CHECK(daemon.port() != 0);
    // So that a run can be repeated.
    CHECK(daemon.process().wait_for_log("started").find("seed=") != std::string::npos);
}

TEST_CASE("a reload with a broken file keeps what it served, says where the fault is, and touches nothing that plays") {
    DaemonProcess daemon;
    TestProxy proxy(RawLink::tcp(daemon.port()), "north", daemon.secret());
    const auto alice = proxy.simulated().join("Alice", "lobby", Vec3d{0, 64, 0}, 0);
    const auto bow = proxy.simulated().play(alice, "starter:bow");
    run_until({&proxy}, "answer", [&] { return proxy.simulated().result_of(bow).has_value(); });

    write_file(daemon.emotes() / "greet/wave.json", "{\n  \"type\": \"animation\",\n  oops\n}\n");
    fs::remove(daemon.emotes() / "party/clap.json");
    daemon.process().signal(SIGHUP);
    const std::string fault = daemon.process().wait_for_log("greet/wave.json");
    CHECK(fault.find("error") != std::string::npos);
    CHECK(fault.find("line=3") != std::string::npos);
    const std::string report = daemon.process().wait_for_log("reloaded");
    CHECK(report.find("removed=1") != std::string::npos);
    CHECK(report.find("kept_last_good=1") != std::string::npos);

    run_until({&proxy}, "new list and the end of the bow", [&] {
        return proxy.simulated().lists_received() >= 2 && proxy.last<protocol::PlaybackEnd>() != nullptr;
    });
    CHECK(proxy.last<protocol::PlaybackEnd>()->reason == protocol::EndReason::finished);
    CHECK(proxy.simulated().emotes().size() == 7);
    const auto wave = proxy.simulated().play(alice, "starter:wave");
    const auto clap = proxy.simulated().play(alice, "starter:clap");
    run_until({&proxy}, "answers", [&] { return proxy.simulated().result_of(clap).has_value(); });
    CHECK(proxy.simulated().result_of(wave)->outcome == protocol::PlayOutcome::started);
    CHECK(proxy.simulated().result_of(clap)->outcome == protocol::PlayOutcome::unknown_emote);
}

TEST_CASE("SIGTERM and SIGUSR2 end what plays, says goodbye to every proxy and exits in order") {
    DaemonProcess daemon;
    TestProxy binary(RawLink::tcp(daemon.port()), "north", daemon.secret());
    TestProxy lines(RawLink::unix_socket(daemon.proxy_socket(), Encoding::json_lines), "south", "");
    const auto alice = binary.simulated().join("Alice", "lobby", Vec3d{0, 64, 0}, 0);
    (void)lines.simulated().join("Bob", "lobby", Vec3d{1, 64, 0}, 0);
    const auto dance = binary.simulated().play(alice, "starter:dance");
    run_until({&binary, &lines}, "start on both sides", [&] {
        return binary.simulated().result_of(dance).has_value() && binary.last<protocol::PlaybackStart>() != nullptr &&
               lines.last<protocol::PlaybackStart>() != nullptr;
    });
    daemon.process().signal(GENERATE(SIGTERM, SIGUSR2));
    for (TestProxy* proxy : {&binary, &lines}) {
        CHECK(proxy->link().receive_a<protocol::PlaybackEnd>().reason == protocol::EndReason::server_stopping);
        CHECK(proxy->link().receive_a<protocol::Close>().reason == protocol::CloseReason::shutting_down);
        CHECK(proxy->link().ends());
    }
    CHECK(daemon.process().wait_for_exit() == 0);
    // Nothing goes on, so that no proxy is lost.
    CHECK(daemon.process().log().find("proxy lost") == std::string::npos);
    CHECK_FALSE(fs::exists(daemon.proxy_socket()));
    CHECK_FALSE(fs::exists(daemon.admin_socket()));
}

TEST_CASE("SIGUSR1 opens the log anew by its name") {
    const TemporaryFolder folder;
    const fs::path log = folder.path() / "emoted.log";
    const fs::path rotated = folder.path() / "emoted.log.1";
    DaemonProcess daemon({"log.file=" + log.string()});
    CHECK(read_file(log).find("started") != std::string::npos);
    fs::rename(log, rotated);
    // Handled in the order in which the daemon takes them; the end is logged after both.
    daemon.process().signal(SIGUSR1);
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (!fs::exists(log)) {
        REQUIRE(std::chrono::steady_clock::now() < deadline);
        std::this_thread::yield();
    }
    daemon.process().signal(SIGTERM);
    CHECK(daemon.process().wait_for_exit() == 0);
    CHECK(read_file(log).find("ended") != std::string::npos);
    CHECK(read_file(rotated).find("started") != std::string::npos);
    CHECK(read_file(rotated).find("ended") == std::string::npos);
}

TEST_CASE("folders that cannot be are refused at the start, by the name of the setting and the path") {
    const TemporaryFolder folder;
    const std::string source = emoted::test::source_folder().string();
    write_file(folder.path() / "proxy.secret", "0123456789abcdef0123456789abcdef");
    write_file(folder.path() / "file", "x");
    const std::string file = (folder.path() / "file").string();
    const auto run = [&](const std::string& run_folder, const std::string& emotes, const std::string& flag) {
        std::vector<std::string> command{EMOTED_BINARY, "--config", source + "/config/emoted.toml"};
        for (const std::string& setting : {"runtime_directory=" + run_folder, "emotes.directory=" + emotes,
                                           std::string("listen.proxy_tcp=127.0.0.1:0"),
                                           "proxies.secret_file=" + (folder.path() / "proxy.secret").string()}) {
            command.insert(command.end(), {"--set", setting});
        }
        if (!flag.empty()) {
            command.push_back(flag);
        }
        return command;
    };
    const std::string good_run = (folder.path() / "run").string();
    SECTION("the folder of emotes is a file") {
        for (const std::string flag : {"", "--check-config"}) {
            Process process(run(good_run, file, flag));
            CHECK(process.wait_for_exit() == (flag.empty() ? 2 : 1));
            CHECK(process.log().find("emotes.directory") != std::string::npos);
            CHECK(process.log().find(file) != std::string::npos);
            CHECK(process.output().empty());
        }
    }
    SECTION("the folder of sockets cannot be made") {
        Process process(run(file + "/run", source + "/config/starter", ""));
        CHECK(process.wait_for_exit() == 2);
        CHECK(process.log().find("runtime_directory") != std::string::npos);
        CHECK(process.log().find(file + "/run") != std::string::npos);
    }
    SECTION("nothing to play is no fault, but said") {
        Process process(run(good_run, (folder.path() / "empty").string(), "--check-config"));
        CHECK(process.wait_for_exit() == 0);
        CHECK(process.log().find("not one emote to play") != std::string::npos);
    }
}

TEST_CASE("emotectl names the nearest command to one that there is not") {
    Process mistyped({EMOTECTL_BINARY, "relaod"});
    CHECK(mistyped.wait_for_exit() == 2);
    CHECK(mistyped.log() == "emotectl: there is no command relaod; did you mean reload? (see emotectl --help)\n");
    Process unlike({EMOTECTL_BINARY, "--json", "frob", "x"});
    CHECK(unlike.wait_for_exit() == 2);
    CHECK(unlike.log() == "emotectl: there is no command frob (see emotectl --help)\n");
    Process none({EMOTECTL_BINARY});
    CHECK(none.wait_for_exit() == 2);
    Process option({EMOTECTL_BINARY, "status", "--frob"});
    CHECK(option.wait_for_exit() == 2);
    CHECK(option.log().find("--frob") != std::string::npos);
    Process help({EMOTECTL_BINARY, "--help"});
    CHECK(help.wait_for_exit() == 0);
    CHECK(help.output().find("neither emotes.json nor cooldowns") != std::string::npos);
}

TEST_CASE("the address of another daemon is refused by name, and that daemon runs on") {
    DaemonProcess first;
    const std::string source = emoted::test::source_folder().string();
    Process second({EMOTED_BINARY, "--config", source + "/config/emoted.toml", "--set",
                    "runtime_directory=" + (first.folder() / "run").string(), "--set", "listen.proxy_tcp=127.0.0.1:0",
                    "--set", "proxies.secret_file=" + (first.folder() / "proxy.secret").string(), "--set",
                    "emotes.directory=" + first.emotes().string()});
    CHECK(second.wait_for_exit() == 2);
    CHECK(second.log().find("another process is listening there") != std::string::npos);
    TestProxy proxy(RawLink::unix_socket(first.proxy_socket()), "north", "");
}

TEST_CASE("a check of the configuration says everything that is wrong and starts nothing") {
    const TemporaryFolder folder;
    const std::string source = emoted::test::source_folder().string();
    write_file(folder.path() / "proxy.secret", "0123456789abcdef0123456789abcdef");
    const auto check = [&](const std::vector<std::string>& settings) {
        std::vector<std::string> command{EMOTED_BINARY,
                                         "--config",
                                         source + "/config/emoted.toml",
                                         "--check-config",
                                         "--set",
                                         "runtime_directory=" + (folder.path() / "run").string(),
                                         "--set",
                                         "proxies.secret_file=" + (folder.path() / "proxy.secret").string()};
        for (const std::string& setting : settings) {
            command.emplace_back("--set");
            command.push_back(setting);
        }
        return command;
    };
    SECTION("nothing is wrong") {
        Process process(check({"emotes.directory=" + source + "/config/starter"}));
        CHECK(process.wait_for_exit() == 0);
        CHECK_FALSE(fs::exists(folder.path() / "run/proxy.sock"));
    }
    SECTION("a faulty emote") {
        fs::create_directories(folder.path() / "emotes");
        write_file(folder.path() / "emotes/bad.json", "{\"type\": \"animation\", \"schema_version\": 9}");
        Process process(check({"emotes.directory=" + (folder.path() / "emotes").string()}));
        CHECK(process.wait_for_exit() == 1);
        CHECK(process.log().find("bad.json:1:") != std::string::npos);
    }
    SECTION("an unknown key") {
        Process process(check({"tick.max_catchup=3"}));
        CHECK(process.wait_for_exit() == 1);
        CHECK(process.log().find("tick.max_catch_up") != std::string::npos);
    }
    SECTION("no such file") {
        Process process({EMOTED_BINARY, "--config", (folder.path() / "none.toml").string()});
        CHECK(process.wait_for_exit() == 2);
        CHECK(process.log().find("none.toml") != std::string::npos);
    }
    SECTION("bad arguments") {
        Process process({EMOTED_BINARY, "--no-such-flag"});
        CHECK(process.wait_for_exit() == 2);
    }
    SECTION("help") {
        Process process({EMOTED_BINARY, "--help"});
        CHECK(process.wait_for_exit() == 0);
        for (const char* word : {"--config", "--set", "--check-config", "HUP", "TERM", "Exit status"}) {
            CHECK(process.output().find(word) != std::string::npos);
        }
    }
}

}  // namespace emoted::test
