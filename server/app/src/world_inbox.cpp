#include <emoted/app/world_inbox.hpp>

#include <utility>

namespace emoted::app {

void WorldInbox::push(InboxItem item) {
    {
        const std::lock_guard lock(mutex_);
        items_.push_back(std::move(item));
    }
    arrived_.notify_one();
}

bool WorldInbox::push_message(core::LinkId link, protocol::Message message, std::size_t packet_bytes) {
    {
        const std::lock_guard lock(mutex_);
        Waiting& waiting = waiting_[link];
        if (waiting.messages + 1 > bounds_.messages || waiting.bytes + packet_bytes > bounds_.bytes) {
            return false;
        }
        ++waiting.messages;
        waiting.bytes += packet_bytes;
        items_.push_back(LinkMessage{link, std::move(message)});
    }
    arrived_.notify_one();
    return true;
}

std::vector<InboxItem> WorldInbox::take_until(std::chrono::steady_clock::time_point deadline) {
    std::unique_lock lock(mutex_);
    arrived_.wait_until(lock, deadline, [this] { return !items_.empty(); });
    waiting_.clear();
    return std::exchange(items_, {});
}

}  // namespace emoted::app
