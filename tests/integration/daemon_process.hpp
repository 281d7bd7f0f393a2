// The real emoted in a process and a folder of its own, on a port the system picked.
//
// One thread. Everything that waits has a deadline and fails the test when it passes; nothing sleeps.
#pragma once

#include "support/temporary_folder.hpp"

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace emoted::test {

// Long enough for a loaded machine under a sanitizer.
inline constexpr std::chrono::seconds patience{20};

void write_file(const std::filesystem::path& path, std::string_view text);
[[nodiscard]] std::string read_file(const std::filesystem::path& path);

// A child with pipes at its standard output and error.
class Process {
public:
    Process(const std::vector<std::string>& command, const std::vector<std::string>& environment = {});
    ~Process();  // kills what still runs
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    // The next line of standard output, without its end. Fails the test at the deadline or at the end of the output.
    [[nodiscard]] std::string read_line(std::chrono::seconds within = patience);
    // Reads standard error until it holds `text`, and returns the line that does.
    std::string wait_for_log(std::string_view text, std::chrono::seconds within = patience);
    // Everything on standard error so far.
    [[nodiscard]] const std::string& log();
    void signal(int number);
    // The exit status, or 128 + the signal that ended it. Both pipes are read to their ends first.
    [[nodiscard]] int wait_for_exit(std::chrono::seconds within = patience);
    [[nodiscard]] const std::string& output() const noexcept { return out_.text; }
    [[nodiscard]] pid_t pid() const noexcept { return pid_; }

private:
    struct Pipe {
        int descriptor = -1;
        std::string text;
        std::size_t taken = 0;  // by read_line
    };
    // Reads what there is, waiting until `deadline` for something; false at the deadline or when both pipes are done.
    bool read_some(std::chrono::steady_clock::time_point deadline);

    pid_t pid_ = -1;
    Pipe out_, err_;
};

class DaemonProcess {
public:
    // Further --set flags; the starter pack, everybody may play everything, port 0.
    explicit DaemonProcess(const std::vector<std::string>& settings = {});

    [[nodiscard]] Process& process() noexcept { return process_; }
    [[nodiscard]] const std::string& ready_line() const noexcept { return ready_line_; }
    [[nodiscard]] std::uint16_t port() const;
    [[nodiscard]] const std::string& secret() const noexcept { return secret_; }
    [[nodiscard]] std::filesystem::path folder() const { return folder_.path(); }
    [[nodiscard]] std::filesystem::path proxy_socket() const { return folder_.path() / "run/proxy.sock"; }
    [[nodiscard]] std::filesystem::path admin_socket() const { return folder_.path() / "run/admin.sock"; }
    // A copy of the starter pack; the test may change it.
    [[nodiscard]] std::filesystem::path emotes() const { return folder_.path() / "emotes"; }

private:
    [[nodiscard]] std::vector<std::string> prepare(const std::vector<std::string>& settings);
    TemporaryFolder folder_;
    std::string secret_ = "0123456789abcdef0123456789abcdef";
    Process process_;
    std::string ready_line_;
};

}  // namespace emoted::test
