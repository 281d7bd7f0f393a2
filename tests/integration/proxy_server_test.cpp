// What peers can do to the proxies' sockets, with the real ProxyServer and a world that does nothing: strangers, slow
// readers, and ends that must be heard.
#include "raw_link.hpp"

#include <emoted/net/proxy_server.hpp>
#include <emoted/protocol/session.hpp>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <catch2/catch.hpp>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace emoted::test {

namespace {

using net::LinkEvent;
using protocol::CloseReason;
using Clock = std::chrono::steady_clock;

const std::string secret = "0123456789abcdef0123456789abcdef";

// Listens on TCP and on a Unix socket; its network thread is the only one besides the test's.
class Hall : public net::LinkHandler {
public:
    explicit Hall(std::uint64_t linger_ms = 60'000) {
        net::ProxyServerSettings settings;
        settings.tcp_address = "127.0.0.1";
        settings.unix_socket = socket();
        settings.linger_ms = linger_ms;
        // By itself nobody would go.
        settings.times.handshake_timeout_ms = 3'600'000;
        settings.times.ping_interval_ms = 0;
        settings.secrets = std::make_shared<const protocol::SecretTable>(std::vector<protocol::SecretTable::Entry>(),
                                                                         std::vector<std::string>{secret});
        server_ = std::make_unique<net::ProxyServer>(context_, settings, *this);
        const auto fault = server_->listen();
        REQUIRE_FALSE(fault);
        thread_ = std::thread([this] { context_.run(); });
    }
    ~Hall() override {
        context_.stop();
        thread_.join();
    }

    [[nodiscard]] net::ProxyServer& server() { return *server_; }
    [[nodiscard]] std::filesystem::path socket() const { return folder_.path() / "proxy.sock"; }
    [[nodiscard]] std::uint16_t port() const {
        const std::string& endpoint = server_->tcp_endpoint();
        return static_cast<std::uint16_t>(std::stoul(endpoint.substr(endpoint.rfind(':') + 1)));
    }
    // The first event of this kind, waited for.
    LinkEvent event(LinkEvent::Kind kind) {
        std::unique_lock lock(mutex_);
        const auto find = [&] {
            return std::find_if(events_.begin(), events_.end(), [&](const auto& one) { return one.kind == kind; });
        };
        REQUIRE(heard_.wait_for(lock, patience, [&] { return find() != events_.end(); }));
        return *find();
    }
    [[nodiscard]] std::size_t count(LinkEvent::Kind kind) {
        const std::lock_guard lock(mutex_);
        return static_cast<std::size_t>(
            std::count_if(events_.begin(), events_.end(), [&](const auto& one) { return one.kind == kind; }));
    }
    // Which proxy has which link.
    core::LinkId link_of(const std::string& proxy) {
        const std::lock_guard lock(mutex_);
        return links_.at(proxy);
    }
    void close_all() {
        server_->close_all([this] {
            const std::lock_guard lock(mutex_);
            all_gone_ = true;
            heard_.notify_all();
        });
    }
    // Waited for.
    [[nodiscard]] bool all_gone() {
        std::unique_lock lock(mutex_);
        return heard_.wait_for(lock, patience, [this] { return all_gone_; });
    }

    protocol::Admission admission() override { return {}; }
    void link_opened(core::LinkId link, const core::ProxyIdentity& proxy) override {
        const std::lock_guard lock(mutex_);
        links_[proxy.name] = link;
    }
    bool received(core::LinkId, protocol::Message, std::size_t) override { return true; }
    void keyframes_owed(core::LinkId) override {}
    void link_closed(core::LinkId) override {}
    void event(const LinkEvent& event) override {
        const std::lock_guard lock(mutex_);
        events_.push_back(event);
        heard_.notify_all();
    }

private:
    TemporaryFolder folder_;
    boost::asio::io_context context_;
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{context_.get_executor()};
    std::unique_ptr<net::ProxyServer> server_;
    std::mutex mutex_;
    std::condition_variable heard_;
    std::vector<LinkEvent> events_;
    std::map<std::string, core::LinkId> links_;
    bool all_gone_ = false;
    std::thread thread_;
};

// Reads to the end of the stream; false if it ends in a reset.
bool ends_cleanly(RawLink& link) {
    std::array<std::uint8_t, 65'536> buffer{};
    ssize_t count = 0;
    while ((count = ::recv(link.descriptor(), buffer.data(), buffer.size(), 0)) > 0) {
    }
    return count == 0;
}

constexpr std::size_t places = 256;

}  // namespace

TEST_CASE("idle strangers keep no proxy out, neither over TCP nor over the Unix socket") {
    Hall hall;
    std::vector<RawLink> idle;
    for (std::size_t i = 0; i < places; ++i) {
        idle.push_back(RawLink::tcp(hall.port()));
    }
    SECTION("a proxy on the Unix socket") {
        RawLink proxy = RawLink::unix_socket(hall.socket());
        (void)proxy.open("north", "");
        CHECK(hall.count(LinkEvent::Kind::turned_away) == 0);
    }
    SECTION("a proxy over TCP takes the place of the oldest stranger") {
        RawLink proxy = RawLink::tcp(hall.port());
        (void)proxy.open("north", secret);
        CHECK(hall.event(LinkEvent::Kind::turned_away).reason == "too_many_connections");
        CHECK(hall.count(LinkEvent::Kind::turned_away) == 1);
        CHECK(idle.front().is_cut());
        // Now it is no stranger: its place is free for one more, and a flood after it does not touch it.
        idle.push_back(RawLink::tcp(hall.port()));
        RawLink south = RawLink::tcp(hall.port());
        (void)south.open("south", secret);
        CHECK(hall.count(LinkEvent::Kind::turned_away) == 2);
        proxy.send(protocol::Ping{1});
        CHECK(proxy.receive_a<protocol::Pong>().sequence == 1);
    }
    SECTION("idle peers on the Unix socket have places of their own") {
        for (std::size_t i = 0; i < places; ++i) {
            idle.push_back(RawLink::unix_socket(hall.socket()));
        }
        RawLink proxy = RawLink::unix_socket(hall.socket());
        (void)proxy.open("north", "");
        CHECK(hall.count(LinkEvent::Kind::turned_away) == 1);
        CHECK(idle.at(places).is_cut());
    }
}

TEST_CASE("a slow reader gets everything that was queued before the end") {
    Hall hall;
    RawLink slow = RawLink::tcp(hall.port());
    (void)slow.open("north", secret);
    hall.event(LinkEvent::Kind::opened);
    // Far more than the systems hold between the two.
    constexpr std::size_t ends = 3'000;
    std::vector<core::Outgoing> outgoing;
    for (std::size_t i = 0; i < ends; ++i) {
        protocol::Notice filling;
        filling.text.assign(4'096, 'x');
        protocol::PlaybackEnd end;
        end.playback = i;
        for (protocol::Message& message : std::array<protocol::Message, 2>{filling, end}) {
            core::Outgoing& one = outgoing.emplace_back();
            one.message = std::make_shared<const protocol::Message>(std::move(message));
            one.links = {hall.link_of("north")};
        }
    }
    hall.server().send(std::move(outgoing));
    hall.close_all();
    for (std::size_t i = 0; i < ends; ++i) {
        REQUIRE(slow.receive_a<protocol::PlaybackEnd>().playback == i);
    }
    CHECK(slow.receive_a<protocol::Close>().reason == CloseReason::shutting_down);
    CHECK(ends_cleanly(slow));
    ::shutdown(slow.descriptor(), SHUT_WR);
    CHECK(hall.all_gone());
}

TEST_CASE("who reads nothing is waited for as long as configured, and no longer") {
    // More than a stranger is granted.
    constexpr std::chrono::milliseconds linger{2'200};
    Hall hall(static_cast<std::uint64_t>(linger.count()));
    RawLink stuck = RawLink::tcp(hall.port());
    (void)stuck.open("north", secret);
    hall.event(LinkEvent::Kind::opened);
    const auto begin = Clock::now();
    hall.close_all();
    REQUIRE(hall.all_gone());
    CHECK(Clock::now() - begin >= linger);
}

TEST_CASE("the last word reaches a peer that is still sending") {
    Hall hall;
    const bool over_tcp = GENERATE(true, false);
    RawLink link = over_tcp ? RawLink::tcp(hall.port()) : RawLink::unix_socket(hall.socket());
    // What follows the fault is never read as messages; unread it would turn the end into a reset.
    std::vector<std::uint8_t> bytes(protocol::binary_preamble.begin(), protocol::binary_preamble.end());
    bytes.resize(4'000'000);  // a packet of length 0 is the fault
    link.send_bytes(bytes);
    const auto close = link.receive_a<protocol::Close>();
    CHECK(close.reason == CloseReason::protocol_error);
    CHECK(ends_cleanly(link));
}

TEST_CASE("the last word reaches a peer that sends no more") {
    Hall hall;
    RawLink link = RawLink::tcp(hall.port());
    (void)link.open("north", secret);
    hall.event(LinkEvent::Kind::opened);
    // Much is on its way when the fault comes, and right behind it the end of the stream.
    std::vector<core::Outgoing> outgoing;
    for (std::size_t i = 0; i < 2'000; ++i) {
        protocol::Notice filling;
        filling.text.assign(4'096, 'x');
        core::Outgoing& one = outgoing.emplace_back();
        one.message = std::make_shared<const protocol::Message>(std::move(filling));
        one.links = {hall.link_of("north")};
    }
    hall.server().send(std::move(outgoing));
    link.send_bytes(std::array<std::uint8_t, 1>{0});
    ::shutdown(link.descriptor(), SHUT_WR);
    CHECK(link.receive_a<protocol::Close>().reason == CloseReason::protocol_error);
    CHECK(ends_cleanly(link));
}

TEST_CASE("who never stops sending after its end is cut off") {
    // The linger time alone would let it go on.
    Hall hall;
    RawLink link = RawLink::tcp(hall.port());
    (void)link.open("north", secret);
    hall.event(LinkEvent::Kind::opened);
    link.send_bytes(std::array<std::uint8_t, 1>{0});
    const std::vector<std::uint8_t> portion(1'000'000, 'x');
    // 16 MiB are drained, and no more than the systems' buffers hold are on their way; send_bytes() gives up when it is
    // cut off.
    for (int i = 0; i < 64; ++i) {
        link.send_bytes(portion);
    }
    CHECK(link.is_cut());
    CHECK(hall.event(LinkEvent::Kind::closed).reason == "protocol_error");
}

}  // namespace emoted::test
