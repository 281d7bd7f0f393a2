#include "connection.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace emoted::net {

namespace asio = boost::asio;

namespace {

constexpr auto as_tuple = asio::as_tuple(asio::use_awaitable);
// What one write takes at most: a tick of a crowded server, in one system call.
constexpr std::size_t most_bytes_per_write = 262'144;
// What a peer may still send after its end, so that its last message is not lost to a reset: a system throws away what
// was not read yet when the other side closes with bytes unread. More than both systems hold in their buffers.
constexpr std::size_t most_drained_bytes = 16 * 1'048'576;

}  // namespace

Connection::Connection(GenericSocket socket, Remote remote, core::LinkId id, protocol::ServerSettings settings,
                       Owner& owner)
    : socket_(std::move(socket)),
      wake_(socket_.get_executor(), asio::steady_timer::time_point::max()),
      watch_(socket_.get_executor(), asio::steady_timer::time_point::max()),
      remote_(std::move(remote)),
      id_(id),
      opened_ms_(now_ms()),
      session_(std::move(settings), opened_ms_),
      owner_(owner) {}

std::uint64_t Connection::now_ms() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

std::size_t Connection::take_bytes_read() noexcept {
    return std::exchange(bytes_read_, 0);
}

void Connection::start() {
    const auto spawn = [this](asio::awaitable<void> part) {
        // The lambda's copy keeps the connection until its part ends.
        asio::co_spawn(socket_.get_executor(), std::move(part),
                       [self = shared_from_this()](const std::exception_ptr& fault) {
                           // A peer that sends no more may still read our last message.
                           if (fault != nullptr || !self->peer_is_done_ || self->said_all_) {
                               self->close_socket();
                           }
                       });
    };
    spawn(read());
    spawn(write());
    spawn(watch());
}

void Connection::settle() {
    if (std::exchange(settling_, true)) {
        return;  // an event's handler changed the session: the outer call goes on with what came of it
    }
    for (auto events = session_.take_events(); !events.empty(); events = session_.take_events()) {
        for (protocol::ServerEvent& event : events) {
            owner_.on_event(*this, std::move(event));
        }
    }
    settling_ = false;
    wake_.cancel();
    if (session_.has_ended() && linger_until_ms_ == 0) {
        linger_until_ms_ = now_ms() + owner_.linger_ms(*this);
    }
    if (linger_until_ms_ != 0 || session_.next_deadline_ms() < armed_ms_) {
        watch_.cancel();
    }
}

asio::awaitable<void> Connection::read() {
    while (true) {
        const auto [error, count] = co_await socket_.async_read_some(asio::buffer(input_), as_tuple);
        if (error) {
            peer_is_done_ = error == asio::error::eof && session_.has_ended();
            co_return;
        }
        if (!session_.has_ended()) {
            bytes_read_ += count;
            session_.receive(std::span(input_).first(count), now_ms());
            settle();
        } else if ((drained_ += count) > most_drained_bytes) {
            co_return;
        }
    }
}

asio::awaitable<void> Connection::write() {
    while (!gone_) {
        output_.clear();
        for (const protocol::SharedBytes& packet : session_.gather(most_bytes_per_write)) {
            output_.insert(output_.end(), packet->begin(), packet->end());
        }
        if (!output_.empty()) {
            const auto [error, count] = co_await asio::async_write(socket_, asio::buffer(output_), as_tuple);
            if (error) {
                said_all_ = true;
                co_return;
            }
            session_.written();
            settle();
        } else if (session_.has_ended()) {
            // The peer must read our last message before it sees a reset: wait for its end of the stream.
            said_all_ = true;
            boost::system::error_code ignored;
            socket_.shutdown(GenericSocket::shutdown_send, ignored);
            while (!gone_ && !peer_is_done_) {
                co_await wake_.async_wait(as_tuple);
            }
            co_return;
        } else {
            co_await wake_.async_wait(as_tuple);
        }
    }
}

asio::awaitable<void> Connection::watch() {
    while (!gone_) {
        armed_ms_ = linger_until_ms_ != 0 ? linger_until_ms_ : session_.next_deadline_ms();
        const std::uint64_t now = now_ms();
        if (linger_until_ms_ != 0 && now >= linger_until_ms_) {
            said_all_ = true;
            co_return;
        }
        if (armed_ms_ <= now) {
            session_.advance(now);
            settle();
        }
        constexpr std::uint64_t longest_ms = 3'600'000;
        watch_.expires_after(std::chrono::milliseconds(armed_ms_ > now ? std::min(armed_ms_ - now, longest_ms) : 1));
        co_await watch_.async_wait(as_tuple);
    }
}

void Connection::close_socket() {
    if (std::exchange(gone_, true)) {
        return;
    }
    boost::system::error_code ignored;
    socket_.close(ignored);
    session_.lost("the connection ended without a Close");
    settle();
    watch_.cancel();
    owner_.on_gone(*this);
}

}  // namespace emoted::net
