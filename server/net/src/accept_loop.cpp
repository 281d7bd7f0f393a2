#include "accept_loop.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <sys/socket.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

namespace emoted::net {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::milliseconds first_pause{10};
constexpr std::chrono::milliseconds longest_pause{1'000};
constexpr auto as_tuple = asio::as_tuple(asio::use_awaitable);

Remote remote_of(const asio::generic::stream_protocol::endpoint& endpoint, GenericSocket& socket) {
    Remote remote;
    const int family = endpoint.protocol().family();
    if (family == AF_INET || family == AF_INET6) {
        asio::ip::tcp::endpoint tcp(family == AF_INET ? asio::ip::tcp::v4() : asio::ip::tcp::v6(), 0);
        std::memcpy(tcp.data(), endpoint.data(), std::min(endpoint.size(), tcp.capacity()));
        remote.address = tcp.address().to_string();
        remote.text = family == AF_INET ? remote.address : "[" + remote.address + "]";
        remote.text += ":" + std::to_string(tcp.port());
        return remote;
    }
    ucred credentials{};
    socklen_t size = sizeof credentials;
    remote.text = "unix";
    if (::getsockopt(socket.native_handle(), SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0) {
        remote.text += " process " + std::to_string(credentials.pid) + " of user " + std::to_string(credentials.uid);
    }
    return remote;
}

}  // namespace

asio::awaitable<void> accept_loop(GenericAcceptor& acceptor, AcceptHandlers given_handlers) {
    const AcceptHandlers handlers = std::move(given_handlers);
    asio::steady_timer timer(acceptor.get_executor());
    auto pause = first_pause;
    while (acceptor.is_open()) {
        GenericSocket socket(acceptor.get_executor());
        asio::generic::stream_protocol::endpoint endpoint;
        const auto [error] = co_await acceptor.async_accept(socket, endpoint, as_tuple);
        if (!error) {
            pause = first_pause;
            Remote remote = remote_of(endpoint, socket);
            if (!remote.is_unix()) {
                boost::system::error_code ignored;
                socket.set_option(asio::ip::tcp::no_delay(true), ignored);
            }
            handlers.accepted(std::move(socket), std::move(remote));
            continue;
        }
        if (error == asio::error::operation_aborted || error == asio::error::bad_descriptor) {
            co_return;
        }
        if (pause == first_pause) {
            handlers.failed(error.message());
        }
        timer.expires_after(pause);
        pause = std::min(pause * 2, longest_pause);
        co_await timer.async_wait(as_tuple);
    }
}

}  // namespace emoted::net
