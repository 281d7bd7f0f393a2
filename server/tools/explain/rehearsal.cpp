#include "explain/rehearsal.hpp"

#include <emoted/core/network.hpp>
#include <emoted/core/policy.hpp>

#include <variant>

namespace emoted::explain {
namespace {

using protocol::Message;

constexpr core::LinkId home_link = 1;
constexpr core::LinkId partner_link = 2;
constexpr protocol::PlayerHandle initiator = 1;
constexpr protocol::PlayerHandle partner = 2;
// States are confirmed well before they count as old.
constexpr std::uint64_t confirm_every_ticks = 20;
constexpr std::string_view server = "rehearsal";
constexpr std::string_view dimension = "minecraft:overworld";

[[nodiscard]] Uuid uuid_of(protocol::PlayerHandle player) {
    Uuid uuid;
    uuid.bytes.back() = static_cast<std::uint8_t>(player);
    return uuid;
}

[[nodiscard]] std::shared_ptr<const core::Policy> open_policy() {
    Diagnostics diagnostics;
    return core::Policy::parse(
        "rehearsal", R"({"schema_version": 2, "permissions": [{"permission": "emote.default", "emotes": ["*"]}]})",
        diagnostics);
}

[[nodiscard]] core::Settings unbounded(core::Settings settings) {
    settings.max_displays = 0;
    settings.starts.per_player = 0;
    return settings;
}

[[nodiscard]] protocol::PlayerState state_of(protocol::PlayerHandle player) {
    protocol::PlayerState state;
    state.player = player;
    state.position = {0.5, 64, 0.5};
    if (player == partner) {
        // Face to face, within reach.
        state.position.z += 1.2;
        state.head_yaw = 180;
    }
    return state;
}

// The playback that a message is about; nothing if it is about none.
template <class M>
[[nodiscard]] std::optional<protocol::PlaybackId> playback_of(const M& message) {
    if constexpr (std::is_same_v<M, protocol::PlayResult>) {
        return std::nullopt;
    } else if constexpr (requires { message.playback; }) {
        return message.playback;
    } else {
        return std::nullopt;
    }
}

class Rehearsal {
public:
    Rehearsal(std::shared_ptr<const Library> library, const Playable& playable, const RehearsalOptions& options,
              const RehearsalListener& listener)
        : playable_(playable),
          options_(options),
          listener_(listener),
          network_(unbounded(options.settings), std::move(library), open_policy(), options.seed) {}

    [[nodiscard]] Rehearsed run() {
        network_.link_opened(home_link, {"home", uuid_of(initiator)});
        join(home_link, initiator, "Initiator");
        if (options_.partner_at) {
            network_.link_opened(partner_link, {"partner", uuid_of(partner)});
            join(partner_link, partner, "Partner");
        }
        deliver();
        const protocol::PlayResult answer = network_.admin_play(uuid_of(initiator), playable_.id, options_.seed);
        deliver();
        if (!answer.playback || result_.end) {
            if (result_.failure.empty()) {
                result_.failure = answer.text;
            }
            return result_;
        }
        ask_to_join();
        const std::optional<std::uint64_t> round = one_round();
        while (!result_.end && network_.tick() < options_.most_ticks) {
            if (round && network_.tick() >= *round) {
                result_.endless = true;
                static_cast<void>(network_.admin_stop(uuid_of(initiator)));
                deliver();
                break;
            }
            network_.step();
            confirm();
            deliver();
            ask_to_join();
        }
        result_.ticks = network_.tick();
        return result_;
    }

private:
    void join(core::LinkId link, protocol::PlayerHandle player, const char* name) {
        protocol::PlayerJoin join;
        join.player = player;
        join.uuid = uuid_of(player);
        join.name = name;
        join.server = server;
        join.dimension = dimension;
        network_.receive(link, join);
        protocol::PlayerStates states;
        states.complete = true;
        states.states.push_back(state_of(player));
        network_.receive(link, states);
    }

    void confirm() {
        if (network_.tick() % confirm_every_ticks != 0) {
            return;
        }
        protocol::PlayerStates nothing_new;
        nothing_new.complete = true;
        network_.receive(home_link, nothing_new);
        if (options_.partner_at) {
            network_.receive(partner_link, nothing_new);
        }
    }

    void ask_to_join() {
        if (options_.partner_at != network_.tick() || !offering_) {
            return;
        }
        protocol::Play play;
        play.request_id = 1;
        play.player = partner;
        play.emote = playable_.id;
        network_.receive(partner_link, play);
        deliver();
    }

    // Where an animation that never ends by itself is ended; nothing if there is an end.
    [[nodiscard]] std::optional<std::uint64_t> one_round() const {
        if (playable_.sequence) {
            return std::nullopt;
        }
        const Clip& clip = *playable_.layout.clips.front().clip;
        const bool again = clip.mode == PlaybackMode::loop || clip.mode == PlaybackMode::server_sync;
        if (clip.mode == PlaybackMode::once) {
            return std::nullopt;
        }
        return static_cast<std::uint64_t>(clip.duration.value() + (again ? clip.loop_delay.value() : 0));
    }

    // Every question that the world asks is answered at once, and so on until it asks no more.
    void deliver() {
        for (;;) {
            const std::vector<core::Outgoing> all = network_.take_outgoing();
            if (all.empty()) {
                break;
            }
            for (const core::Outgoing& one : all) {
                for (const core::LinkId link : one.links) {
                    if (const auto* const query = std::get_if<protocol::LineOfSightQuery>(one.message.get())) {
                        network_.receive(link, protocol::LineOfSightAnswer{query->query, protocol::Sight::visible});
                    } else if (link == home_link) {
                        hear(*one.message);
                    }
                }
            }
        }
        for (const core::WorldEvent& event : network_.take_events()) {
            if (event.kind == core::WorldEvent::Kind::playback_failed) {
                result_.failure = event.detail;
            }
        }
    }

    void hear(const Message& message) {
        const auto about = std::visit([](const auto& value) { return playback_of(value); }, message);
        if (!about) {
            return;
        }
        if (const auto* const start = std::get_if<protocol::PlaybackStart>(&message)) {
            result_.playback = start->playback;
            result_.last_state = start->state;
            offering_ = start->state == protocol::SceneState::offering;
        } else if (const auto* const changed = std::get_if<protocol::SceneChanged>(&message)) {
            result_.last_state = changed->state;
            result_.branch_tick = changed->tick;
            offering_ = false;
        } else if (const auto* const end = std::get_if<protocol::PlaybackEnd>(&message)) {
            result_.end = end->reason;
        }
        listener_(message);
    }

    const Playable& playable_;
    const RehearsalOptions& options_;
    const RehearsalListener& listener_;
    core::Network network_;
    Rehearsed result_;
    bool offering_ = false;  // a partner may still come
};

}  // namespace

Rehearsed rehearse(const std::shared_ptr<const Library>& library, const Playable& playable,
                   const RehearsalOptions& options, const RehearsalListener& listener) {
    return Rehearsal(library, playable, options, listener).run();
}

}  // namespace emoted::explain
