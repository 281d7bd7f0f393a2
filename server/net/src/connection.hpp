// One socket of a proxy: a reader, a writer and a watchdog around a protocol::ServerSession.
//
// Network thread only. Keeps itself alive while its coroutines run; the owner outlives it.
#pragma once

#include "accept_loop.hpp"

#include <emoted/core/network.hpp>
#include <emoted/protocol/session.hpp>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

namespace emoted::net {

class Connection : public std::enable_shared_from_this<Connection> {
public:
    class Owner {
    public:
        virtual ~Owner() = default;
        virtual void on_event(Connection& connection, protocol::ServerEvent event) = 0;
        // How long the last messages of this connection, which has ended, may take to reach the peer, in milliseconds.
        [[nodiscard]] virtual std::uint64_t linger_ms(const Connection& connection) const noexcept = 0;
        // The socket is closed: the last call.
        virtual void on_gone(Connection& connection) = 0;
    };

    Connection(GenericSocket socket, Remote remote, core::LinkId id, protocol::ServerSettings settings, Owner& owner);

    void start();
    // After a change to the session from outside its events: gives its events to the owner, wakes the writer.
    void settle();

    // Closes the socket without a word.
    void drop() { close_socket(); }

    [[nodiscard]] protocol::ServerSession& session() noexcept { return session_; }
    [[nodiscard]] core::LinkId id() const noexcept { return id_; }
    [[nodiscard]] const Remote& remote() const noexcept { return remote_; }
    [[nodiscard]] std::uint64_t opened_ms() const noexcept { return opened_ms_; }
    // Bytes read since the last call.
    [[nodiscard]] std::size_t take_bytes_read() noexcept;
    [[nodiscard]] static std::uint64_t now_ms();

    bool is_link = false;         // the owner's: the world knows it
    bool was_link = false;        // the owner's: the world has known it at some time
    bool is_marked = false;       // the owner's: has something to send at the end of this flush
    bool is_turned_away = false;  // the owner's: its place is needed

private:
    boost::asio::awaitable<void> read();
    boost::asio::awaitable<void> write();
    boost::asio::awaitable<void> watch();
    void close_socket();

    GenericSocket socket_;
    boost::asio::steady_timer wake_;   // cancelled when there is something to write
    boost::asio::steady_timer watch_;  // the session's next deadline, or the end of lingering
    Remote remote_;
    core::LinkId id_;
    std::uint64_t opened_ms_;
    protocol::ServerSession session_;
    Owner& owner_;
    std::uint64_t linger_until_ms_ = 0;  // once the session has ended
    std::uint64_t armed_ms_ = 0;
    std::size_t bytes_read_ = 0;
    std::size_t drained_ = 0;    // bytes read and thrown away since the session has ended
    bool peer_is_done_ = false;  // it sends no more, but may still read
    bool said_all_ = false;      // the last message is written
    bool gone_ = false;
    bool settling_ = false;
    std::array<std::uint8_t, 16'384> input_{};
    std::vector<std::uint8_t> output_;
};

}  // namespace emoted::net
