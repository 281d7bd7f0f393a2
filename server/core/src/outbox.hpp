// What the world has to say since it was last asked: messages for links, in order, and events for the operator.
#pragma once

#include <emoted/core/network.hpp>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace emoted::core {

class Outbox {
public:
    void send(LinkId link, protocol::Message message) { send(std::vector<LinkId>{link}, std::move(message)); }
    // The same message for several links, made once; nothing for none.
    void send(std::vector<LinkId> links, protocol::Message message) {
        push(std::move(links), std::move(message), false);
    }
    void send_droppable(std::vector<LinkId> links, protocol::Message message) {
        push(std::move(links), std::move(message), true);
    }
    // With the whole of what it says about `subject`.
    void send_anew(std::vector<LinkId> links, protocol::Message message, const protocol::Subject& subject) {
        push(std::move(links), std::move(message), false, subject);
    }
    void report(WorldEvent event) { events_.push_back(std::move(event)); }

    [[nodiscard]] std::vector<Outgoing> take_outgoing() { return std::exchange(outgoing_, {}); }
    [[nodiscard]] std::vector<WorldEvent> take_events() { return std::exchange(events_, {}); }

private:
    void push(std::vector<LinkId> links, protocol::Message message, bool droppable,
              const std::optional<protocol::Subject>& subject = std::nullopt) {
        if (!links.empty()) {
            outgoing_.push_back(
                {std::make_shared<const protocol::Message>(std::move(message)), std::move(links), droppable, subject});
        }
    }

    std::vector<Outgoing> outgoing_;
    std::vector<WorldEvent> events_;
};

}  // namespace emoted::core
