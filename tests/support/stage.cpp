#include "stage.hpp"

#include <stdexcept>

namespace emoted::test {

Uuid uuid_of(std::uint32_t number) {
    Uuid uuid;
    for (std::size_t byte = 0; byte < 4; ++byte) {
        uuid.bytes[12 + byte] = static_cast<std::uint8_t>(number >> (24 - 8 * byte));
    }
    return uuid;
}

std::shared_ptr<const core::Policy> open_policy() {
    Diagnostics diagnostics;
    auto policy = core::Policy::parse(
        "open.json", R"({"schema_version": 2, "permissions": [{"permission": "emote.default", "emotes": ["*"]}]})",
        diagnostics);
    if (!policy) {
        throw std::logic_error("the open policy is not one: " + to_text(diagnostics.front()));
    }
    return policy;
}

Stage::Stage(std::shared_ptr<const Library> library, core::Settings settings, std::uint64_t seed,
             std::shared_ptr<const core::Policy> policy)
    : network(settings, std::move(library), std::move(policy), seed) {}

Stage::Proxy& Stage::connect(const std::string& name) {
    Proxy* proxy = nullptr;
    for (Proxy& one : proxies) {
        proxy = one.model.name() == name ? &one : proxy;
    }
    if (proxy == nullptr) {
        proxy = &proxies.emplace_back(name);
    }
    if (proxy->link) {
        links_.erase(*proxy->link);
        proxy->model.link_lost();
    }
    proxy->link = next_link_++;
    links_[*proxy->link] = proxy;
    network.link_opened(*proxy->link, {name, Uuid{}});
    deliver();
    return *proxy;
}

void Stage::disconnect(Proxy& proxy) {
    const core::LinkId link = *proxy.link;
    links_.erase(link);
    proxy.link.reset();
    proxy.model.link_lost();
    network.link_closed(link);
    deliver();
}

void Stage::step(std::uint64_t ticks) {
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        network.step();
        deliver();
    }
}

void Stage::send(Proxy& proxy, protocol::Message message) {
    network.receive(proxy.link.value(), message);
    deliver();
}

void Stage::deliver() {
    for (const core::Outgoing& outgoing : network.take_outgoing()) {
        for (const core::LinkId link : outgoing.links) {
            const auto to = links_.find(link);
            if (to == links_.end()) {
                throw ContractBroken("a message for a link that is gone");
            }
            if (remember) {
                delivered_.emplace_back(to->second, outgoing.message);
            }
            if (listener) {
                listener(*to->second, *outgoing.message);
            }
            to->second->model.apply(*outgoing.message);
        }
    }
    for (const Proxy& proxy : proxies) {
        proxy.model.check_settled();
    }
    for (core::WorldEvent& event : network.take_events()) {
        if (event.kind == core::WorldEvent::Kind::playback_failed) {
            failures.push_back(std::move(event));
        }
    }
}

Stage::Actor& Stage::join(Proxy& proxy, const std::string& name, const Where& where) {
    Actor& actor = actors.emplace_back();
    const auto number = static_cast<std::uint32_t>(actors.size());
    actor.name = name;
    actor.uuid = uuid_of(number);
    join_again(actor, proxy, where);
    return actor;
}

void Stage::join_again(Actor& actor, Proxy& proxy, const Where& where) {
    actor.proxy = &proxy;
    actor.handle = 1;
    while (proxy.model.players().contains(actor.handle)) {
        ++actor.handle;
    }
    actor.state.player = actor.handle;
    protocol::PlayerJoin join;
    join.player = actor.handle;
    join.uuid = actor.uuid;
    join.name = actor.name;
    join.server = where.server;
    join.dimension = where.dimension;
    join.bedrock = where.bedrock;
    proxy.model.player_joined(actor.handle, actor.uuid, where.bedrock);
    send(proxy, std::move(join));
}

void Stage::leave(Actor& actor) {
    actor.proxy->model.player_left(actor.handle);
    send(*actor.proxy, protocol::PlayerLeave{actor.handle});
}

void Stage::stand(Actor& actor, Vec3d position, float yaw) {
    actor.state.position = position;
    actor.state.head_yaw = yaw;
    send(*actor.proxy, protocol::PlayerStates{true, {actor.state}});
}

void Stage::act(Actor& actor, protocol::ActionKind kind, std::optional<float> amount) {
    send(*actor.proxy, protocol::PlayerAction{actor.handle, kind, amount});
}

protocol::RequestId Stage::ask(Actor& actor, const std::string& emote, std::optional<std::uint64_t> seed) {
    protocol::Play request;
    request.request_id = actor.proxy->next_request++;
    request.player = actor.handle;
    request.emote = emote;
    request.seed = seed;
    actor.proxy->model.asked_to_play(request.request_id);
    send(*actor.proxy, request);
    return request.request_id;
}

protocol::PlayResult Stage::play(Actor& actor, const std::string& emote, std::optional<std::uint64_t> seed) {
    const protocol::RequestId request = ask(actor, emote, seed);
    const auto answered = result(actor, request);
    if (!answered) {
        throw std::logic_error("the request of " + actor.name + " is not answered yet");
    }
    return *answered;
}

protocol::StopOutcome Stage::stop(Actor& actor) {
    const protocol::RequestId request = actor.proxy->next_request++;
    actor.proxy->model.asked_to_stop(request);
    send(*actor.proxy, protocol::Stop{request, actor.handle});
    return actor.proxy->model.stop_results.at(request).outcome;
}

std::size_t Stage::answer_sight(Proxy& proxy, protocol::Sight sight) {
    const auto queries = std::exchange(proxy.model.queries, {});
    for (const protocol::LineOfSightQuery& query : queries) {
        send(proxy, protocol::LineOfSightAnswer{query.query, sight});
    }
    return queries.size();
}

std::optional<protocol::PlayResult> Stage::result(const Actor& actor, protocol::RequestId request) const {
    const auto found = actor.proxy->model.play_results.find(request);
    return found == actor.proxy->model.play_results.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace emoted::test
