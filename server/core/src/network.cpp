#include "library_message.hpp"
#include "play_desk.hpp"
#include "reception.hpp"
#include "shared.hpp"
#include "worlds.hpp"

#include <emoted/core/limits.hpp>
#include <emoted/core/network.hpp>
#include <emoted/protocol/codec.hpp>

#include <algorithm>
#include <tuple>
#include <utility>

namespace emoted::core {
namespace {

char lower(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same_name(std::string_view a, std::string_view b) noexcept {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

struct Network::Impl {
    Impl(const Settings& settings, std::shared_ptr<const Library> library, std::shared_ptr<const Policy> policy,
         std::uint64_t seed)
        : shared(settings, std::move(library), std::move(policy), seed),
          worlds(shared),
          desk(shared, worlds),
          reception(shared, worlds, desk) {}

    [[nodiscard]] std::vector<LinkId> all_links() const {
        std::vector<LinkId> links;
        for (const auto& [id, link] : shared.directory.links()) {
            links.push_back(id);
        }
        return links;
    }
    void send_library(const std::vector<LinkId>& links) {
        for (protocol::LibraryChanged& part : library_parts(*shared.library)) {
            shared.outbox.send(links, std::move(part));
        }
    }
    void send_policy(const std::vector<LinkId>& links) {
        shared.outbox.send(links, protocol::PolicyChanged{shared.policy->permission_nodes()});
    }
    std::size_t end_all(std::string_view emote, protocol::EndReason reason);

    Shared shared;
    Worlds worlds;
    PlayDesk desk;
    Reception reception;
};

Network::Network(Settings settings, std::shared_ptr<const Library> library, std::shared_ptr<const Policy> policy,
                 std::uint64_t seed)
    : impl_(std::make_unique<Impl>(settings, std::move(library), std::move(policy), seed)) {}

Network::~Network() = default;

void Network::link_opened(LinkId link, const ProxyIdentity& proxy) {
    impl_->reception.link_opened(link, proxy);
    impl_->send_library({link});
    impl_->send_policy({link});
}

void Network::link_closed(LinkId link) {
    impl_->reception.link_closed(link);
}

void Network::receive(LinkId link, const protocol::Message& message) {
    if (impl_->shared.directory.link(link) == nullptr) {
        return;
    }
    std::visit([this, link](const auto& one) { impl_->reception.take(link, one); }, message);
}

void Network::step() {
    Shared& shared = impl_->shared;
    ++shared.tick;
    impl_->reception.end_grace();
    // What has waited long enough is decided before the offers' deadlines of this tick are: a reservation that comes
    // of it is tried first (D5, D38).
    shared.sight.expire(shared.tick);
    impl_->desk.decide_pending();
    impl_->worlds.step();
    shared.molang_steps_of_starts = 0;
    for (const LinkId link : std::exchange(shared.owed_keyframes, {})) {
        impl_->worlds.visit([link](World& world) { world.send_keyframes(link); });
    }
    if (shared.tick % limits::cooldown_sweep_ticks == 0) {
        shared.cooldowns.sweep(shared.tick);
        shared.start_limit.sweep(shared.tick);
    }
}

std::uint64_t Network::tick() const noexcept {
    return impl_->shared.tick;
}

void Network::set_library(std::shared_ptr<const Library> library) {
    const bool changed = library->digest() != impl_->shared.library->digest();
    impl_->shared.library = std::move(library);
    if (changed) {
        impl_->send_library(impl_->all_links());
    }
}

void Network::set_policy(std::shared_ptr<const Policy> policy) {
    const bool changed = policy->permission_nodes() != impl_->shared.policy->permission_nodes();
    impl_->shared.policy = std::move(policy);
    if (changed) {
        impl_->send_policy(impl_->all_links());
    }
}

protocol::PlayResult Network::admin_play(const Uuid& uuid, std::string_view emote, std::optional<std::uint64_t> seed) {
    Player* const player = impl_->shared.directory.player(uuid);
    if (player == nullptr) {
        protocol::PlayResult result;
        result.outcome = protocol::PlayOutcome::unknown_player;
        result.text = "no such player";
        return result;
    }
    return impl_->desk.admin_play(*player, emote, seed);
}

bool Network::admin_stop(const Uuid& uuid) {
    Player* const player = impl_->shared.directory.player(uuid);
    return player != nullptr && impl_->desk.stop_player(*player, protocol::EndReason::stopped_by_admin) !=
                                    protocol::StopOutcome::nothing_playing;
}

std::size_t Network::Impl::end_all(std::string_view emote, protocol::EndReason reason) {
    std::size_t ended = 0;
    worlds.visit([&](World& world) {
        std::vector<protocol::PlaybackId> ids;
        for (const auto& [id, session] : world.sessions()) {
            if (emote.empty() || session->playable->id == emote) {
                ids.push_back(id);
            }
        }
        for (const protocol::PlaybackId id : ids) {
            world.end(*world.find(id), reason);
        }
        ended += ids.size();
    });
    return ended;
}

std::size_t Network::admin_stop_all(std::string_view emote) {
    return impl_->end_all(emote, protocol::EndReason::stopped_by_admin);
}

void Network::shut_down() {
    impl_->shared.shutting_down = true;
    impl_->desk.answer_all_pending(protocol::PlayOutcome::shutting_down);
    impl_->end_all({}, protocol::EndReason::server_stopping);
}

std::vector<PlayerInfo> Network::players() const {
    std::vector<PlayerInfo> all;
    for (const auto& [uuid, player] : impl_->shared.directory.players()) {
        PlayerInfo info{uuid, player.name, player.proxy, player.server, player.dimension, player.playback, {}};
        if (const Session* const session = impl_->worlds.session_of(player)) {
            info.emote = session->playable->id;
        }
        all.push_back(std::move(info));
    }
    std::sort(all.begin(), all.end(), [](const PlayerInfo& a, const PlayerInfo& b) {
        return std::tie(a.name, a.uuid) < std::tie(b.name, b.uuid);
    });
    return all;
}

std::vector<PlaybackInfo> Network::playbacks() const {
    std::vector<PlaybackInfo> all;
    impl_->worlds.visit([&all](const World& world) {
        for (const auto& [id, session] : world.sessions()) {
            all.push_back({id, session->playable->id, session->server, session->dimension, session->state,
                           session->participants(), session->started_tick, session->seed});
        }
    });
    std::sort(all.begin(), all.end(), [](const PlaybackInfo& a, const PlaybackInfo& b) { return a.id < b.id; });
    return all;
}

std::vector<PlayerInfo> Network::find_players(std::string_view name_or_uuid) const {
    const std::optional<Uuid> by_uuid = protocol::uuid_from_text(name_or_uuid);
    std::vector<PlayerInfo> found = players();
    std::erase_if(found, [&](const PlayerInfo& player) {
        return by_uuid ? player.uuid != *by_uuid : !same_name(player.name, name_or_uuid);
    });
    return found;
}

Counters Network::counters() const {
    const Shared& shared = impl_->shared;
    Counters all;
    all.tick = shared.tick;
    all.proxies = shared.directory.links().size();
    all.players = shared.directory.players().size();
    impl_->worlds.visit([&all](const World& world) {
        all.playbacks += world.sessions().size();
        all.displays += world.displays();
        for (const auto& [id, session] : world.sessions()) {
            all.open_offers += session->open_offer() ? 1U : 0U;
        }
    });
    all.starts_total = shared.starts_total;
    all.ends_total = shared.ends_total;
    all.matches_total = shared.matches_total;
    all.timeouts_total = shared.timeouts_total;
    return all;
}

const Library& Network::library() const noexcept {
    return *impl_->shared.library;
}

void Network::owe_keyframes(LinkId link) {
    if (impl_->shared.directory.link(link) != nullptr && impl_->shared.owed_keyframes.insert(link).second) {
        impl_->reception.notice(link, protocol::NoticeCode::frames_dropped, std::nullopt,
                                "this link is slow; a keyframe follows");
    }
}

std::vector<Outgoing> Network::take_outgoing() {
    return impl_->shared.outbox.take_outgoing();
}

std::vector<WorldEvent> Network::take_events() {
    return impl_->shared.outbox.take_events();
}

}  // namespace emoted::core
