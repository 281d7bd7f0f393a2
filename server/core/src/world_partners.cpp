// Two players: reservation, the check again, match and time-out (format section 3.3; D4, D5, D13, D37 to D39).
#include "match_conditions.hpp"
#include "world.hpp"

namespace emoted::core {

using protocol::PartnerPhase;
using protocol::Role;
using protocol::SceneState;

void World::visit_offers(const Player& around, std::string_view emote, double radius,
                         const std::function<void(Session&, Player&)>& visit) {
    const auto grid = offers_.find(around.dimension);
    if (grid == offers_.end()) {
        return;
    }
    grid->second.visit_near(around.position(), radius, [&](protocol::PlaybackId id) {
        Session& session = *sessions_.at(id);
        if (session.playable->id != emote || session.initiator == around.uuid) {
            return;
        }
        Player& initiator = *shared_.directory.player(session.initiator);
        if (initiator.state && horizontal_distance(initiator.position(), around.position()) <= radius) {
            visit(session, initiator);
        }
    });
}

void World::reserve(Session& session, Player& joiner) {
    session.reservation = Reservation{joiner.uuid, false};
    joiner.reservation = session.id;
    const Player& initiator = *shared_.directory.player(session.initiator);
    report(WorldEvent::Kind::partner_reserved, session, joiner.name);
    tell_partner_state(session, initiator, Role::initiator, PartnerPhase::reserved);
    tell_partner_state(session, joiner, Role::partner, PartnerPhase::reserved);
    if (session.state == SceneState::offering) {
        look_ahead(session);
    }
}

void World::release(Session& session, Offer offer) {
    Player* const joiner = shared_.directory.player(session.reservation->partner);
    const Player* const initiator = shared_.directory.player(session.initiator);
    report(WorldEvent::Kind::partner_released, session, joiner != nullptr ? joiner->name : std::string());
    if (joiner != nullptr) {
        joiner->reservation.reset();
        tell_partner_state(session, *joiner, Role::partner, PartnerPhase::released);
    }
    if (initiator != nullptr && offer == Offer::goes_on) {
        tell_partner_state(session, *initiator, Role::initiator, PartnerPhase::released);
    }
    session.reservation.reset();
}

bool World::try_match(Session& session) {
    const Player& initiator = *shared_.directory.player(session.initiator);
    Player& joiner = *shared_.directory.player(session.reservation->partner);
    const bool holds = initiator.same_place(joiner) &&
                       !first_failure(initiator, joiner, OfferStanding{}, shared_.tick, shared_.settings.matching) &&
                       shared_.sight.known({initiator.uuid, joiner.uuid}, shared_.tick) == protocol::Sight::visible;
    if (!holds) {
        release(session);
        return false;
    }
    match(session, joiner);
    return true;
}

// Asks for the line of sight at the offer's end, so that the answer is in hand on the tick that needs it (D38).
void World::look_ahead(Session& session) {
    if (!session.reservation || session.reservation->asked_for_end) {
        return;
    }
    const auto timeout = static_cast<std::uint64_t>(shared_.settings.matching.line_of_sight_timeout.value());
    if (shared_.tick + timeout < session.offer_end_tick) {
        return;
    }
    const Player& initiator = *shared_.directory.player(session.initiator);
    const Player& joiner = *shared_.directory.player(session.reservation->partner);
    session.reservation->asked_for_end = true;
    if (shared_.sight.known({initiator.uuid, joiner.uuid}, session.offer_end_tick)) {
        return;
    }
    if (initiator.state && joiner.state) {
        // An answer now or later is found again by known().
        static_cast<void>(shared_.sight.ask(initiator, joiner, shared_.tick));
    }
}

void World::match(Session& session, Player& partner) {
    const Player& initiator = *shared_.directory.player(session.initiator);
    close_offer(session);
    partner.reservation.reset();
    partner.playback = session.id;
    session.reservation.reset();
    session.partner = partner.uuid;
    session.partner_from = partner.position();
    session.state = SceneState::matched;
    // From the scene's origin and the initiator's yaw at this tick; no view rotation from now on (D39).
    session.roots = SceneRoots(session.playable->sequence->participants, session.roots.origin(), initiator.yaw());
    shared_.cooldowns.start(partner.uuid, session.playable->id, shared_.tick, session.playable->cooldown);
    ++shared_.matches_total;
    report(WorldEvent::Kind::partner_matched, session, partner.name);

    send_scene_changed(session);
    // The partner's proxy may see the playback for the first time: it starts from the offer's last pose.
    refresh_audience(session, Arrival::resumed);
    tell_partner_state(session, initiator, Role::initiator, PartnerPhase::matched);
    tell_partner_state(session, partner, Role::partner, PartnerPhase::matched);
    begin_branch(session, BranchKind::matched);
}

void World::time_out(Session& session) {
    close_offer(session);
    session.state = SceneState::timed_out;
    ++shared_.timeouts_total;
    report(WorldEvent::Kind::partner_timed_out, session, {});
    send_scene_changed(session);
    tell_partner_state(session, *shared_.directory.player(session.initiator), Role::initiator, PartnerPhase::timed_out);
    begin_branch(session, BranchKind::timed_out);
}

void World::close_offer(Session& session) {
    const auto grid = offers_.find(session.dimension);
    if (grid == offers_.end()) {
        return;
    }
    grid->second.erase(session.offer_position, session.id);
    if (grid->second.empty()) {
        offers_.erase(grid);
    }
}

void World::tell_partner_state(const Session& session, const Player& player, Role role, PartnerPhase phase) {
    if (!player.link || player.leaving) {
        return;
    }
    protocol::PartnerState message;
    message.playback = session.id;
    message.player = player.handle;
    message.role = role;
    message.phase = phase;
    if (role == Role::initiator && (phase == PartnerPhase::waiting || phase == PartnerPhase::released)) {
        message.remaining_ticks = static_cast<std::uint32_t>(session.deadline_tick - shared_.tick);
    }
    if (role == Role::partner) {
        message.partner = session.initiator;
    } else if (session.reservation) {
        message.partner = session.reservation->partner;
    } else {
        message.partner = session.partner;
    }
    shared_.outbox.send(*player.link, message);
}

}  // namespace emoted::core
