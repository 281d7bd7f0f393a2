// Everything that reaches the world from other threads, in order of arrival.
//
// Any thread may push; one thread, the world's, takes. Bounded per link: a link that has more waiting than its bound is
// refused, and its caller closes it by name. Tasks (admin, reload, shutdown) are few and come from us: they are not
// bounded here.
#pragma once

#include <emoted/core/network.hpp>
#include <emoted/protocol/messages.hpp>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <unordered_map>
#include <variant>
#include <vector>

namespace emoted::app {

struct LinkOpened {
    core::LinkId link = 0;
    core::ProxyIdentity proxy;
};
struct LinkMessage {
    core::LinkId link = 0;
    protocol::Message message;
};
struct LinkClosed {
    core::LinkId link = 0;
};
struct FramesDropped {
    core::LinkId link = 0;
};
using WorldTask = std::function<void(core::Network&)>;
using InboxItem = std::variant<LinkOpened, LinkMessage, LinkClosed, FramesDropped, WorldTask>;

class WorldInbox {
public:
    // What one link may have waiting. A healthy proxy sends some 20 messages a second, a world that is busy for a
    // second must not cut it off: 4,096 messages are minutes. The bytes bound what a flood of large packets can hold.
    struct Bounds {
        std::size_t messages = 4'096;
        std::size_t bytes = 8'388'608;
    };

    explicit WorldInbox(Bounds bounds) : bounds_(bounds) {}

    void push(InboxItem item);
    // False if the link is over its bound; the message is not taken.
    [[nodiscard]] bool push_message(core::LinkId link, protocol::Message message, std::size_t packet_bytes);

    // Waits for items or for `deadline`, whichever comes first, and returns everything that is there.
    [[nodiscard]] std::vector<InboxItem> take_until(std::chrono::steady_clock::time_point deadline);

private:
    struct Waiting {
        std::size_t messages = 0;
        std::size_t bytes = 0;
    };
    Bounds bounds_;
    std::mutex mutex_;
    std::condition_variable arrived_;
    std::vector<InboxItem> items_;
    std::unordered_map<core::LinkId, Waiting> waiting_;  // of items_; only looked up, never walked
};

}  // namespace emoted::app
