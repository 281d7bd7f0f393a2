// Ends the process when its time is over, whatever its threads do.
//
// Any thread may arm it, once; its end disarms it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace emoted::app {

class EndGuard {
public:
    EndGuard() = default;
    ~EndGuard();
    EndGuard(const EndGuard&) = delete;
    EndGuard& operator=(const EndGuard&) = delete;

    // After `time`, calls `end`, which does not return.
    void arm(std::chrono::milliseconds time, std::function<void()> end);

private:
    std::mutex mutex_;
    std::condition_variable disarm_;
    bool disarmed_ = false;
    std::thread thread_;
};

}  // namespace emoted::app
