// The admin socket: JSON lines in, one JSON line out for each, over a Unix socket whose file rights say who may ask.
//
// Knows nothing of what the lines say: a handler gets each one with a function to answer it. Lives on the network
// thread, whose io_context it is given; answers may come from any thread. Bounded in line length, connections, and
// time: a peer that neither asks nor reads is closed, and when all places are taken the oldest one that asks
// nothing makes room, so that idle peers keep nobody out.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace boost::asio {
class io_context;
}

namespace emoted::net {

struct UnixAdminSettings {
    std::filesystem::path path;
    std::size_t max_line_bytes = 4'096;
    // Operators ask one thing at a time; tools a few. When so many are being answered, the next one is told to come
    // back.
    std::size_t max_connections = 16;
    // For a peer to send its next line, or to take its answer.
    std::chrono::milliseconds peer_timeout{10'000};
    // For the daemon to answer: a reload reads every file.
    std::chrono::milliseconds answer_timeout{120'000};
};

class UnixAdmin {
public:
    // Any thread, at most once; later calls and calls for a peer that has gone do nothing.
    using Answer = std::function<void(std::string)>;
    // Called on the network thread with a line without its end; must not block.
    using Handler = std::function<void(std::string line, Answer answer)>;

    // `context` outlives this and every Answer.
    UnixAdmin(boost::asio::io_context& context, UnixAdminSettings settings, Handler handler);
    // After the io_context has stopped running. Removes the socket file.
    ~UnixAdmin();
    UnixAdmin(const UnixAdmin&) = delete;
    UnixAdmin& operator=(const UnixAdmin&) = delete;

    // Before the io_context runs. Replaces the file that a dead daemon left; refuses one that somebody listens on.
    // Returns what went wrong, or nothing.
    [[nodiscard]] std::optional<std::string> listen();
    // Network thread: accepts nobody any more; connections that are open are served on.
    void stop_accepting();

private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

}  // namespace emoted::net
