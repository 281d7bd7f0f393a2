// A proxy's link with typed requests, sans I/O: numbers the requests, gives each exactly one answer, passes on the
// rest.
//
// Drive it like a ClientSession: receive() and advance() in, gather()/written() out, then take_events(). If the link
// ends, every request without an answer gets RequestLost before Ended, so that nobody waits for ever. One thread at a
// time.
#pragma once

#include <emoted/protocol/client_session.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace emoted::client {

// The link ended before the answer to this request came.
struct RequestLost {
    protocol::RequestId request_id = 0;
};

// PlayResult and StopResult come as Answered, once per request; every other message as Received.
struct Answered {
    protocol::RequestId request_id = 0;
    std::variant<protocol::PlayResult, protocol::StopResult> answer;
};

using Event = std::variant<protocol::Welcomed, Answered, RequestLost, protocol::Received, protocol::Ended>;

class Client {
public:
    Client(protocol::ClientSettings settings, std::uint64_t now_ms);

    void receive(std::span<const std::uint8_t> bytes, std::uint64_t now_ms);
    void advance(std::uint64_t now_ms);
    [[nodiscard]] std::uint64_t next_deadline_ms() const noexcept { return session_.next_deadline_ms(); }

    // Requests: open links only (else RequestLost follows at once). The number returned is that of the answer.
    protocol::RequestId play(protocol::PlayerHandle player, std::string_view emote,
                             const std::optional<protocol::PlayerState>& state = std::nullopt,
                             std::optional<std::uint64_t> seed = std::nullopt);
    protocol::RequestId stop(protocol::PlayerHandle player);
    // Reports and answers: PlayerJoin, PlayerStates and so on. Requests go through play() and stop().
    void send(const protocol::Message& message);
    // Ends the link in order.
    void close(std::string_view text = {});
    // The connection broke, or its other end is shut.
    void lost(std::string_view text);

    [[nodiscard]] std::vector<Event> take_events();
    [[nodiscard]] std::vector<protocol::SharedBytes> gather(std::size_t most_bytes) {
        return session_.gather(most_bytes);
    }
    void written();
    [[nodiscard]] const protocol::Outbox& outbox() const noexcept { return session_.outbox(); }

    [[nodiscard]] bool is_open() const noexcept { return session_.is_open(); }
    [[nodiscard]] bool has_ended() const noexcept { return session_.has_ended(); }
    // Requests without an answer so far.
    [[nodiscard]] std::size_t pending_requests() const noexcept { return pending_.size(); }

private:
    enum class Kind : std::uint8_t { play, stop };
    [[nodiscard]] protocol::RequestId number(Kind kind);
    void collect();
    // The answer to request `id` has come: true if one of this kind was waited for.
    [[nodiscard]] bool answered(protocol::RequestId id, Kind kind);
    void lose_pending();

    protocol::ClientSession session_;
    std::map<protocol::RequestId, Kind> pending_;
    protocol::RequestId last_request_ = 0;
    std::vector<Event> events_;
};

}  // namespace emoted::client
