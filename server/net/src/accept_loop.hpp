// Accepts connections on one listening socket until it is closed; a failing accept (no descriptors left, for example)
// is told and tried again after a growing pause, so that it neither ends the daemon nor spins.
//
// Runs on the network thread. Private to server/net: pulls in Asio.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/generic/stream_protocol.hpp>

#include <functional>
#include <string>

namespace emoted::net {

using GenericAcceptor = boost::asio::basic_socket_acceptor<boost::asio::generic::stream_protocol>;
using GenericSocket = boost::asio::generic::stream_protocol::socket;

// Who is at the other end, for logs and back-off.
struct Remote {
    std::string text;     // "127.0.0.1:50312", "unix process 4711 of user 1000"
    std::string address;  // without the port; empty over a Unix socket
    [[nodiscard]] bool is_unix() const noexcept { return address.empty(); }
};

struct AcceptHandlers {
    std::function<void(GenericSocket, Remote)> accepted;
    std::function<void(const std::string&)> failed;  // once for each run of failures
};

[[nodiscard]] boost::asio::awaitable<void> accept_loop(GenericAcceptor& acceptor, AcceptHandlers handlers);

}  // namespace emoted::net
