#include "daemon_process.hpp"

#include "support/source_folder.hpp"

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <utility>

namespace emoted::test {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

void write_file(const fs::path& path, std::string_view text) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file << text;
    REQUIRE(file.flush().good());
}

std::string read_file(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

Process::Process(const std::vector<std::string>& command, const std::vector<std::string>& environment) {
    int out[2] = {-1, -1};
    int err[2] = {-1, -1};
    REQUIRE(::pipe2(static_cast<int*>(out), O_CLOEXEC) == 0);
    REQUIRE(::pipe2(static_cast<int*>(err), O_CLOEXEC) == 0);
    std::vector<char*> arguments;
    for (const std::string& argument : command) {
        arguments.push_back(const_cast<char*>(argument.c_str()));
    }
    arguments.push_back(nullptr);
    pid_ = ::fork();
    REQUIRE(pid_ >= 0);
    if (pid_ == 0) {
        for (const std::string& variable : environment) {
            ::putenv(const_cast<char*>(variable.c_str()));
        }
        ::dup2(out[1], STDOUT_FILENO);
        ::dup2(err[1], STDERR_FILENO);
        ::execvp(arguments[0], arguments.data());
        ::_exit(127);
    }
    ::close(out[1]);
    ::close(err[1]);
    out_.descriptor = out[0];
    err_.descriptor = err[0];
}

Process::~Process() {
    if (pid_ > 0) {
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
    for (Pipe* pipe : {&out_, &err_}) {
        if (pipe->descriptor >= 0) {
            ::close(pipe->descriptor);
        }
    }
}

bool Process::read_some(Clock::time_point deadline) {
    pollfd waits[2] = {{out_.descriptor, POLLIN, 0}, {err_.descriptor, POLLIN, 0}};
    if (out_.descriptor < 0 && err_.descriptor < 0) {
        return false;
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (::poll(static_cast<pollfd*>(waits), 2, left < 0 ? 0 : static_cast<int>(left)) <= 0) {
        return false;
    }
    Pipe* pipes[2] = {&out_, &err_};
    for (std::size_t i = 0; i < 2; ++i) {
        if (waits[i].revents == 0) {
            continue;
        }
        char buffer[4096];
        const ssize_t count = ::read(pipes[i]->descriptor, static_cast<char*>(buffer), sizeof buffer);
        if (count > 0) {
            pipes[i]->text.append(static_cast<const char*>(buffer), static_cast<std::size_t>(count));
        } else {
            ::close(std::exchange(pipes[i]->descriptor, -1));
        }
    }
    return true;
}

std::string Process::read_line(std::chrono::seconds within) {
    const auto deadline = Clock::now() + within;
    while (true) {
        const std::size_t end = out_.text.find('\n', out_.taken);
        if (end != std::string::npos) {
            const std::size_t begin = std::exchange(out_.taken, end + 1);
            return out_.text.substr(begin, end - begin);
        }
        if (!read_some(deadline)) {
            FAIL("no further line on standard output; standard error says:\n" << err_.text);
        }
    }
}

std::string Process::wait_for_log(std::string_view text, std::chrono::seconds within) {
    const auto deadline = Clock::now() + within;
    while (true) {
        const std::size_t found = err_.text.find(text);
        const std::size_t end = found == std::string::npos ? found : err_.text.find('\n', found);
        if (end != std::string::npos) {
            const std::size_t before = err_.text.rfind('\n', found);
            const std::size_t begin = before == std::string::npos ? 0 : before + 1;
            return err_.text.substr(begin, end - begin);
        }
        if (!read_some(deadline)) {
            FAIL("the log has no \"" << text << "\":\n" << err_.text);
        }
    }
}

const std::string& Process::log() {
    while (read_some(Clock::now())) {
    }
    return err_.text;
}

void Process::signal(int number) {
    REQUIRE(::kill(pid_, number) == 0);
}

int Process::wait_for_exit(std::chrono::seconds within) {
    const auto deadline = Clock::now() + within;
    while (read_some(deadline)) {
    }
    if (out_.descriptor >= 0 || err_.descriptor >= 0) {
        FAIL("the process did not end; its log:\n" << err_.text);
    }
    int status = 0;
    REQUIRE(::waitpid(std::exchange(pid_, -1), &status, 0) > 0);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

DaemonProcess::DaemonProcess(const std::vector<std::string>& settings)
    : process_(prepare(settings)), ready_line_(process_.read_line()) {}

std::vector<std::string> DaemonProcess::prepare(const std::vector<std::string>& settings) {
    const fs::path source = emoted::test::source_folder();
    fs::copy(source / "config/starter", emotes(), fs::copy_options::recursive);
    write_file(folder_.path() / "proxy.secret", secret_);
    fs::permissions(folder_.path() / "proxy.secret", fs::perms::owner_read | fs::perms::owner_write);
    std::vector<std::string> command{EMOTED_BINARY, "--config", source / "config/emoted.toml"};
    std::vector<std::string> all{"runtime_directory=" + (folder_.path() / "run").string(),
                                 "listen.proxy_tcp=127.0.0.1:0",
                                 "listen.proxy_unix=proxy.sock",
                                 "listen.admin_unix=admin.sock",
                                 "proxies.secret_file=" + (folder_.path() / "proxy.secret").string(),
                                 "emotes.directory=" + emotes().string()};
    all.insert(all.end(), settings.begin(), settings.end());
    for (const std::string& setting : all) {
        command.emplace_back("--set");
        command.push_back(setting);
    }
    return command;
}

std::uint16_t DaemonProcess::port() const {
    constexpr std::string_view before = "tcp 127.0.0.1:";
    const std::size_t found = ready_line_.find(before);
    REQUIRE(found != std::string::npos);
    return static_cast<std::uint16_t>(std::stoul(ready_line_.substr(found + before.size())));
}

}  // namespace emoted::test
