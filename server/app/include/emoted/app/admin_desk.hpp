// Takes the lines of the admin socket to whoever can answer them: the world's thread, or the reloader.
//
// handle() on the network thread; answers come from other threads. Writes a log line for every request that changes
// something.
#pragma once

#include <emoted/app/admin_commands.hpp>
#include <emoted/app/log.hpp>
#include <emoted/app/reloader.hpp>
#include <emoted/app/world_thread.hpp>

#include <functional>
#include <string>

namespace emoted::app {

class AdminDesk {
public:
    using Answer = std::function<void(std::string)>;
    // Called on the network thread, for requests that the world answers.
    using Facts = std::function<DaemonFacts()>;

    // All outlive the desk.
    AdminDesk(WorldThread& world, Reloader& reloader, Log& log, Facts facts);

    void handle(const std::string& line, Answer answer);

private:
    WorldThread& world_;
    Reloader& reloader_;
    Log& log_;
    Facts facts_;
};

}  // namespace emoted::app
