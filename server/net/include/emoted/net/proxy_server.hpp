// Everything between proxies' sockets and the world: listens, runs the connections, decides who may be which proxy.
//
// Lives on the network thread, whose io_context it is given; what may be called from another thread says so. What
// happens is told to a LinkHandler, on the network thread. Protocol logic is in protocol::ServerSession; here are only
// sockets, names and limits.
#pragma once

#include <emoted/core/network.hpp>
#include <emoted/protocol/session.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace boost::asio {
class io_context;
}

namespace emoted::net {

// Worth a log line or a count.
struct LinkEvent {
    enum class Kind : std::uint8_t {
        opened,          // a proxy is here
        closed,          // it is not any more; `reason` says why
        refused,         // a handshake failed or was refused; `reason` says why, finer than the wire does
        replaced,        // another link of the same proxy takes over from this one
        frames_dropped,  // it is slow
        turned_away,     // not even a handshake: too many connections
        accept_failed,
    };
    Kind kind{};
    std::string proxy;   // as the peer says; not proven in `refused`
    std::string remote;  // "127.0.0.1:50312"
    std::string reason;  // one word
    std::string text;    // for a person, may be empty
};

// Called on the network thread; must not block.
class LinkHandler {
public:
    virtual ~LinkHandler() = default;
    // What Welcome says.
    [[nodiscard]] virtual protocol::Admission admission() = 0;
    virtual void link_opened(core::LinkId link, const core::ProxyIdentity& proxy) = 0;
    // False if the world does not keep up with this link; it is closed then.
    [[nodiscard]] virtual bool received(core::LinkId link, protocol::Message message, std::size_t bytes) = 0;
    virtual void keyframes_owed(core::LinkId link) = 0;
    virtual void link_closed(core::LinkId link) = 0;
    virtual void event(const LinkEvent& event) = 0;
};

struct ProxyServerSettings {
    std::string tcp_address;  // numeric, empty: no TCP
    std::uint16_t tcp_port = 0;
    std::filesystem::path unix_socket;  // empty: none
    std::size_t max_connections = 64;   // links; handshakes have places of their own
    std::uint64_t linger_ms = 5'000;    // how long the last messages of an ended link may take to reach its proxy
    Uuid daemon_instance;
    protocol::LinkTimes times;
    protocol::OutboxLimits outbox;
    std::shared_ptr<const protocol::SecretTable> secrets;
};

// An open link, for an operator.
struct LinkInfo {
    std::string proxy;
    std::string remote;
    std::uint64_t connected_seconds = 0;
    std::uint64_t queued_bytes = 0;
};

class ProxyServer {
public:
    // `context` and `handler` outlive the server.
    ProxyServer(boost::asio::io_context& context, ProxyServerSettings settings, LinkHandler& handler);
    // After the io_context has stopped running.
    ~ProxyServer();
    ProxyServer(const ProxyServer&) = delete;
    ProxyServer& operator=(const ProxyServer&) = delete;

    // Before the io_context runs. Returns what went wrong, or nothing.
    [[nodiscard]] std::optional<std::string> listen();
    // "127.0.0.1:40123", after listen(); empty without TCP.
    [[nodiscard]] const std::string& tcp_endpoint() const noexcept;

    // Network thread: by name of the proxy.
    [[nodiscard]] std::vector<LinkInfo> links() const;

    // Any thread: sends in order, one write for each link and call.
    void send(std::vector<core::Outgoing> outgoing);
    // Any thread: for handshakes from now on.
    void set_secrets(std::shared_ptr<const protocol::SecretTable> secrets);
    // Any thread: no new connections, no new links.
    void stop_accepting();
    // Any thread: ends every link with shutting_down once what is queued is written; `done` is called on the network
    // thread when the last one is gone.
    void close_all(std::function<void()> done);

private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

}  // namespace emoted::net
