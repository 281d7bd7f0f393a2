// One backend server: its playing sessions, open offers, and who stands where.
//
// One thread; stepped with all other worlds. Sessions are ticked in the order of their start.
#pragma once

#include "session.hpp"
#include "shared.hpp"
#include "spatial_grid.hpp"

#include <emoted/core/network.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace emoted::core {

class World {
public:
    World(Shared& shared, std::string server) : shared_(shared), server_(std::move(server)) {}
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    // --- sessions (world.cpp)
    // All checks are done and the player plays nothing. The player has a state. Starts the cooldown, unless the session
    // has failed at once: then it is to be ended.
    Session& start(Player& player, std::shared_ptr<const Playable> playable, std::uint64_t seed);
    // Ends it for everybody and forgets it: `session` is gone.
    void end(Session& session, protocol::EndReason reason);
    [[nodiscard]] Session* find(protocol::PlaybackId id);
    [[nodiscard]] const std::map<protocol::PlaybackId, std::unique_ptr<Session>>& sessions() const noexcept {
        return sessions_;
    }
    [[nodiscard]] std::uint32_t displays() const noexcept { return displays_; }
    // A step: first all sessions are ticked, then what came of it is carried out.
    void tick_sessions();
    void finish_step();
    // Among those that make the Molang of all playbacks too dear (D21).
    void end_for_molang(Session& session);
    [[nodiscard]] bool idle() const noexcept { return sessions_.empty() && players_.empty(); }

    // --- players (world_audience.cpp)
    // A player of this server has their first state, or another one.
    void player_placed(Player& player);
    void player_moved(Player& player, const Vec3d& from);
    // Before the player leaves, or their server or dimension or link changes: out of the grid.
    void player_unplaced(Player& player);
    // The player gets no displays from now on. `tell`: the handle stays in use, so the proxy is told.
    enum class Tell : std::uint8_t { no, yes };
    void drop_viewer(const Player& player, Tell tell);
    // A participant's proxy is back: it gets the current state (D30).
    void resume_participant(const Player& player);
    void link_closed(LinkId link);
    void send_keyframes(LinkId link);

    // --- partners (world_partners.cpp)
    // Calls visit(session, initiator) for every offer of this emote whose initiator stands within `radius` of the
    // player, in no particular but always the same order; not for the player's own.
    void visit_offers(const Player& around, std::string_view emote, double radius,
                      const std::function<void(Session&, Player&)>& visit);
    void reserve(Session& session, Player& joiner);
    // The offer is open again; both are told. At the end of the session only the joiner is: the initiator gets the end.
    enum class Offer : std::uint8_t { goes_on, ends };
    void release(Session& session, Offer offer = Offer::goes_on);
    // Checks the reservation again and matches, or releases it. True if matched.
    bool try_match(Session& session);

private:
    // world.cpp
    void step_session(Session& session);
    // Its end is carried out after all sessions have been ticked. Said once.
    void fail(Session& session, std::string why);
    [[nodiscard]] std::optional<protocol::EndReason> stop_reason(const Session& session);
    void follow_initiator(Session& session);
    void branch_finished(Session& session);

    // world_show.cpp
    void show_next(Session& session);
    void begin_branch(Session& session, BranchKind kind);
    void fire(Session& session, const FiredEvent& fired);
    void send_data(const Session& session, std::span<const DataUpdate> data);
    void send_follow_ups(Session& session);
    [[nodiscard]] std::vector<LinkId> frame_links(const Session& session) const;

    // world_audience.cpp
    enum class Arrival : std::uint8_t { fresh, resumed };
    void refresh_audience(Session& session, Arrival arrival);
    [[nodiscard]] bool sees(const Player& player, const Session& session, double range) const;
    void apply_audience(Session& session, std::map<LinkId, std::vector<protocol::PlayerHandle>>&& wanted,
                        Arrival arrival);
    void send_start(const Session& session, LinkId link, Arrival arrival);
    void send_changed_data(const Session& session, LinkId link, const std::vector<protocol::PlayerHandle>& viewers);
    void send_keyframe(Session& session, LinkId link, std::vector<protocol::PlayerHandle> viewers);
    void send_scene_changed(const Session& session);
    void remove_from_audience(Session& session, const Player& player, Tell tell);

    // world_partners.cpp
    void look_ahead(Session& session);
    void match(Session& session, Player& partner);
    void time_out(Session& session);
    void tell_partner_state(const Session& session, const Player& player, protocol::Role role,
                            protocol::PartnerPhase phase);
    void close_offer(Session& session);

    void report(WorldEvent::Kind kind, const Session& session, std::string detail);

    Shared& shared_;
    std::string server_;
    std::map<protocol::PlaybackId, std::unique_ptr<Session>> sessions_;
    std::uint32_t displays_ = 0;
    // Collected while the sessions are ticked, carried out after.
    std::vector<std::pair<protocol::PlaybackId, protocol::EndReason>> stops_;
    std::map<std::string, SpatialGrid<protocol::PlaybackId>, std::less<>> offers_;  // by dimension
    std::map<std::string, SpatialGrid<Player*>, std::less<>> players_;              // by dimension; with a state
};

}  // namespace emoted::core
