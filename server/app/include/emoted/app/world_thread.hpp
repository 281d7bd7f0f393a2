// The one thread that owns the world: takes what has arrived, steps the world on schedule, hands the output over.
//
// Made and ended by the daemon. push functions and run() may be called from any thread; the handlers are called on the
// world's thread.
#pragma once

#include <emoted/app/tick_schedule.hpp>
#include <emoted/app/world_inbox.hpp>
#include <emoted/core/network.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace emoted::app {

class WorldThread {
public:
    struct Handlers {
        // Messages to send, in order: after every batch of arrivals and after every tick.
        std::function<void(std::vector<core::Outgoing>)> send;
        std::function<void(const core::WorldEvent&)> event;
        // Ticks were skipped because the world was late: how many in all so far.
        std::function<void(std::uint64_t skipped_total)> late;
    };

    WorldThread(std::unique_ptr<core::Network> network, std::uint32_t max_catch_up, WorldInbox::Bounds bounds,
                Handlers handlers);
    ~WorldThread();  // stop()
    WorldThread(const WorldThread&) = delete;
    WorldThread& operator=(const WorldThread&) = delete;

    void start();
    // After everything pushed before it has been handled and its output handed over; waits for the thread.
    void stop();

    [[nodiscard]] WorldInbox& inbox() noexcept { return inbox_; }
    // Runs `task` on the world's thread, in order with what else has arrived; does not wait.
    void run(WorldTask task) { inbox_.push(std::move(task)); }

    [[nodiscard]] std::uint64_t tick() const noexcept { return tick_.load(std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t skipped_ticks() const noexcept { return skipped_.load(std::memory_order_relaxed); }

private:
    void loop();
    void handle(InboxItem& item);
    void flush();

    std::unique_ptr<core::Network> network_;
    std::uint32_t max_catch_up_;
    WorldInbox inbox_;
    Handlers handlers_;
    bool stopping_ = false;  // the world's thread only
    std::atomic<std::uint64_t> tick_{0};
    std::atomic<std::uint64_t> skipped_{0};
    std::thread thread_;
};

}  // namespace emoted::app
