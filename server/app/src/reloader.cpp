#include "loading_threads.hpp"

#include <emoted/app/reloader.hpp>

#include <utility>

namespace emoted::app {

bool ReloadReport::clean() const noexcept {
    return configuration_taken && policy_taken && !has_faults(configuration_diagnostics) &&
           !has_faults(policy_diagnostics) && !has_faults(emotes.diagnostics);
}

Reloader::Reloader(Reload reload) : reload_(std::move(reload)) {}

Reloader::~Reloader() {
    {
        const std::lock_guard lock(mutex_);
        stopping_.request_stop();
    }
    asked_.notify_one();
    if (thread_.joinable()) {
        thread_.join();
    }
}

void Reloader::start() {
    thread_ = std::thread([this] {
        lower_priority();
        loop();
    });
}

void Reloader::stop(std::function<void()> stopped) {
    if (!thread_.joinable()) {
        stopped();
        return;
    }
    {
        const std::lock_guard lock(mutex_);
        stopping_.request_stop();
        stopped_ = std::move(stopped);
    }
    asked_.notify_one();
}

void Reloader::request(Done done) {
    {
        const std::lock_guard lock(mutex_);
        wanted_ = true;
        if (done) {
            waiting_.push_back(std::move(done));
        }
    }
    asked_.notify_one();
}

void Reloader::loop() {
    while (true) {
        std::vector<Done> answered;
        {
            std::unique_lock lock(mutex_);
            asked_.wait(lock, [this] { return wanted_ || stopping_.stop_requested(); });
            if (stopping_.stop_requested()) {
                break;
            }
            wanted_ = false;
            answered = std::exchange(waiting_, {});
        }
        const std::optional<ReloadReport> report = reload_(stopping_.get_token());
        if (!report) {
            break;
        }
        for (const Done& done : answered) {
            done(*report);
        }
    }
    if (const auto stopped = [this] {
            const std::lock_guard lock(mutex_);
            return std::exchange(stopped_, {});
        }()) {
        stopped();
    }
}

}  // namespace emoted::app
