// Takes what proxies report of their players and keeps directory, worlds and requests in step with it (D11, D30, D31).
#pragma once

#include "play_desk.hpp"
#include "shared.hpp"
#include "worlds.hpp"

#include <emoted/core/network.hpp>

#include <optional>
#include <string>

namespace emoted::core {

class Reception {
public:
    Reception(Shared& shared, Worlds& worlds, PlayDesk& desk) : shared_(shared), worlds_(worlds), desk_(desk) {}

    void link_opened(LinkId link, const ProxyIdentity& proxy);
    void link_closed(LinkId link);
    // At the start of a step: players whose proxy has not come back in time.
    void end_grace();

    void take(LinkId link, const protocol::PlayerJoin& join);
    void take(LinkId link, const protocol::PlayerUpdate& update);
    void take(LinkId link, const protocol::PlayerLeave& leave);
    void take(LinkId link, const protocol::PlayerStates& states);
    void take(LinkId link, const protocol::PlayerAction& action);
    void take(LinkId link, const protocol::Play& request);
    void take(LinkId link, const protocol::Stop& request);
    void take(LinkId link, const protocol::LineOfSightAnswer& answer);
    // What a proxy never sends.
    template <class Other>
    void take(LinkId link, const Other& /*message*/) {
        notice(link, protocol::NoticeCode::invalid_value, std::nullopt, "this message is not for the daemon");
    }

    void notice(LinkId link, protocol::NoticeCode code, std::optional<protocol::PlayerHandle> player, std::string text);

private:
    [[nodiscard]] Player* known(LinkId link, protocol::PlayerHandle handle);
    void arrive(LinkId link, const protocol::PlayerJoin& join);
    void leave(Player& player, protocol::EndReason reason);
    // Everything the player does ends, and where they stood is forgotten.
    void withdraw(Player& player, protocol::EndReason reason, World::Tell tell);
    void change_place(Player& player, const std::string& server, const std::string& dimension);
    // The state has been checked.
    void apply_state(Player& player, const protocol::PlayerState& state);
    void report(WorldEvent::Kind kind, const Player& player);

    Shared& shared_;
    Worlds& worlds_;
    PlayDesk& desk_;
};

}  // namespace emoted::core
