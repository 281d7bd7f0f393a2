#include "loading_threads.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

namespace emoted::app {
namespace {

void run(std::size_t threads, std::size_t count, const Workers::Task& task) {
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t index = next++; index < count; index = next++) {
            task(index);
        }
    };
    std::vector<std::thread> others;
    try {
        for (std::size_t i = 1; i < std::min(threads, count); ++i) {
            others.emplace_back(work);
        }
    } catch (const std::system_error&) {
        // The system gives no more threads: those that there are do all of it.
    }
    work();
    for (std::thread& thread : others) {
        thread.join();
    }
}

}  // namespace

Workers::ForEach on_loading_threads(std::size_t threads) {
    if (threads == 0) {
        threads = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, most_loading_threads);
    }
    return [threads](std::size_t count, const Workers::Task& task) { run(threads, count, task); };
}

void lower_priority() noexcept {
    constexpr int niceness = 10;
    // Of this thread only, on Linux. Not being allowed to would be no harm.
    static_cast<void>(::setpriority(PRIO_PROCESS, 0, niceness));
}

}  // namespace emoted::app
