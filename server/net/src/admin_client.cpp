#include "emoted/net/admin_client.hpp"

#include "unix_address.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace emoted::net {

namespace {

using Clock = std::chrono::steady_clock;

class AdminLink {
public:
    AdminLink(const std::filesystem::path& socket, Clock::time_point deadline)
        : socket_(socket), deadline_(deadline), descriptor_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {}
    ~AdminLink() {
        if (descriptor_ >= 0) {
            ::close(descriptor_);
        }
    }
    AdminLink(const AdminLink&) = delete;
    AdminLink& operator=(const AdminLink&) = delete;

    // Each returns what went wrong, or nothing.
    std::string connect() {
        const auto address = unix_address(socket_);
        if (!address) {
            return failure(address.error());
        }
        if (descriptor_ < 0 || call(::connect, descriptor_, *address) != 0) {
            return failure(std::generic_category().message(errno));
        }
        return {};
    }

    std::string send(std::string_view text) {
        while (!text.empty()) {
            if (std::string fault = wait(POLLOUT); !fault.empty()) {
                return fault;
            }
            const ssize_t count = ::send(descriptor_, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
            if (count >= 0) {
                text.remove_prefix(static_cast<std::size_t>(count));
            } else if (errno == EPIPE || errno == ECONNRESET) {
                return {};  // it wants to hear no more, and may have said why
            } else if (errno != EINTR && errno != EAGAIN) {
                return failure(std::generic_category().message(errno));
            }
        }
        return {};
    }

    std::string receive_line(std::string& line) {
        std::array<char, 65'536> buffer{};
        for (;;) {
            if (std::string fault = wait(POLLIN); !fault.empty()) {
                return fault;
            }
            const ssize_t count = ::recv(descriptor_, buffer.data(), buffer.size(), MSG_DONTWAIT);
            if (count < 0 && (errno == EINTR || errno == EAGAIN)) {
                continue;
            }
            if (count < 0) {
                return failure(std::generic_category().message(errno));
            }
            if (count == 0) {
                return failure("the daemon closed the connection without an answer");
            }
            const std::string_view part(buffer.data(), static_cast<std::size_t>(count));
            line += part.substr(0, part.find('\n'));
            if (line.size() > max_answer_bytes) {
                return failure("the answer is too long");
            }
            if (part.find('\n') != std::string_view::npos) {
                return {};
            }
        }
    }

private:
    [[nodiscard]] std::string failure(const std::string& what) const {
        return "cannot ask the daemon at " + socket_.string() + ": " + what;
    }

    std::string wait(short events) {
        for (;;) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline_ - Clock::now());
            pollfd entry{descriptor_, events, 0};
            const int ready = left.count() <= 0 ? 0 : ::poll(&entry, 1, static_cast<int>(left.count()));
            if (ready > 0) {
                return {};
            }
            if (ready == 0) {
                return failure("no answer in time");
            }
            if (errno != EINTR) {
                return failure(std::generic_category().message(errno));
            }
        }
    }

    const std::filesystem::path& socket_;
    Clock::time_point deadline_;
    int descriptor_;
};

}  // namespace

tl::expected<std::string, std::string> ask_admin(const std::filesystem::path& socket, std::string_view line,
                                                 std::chrono::milliseconds timeout) {
    AdminLink link(socket, Clock::now() + timeout);
    std::string answer;
    std::string fault = link.connect();
    if (fault.empty()) {
        fault = link.send(std::string(line) + '\n');
    }
    if (fault.empty()) {
        fault = link.receive_line(answer);
    }
    if (!fault.empty()) {
        return tl::unexpected(std::move(fault));
    }
    return answer;
}

}  // namespace emoted::net
