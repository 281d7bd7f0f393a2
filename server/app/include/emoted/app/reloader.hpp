// Reloads the configuration, the policy and the emotes on a thread of its own, one reload at a time, and tells
// everybody who asked how it went.
//
// request() from any thread. A request that comes while a reload runs gets one of its own afterwards, since the running
// one may have read its files already; several such requests share it.
#pragma once

#include <emoted/sequences/clip_links.hpp>
#include <emoted/sequences/diagnostic.hpp>
#include <emoted/sequences/library.hpp>

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace emoted::app {

// What a reload did. The world already uses what was taken when the report is given out.
struct ReloadReport {
    // A fault in the configuration refuses the whole reload: it says where the other files are.
    bool configuration_taken = false;
    Diagnostics configuration_diagnostics;
    std::vector<std::string> need_restart;  // keys that differ and are not taken over
    // A fault in the policy file leaves the policy as it was.
    bool policy_taken = false;
    Diagnostics policy_diagnostics;
    // Bad emote files are left out or keep what they served (D28); the rest is taken.
    LoadReport emotes;
    // Which clips the sequences use that are new or have changed, themselves or in a clip; at most max_reported_links.
    static constexpr std::size_t max_reported_links = 1'000;
    std::vector<SequenceLinks> links;
    std::size_t cache_bytes = 0;  // what is kept of unchanged files for the next reload, beside the library

    [[nodiscard]] bool clean() const noexcept;  // no fault anywhere; warnings do not count
};

class Reloader {
public:
    // Nothing if it was stopped before it came to an end.
    using Reload = std::function<std::optional<ReloadReport>(const std::stop_token& stop)>;
    using Done = std::function<void(const ReloadReport&)>;

    // `reload` is called on the reloader's thread, and must not throw.
    explicit Reloader(Reload reload);
    // A running reload is asked to stop and waited for; requests that it, or none, would have answered are dropped
    // without an answer.
    ~Reloader();
    Reloader(const Reloader&) = delete;
    Reloader& operator=(const Reloader&) = delete;

    void start();
    // No reload begins from now on, and the running one, if there is any, is asked to stop; requests are dropped as
    // above. `stopped` is called once it has ended: on the reloader's thread, or at once if that was not started. Once.
    void stop(std::function<void()> stopped);
    // `done` may be empty; it is called on the reloader's thread.
    void request(Done done);

private:
    void loop();

    Reload reload_;
    std::mutex mutex_;
    std::condition_variable asked_;
    bool wanted_ = false;
    std::stop_source stopping_;
    std::vector<Done> waiting_;
    std::function<void()> stopped_;
    std::thread thread_;
};

}  // namespace emoted::app
