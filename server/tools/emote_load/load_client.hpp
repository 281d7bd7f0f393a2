// Connects simulated proxies to a daemon over TCP, all on one thread and one event loop.
//
// Each proxy reports its players' states 20 times a second where they moved, and a complete batch once a second.
#pragma once

#include "simulated_proxy.hpp"

#include <emoted/protocol/codec.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace emoted::load {

struct Target {
    std::string host;
    std::uint16_t port = 0;
    std::string secret;
};

class LoadClient {
public:
    using Clock = std::chrono::steady_clock;

    explicit LoadClient(Target target);
    ~LoadClient();
    LoadClient(const LoadClient&) = delete;
    LoadClient& operator=(const LoadClient&) = delete;

    // Returns when the link is open. Throws std::runtime_error that says what went wrong.
    SimulatedProxy& connect(const std::string& name, protocol::Encoding encoding = protocol::Encoding::binary);

    // Called for every message, after the proxy has taken it.
    std::function<void(SimulatedProxy&, const protocol::Message&)> on_message;
    // Called 20 times a second, before the reports.
    std::function<void()> on_tick;
    // Calls `what` from the loop at `when`, or as soon after as the loop gets to it.
    void at(Clock::time_point when, std::function<void()> what);

    // Runs the loop until `done` (asked after every message and timer) or the deadline; whether it was `done`.
    // Throws std::runtime_error if a link is lost.
    bool run_until(const std::function<bool()>& done, Clock::time_point deadline);

    [[nodiscard]] std::uint64_t bytes_received() const noexcept;
    [[nodiscard]] std::uint64_t messages_received() const noexcept;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace emoted::load
