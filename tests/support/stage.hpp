// A whole network in memory: the world, proxies that check every message, and players to send about.
//
// Everything the world says is delivered at once.
#pragma once

#include "proxy_model.hpp"

#include <emoted/core/network.hpp>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace emoted::test {

[[nodiscard]] Uuid uuid_of(std::uint32_t number);
// Everything for everybody.
[[nodiscard]] std::shared_ptr<const core::Policy> open_policy();

// Where a player joins.
struct Where {
    std::string server = "lobby";
    std::string dimension = "minecraft:overworld";
    bool bedrock = false;
};

class Stage {
public:
    struct Proxy {
        ProxyModel model;
        std::optional<core::LinkId> link;
        protocol::RequestId next_request = 1;
        explicit Proxy(std::string name) : model(std::move(name)) {}
    };
    // Somebody to send about. Valid as long as the stage.
    struct Actor {
        std::string name;
        Uuid uuid;
        Proxy* proxy = nullptr;
        protocol::PlayerHandle handle = 0;
        protocol::PlayerState state;
    };
    explicit Stage(std::shared_ptr<const Library> library, core::Settings settings = {}, std::uint64_t seed = 1,
                   std::shared_ptr<const core::Policy> policy = open_policy());

    Proxy& connect(const std::string& name);  // or again
    void disconnect(Proxy& proxy);
    void step(std::uint64_t ticks = 1);
    // Any message of a proxy, and whatever comes of it.
    void send(Proxy& proxy, protocol::Message message);
    void deliver();

    // Joins without a state.
    Actor& join(Proxy& proxy, const std::string& name, const Where& where = {});
    void join_again(Actor& actor, Proxy& proxy, const Where& where = {});
    void leave(Actor& actor);
    // Reports where the player is and looks; confirms everybody else of the proxy.
    void stand(Actor& actor, Vec3d position, float yaw);
    void act(Actor& actor, protocol::ActionKind kind, std::optional<float> amount = std::nullopt);
    // The request id: the answer, once there, is in proxy->model.play_results.
    protocol::RequestId ask(Actor& actor, const std::string& emote, std::optional<std::uint64_t> seed = std::nullopt);
    // For a request that is answered at once.
    protocol::PlayResult play(Actor& actor, const std::string& emote, std::optional<std::uint64_t> seed = std::nullopt);
    protocol::StopOutcome stop(Actor& actor);
    // Answers every open query of the proxy; returns how many there were.
    std::size_t answer_sight(Proxy& proxy, protocol::Sight sight = protocol::Sight::visible);

    [[nodiscard]] std::optional<protocol::PlayResult> result(const Actor& actor, protocol::RequestId request) const;
    // Messages of one type that this proxy got since the last forget().
    template <class M>
    [[nodiscard]] std::vector<M> got(const Proxy& proxy) const {
        std::vector<M> found;
        for (const auto& [to, message] : delivered_) {
            if (to == &proxy) {
                if (const M* const one = std::get_if<M>(message.get())) {
                    found.push_back(*one);
                }
            }
        }
        return found;
    }
    void forget() { delivered_.clear(); }
    std::vector<core::WorldEvent> failures;  // playbacks that failed, since the last who took them
    bool remember = true;                    // false for long runs: got() then finds nothing

    core::Network network;
    // Hears everything that is delivered, before the proxy does.
    std::function<void(const Proxy&, const protocol::Message&)> listener;
    std::deque<Proxy> proxies;
    std::deque<Actor> actors;

private:
    core::LinkId next_link_ = 1;
    std::map<core::LinkId, Proxy*> links_;
    std::vector<std::pair<const Proxy*, std::shared_ptr<const protocol::Message>>> delivered_;
};

}  // namespace emoted::test
