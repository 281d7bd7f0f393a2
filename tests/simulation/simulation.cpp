#include "simulation.hpp"

#include <emoted/protocol/codec.hpp>

#include <support/emote_files.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace emoted::test {
namespace {

constexpr double pi = 3.14159265358979323846;

// Of every NBT track.
constexpr std::uint64_t second_key = 4;

std::shared_ptr<const Library> library(int version) {
    // What its first text shows says which animation and key wrote it; s:sigh leaves it as it is.
    const auto animation = [](const std::string& id, int duration, const std::string& mode, double movement) {
        AnimationFile file;
        file.id = id;
        file.duration = duration;
        file.mode = mode;
        file.movement_distance = movement;
        file.nodes = 2;
        file.events = R"({"timeline": [{"time": "1t", "source": {"type": "player"}, "origin": {"type": "root"},
                          "commands": ["playsound x"]}]})";
        if (id != "s:sigh") {
            file.nbt = R"([{"time": "0t", "value": "{text: ')" + id + R"( 0'}"}, {"time": ")" +
                       std::to_string(second_key) + R"(t", "value": "{text: ')" + id + R"( 1'}"}])";
        }
        return file_of(file);
    };
    const auto pair = [](const std::string& id, const std::string& cooldown, double movement) {
        PairFile file;
        file.id = id;
        file.offer = "s:offer";
        file.matched = "s:shake";
        file.timed_out = "s:sigh";
        file.timeout = "25t";
        file.cooldown = cooldown;
        file.movement_distance = movement;
        return file_of(file);
    };
    return library_of({animation("s:wave", 15, "once", 0.4), animation("s:dance", 12, "loop", 0),
                       animation("s:sit", 8, "hold", 0.4), animation("s:offer", 11, "once", 0.4),
                       animation("s:shake", 20 + version, "once", 0.4), animation("s:sigh", 6, "once", 0.4),
                       pair("s:pair", "0t", 0.4), pair("s:slow", "60t", 0.4), pair("s:follow", "0t", 0),
                       linear_file("s:line", {"s:wave", "s:sigh"}, "20t")});
}

const std::vector<std::string>& emotes() {
    static const std::vector<std::string> all{"s:wave", "s:dance", "s:sit", "s:line", "s:nothing"};
    return all;
}
const std::vector<std::string>& pairs() {
    static const std::vector<std::string> all{"s:pair", "s:pair", "s:slow", "s:follow"};
    return all;
}
const std::vector<std::string>& servers() {
    static const std::vector<std::string> all{"lobby", "lobby", "lobby", "survival"};
    return all;
}

core::Settings short_grace() {
    core::Settings settings;
    settings.proxy_grace = TickCount(20);
    settings.viewers.range = 8;
    settings.viewers.hysteresis = 1;
    settings.max_displays = 60;
    return settings;
}

}  // namespace

Simulation::Simulation(std::uint64_t seed, Listener listener)
    : random_(seed, "simulation"),
      seed_(seed),
      listener_(std::move(listener)),
      stage_(library(0), short_grace(), seed),
      break_rate_(random_.real() * 0.02),
      leave_rate_(random_.real() * 0.01),
      play_rate_(0.01 + random_.real() * 0.05),
      silence_rate_(random_.real() * 0.4) {
    stage_.remember = false;
    stage_.listener = [this](const Stage::Proxy& proxy, const protocol::Message& message) { hear(proxy, message); };
    const std::uint32_t proxies = 2 + random_.below(3);
    for (std::uint32_t number = 0; number < proxies; ++number) {
        stage_.connect("proxy" + std::to_string(number));
    }
    const std::uint32_t players = 8 + random_.below(33);
    for (std::uint32_t number = 0; number < players; ++number) {
        Stage::Actor& actor = stage_.actors.emplace_back();
        actor.name = "Player" + std::to_string(number);
        actor.uuid = uuid_of(number + 1);
        doing_[&actor] = {};
    }
}

SimulationCount Simulation::run(std::uint64_t ticks) {
    for (Stage::Actor& actor : stage_.actors) {
        appear(actor);
    }
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        break_links();
        for (Stage::Actor& actor : stage_.actors) {
            act(actor);
        }
        answer_sights(false);
        if (chance(0.003)) {
            stage_.network.set_library(library(static_cast<int>(random_.below(2))));
            stage_.deliver();
        }
        stage_.step();
        check_requests();
        check_playbacks();
    }
    calm_down();
    const core::Counters counters = stage_.network.counters();
    count_.starts = counters.starts_total;
    count_.matches = counters.matches_total;
    count_.timeouts = counters.timeouts_total;
    return count_;
}

Stage::Actor& Simulation::somebody() {
    return stage_.actors[random_.below(static_cast<std::uint32_t>(stage_.actors.size()))];
}

void Simulation::appear(Stage::Actor& actor) {
    Stage::Proxy& proxy = stage_.proxies[random_.below(static_cast<std::uint32_t>(stage_.proxies.size()))];
    if (!proxy.link) {
        return;
    }
    Doing& doing = doing_.at(&actor);
    doing = {};
    reserved_.erase(actor.uuid);
    doing.present = true;
    doing.server = pick(servers());
    const bool bedrock = actor.uuid.bytes[15] % 7 == 0;
    stage_.join_again(actor, proxy, {doing.server, "minecraft:overworld", bedrock});
    actor.state.flags = protocol::player_flag::alive;
    if (chance(0.95)) {
        stage_.stand(actor, {random_.real() * 12, 64, random_.real() * 12}, static_cast<float>(random_.real() * 360));
    }
}

void Simulation::vanish(Stage::Actor& actor) {
    doing_.at(&actor) = {};
    reserved_.erase(actor.uuid);
    stage_.leave(actor);
}

void Simulation::act(Stage::Actor& actor) {
    Doing& doing = doing_.at(&actor);
    if (!doing.present) {
        if (chance(0.1)) {
            appear(actor);
        }
        return;
    }
    if (chance(leave_rate_)) {
        vanish(actor);
        return;
    }
    if (chance(0.05)) {
        walk(actor);
    }
    if (chance(0.04)) {
        Stage::Actor& other = somebody();
        if (&other != &actor && doing_.at(&other).present) {
            face(actor, other);
            if (chance(0.8)) {
                const std::string emote = pick(pairs());
                ask(other, emote);
                ask(actor, emote);
            }
        }
    }
    if (chance(play_rate_)) {
        ask(actor, chance(0.5) ? pick(emotes()) : pick(pairs()));
    }
    if (chance(0.01)) {
        static_cast<void>(stage_.stop(actor));
    }
    if (chance(0.003)) {
        stage_.act(actor, static_cast<protocol::ActionKind>(random_.below(6)), 1.0F);
    }
    if (chance(0.004)) {
        move_elsewhere(actor);
    }
    if (chance(0.002)) {
        // Joins elsewhere without leaving here (D31).
        appear(actor);
    }
}

void Simulation::walk(Stage::Actor& actor) {
    Vec3d to = actor.state.position;
    to.x = std::clamp(to.x + random_.real() - 0.5, 0.0, 12.0);
    to.z = std::clamp(to.z + random_.real() - 0.5, 0.0, 12.0);
    actor.state.flags = chance(0.98) ? protocol::player_flag::alive : 0;
    stage_.stand(actor, to, actor.state.head_yaw + static_cast<float>(random_.real() * 60 - 30));
}

// Steps in front of the other, eye to eye.
void Simulation::face(Stage::Actor& actor, Stage::Actor& other) {
    const double radians = static_cast<double>(other.state.head_yaw) * pi / 180;
    Vec3d to = other.state.position;
    to.x -= std::sin(radians) * 1.2;
    to.z += std::cos(radians) * 1.2;
    actor.state.flags = protocol::player_flag::alive;
    stage_.stand(actor, to, other.state.head_yaw + 180);
}

void Simulation::ask(Stage::Actor& actor, const std::string& emote) {
    Doing& doing = doing_.at(&actor);
    if (!doing.present || !actor.proxy->link) {
        return;
    }
    doing.request = stage_.ask(actor, emote);
    doing.asked_tick = stage_.network.tick();
}

void Simulation::move_elsewhere(Stage::Actor& actor) {
    Doing& doing = doing_.at(&actor);
    const std::string server = pick(servers());
    doing.server = server;
    stage_.send(*actor.proxy, protocol::PlayerUpdate{actor.handle, server, std::nullopt, std::nullopt, std::nullopt});
    stage_.stand(actor, {random_.real() * 12, 64, random_.real() * 12}, 0);
}

void Simulation::break_links() {
    for (Stage::Proxy& proxy : stage_.proxies) {
        if (proxy.link && chance(break_rate_)) {
            stage_.disconnect(proxy);
            for (auto& [actor, doing] : doing_) {
                if (actor->proxy == &proxy) {
                    doing.present = false;
                    doing.asked_tick.reset();
                    reserved_.erase(actor->uuid);
                }
            }
        } else if (!proxy.link && chance(0.1)) {
            stage_.connect(proxy.model.name());
            // Some of its players are announced again.
            for (Stage::Actor& actor : stage_.actors) {
                Doing& doing = doing_.at(&actor);
                if (actor.proxy == &proxy && !doing.present && !doing.server.empty() && chance(0.8)) {
                    doing.present = true;
                    stage_.join_again(actor, proxy,
                                      {doing.server, "minecraft:overworld", actor.uuid.bytes[15] % 7 == 0});
                    stage_.stand(actor, actor.state.position, actor.state.head_yaw);
                }
            }
        }
    }
}

void Simulation::answer_sights(bool calm) {
    for (Stage::Proxy& proxy : stage_.proxies) {
        for (const protocol::LineOfSightQuery& query : std::exchange(proxy.model.queries, {})) {
            if (!proxy.link || (!calm && chance(silence_rate_))) {
                continue;
            }
            const auto sight = chance(0.8) ? protocol::Sight::visible : static_cast<protocol::Sight>(random_.below(3));
            late_answers_.push_back(
                {stage_.network.tick() + random_.below(6), *proxy.link, &proxy, {query.query, sight}});
        }
    }
    for (LateAnswer& late : std::exchange(late_answers_, {})) {
        if (late.proxy->link != late.link) {
            continue;
        }
        if (late.tick <= stage_.network.tick()) {
            stage_.send(*late.proxy, late.answer);
        } else {
            late_answers_.push_back(late);
        }
    }
}

// No more faults: everybody is there, nobody asks for anything, and what loops or holds is stopped.
void Simulation::calm_down() {
    for (Stage::Proxy& proxy : stage_.proxies) {
        if (!proxy.link) {
            stage_.connect(proxy.model.name());
        }
    }
    const std::set<std::string> endless{"s:dance", "s:sit"};
    for (const core::PlaybackInfo& playback : stage_.network.playbacks()) {
        if (endless.contains(playback.emote)) {
            static_cast<void>(stage_.network.admin_stop(playback.participants.front()));
            stage_.deliver();
        }
    }
    constexpr std::uint64_t longest = 11 + 25 + 40;  // offer, time-out, a branch
    for (std::uint64_t tick = 0; tick < longest; ++tick) {
        answer_sights(true);
        stage_.step();
        check_requests();
        check_playbacks();
    }
    check_drained();
}

void Simulation::hear(const Stage::Proxy& proxy, const protocol::Message& message) {
    ++count_.messages;
    const protocol::Bytes bytes = protocol::encode_binary(message);
    const std::string text(bytes.begin(), bytes.end());
    count_.fingerprint = splitmix64(count_.fingerprint ^ fnv1a64(proxy.model.name() + text));
    if (listener_) {
        listener_(stage_.network.tick(), proxy.model.name(), message);
    }
    if (const auto* const state = std::get_if<protocol::PartnerState>(&message)) {
        if (state->role == protocol::Role::partner) {
            const Uuid& player = proxy.model.players().at(state->player).uuid;
            if (state->phase == protocol::PartnerPhase::reserved) {
                if (!reserved_.emplace(player, state->playback).second) {
                    broken("a player has reserved two offers");
                }
            } else if (reserved_.erase(player) != 1) {
                broken("a partner is released or matched who had reserved nothing");
            }
        }
    }
    // Everybody hears of the same branch in the same tick.
    if (const auto* const changed = std::get_if<protocol::SceneChanged>(&message)) {
        const auto [known, first] = branches_.emplace(changed->playback, *changed);
        if (!first && (known->second.state != changed->state || known->second.tick != changed->tick)) {
            broken("two proxies hear of different branches");
        }
    }
}

// Every request is answered within the time a line of sight may take.
void Simulation::check_requests() {
    constexpr std::uint64_t patience = 5;
    for (auto& [actor, doing] : doing_) {
        if (!doing.asked_tick) {
            continue;
        }
        if (stage_.result(*actor, doing.request)) {
            doing.asked_tick.reset();
        } else if (stage_.network.tick() > *doing.asked_tick + patience) {
            broken(actor->name + "'s request is not answered");
        }
    }
}

void Simulation::check_playbacks() {
    std::map<protocol::PlaybackId, core::PlaybackInfo> alive;
    std::map<Uuid, protocol::PlaybackId> plays;
    for (const core::PlaybackInfo& playback : stage_.network.playbacks()) {
        for (const Uuid& player : playback.participants) {
            if (!plays.emplace(player, playback.id).second) {
                broken("a player takes part in two playbacks");
            }
        }
        alive.emplace(playback.id, playback);
    }
    std::set<protocol::PlaybackId> taken;
    for (const auto& [player, offer] : reserved_) {
        const auto found = alive.find(offer);
        if (plays.contains(player)) {
            broken("a player has a playback and a reservation");
        }
        if (found == alive.end() || found->second.state != protocol::SceneState::offering) {
            broken("a reservation of what is no offer in play");
        }
        if (!taken.insert(offer).second) {
            broken("an offer is reserved twice");
        }
    }
    for (const Stage::Proxy& proxy : stage_.proxies) {
        for (const auto& [id, playing] : proxy.model.playing()) {
            const auto found = alive.find(id);
            if (found == alive.end()) {
                broken(proxy.model.name() + " shows what has ended");
            }
            const bool open =
                playing.state == protocol::SceneState::offering || playing.state == protocol::SceneState::waiting;
            const bool is_open = found->second.state == protocol::SceneState::offering ||
                                 found->second.state == protocol::SceneState::waiting;
            if (open != is_open || (!open && playing.state != found->second.state)) {
                broken(proxy.model.name() + " has not heard of the branch");
            }
            check_content(proxy.model.name(), playing);
        }
        for (const auto& [handle, player] : proxy.model.players()) {
            const auto playing = plays.find(player.uuid);
            if (playing != plays.end() && proxy.model.playing(playing->second) == nullptr) {
                broken(proxy.model.name() + " does not know what its own player plays");
            }
            if (playing == plays.end() && proxy.model.hides(handle)) {
                broken(proxy.model.name() + " hides a player who plays nothing");
            }
        }
    }
}

// Whoever sees a clip sees the content that its keys have written until now, and of no clip before it.
void Simulation::check_content(const std::string& proxy, const ProxyModel::Playing& playing) const {
    if (!playing.clip || playing.data.empty()) {
        return;
    }
    const protocol::ClipTable& clip = playing.start.clips.at(*playing.clip);
    const auto display = static_cast<std::size_t>(clip.display_of_node.at(0));
    const std::string shown = playing.data.begin()->second.at(display).text->component_json;
    const std::vector<std::string> possible =
        clip.clip_id == "s:sigh" ? std::vector<std::string>{"\"x\""}
                                 : std::vector<std::string>{'"' + clip.clip_id + " 0\"", '"' + clip.clip_id + " 1\""};
    if (std::find(possible.begin(), possible.end(), shown) == possible.end()) {
        broken(proxy + " shows " + shown + " in " + clip.clip_id);
    }
    if (playing.segment_tick && possible.size() == 2) {
        // What begins within a step, because a sight was not answered in time, goes on in that same step.
        const std::uint64_t since = stage_.network.tick() - *playing.segment_tick;
        if ((since >= second_key && shown != possible[1]) || (since + 1 < second_key && shown != possible[0])) {
            broken(proxy + " shows " + shown + " at the wrong time, its segment began at tick " +
                   std::to_string(*playing.segment_tick));
        }
    }
}

void Simulation::check_drained() {
    const core::Counters counters = stage_.network.counters();
    if (counters.playbacks != 0 || counters.displays != 0 || counters.open_offers != 0) {
        broken("something plays on for ever");
    }
    if (counters.starts_total != counters.ends_total) {
        broken("starts and ends do not balance");
    }
    if (!reserved_.empty()) {
        broken("a reservation is left");
    }
    for (const Stage::Proxy& proxy : stage_.proxies) {
        if (proxy.model.open_questions() != 0 || !proxy.model.playing().empty()) {
            broken(proxy.model.name() + " waits for something");
        }
    }
}

void Simulation::broken(const std::string& what) const {
    throw ContractBroken("seed " + std::to_string(seed_) + ", tick " + std::to_string(stage_.network.tick()) + ": " +
                         what);
}

}  // namespace emoted::test
