#include "directory.hpp"

#include <emoted/core/limits.hpp>

#include <utility>

namespace emoted::core {
namespace {

void take_report(Player& player, LinkId link, const std::string& proxy, const protocol::PlayerJoin& join) {
    player.name = join.name;
    player.server = join.server;
    player.dimension = join.dimension;
    player.bedrock = join.bedrock;
    player.permissions = join.permissions;
    player.textures = join.textures;
    player.proxy = proxy;
    player.link = link;
    player.handle = join.player;
}

}  // namespace

Link* Directory::link(LinkId id) {
    const auto found = links_.find(id);
    return found == links_.end() ? nullptr : &found->second;
}

Player* Directory::player(const Uuid& uuid) {
    const auto found = players_.find(uuid);
    return found == players_.end() ? nullptr : &found->second;
}

const Player* Directory::player(const Uuid& uuid) const {
    const auto found = players_.find(uuid);
    return found == players_.end() ? nullptr : &found->second;
}

Player* Directory::player(LinkId id, protocol::PlayerHandle handle) {
    Link* const of = link(id);
    if (of == nullptr) {
        return nullptr;
    }
    const auto found = of->players.find(handle);
    return found == of->players.end() ? nullptr : found->second;
}

void Directory::open_link(LinkId id, ProxyIdentity proxy) {
    links_[id].proxy = std::move(proxy);
}

std::optional<LinkId> Directory::link_of_proxy(std::string_view name) const {
    for (const auto& [id, link] : links_) {
        if (link.proxy.name == name) {
            return id;
        }
    }
    return std::nullopt;
}

std::vector<Player*> Directory::close_link(LinkId id, std::uint64_t grace_until) {
    std::vector<Player*> lost;
    const auto found = links_.find(id);
    if (found == links_.end()) {
        return lost;
    }
    for (auto& [uuid, player] : players_) {
        if (player.link == id) {
            player.link.reset();
            player.grace_until = grace_until;
            lost.push_back(&player);
        }
    }
    if (!lost.empty()) {
        lost_proxies_[found->second.proxy.name] = grace_until;
    }
    links_.erase(found);
    return lost;
}

std::vector<Uuid> Directory::grace_over(std::uint64_t tick) const {
    std::vector<Uuid> over;
    if (lost_proxies_.empty()) {
        return over;
    }
    for (const auto& [uuid, player] : players_) {
        if (!player.link && player.grace_until <= tick) {
            over.push_back(uuid);
        }
    }
    return over;
}

std::vector<std::string> Directory::forget_lost_proxies(std::uint64_t tick) {
    std::vector<std::string> names;
    for (auto lost = lost_proxies_.begin(); lost != lost_proxies_.end();) {
        if (lost->second <= tick) {
            names.push_back(lost->first);
            lost = lost_proxies_.erase(lost);
        } else {
            ++lost;
        }
    }
    return names;
}

Player& Directory::add_player(LinkId id, const protocol::PlayerJoin& join) {
    Player& player = players_[join.uuid];
    player.uuid = join.uuid;
    attach_player(player, id, join);
    return player;
}

void Directory::attach_player(Player& player, LinkId id, const protocol::PlayerJoin& join) {
    Link& to = links_.at(id);
    take_report(player, id, to.proxy.name, join);
    to.players[join.player] = &player;
}

void Directory::remove_player(const Uuid& uuid) {
    const auto found = players_.find(uuid);
    if (found == players_.end()) {
        return;
    }
    if (found->second.link) {
        links_.at(*found->second.link).players.erase(found->second.handle);
    }
    players_.erase(found);
}

std::uint64_t Directory::next_start_number(const Uuid& player) {
    if (starts_.size() >= limits::max_remembered_counters && !starts_.contains(player)) {
        std::erase_if(starts_, [this](const auto& entry) { return !players_.contains(entry.first); });
    }
    return starts_[player]++;
}

}  // namespace emoted::core
