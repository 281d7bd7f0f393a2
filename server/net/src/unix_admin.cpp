#include "emoted/net/unix_admin.hpp"

#include "accept_loop.hpp"
#include "emoted/net/unix_socket_file.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <sys/socket.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace emoted::net {

namespace asio = boost::asio;

namespace {

constexpr auto as_tuple = asio::as_tuple(asio::use_awaitable);
constexpr const char* too_long = R"({"ok":false,"error":{"code":"invalid_request","text":"the line is too long"}})"
                                 "\n";
constexpr const char* too_slow =
    R"({"ok":false,"error":{"code":"internal_error","text":"the daemon has not answered in time"}})"
    "\n";
constexpr const char* too_many =
    R"({"ok":false,"error":{"code":"busy","text":"too many admin connections; try again"}})"
    "\n";

// One peer: a line, its answer, the next line.
class AdminConnection : public std::enable_shared_from_this<AdminConnection> {
public:
    AdminConnection(GenericSocket socket, const UnixAdminSettings& settings, const UnixAdmin::Handler& handler)
        : socket_(std::move(socket)),
          watch_(socket_.get_executor()),
          answered_(socket_.get_executor()),
          settings_(settings),
          handler_(handler) {}

    // Waiting for the peer's next line; an answer is neither made nor on its way.
    [[nodiscard]] bool is_idle() const noexcept { return idle_; }
    void drop() { close(); }

    asio::awaitable<void> serve() {
        const auto self = shared_from_this();
        for (bool more = true; more;) {
            arm(settings_.peer_timeout);
            idle_ = true;
            const auto [error, size] = co_await asio::async_read_until(
                socket_, asio::dynamic_buffer(input_, settings_.max_line_bytes + 1), '\n', as_tuple);
            idle_ = false;
            if (error == asio::error::not_found) {
                output_ = too_long;
                co_await write();
                break;
            }
            // The last line may do without its end.
            more = !error;
            if (error && (error != asio::error::eof || input_.empty())) {
                break;
            }
            std::string line = input_.substr(0, error ? input_.size() : size - 1);
            input_.erase(0, error ? input_.size() : size);
            if (line.ends_with('\r')) {
                line.pop_back();
            }
            if (line.empty()) {
                continue;
            }
            co_await ask(std::move(line));
            if (!co_await write()) {
                break;
            }
        }
        close();
    }

    // The only line that a peer beyond the limit gets.
    asio::awaitable<void> turn_away() {
        const auto self = shared_from_this();
        output_ = too_many;
        co_await write();
        close();
    }

private:
    // Leaves the answer in output_.
    asio::awaitable<void> ask(std::string line) {
        watch_.cancel();
        output_.clear();
        answered_.expires_after(settings_.answer_timeout);
        const std::uint64_t question = ++question_;
        std::weak_ptr<AdminConnection> weak = weak_from_this();
        UnixAdmin::Answer answer = [weak, question, executor = socket_.get_executor()](std::string text) {
            asio::post(executor, [weak, question, text = std::move(text)]() mutable {
                const auto self = weak.lock();
                if (self && self->question_ == question && self->output_.empty()) {
                    self->output_ = std::move(text);
                    self->output_ += '\n';
                    self->answered_.cancel();
                }
            });
        };
        handler_(std::move(line), std::move(answer));
        co_await answered_.async_wait(as_tuple);
        if (output_.empty()) {
            output_ = too_slow;
            ++question_;
        }
    }

    asio::awaitable<bool> write() {
        arm(settings_.peer_timeout);
        const auto [error, size] = co_await asio::async_write(socket_, asio::buffer(output_), as_tuple);
        co_return !error;
    }

    void arm(std::chrono::milliseconds time) {
        watch_.expires_after(time);
        watch_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
            const auto self = weak.lock();
            if (self && !error) {
                self->close();
            }
        });
    }

    void close() {
        boost::system::error_code ignored;
        socket_.close(ignored);
        watch_.cancel();
        answered_.cancel();
    }

    GenericSocket socket_;
    asio::steady_timer watch_;     // closes the socket of a peer that takes too long
    asio::steady_timer answered_;  // cancelled when the answer is there
    const UnixAdminSettings& settings_;
    const UnixAdmin::Handler& handler_;
    std::string input_, output_;
    std::uint64_t question_ = 0;  // which line an answer belongs to
    bool idle_ = true;
};

}  // namespace

struct UnixAdmin::Impl : std::enable_shared_from_this<UnixAdmin::Impl> {
    Impl(asio::io_context& context, UnixAdminSettings given, Handler line_handler)
        : settings(std::move(given)), handler(std::move(line_handler)), acceptor(context) {}

    void accepted(GenericSocket socket) {
        auto connection = std::make_shared<AdminConnection>(std::move(socket), settings, handler);
        if (connections.size() >= settings.max_connections && !make_room()) {
            asio::co_spawn(acceptor.get_executor(), connection->turn_away(), asio::detached);
            return;
        }
        const std::uint64_t id = ++last_id;
        connections.emplace(id, connection);
        asio::co_spawn(acceptor.get_executor(), connection->serve(),
                       [self = shared_from_this(), id](const std::exception_ptr&) { self->connections.erase(id); });
    }

    // The oldest one that asks nothing goes; false if all of them are being answered.
    bool make_room() {
        const auto oldest = std::find_if(connections.begin(), connections.end(),
                                         [](const auto& entry) { return entry.second->is_idle(); });
        if (oldest == connections.end()) {
            return false;
        }
        oldest->second->drop();
        connections.erase(oldest);
        return true;
    }

    UnixAdminSettings settings;
    Handler handler;
    GenericAcceptor acceptor;
    std::optional<UnixSocketFile> file;
    std::map<std::uint64_t, std::shared_ptr<AdminConnection>> connections;  // in the order in which they came
    std::uint64_t last_id = 0;
};

UnixAdmin::UnixAdmin(asio::io_context& context, UnixAdminSettings settings, Handler handler)
    : impl_(std::make_shared<Impl>(context, std::move(settings), std::move(handler))) {}

UnixAdmin::~UnixAdmin() {
    stop_accepting();
}

std::optional<std::string> UnixAdmin::listen() {
    auto file = UnixSocketFile::listen(impl_->settings.path);
    if (!file) {
        return file.error();
    }
    boost::system::error_code error;
    impl_->acceptor.assign(asio::generic::stream_protocol(AF_UNIX, 0), file->release_descriptor(), error);
    if (error) {
        return "cannot listen on " + impl_->settings.path.string() + ": " + error.message();
    }
    impl_->file.emplace(std::move(*file));
    AcceptHandlers handlers;
    handlers.accepted = [impl = impl_](GenericSocket socket, const Remote&) { impl->accepted(std::move(socket)); };
    // Accepting goes on by itself; whoever asks meanwhile waits in the queue of the socket.
    handlers.failed = [](const std::string&) {};
    asio::co_spawn(impl_->acceptor.get_executor(), accept_loop(impl_->acceptor, std::move(handlers)),
                   [impl = impl_](const std::exception_ptr&) {});
    return std::nullopt;
}

void UnixAdmin::stop_accepting() {
    boost::system::error_code ignored;
    impl_->acceptor.close(ignored);
    impl_->file.reset();
}

}  // namespace emoted::net
