#include <emoted/protocol/outbox.hpp>

#include <iterator>
#include <utility>

namespace emoted::protocol {

bool Outbox::push(SharedBytes bytes, Delivery delivery, const std::optional<Subject>& subject) {
    const std::size_t size = bytes->size();
    const bool supersedes = subject && delivery == Delivery::always;
    if (supersedes) {
        drop_superseded(*subject);
    }
    if (delivery == Delivery::always) {
        // Frames make room for what must arrive.
        while (pending_bytes() + size > limits_.hard_bytes && !frames_.empty()) {
            drop_oldest_frame();
        }
        if (pending_bytes() + size > limits_.hard_bytes) {
            return false;
        }
    }
    queue_.push_back({std::move(bytes), delivery, supersedes ? subject : std::nullopt});
    queued_bytes_ += size;
    if (supersedes) {
        Waiting& waiting = waiting_[{subject->playback, subject->display}];
        (subject->content ? waiting.content : waiting.options) = std::prev(queue_.end());
    }
    if (delivery == Delivery::may_drop) {
        frames_.push_back(std::prev(queue_.end()));
    }
    while (pending_bytes() > limits_.soft_bytes && !frames_.empty()) {
        drop_oldest_frame();
    }
    return true;
}

void Outbox::drop_oldest_frame() noexcept {
    const auto frame = frames_.front();
    frames_.pop_front();
    queued_bytes_ -= frame->bytes->size();
    queue_.erase(frame);
    ++dropped_frames_;
    owes_keyframes_ = true;
}

void Outbox::drop_superseded(const Subject& subject) noexcept {
    const auto found = waiting_.find({subject.playback, subject.display});
    if (found == waiting_.end()) {
        return;
    }
    drop(found->second.options);
    if (subject.content) {
        drop(found->second.content);
    }
    if (!found->second.content) {
        waiting_.erase(found);
    }
}

void Outbox::drop(std::optional<Place>& place) noexcept {
    if (place) {
        queued_bytes_ -= (*place)->bytes->size();
        queue_.erase(*place);
        place.reset();
    }
}

// The entry leaves the queue.
void Outbox::forget(const Entry& entry) noexcept {
    if (!entry.subject) {
        return;
    }
    const auto found = waiting_.find({entry.subject->playback, entry.subject->display});
    (entry.subject->content ? found->second.content : found->second.options).reset();
    if (!found->second.content && !found->second.options) {
        waiting_.erase(found);
    }
}

std::vector<SharedBytes> Outbox::gather(std::size_t most_bytes) {
    std::vector<SharedBytes> gathered;
    std::size_t size = 0;
    while (!queue_.empty() && (gathered.empty() || size + queue_.front().bytes->size() <= most_bytes)) {
        size += queue_.front().bytes->size();
        if (queue_.front().delivery == Delivery::may_drop) {
            frames_.pop_front();
        }
        forget(queue_.front());
        gathered.push_back(std::move(queue_.front().bytes));
        queue_.pop_front();
    }
    queued_bytes_ -= size;
    gathered_bytes_ += size;
    return gathered;
}

void Outbox::written() noexcept {
    gathered_bytes_ = 0;
}

void Outbox::clear() noexcept {
    queue_.clear();
    frames_.clear();
    waiting_.clear();
    queued_bytes_ = 0;
}

bool Outbox::take_owed_keyframes() noexcept {
    return pending_bytes() <= limits_.soft_bytes / 2 && std::exchange(owes_keyframes_, false);
}

}  // namespace emoted::protocol
