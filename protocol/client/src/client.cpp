#include <emoted/client/client.hpp>

#include <string>
#include <utility>

namespace emoted::client {

using protocol::CloseReason;

Client::Client(protocol::ClientSettings settings, std::uint64_t now_ms) : session_(std::move(settings), now_ms) {}

void Client::receive(std::span<const std::uint8_t> bytes, std::uint64_t now_ms) {
    session_.receive(bytes, now_ms);
    collect();
}

void Client::advance(std::uint64_t now_ms) {
    session_.advance(now_ms);
    collect();
}

protocol::RequestId Client::number(Kind kind) {
    const protocol::RequestId id = ++last_request_;
    pending_.emplace(id, kind);
    if (!session_.is_open()) {
        pending_.erase(id);
        events_.emplace_back(RequestLost{id});
    }
    return id;
}

protocol::RequestId Client::play(protocol::PlayerHandle player, std::string_view emote,
                                 const std::optional<protocol::PlayerState>& state, std::optional<std::uint64_t> seed) {
    const protocol::RequestId id = number(Kind::play);
    send(protocol::Play{id, player, std::string(emote), state, seed});
    return id;
}

protocol::RequestId Client::stop(protocol::PlayerHandle player) {
    const protocol::RequestId id = number(Kind::stop);
    send(protocol::Stop{id, player});
    return id;
}

void Client::send(const protocol::Message& message) {
    session_.send(message);
    collect();
}

void Client::close(std::string_view text) {
    session_.close(CloseReason::normal, text);
    collect();
}

void Client::lost(std::string_view text) {
    session_.lost(text);
    collect();
}

void Client::written() {
    session_.written();
    collect();
}

std::vector<Event> Client::take_events() {
    return std::exchange(events_, {});
}

void Client::collect() {
    for (protocol::ClientEvent& event : session_.take_events()) {
        if (auto* welcomed = std::get_if<protocol::Welcomed>(&event)) {
            events_.emplace_back(std::move(*welcomed));
        } else if (auto* ended = std::get_if<protocol::Ended>(&event)) {
            lose_pending();
            events_.emplace_back(std::move(*ended));
        } else if (auto* received = std::get_if<protocol::Received>(&event)) {
            if (auto* play = std::get_if<protocol::PlayResult>(&received->message)) {
                if (!answered(play->request_id, Kind::play)) {
                    return;
                }
                events_.emplace_back(Answered{play->request_id, std::move(*play)});
            } else if (auto* stop = std::get_if<protocol::StopResult>(&received->message)) {
                if (!answered(stop->request_id, Kind::stop)) {
                    return;
                }
                events_.emplace_back(Answered{stop->request_id, *stop});
            } else {
                events_.emplace_back(std::move(*received));
            }
        }
    }
}

bool Client::answered(protocol::RequestId id, Kind kind) {
    const auto request = pending_.find(id);
    if (request == pending_.end() || request->second != kind) {
        session_.close(CloseReason::protocol_error,
                       "an answer to request " + std::to_string(id) + ", which is not open");
        collect();
        return false;
    }
    pending_.erase(request);
    return true;
}

void Client::lose_pending() {
    for (const auto& [id, kind] : std::exchange(pending_, {})) {
        events_.emplace_back(RequestLost{id});
    }
}

}  // namespace emoted::client
