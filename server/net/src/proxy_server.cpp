#include "emoted/net/proxy_server.hpp"

#include "connection.hpp"
#include "emoted/net/handshake_backoff.hpp"
#include "emoted/net/unix_socket_file.hpp"
#include "stranger_places.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/describe/enum_to_string.hpp>
#include <openssl/rand.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

namespace emoted::net {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

namespace {

// Of each kind, over TCP and over the Unix socket: those who may not even reach the one do not crowd the other.
constexpr std::size_t strangers_at_a_time = 256;
// Long enough for the word that refuses a stranger; what ends a proxy's link may take ProxyServerSettings::linger_ms.
constexpr std::uint64_t stranger_linger_ms = 2'000;

template <class Enum>
std::string word(Enum value) {
    return boost::describe::enum_to_string(value, "?");
}

protocol::Nonce fresh_nonce() {
    protocol::Nonce nonce{};
    if (RAND_bytes(nonce.data(), static_cast<int>(nonce.size())) != 1) {
        throw std::runtime_error("the system gives no random bytes");
    }
    return nonce;
}

}  // namespace

struct ProxyServer::Impl : Connection::Owner {
    Impl(asio::io_context& context, ProxyServerSettings given, LinkHandler& link_handler)
        : io(context), settings(std::move(given)), handler(link_handler), tcp(io), unix(io) {}

    void accepted(GenericSocket socket, Remote remote);
    void on_event(Connection& connection, protocol::ServerEvent event) override;
    void on_gone(Connection& connection) override;

    void handle(Connection& connection, const protocol::Greeted& greeted);
    void handle(Connection& connection, const protocol::AwaitingAdmission& awaiting);
    void handle(Connection& connection, protocol::Received& received);
    void handle(Connection& connection, const protocol::Probed& probed);
    void handle(Connection& connection, const protocol::KeyframesOwed&);
    void handle(Connection& connection, const protocol::Ended& ended);
    void admit(Connection& connection);
    void take_over(Connection& old_link, Connection& newcomer);
    [[nodiscard]] StrangerPlaces& places_of(const Remote& remote) {
        return remote.is_unix() ? unix_strangers : tcp_strangers;
    }
    [[nodiscard]] std::uint64_t linger_ms(const Connection& connection) const noexcept override {
        return connection.was_link ? settings.linger_ms : std::min(stranger_linger_ms, settings.linger_ms);
    }
    // The link is none any more, however it ended.
    void unlink(Connection& connection);
    Connection* find(core::LinkId id);
    void tell(LinkEvent::Kind kind, Connection& connection, std::string reason, std::string text = {});

    asio::io_context& io;
    ProxyServerSettings settings;
    LinkHandler& handler;
    GenericAcceptor tcp, unix;
    std::optional<UnixSocketFile> unix_file;
    std::string tcp_text;
    HandshakeBackoff backoff;
    std::map<core::LinkId, std::shared_ptr<Connection>> connections;
    std::map<std::string, core::LinkId> links;  // by proxy name
    StrangerPlaces tcp_strangers{strangers_at_a_time}, unix_strangers{strangers_at_a_time};
    std::map<core::LinkId, core::LinkId> claims;  // old link that is being probed -> who wants its name
    core::LinkId last_id = 0;
    bool draining = false;
    std::function<void()> all_gone;
};

Connection* ProxyServer::Impl::find(core::LinkId id) {
    const auto found = connections.find(id);
    return found == connections.end() ? nullptr : found->second.get();
}

void ProxyServer::Impl::tell(LinkEvent::Kind kind, Connection& connection, std::string reason, std::string text) {
    LinkEvent event;
    event.kind = kind;
    event.proxy = connection.session().peer().proxy_name;
    event.remote = connection.remote().text;
    event.reason = std::move(reason);
    event.text = std::move(text);
    handler.event(event);
}

void ProxyServer::Impl::accepted(GenericSocket socket, Remote remote) {
    protocol::ServerSettings session;
    session.daemon_instance = settings.daemon_instance;
    session.nonce = fresh_nonce();
    session.trusted = remote.is_unix();
    session.times = settings.times;
    session.outbox = settings.outbox;
    session.secrets = settings.secrets;
    if (draining) {
        session.refuse_all = protocol::Refuse{protocol::RefuseCode::shutting_down, "the daemon is stopping"};
    }
    StrangerPlaces& places = places_of(remote);
    if (const auto crowded_out = places.must_go()) {
        const auto connection = connections.at(*crowded_out);
        connection->is_turned_away = true;
        tell(LinkEvent::Kind::turned_away, *connection, "too_many_connections");
        connection->drop();
    }
    const core::LinkId id = ++last_id;
    places.add(id, remote.address);
    auto connection = std::make_shared<Connection>(std::move(socket), std::move(remote), id, std::move(session), *this);
    connections.emplace(id, connection);
    connection->start();
}

void ProxyServer::Impl::on_event(Connection& connection, protocol::ServerEvent event) {
    std::visit([&](auto& value) { handle(connection, value); }, event);
}

void ProxyServer::Impl::handle(Connection& connection, const protocol::Greeted& greeted) {
    const auto wait = backoff.wait(connection.remote().address, greeted.peer.proxy_name, Clock::now());
    if (wait > HandshakeBackoff::Duration::zero()) {
        const auto seconds = std::chrono::ceil<std::chrono::seconds>(wait).count();
        connection.session().refuse_at_proof(
            protocol::RefuseCode::too_many_attempts,
            "too many failed handshakes; try again in " + std::to_string(seconds) + " s");
    }
}

void ProxyServer::Impl::handle(Connection& connection, const protocol::AwaitingAdmission& awaiting) {
    // Whoever has proved who it is, is no stranger.
    places_of(connection.remote()).remove(connection.id(), connection.remote().address);
    backoff.succeeded(connection.remote().address, awaiting.peer.proxy_name);
    if (draining) {
        connection.session().refuse(protocol::RefuseCode::shutting_down, "the daemon is stopping");
        return;
    }
    const auto found = links.find(awaiting.peer.proxy_name);
    Connection* const old_link = found == links.end() ? nullptr : find(found->second);
    if (old_link == nullptr && links.size() >= settings.max_connections) {
        connection.session().refuse(
            protocol::RefuseCode::too_many_proxies,
            "at most " + std::to_string(settings.max_connections) + " connections (proxies.max_connections)");
    } else if (old_link == nullptr) {
        admit(connection);
    } else if (old_link->session().peer().instance_id == awaiting.peer.instance_id) {
        take_over(*old_link, connection);
    } else if (claims.find(old_link->id()) != claims.end()) {
        connection.session().refuse(protocol::RefuseCode::name_in_use, "another proxy is claiming this name");
    } else {
        claims[old_link->id()] = connection.id();
        old_link->session().probe(Connection::now_ms());
        old_link->settle();
    }
}

void ProxyServer::Impl::handle(Connection& connection, const protocol::Probed& probed) {
    const auto claim = claims.find(connection.id());
    if (claim == claims.end()) {
        return;
    }
    Connection* const newcomer = find(claim->second);
    claims.erase(claim);
    if (newcomer == nullptr) {
        return;
    }
    if (probed.answered) {
        newcomer->session().refuse(protocol::RefuseCode::name_in_use, "a proxy of this name is connected and answers");
        newcomer->settle();
    } else {
        take_over(connection, *newcomer);
        newcomer->settle();
    }
}

void ProxyServer::Impl::take_over(Connection& old_link, Connection& newcomer) {
    tell(LinkEvent::Kind::replaced, old_link, "replaced", "by " + newcomer.remote().text);
    old_link.session().close(protocol::CloseReason::replaced, "a newer link of this proxy took over");
    old_link.settle();
    admit(newcomer);
}

void ProxyServer::Impl::admit(Connection& connection) {
    connection.session().admit(handler.admission(), Connection::now_ms());
    if (!connection.session().is_open()) {
        return;  // it ended while it waited
    }
    const protocol::Peer& peer = connection.session().peer();
    connection.is_link = true;
    connection.was_link = true;
    links[peer.proxy_name] = connection.id();
    core::ProxyIdentity identity;
    identity.name = peer.proxy_name;
    identity.instance_id = peer.instance_id;
    handler.link_opened(connection.id(), identity);
    tell(LinkEvent::Kind::opened, connection, word(peer.encoding));
}

void ProxyServer::Impl::handle(Connection& connection, protocol::Received& received) {
    if (connection.is_link &&
        !handler.received(connection.id(), std::move(received.message), connection.take_bytes_read())) {
        connection.session().close(protocol::CloseReason::protocol_error,
                                   "more messages than the daemon keeps up with");
    }
}

void ProxyServer::Impl::handle(Connection& connection, const protocol::KeyframesOwed&) {
    handler.keyframes_owed(connection.id());
    tell(LinkEvent::Kind::frames_dropped, connection, "slow",
         std::to_string(connection.session().outbox().dropped_frames()) + " pose frames dropped so far");
}

void ProxyServer::Impl::handle(Connection& connection, const protocol::Ended& ended) {
    if (ended.failure == protocol::HandshakeFailure::wrong_secret ||
        ended.failure == protocol::HandshakeFailure::unknown_name) {
        backoff.failed(connection.remote().address, connection.session().peer().proxy_name, Clock::now());
    }
    const bool named =
        ended.failure != protocol::HandshakeFailure::none && ended.failure != protocol::HandshakeFailure::refused;
    const std::string reason = named           ? word(ended.failure)
                               : ended.refused ? word(*ended.refused)
                               : ended.lost    ? "disconnected"
                                               : word(ended.reason);
    if (!connection.is_turned_away) {
        tell(connection.is_link ? LinkEvent::Kind::closed : LinkEvent::Kind::refused, connection, reason, ended.text);
    }
    unlink(connection);
    // Until its last words have reached the peer.
    places_of(connection.remote()).add(connection.id(), connection.remote().address);
}

void ProxyServer::Impl::unlink(Connection& connection) {
    if (std::exchange(connection.is_link, false)) {
        const auto found = links.find(connection.session().peer().proxy_name);
        if (found != links.end() && found->second == connection.id()) {
            links.erase(found);
        }
        handler.link_closed(connection.id());
    }
    // Who waits for its name need not wait any longer.
    if (const auto claim = claims.find(connection.id()); claim != claims.end()) {
        Connection* const newcomer = find(claim->second);
        claims.erase(claim);
        if (newcomer != nullptr) {
            admit(*newcomer);
            newcomer->settle();
        }
    }
}

void ProxyServer::Impl::on_gone(Connection& connection) {
    places_of(connection.remote()).remove(connection.id(), connection.remote().address);
    connections.erase(connection.id());
    if (connections.empty() && all_gone) {
        std::exchange(all_gone, {})();
    }
}

ProxyServer::ProxyServer(asio::io_context& context, ProxyServerSettings settings, LinkHandler& handler)
    : impl_(std::make_shared<Impl>(context, std::move(settings), handler)) {}

ProxyServer::~ProxyServer() = default;

std::optional<std::string> ProxyServer::listen() {
    Impl& impl = *impl_;
    if (!impl.settings.tcp_address.empty()) {
        const std::string where =
            "cannot listen on " + impl.settings.tcp_address + " port " + std::to_string(impl.settings.tcp_port) + ": ";
        try {
            const auto address = asio::ip::make_address(impl.settings.tcp_address);
            const asio::ip::tcp::endpoint endpoint(address, impl.settings.tcp_port);
            // Opens, lets the port of an ended daemon be used at once, binds and listens.
            asio::ip::tcp::acceptor acceptor(impl.io, endpoint);
            const std::string port = std::to_string(acceptor.local_endpoint().port());
            impl.tcp_text = (address.is_v6() ? "[" + address.to_string() + "]" : address.to_string()) + ":" + port;
            impl.tcp.assign(endpoint.protocol(), acceptor.release());
        } catch (const boost::system::system_error& error) {
            return where + error.code().message();
        }
    }
    if (!impl.settings.unix_socket.empty()) {
        auto file = UnixSocketFile::listen(impl.settings.unix_socket);
        if (!file) {
            return file.error();
        }
        impl.unix.assign(asio::generic::stream_protocol(AF_UNIX, 0), file->release_descriptor());
        impl.unix_file.emplace(std::move(*file));
    }
    for (GenericAcceptor* acceptor : {&impl.tcp, &impl.unix}) {
        if (!acceptor->is_open()) {
            continue;
        }
        AcceptHandlers handlers;
        handlers.failed = [&impl](const std::string& text) {
            LinkEvent event;
            event.kind = LinkEvent::Kind::accept_failed;
            event.reason = "accept_failed";
            event.text = text;
            impl.handler.event(event);
        };
        handlers.accepted = [&impl, failed = handlers.failed](GenericSocket socket, Remote remote) {
            try {
                impl.accepted(std::move(socket), std::move(remote));
            } catch (const std::exception& error) {
                failed(error.what());
            }
        };
        asio::co_spawn(impl.io, accept_loop(*acceptor, std::move(handlers)), asio::detached);
    }
    return std::nullopt;
}

const std::string& ProxyServer::tcp_endpoint() const noexcept {
    return impl_->tcp_text;
}

std::vector<LinkInfo> ProxyServer::links() const {
    std::vector<LinkInfo> infos;
    for (const auto& [name, id] : impl_->links) {
        Connection& connection = *impl_->connections.at(id);
        LinkInfo info;
        info.proxy = name;
        info.remote = connection.remote().text;
        info.connected_seconds = (Connection::now_ms() - connection.opened_ms()) / 1'000;
        info.queued_bytes = connection.session().outbox().pending_bytes();
        infos.push_back(std::move(info));
    }
    return infos;
}

void ProxyServer::send(std::vector<core::Outgoing> outgoing) {
    asio::post(impl_->io, [impl = impl_, outgoing = std::move(outgoing)] {
        std::vector<std::shared_ptr<Connection>> touched;
        for (const core::Outgoing& one : outgoing) {
            const protocol::EncodedMessage encoded(one.message);
            for (const core::LinkId link : one.links) {
                const auto found = impl->connections.find(link);
                if (found == impl->connections.end()) {
                    continue;
                }
                found->second->session().send(
                    encoded, one.droppable ? protocol::Delivery::may_drop : protocol::Delivery::always, one.subject);
                if (!std::exchange(found->second->is_marked, true)) {
                    touched.push_back(found->second);
                }
            }
        }
        for (const auto& connection : touched) {
            connection->is_marked = false;
            connection->settle();
        }
    });
}

void ProxyServer::set_secrets(std::shared_ptr<const protocol::SecretTable> secrets) {
    asio::post(impl_->io,
               [impl = impl_, secrets = std::move(secrets)]() mutable { impl->settings.secrets = std::move(secrets); });
}

void ProxyServer::stop_accepting() {
    asio::post(impl_->io, [impl = impl_] {
        impl->draining = true;
        boost::system::error_code ignored;
        impl->tcp.close(ignored);
        impl->unix.close(ignored);
        impl->unix_file.reset();
    });
}

void ProxyServer::close_all(std::function<void()> done) {
    asio::post(impl_->io, [impl = impl_, done = std::move(done)]() mutable {
        impl->draining = true;
        if (impl->connections.empty()) {
            done();
            return;
        }
        impl->all_gone = std::move(done);
        const auto connections = impl->connections;  // settle() may change the original
        for (const auto& [id, connection] : connections) {
            connection->session().close(protocol::CloseReason::shutting_down, "the daemon is stopping");
            connection->settle();
        }
    });
}

}  // namespace emoted::net
