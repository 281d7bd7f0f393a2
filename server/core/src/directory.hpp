// Who is where in the whole network: links, the proxies behind them, their players, and what is remembered of players
// who have gone (D47).
//
// Plain bookkeeping: it decides nothing about playbacks. Players have stable addresses while they are here.
#pragma once

#include "player.hpp"

#include <emoted/core/network.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace emoted::core {

struct Link {
    ProxyIdentity proxy;
    std::map<protocol::PlayerHandle, Player*> players;
};

class Directory {
public:
    // Nothing if the link is not open.
    [[nodiscard]] Link* link(LinkId id);
    [[nodiscard]] Player* player(const Uuid& uuid);
    [[nodiscard]] const Player* player(const Uuid& uuid) const;
    [[nodiscard]] Player* player(LinkId link, protocol::PlayerHandle handle);
    [[nodiscard]] const std::map<LinkId, Link>& links() const noexcept { return links_; }
    [[nodiscard]] const std::map<Uuid, Player>& players() const noexcept { return players_; }

    void open_link(LinkId id, ProxyIdentity proxy);
    // The link of that proxy name, if one is open.
    [[nodiscard]] std::optional<LinkId> link_of_proxy(std::string_view name) const;
    // Its players stay, without a link, until their proxy's grace time is over (D30). Returns them, by uuid.
    std::vector<Player*> close_link(LinkId id, std::uint64_t grace_until);
    // Players whose grace time is over at `tick`, by uuid.
    [[nodiscard]] std::vector<Uuid> grace_over(std::uint64_t tick) const;
    // Proxies that lost their link and whose grace time is over at `tick`; each is named once.
    [[nodiscard]] std::vector<std::string> forget_lost_proxies(std::uint64_t tick);
    [[nodiscard]] bool in_grace(std::string_view proxy) const { return lost_proxies_.contains(proxy); }

    Player& add_player(LinkId link, const protocol::PlayerJoin& join);
    // Gives a player that is here already (in grace time) to this link.
    void attach_player(Player& player, LinkId link, const protocol::PlayerJoin& join);
    void remove_player(const Uuid& uuid);

    // How often this player has started something before; counts this start.
    [[nodiscard]] std::uint64_t next_start_number(const Uuid& player);

private:
    std::map<LinkId, Link> links_;
    std::map<Uuid, Player> players_;
    std::map<std::string, std::uint64_t, std::less<>> lost_proxies_;  // by name: until when
    std::map<Uuid, std::uint64_t> starts_;
};

}  // namespace emoted::core
