#include "load_client.hpp"

#include <emoted/client/asio_client.hpp>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace emoted::load {

namespace asio = boost::asio;

namespace {

constexpr auto as_tuple = asio::as_tuple(asio::use_awaitable);
constexpr std::chrono::milliseconds tick{50};
constexpr std::uint64_t ticks_between_complete_reports = 20;

protocol::ClientSettings client_settings(const Target& target, const std::string& name, protocol::Encoding encoding) {
    protocol::ClientSettings settings;
    settings.proxy_name = name;
    settings.secret = target.secret;
    settings.encoding = encoding;
    settings.instance_id = client::fresh_uuid();
    settings.nonce = client::fresh_nonce();
    return settings;
}

// One proxy's connection.
struct Link {
    explicit Link(const std::string& name) : proxy(name, [this](protocol::Message& message) { send(message); }) {}

    void send(protocol::Message& message) {
        if (auto* play = std::get_if<protocol::Play>(&message)) {
            play->request_id = client->play(play->player, play->emote, play->state, play->seed);
        } else if (auto* stop = std::get_if<protocol::Stop>(&message)) {
            stop->request_id = client->stop(stop->player);
        } else {
            client->send(message);
        }
    }

    SimulatedProxy proxy;
    std::unique_ptr<client::AsioClient> client;  // once the link is open
    std::string lost;                            // why, once it is
};

}  // namespace

struct LoadClient::Impl {
    explicit Impl(LoadClient& client, Target given) : owner(client), target(std::move(given)), ticker(io) {}

    asio::awaitable<void> run(Link& link, protocol::ClientSettings settings);
    asio::awaitable<void> tick_on();
    void take(Link& link, const protocol::Message& message);

    LoadClient& owner;
    Target target;
    asio::io_context io;
    asio::steady_timer ticker;
    std::vector<std::unique_ptr<Link>> links;
    std::uint64_t ticks = 0;
    std::uint64_t messages = 0;
};

void LoadClient::Impl::take(Link& link, const protocol::Message& message) {
    ++messages;
    link.proxy.received(message);
    if (owner.on_message) {
        owner.on_message(link.proxy, message);
    }
}

asio::awaitable<void> LoadClient::Impl::run(Link& link, protocol::ClientSettings settings) {
    auto connected = co_await client::connect_tcp(target.host, target.port, std::move(settings));
    if (!connected) {
        link.lost = connected.error().text;
        co_return;
    }
    link.client = std::move(*connected);
    link.proxy.opened(link.client->welcome().permission_nodes);
    while (auto event = co_await link.client->next_event()) {
        if (const auto* received = std::get_if<protocol::Received>(&*event)) {
            take(link, received->message);
        } else if (const auto* answered = std::get_if<client::Answered>(&*event)) {
            std::visit([&](const auto& answer) { take(link, answer); }, answered->answer);
        } else if (const auto* ended = std::get_if<protocol::Ended>(&*event)) {
            link.lost = "the link of " + link.proxy.name() + " ended: " + ended->text;
        }
    }
}

asio::awaitable<void> LoadClient::Impl::tick_on() {
    ticker.expires_at(Clock::now());
    while (true) {
        // Absolute, so that a late report does not move the ones after it.
        ticker.expires_at(ticker.expiry() + tick);
        co_await ticker.async_wait(as_tuple);
        if (owner.on_tick) {
            owner.on_tick();
        }
        const bool complete = ++ticks % ticks_between_complete_reports == 0;
        for (const auto& link : links) {
            if (link->client != nullptr && link->client->is_open()) {
                link->proxy.report_states(complete);
            }
        }
    }
}

LoadClient::LoadClient(Target target) : impl_(std::make_unique<Impl>(*this, std::move(target))) {
    asio::co_spawn(impl_->io, impl_->tick_on(), asio::detached);
}

LoadClient::~LoadClient() = default;

SimulatedProxy& LoadClient::connect(const std::string& name, protocol::Encoding encoding) {
    Impl& impl = *impl_;
    impl.links.push_back(std::make_unique<Link>(name));
    Link& link = *impl.links.back();
    asio::co_spawn(impl.io, impl.run(link, client_settings(impl.target, name, encoding)), asio::detached);
    if (!run_until([&link] { return link.client != nullptr; }, Clock::now() + std::chrono::seconds(20))) {
        throw std::runtime_error("the daemon does not finish the handshake");
    }
    return link.proxy;
}

void LoadClient::at(Clock::time_point when, std::function<void()> what) {
    auto timer = std::make_shared<asio::steady_timer>(impl_->io, when);
    timer->async_wait([timer, what = std::move(what)](const boost::system::error_code& error) {
        if (!error) {
            what();
        }
    });
}

bool LoadClient::run_until(const std::function<bool()>& done, Clock::time_point deadline) {
    while (true) {
        for (const auto& link : impl_->links) {
            if (!link->lost.empty()) {
                throw std::runtime_error(link->lost);
            }
        }
        if (done()) {
            return true;
        }
        if (Clock::now() >= deadline) {
            return false;
        }
        impl_->io.run_one_until(deadline);
    }
}

std::uint64_t LoadClient::bytes_received() const noexcept {
    std::uint64_t bytes = 0;
    for (const auto& link : impl_->links) {
        bytes += link->client == nullptr ? 0 : link->client->bytes_received();
    }
    return bytes;
}

std::uint64_t LoadClient::messages_received() const noexcept {
    return impl_->messages;
}

}  // namespace emoted::load
