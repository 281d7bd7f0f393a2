#include "end_guard.hpp"
#include "link_log.hpp"
#include "report_log.hpp"
#include "settings_use.hpp"

#include <emoted/app/admin_desk.hpp>
#include <emoted/app/daemon.hpp>
#include <emoted/app/event_log.hpp>
#include <emoted/app/last_signal.hpp>
#include <emoted/app/pack_loader.hpp>
#include <emoted/app/reloader.hpp>
#include <emoted/app/world_thread.hpp>
#include <emoted/net/proxy_server.hpp>
#include <emoted/net/unix_admin.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <openssl/rand.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <future>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

namespace emoted::app {

namespace asio = boost::asio;

namespace {

template <class Bytes>
void fill_random(Bytes& bytes) {
    if (RAND_bytes(static_cast<unsigned char*>(static_cast<void*>(&bytes)), sizeof bytes) != 1) {
        throw std::runtime_error("the system gives no random bytes");
    }
}

net::ProxyServerSettings drawn_link_settings(const config::Settings& settings) {
    net::ProxyServerSettings links = link_settings(settings);
    fill_random(links.daemon_instance.bytes);
    return links;
}

}  // namespace

struct Daemon::Impl : net::LinkHandler {
    Impl(DaemonOptions given_options, StartState state, Log& daemon_log);

    // Of LinkHandler: the network thread.
    protocol::Admission admission() override;
    void link_opened(core::LinkId link, const core::ProxyIdentity& proxy) override;
    bool received(core::LinkId link, protocol::Message message, std::size_t bytes) override;
    void keyframes_owed(core::LinkId link) override;
    void link_closed(core::LinkId link) override;
    void event(const net::LinkEvent& event) override { log_link_event(log, event); }

    void await_signal();
    void on_signal(int number);
    void drain();
    void grace_over();
    void end_if_done();
    std::optional<ReloadReport> reload(const std::stop_token& stop);  // the reloader's thread
    WorldThread::Handlers world_handlers();
    DaemonFacts facts();  // the network thread

    Log& log;
    DaemonOptions options;
    config::Settings settings;               // after the start: the reloader's thread
    std::shared_ptr<const Library> library;  // likewise
    PackCache pack_cache;                    // likewise
    std::mutex policy_mutex;
    std::shared_ptr<const core::Policy> policy;
    std::uint64_t seed = 0;

    // In the order of their start; members end in reverse.
    EndGuard guard;
    asio::io_context io;
    asio::signal_set signals{io};
    asio::steady_timer grace{io};
    net::ProxyServer proxies;
    WorldThread world;
    Reloader reloader;
    AdminDesk desk;
    std::optional<net::UnixAdmin> admin;
    // The network thread.
    bool draining = false;
    bool links_gone = false;
    bool reloader_stopped = false;
    std::atomic<bool> ending{false};  // draining, for the reloader's thread
    // For status.
    std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();
    std::atomic<std::uint64_t> reloads{0};
    std::atomic<bool> last_reload_clean{true};
};

Daemon::Impl::Impl(DaemonOptions given_options, StartState state, Log& daemon_log)
    : log(daemon_log),
      options(std::move(given_options)),
      settings(std::move(state.settings)),
      library(std::move(state.library)),
      pack_cache(std::move(state.pack_cache)),
      policy(std::move(state.policy)),
      seed([] {
          std::uint64_t drawn = 0;
          fill_random(drawn);
          return drawn;
      }()),
      proxies(io, drawn_link_settings(settings), *this),
      world(std::make_unique<core::Network>(world_settings(settings), library, policy, seed),
            settings.tick_max_catch_up, WorldInbox::Bounds{}, world_handlers()),
      reloader([this](const std::stop_token& stop) {
          std::optional<ReloadReport> report = reload(stop);
          if (report) {
              ++reloads;
              last_reload_clean = report->clean();
          }
          return report;
      }),
      desk(world, reloader, log, [this] { return facts(); }) {
    if (!settings.listen.admin_unix.empty()) {
        net::UnixAdminSettings admin_settings;
        admin_settings.path = settings.listen.admin_unix;
        admin_settings.max_line_bytes = max_admin_request_bytes;
        admin.emplace(io, admin_settings, [this](const std::string& line, net::UnixAdmin::Answer answer) {
            desk.handle(line, std::move(answer));
        });
    }
}

DaemonFacts Daemon::Impl::facts() {
    DaemonFacts facts;
    facts.version = EMOTED_VERSION;
    const auto uptime = std::chrono::steady_clock::now() - started;
    facts.uptime_seconds = static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::seconds>(uptime).count());
    facts.skipped_ticks = world.skipped_ticks();
    for (net::LinkInfo& link : proxies.links()) {
        LinkFacts one;
        one.proxy = std::move(link.proxy);
        one.address = std::move(link.remote);
        one.connected_seconds = link.connected_seconds;
        one.queued_bytes = link.queued_bytes;
        facts.links.push_back(std::move(one));
    }
    {
        const std::lock_guard lock(policy_mutex);
        facts.policy = policy;
    }
    facts.last_reload_clean = last_reload_clean;
    facts.reloads = reloads;
    return facts;
}

WorldThread::Handlers Daemon::Impl::world_handlers() {
    WorldThread::Handlers handlers;
    handlers.send = [this](std::vector<core::Outgoing> outgoing) { proxies.send(std::move(outgoing)); };
    handlers.event = [this](const core::WorldEvent& event) { log_event(log, event); };
    handlers.late = [this](std::uint64_t skipped) {
        log.warning("the world is late, ticks were skipped", {{"skipped_total", skipped}});
    };
    return handlers;
}

protocol::Admission Daemon::Impl::admission() {
    protocol::Admission admission;
    admission.tick = world.tick();
    const std::lock_guard lock(policy_mutex);
    admission.permission_nodes = policy->permission_nodes();
    return admission;
}

void Daemon::Impl::link_opened(core::LinkId link, const core::ProxyIdentity& proxy) {
    LinkOpened opened;
    opened.link = link;
    opened.proxy = proxy;
    world.inbox().push(std::move(opened));
}

bool Daemon::Impl::received(core::LinkId link, protocol::Message message, std::size_t bytes) {
    return world.inbox().push_message(link, std::move(message), bytes);
}

void Daemon::Impl::keyframes_owed(core::LinkId link) {
    world.inbox().push(FramesDropped{link});
}

void Daemon::Impl::link_closed(core::LinkId link) {
    world.inbox().push(LinkClosed{link});
}

void Daemon::Impl::await_signal() {
    signals.async_wait([this](const boost::system::error_code& error, int number) {
        if (!error) {
            on_signal(number);
            await_signal();
        }
    });
}

void Daemon::Impl::on_signal(int number) {
    switch (number) {
        case SIGHUP:
            log.info("reload asked for by a signal");
            reloader.request({});
            break;
        case SIGUSR1:
            log.reopen();
            break;
        default:
            if (draining) {
                log.warning(second_signal_text);
                std::_Exit(EXIT_FAILURE);
            }
            log.info("draining", {{"grace_ms", static_cast<std::uint64_t>(settings.shutdown_grace.count())}});
            drain();
    }
}

void Daemon::Impl::drain() {
    draining = true;
    proxies.stop_accepting();
    if (admin) {
        admin->stop_accepting();
    }
    grace.expires_after(settings.shutdown_grace);
    grace.async_wait([this](const boost::system::error_code& error) {
        if (!error) {
            grace_over();
        }
    });
    // For what hangs behind the network thread.
    constexpr std::chrono::milliseconds margin{2'000};
    guard.arm(settings.shutdown_grace + margin, [this] {
        log.error("the daemon did not come to its end within shutdown.grace: ending at once");
        std::_Exit(EXIT_FAILURE);
    });
    ending = true;
    reloader.stop([this] {
        asio::post(io, [this] {
            reloader_stopped = true;
            end_if_done();
        });
    });
    world.run([this](core::Network& network) {
        network.shut_down();
        // The ends first, then the Close: in the order in which they are posted.
        proxies.send(network.take_outgoing());
        proxies.close_all([this] {
            links_gone = true;
            end_if_done();
        });
    });
}

void Daemon::Impl::end_if_done() {
    if (links_gone && reloader_stopped) {
        io.stop();
    }
}

void Daemon::Impl::grace_over() {
    if (!links_gone) {
        log.warning("not every proxy took its last messages within shutdown.grace");
    }
    if (!reloader_stopped) {
        // Nothing of what it read is used any more, and nobody waits for it.
        log.warning("a reload still runs at the end of shutdown.grace: ending without it");
        std::_Exit(EXIT_SUCCESS);
    }
    io.stop();
}

namespace {

[[nodiscard]] std::vector<SequenceLinks> links_of_news(const Library& library, const LoadReport& report) {
    std::set<std::string_view> news(report.added.begin(), report.added.end());
    news.insert(report.changed.begin(), report.changed.end());
    std::size_t left = ReloadReport::max_reported_links;
    return sequence_links(
        library, [&](const Playable& playable) { return left != 0 && news.contains(playable.id) && left-- != 0; });
}

}  // namespace

std::optional<ReloadReport> Daemon::Impl::reload(const std::stop_token& stop) {
    ReloadReport report;
    config::Loaded loaded = config::load(options.config_file, options.overrides);
    report.configuration_diagnostics = std::move(loaded.diagnostics);
    if (!loaded.settings) {
        log_report(log, report);
        return report;
    }
    report.configuration_taken = true;
    report.need_restart = config::changes_that_need_restart(settings, *loaded.settings);
    take_reloadable(settings, *loaded.settings);
    log.set_level(log_options(settings).level);
    proxies.set_secrets(secret_table(settings.proxies));

    auto fresh_policy = load_policy(settings, report.policy_diagnostics);
    report.policy_taken = fresh_policy != nullptr;
    LoadResult result = load_pack(settings, library, pack_cache, stop);
    if (result.library == nullptr) {
        return std::nullopt;
    }
    library = result.library;
    report.emotes = std::move(result.report);
    report.links = links_of_news(*library, report.emotes);
    report.cache_bytes = pack_cache.bytes();
    if (fresh_policy != nullptr) {
        const std::lock_guard lock(policy_mutex);
        policy = fresh_policy;
    }
    if (ending) {
        return report;
    }
    std::promise<void> published;
    world.run([&](core::Network& network) {
        network.set_library(library);
        if (fresh_policy != nullptr) {
            network.set_policy(fresh_policy);
        }
        published.set_value();
    });
    published.get_future().wait();
    log_report(log, report);
    return report;
}

Daemon::Daemon(DaemonOptions options, StartState state, Log& log)
    : impl_(std::make_unique<Impl>(std::move(options), std::move(state), log)) {}

Daemon::~Daemon() = default;

std::optional<std::string> Daemon::start() {
    Impl& impl = *impl_;
    std::error_code made;
    std::filesystem::create_directories(impl.settings.runtime_directory, made);
    if (made) {
        return "cannot make the folder of runtime_directory, " + impl.settings.runtime_directory.string() + ": " +
               made.message();
    }
    if (auto fault = impl.proxies.listen()) {
        return fault;
    }
    for (const int number : {SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2}) {
        impl.signals.add(number);
    }
    impl.await_signal();
    if (impl.settings.listen.proxy_tcp && !impl.settings.listen.proxy_tcp->loopback()) {
        impl.log.warning(
            "proxies may connect from other machines, and after the handshake nothing is encrypted or protected "
            "against "
            "change: put a tunnel in front of it",
            {{"key", "listen.proxy_tcp"}, {"address", impl.proxies.tcp_endpoint()}});
    }
    if (impl.admin) {
        if (auto fault = impl.admin->listen()) {
            return fault;
        }
    }
    impl.log.info("started", {{"version", EMOTED_VERSION},
                              {"seed", impl.seed},
                              {"emotes", std::uint64_t{impl.library->playables().size()}}});
    impl.world.start();
    impl.reloader.start();
    take_held_signals();
    return std::nullopt;
}

std::string Daemon::ready_line() const {
    const Impl& impl = *impl_;
    std::string line = "emoted ready: proxies";
    const char* separator = " ";
    if (!impl.proxies.tcp_endpoint().empty()) {
        line += separator + ("tcp " + impl.proxies.tcp_endpoint());
        separator = ", ";
    }
    if (!impl.settings.listen.proxy_unix.empty()) {
        line += separator + ("unix " + impl.settings.listen.proxy_unix.string());
    }
    if (!impl.settings.listen.admin_unix.empty()) {
        line += "; admin " + impl.settings.listen.admin_unix.string();
    }
    std::size_t emotes = 0;
    for (const auto& playable : impl.library->playables()) {
        emotes += playable->standalone ? 1U : 0U;
    }
    return line + "; " + std::to_string(emotes) + " emotes";
}

void Daemon::run() {
    impl_->io.run();
    impl_->signals.clear();
    end_at_once_on_signal();
    impl_->log.info("ended");
}

}  // namespace emoted::app
