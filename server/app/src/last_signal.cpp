#include <emoted/app/last_signal.hpp>

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string_view>

namespace emoted::app {
namespace {

constexpr int ending_signals[] = {SIGTERM, SIGINT, SIGUSR2};

// Only what a signal handler may do.
void say(std::string_view line) {
    const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
    static_cast<void>(written);
}

void handle_all(void (*handler)(int)) {
    for (const int number : ending_signals) {
        struct sigaction action {};
        action.sa_handler = handler;
        ::sigemptyset(&action.sa_mask);
        ::sigaction(number, &action, nullptr);
    }
}

sigset_t held_signals() {
    sigset_t held;
    ::sigemptyset(&held);
    ::sigaddset(&held, SIGHUP);
    ::sigaddset(&held, SIGUSR1);
    return held;
}

}  // namespace

void end_start_on_signal() {
    handle_all([](int) {
        say("emoted: ended by a signal while it started\n");
        ::_exit(EXIT_SUCCESS);
    });
    const sigset_t held = held_signals();
    ::pthread_sigmask(SIG_BLOCK, &held, nullptr);
}

void take_held_signals() {
    const sigset_t held = held_signals();
    ::pthread_sigmask(SIG_UNBLOCK, &held, nullptr);
}

void end_at_once_on_signal() {
    handle_all([](int) {
        say("emoted: second signal: ending at once\n");
        ::_exit(EXIT_FAILURE);
    });
}

}  // namespace emoted::app
