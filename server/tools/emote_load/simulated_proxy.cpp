#include "simulated_proxy.hpp"

#include <emoted/sequences/random.hpp>

#include <utility>

namespace emoted::load {

namespace {

// Of version 8 (RFC 9562), so that it cannot be a real player's.
Uuid uuid_of(const std::string& name) {
    Uuid uuid;
    const std::uint64_t high = fnv1a64(name);
    const std::uint64_t low = splitmix64(high);
    for (std::size_t i = 0; i < 8; ++i) {
        uuid.bytes[i] = static_cast<std::uint8_t>(high >> (8 * i));
        uuid.bytes[i + 8] = static_cast<std::uint8_t>(low >> (8 * i));
    }
    uuid.bytes[6] = static_cast<std::uint8_t>((uuid.bytes[6] & 0x0FU) | 0x80U);
    uuid.bytes[8] = static_cast<std::uint8_t>((uuid.bytes[8] & 0x3FU) | 0x80U);
    return uuid;
}

}  // namespace

SimulatedProxy::SimulatedProxy(std::string name, Send send) : name_(std::move(name)), send_(std::move(send)) {}

void SimulatedProxy::emit(protocol::Message message) {
    send_(message);
    watch_.sent(message);
}

protocol::RequestId SimulatedProxy::request(protocol::Message message) {
    send_(message);
    watch_.sent(message);
    const auto* play = std::get_if<protocol::Play>(&message);
    const protocol::RequestId id = play != nullptr ? play->request_id : std::get<protocol::Stop>(message).request_id;
    results_[id] = std::nullopt;
    return id;
}

void SimulatedProxy::opened(const std::vector<std::string>& permission_nodes) {
    permission_nodes_ = permission_nodes;
}

std::vector<protocol::PermissionAnswer> SimulatedProxy::grants() const {
    std::vector<protocol::PermissionAnswer> answers;
    for (const std::string& node : permission_nodes_) {
        protocol::PermissionAnswer answer;
        answer.node = node;
        answer.state = protocol::PermissionState::granted;
        answers.push_back(std::move(answer));
    }
    return answers;
}

protocol::PlayerState SimulatedProxy::state_of(const SimulatedPlayer& player) const {
    protocol::PlayerState state;
    state.player = player.handle;
    state.position = player.position;
    state.head_yaw = player.yaw;
    return state;
}

protocol::PlayerHandle SimulatedProxy::join(const std::string& name, const std::string& server, const Vec3d& position,
                                            float yaw) {
    SimulatedPlayer player;
    player.handle = ++last_handle_;
    player.uuid = uuid_of(name);
    player.name = name;
    player.position = position;
    player.yaw = yaw;
    protocol::PlayerJoin joined;
    joined.player = player.handle;
    joined.uuid = player.uuid;
    joined.name = name;
    joined.server = server;
    joined.dimension = "minecraft:overworld";
    joined.permissions = grants();
    emit(std::move(joined));
    protocol::PlayerStates states;
    states.states.push_back(state_of(player));
    emit(std::move(states));
    players_.emplace(player.handle, player);
    return player.handle;
}

void SimulatedProxy::leave(protocol::PlayerHandle player) {
    players_.erase(player);
    protocol::PlayerLeave left;
    left.player = player;
    emit(left);
}

void SimulatedProxy::place(protocol::PlayerHandle player, const Vec3d& position, float yaw) {
    SimulatedPlayer& placed = players_.at(player);
    placed.position = position;
    placed.yaw = yaw;
    placed.moved = true;
}

void SimulatedProxy::report_states(bool complete) {
    protocol::PlayerStates states;
    states.complete = complete;
    for (auto& [handle, player] : players_) {
        if (std::exchange(player.moved, false)) {
            states.states.push_back(state_of(player));
        }
    }
    if (complete || !states.states.empty()) {
        emit(std::move(states));
    }
}

protocol::RequestId SimulatedProxy::play(protocol::PlayerHandle player, const std::string& emote,
                                         std::optional<std::uint64_t> seed) {
    protocol::Play play;
    play.player = player;
    play.emote = emote;
    play.seed = seed;
    return request(std::move(play));
}

protocol::RequestId SimulatedProxy::stop(protocol::PlayerHandle player) {
    protocol::Stop stop;
    stop.player = player;
    return request(stop);
}

const std::optional<protocol::PlayResult>& SimulatedProxy::result_of(protocol::RequestId request) const {
    static const std::optional<protocol::PlayResult> none;
    const auto found = results_.find(request);
    return found == results_.end() ? none : found->second;
}

void SimulatedProxy::received(const protocol::Message& message) {
    watch_.received(message);
    if (const auto* result = std::get_if<protocol::PlayResult>(&message)) {
        results_[result->request_id] = *result;
    } else if (const auto* query = std::get_if<protocol::LineOfSightQuery>(&message)) {
        // The simulated world is flat and empty.
        protocol::LineOfSightAnswer answer;
        answer.query = query->query;
        answer.sight = protocol::Sight::visible;
        emit(answer);
    } else if (const auto* list = std::get_if<protocol::LibraryChanged>(&message)) {
        if (list->part == 0) {
            incoming_.clear();
        }
        incoming_.insert(incoming_.end(), list->emotes.begin(), list->emotes.end());
        if (list->last) {
            emotes_ = std::exchange(incoming_, {});
            digest_ = list->digest;
            ++lists_received_;
        }
    } else if (const auto* policy = std::get_if<protocol::PolicyChanged>(&message)) {
        permission_nodes_ = policy->permission_nodes;
        for (const auto& [handle, player] : players_) {
            protocol::PlayerUpdate update;
            update.player = handle;
            update.permissions = grants();
            emit(std::move(update));
        }
    } else if (const auto* notice = std::get_if<protocol::Notice>(&message)) {
        notices_.push_back(*notice);
    }
}

}  // namespace emoted::load
