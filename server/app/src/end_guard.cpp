#include "end_guard.hpp"

#include <utility>

namespace emoted::app {

EndGuard::~EndGuard() {
    {
        const std::lock_guard lock(mutex_);
        disarmed_ = true;
    }
    disarm_.notify_one();
    if (thread_.joinable()) {
        thread_.join();
    }
}

void EndGuard::arm(std::chrono::milliseconds time, std::function<void()> end) {
    thread_ = std::thread([this, time, end = std::move(end)] {
        std::unique_lock lock(mutex_);
        if (!disarm_.wait_for(lock, time, [this] { return disarmed_; })) {
            end();
        }
    });
}

}  // namespace emoted::app
