#include "raw_link.hpp"

#include <emoted/protocol/handshake.hpp>
#include <emoted/protocol/session.hpp>

#include <catch2/catch.hpp>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <utility>

namespace emoted::test {

using Clock = std::chrono::steady_clock;

namespace {

int connect_to(int family, const void* address, socklen_t size) {
    const int descriptor = ::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    REQUIRE(descriptor >= 0);
    sockaddr_storage storage{};
    std::memcpy(&storage, address, size);
    const int connected = ::connect(descriptor, static_cast<const sockaddr*>(static_cast<const void*>(&storage)), size);
    INFO("connect: " << std::strerror(errno));
    REQUIRE(connected == 0);
    return descriptor;
}

}  // namespace

RawLink RawLink::tcp(std::uint16_t port, protocol::Encoding encoding) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return RawLink(connect_to(AF_INET, &address, sizeof address), encoding, false);
}

RawLink RawLink::unix_socket(const std::filesystem::path& path, protocol::Encoding encoding) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    REQUIRE(path.string().size() < sizeof address.sun_path);
    std::memcpy(address.sun_path, path.c_str(), path.string().size());
    return RawLink(connect_to(AF_UNIX, &address, sizeof address), encoding, true);
}

RawLink::RawLink(int descriptor, protocol::Encoding encoding, bool is_unix)
    : descriptor_(descriptor),
      encoding_(encoding),
      is_unix_(is_unix),
      decoder_(encoding, protocol::limits::max_line_from_daemon_bytes) {}

RawLink::RawLink(RawLink&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      encoding_(other.encoding_),
      is_unix_(other.is_unix_),
      began_(other.began_),
      decoder_(std::move(other.decoder_)) {}

RawLink::~RawLink() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

void RawLink::send_bytes(std::span<const std::uint8_t> bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent < 0) {
            return;  // the daemon has closed; the test looks at what it said
        }
        bytes = bytes.subspan(static_cast<std::size_t>(sent));
    }
}

void RawLink::send_text(std::string_view text) {
    const std::vector<std::uint8_t> bytes(text.begin(), text.end());
    send_bytes(bytes);
}

void RawLink::send(const protocol::Message& message) {
    if (!std::exchange(began_, true) && encoding_ == protocol::Encoding::binary) {
        send_bytes(protocol::binary_preamble);
    }
    send_bytes(protocol::frame(protocol::encode(message, encoding_), encoding_));
}

std::optional<protocol::Message> RawLink::receive(std::chrono::seconds within) {
    return receive_until(Clock::now() + within);
}

std::optional<protocol::Message> RawLink::next_decoded() {
    const auto packet = decoder_.next();
    REQUIRE(packet.has_value());
    if (!*packet) {
        return std::nullopt;
    }
    auto message = protocol::decode(**packet, encoding_);
    if (!message) {
        FAIL("the daemon sent what is no message: " << message.error().to_string());
    }
    return std::move(*message);
}

bool RawLink::read_some() {
    std::array<std::uint8_t, 65'536> buffer{};
    const ssize_t count = ::recv(descriptor_, buffer.data(), buffer.size(), 0);
    if (count <= 0) {
        return false;
    }
    decoder_.feed(std::span(buffer).first(static_cast<std::size_t>(count)));
    return true;
}

std::optional<protocol::Message> RawLink::receive_until(Clock::time_point deadline) {
    while (true) {
        if (auto message = next_decoded()) {
            return message;
        }
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
        pollfd wait{descriptor_, POLLIN, 0};
        if (left <= 0 || ::poll(&wait, 1, static_cast<int>(left)) <= 0) {
            FAIL("nothing came from the daemon before the deadline");
        }
        if (!read_some()) {
            return std::nullopt;
        }
    }
}

std::optional<protocol::Message> RawLink::receive_now() {
    while (true) {
        if (auto message = next_decoded()) {
            return message;
        }
        pollfd wait{descriptor_, POLLIN, 0};
        if (::poll(&wait, 1, 0) <= 0) {
            return std::nullopt;
        }
        if (!read_some()) {
            fail_for_end();
        }
    }
}

void RawLink::fail_for_end() {
    FAIL("the daemon closed the connection");
    std::terminate();
}

bool RawLink::ends(std::chrono::seconds within) {
    const auto deadline = Clock::now() + within;
    while (receive_until(deadline)) {
    }
    return true;
}

bool RawLink::is_cut(std::chrono::seconds within) {
    const auto deadline = Clock::now() + within;
    while (true) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
        pollfd wait{descriptor_, POLLIN, 0};
        if (left <= 0 || ::poll(&wait, 1, static_cast<int>(left)) <= 0) {
            return false;
        }
        std::array<std::uint8_t, 4'096> buffer{};
        if (::recv(descriptor_, buffer.data(), buffer.size(), 0) <= 0) {
            return true;
        }
    }
}

protocol::Proof RawLink::proof(const std::string& secret, const protocol::Hello& hello,
                               const protocol::Challenge& challenge) {
    return protocol::client_proof(secret, protocol::transcript(hello, challenge));
}

protocol::Hello RawLink::hello(const std::string& name, std::uint8_t instance) {
    protocol::Hello hello;
    hello.protocol_min = protocol::limits::protocol_min;
    hello.protocol_max = protocol::limits::protocol_max;
    hello.proxy_name = name;
    hello.instance_id.bytes.fill(instance);
    hello.nonce.fill(7);
    return hello;
}

protocol::Welcome RawLink::open(const std::string& name, const std::string& secret, std::uint8_t instance) {
    const auto answer = try_open(hello(name, instance), secret);
    REQUIRE(answer.has_value());
    if (const auto* refuse = std::get_if<protocol::Refuse>(&*answer)) {
        FAIL("refused: " << refuse->text);
    }
    REQUIRE(std::holds_alternative<protocol::Welcome>(*answer));
    return std::get<protocol::Welcome>(*answer);
}

std::optional<protocol::Message> RawLink::try_open(const protocol::Hello& hello, const std::string& secret) {
    send(hello);
    if (!is_unix_) {
        const auto challenge = receive();
        if (!challenge || !std::holds_alternative<protocol::Challenge>(*challenge)) {
            return challenge;
        }
        protocol::Authenticate authenticate;
        authenticate.proof = proof(secret, hello, std::get<protocol::Challenge>(*challenge));
        send(authenticate);
    }
    return receive();
}

}  // namespace emoted::test
