// Any bytes at the daemon's end of a link, over TCP and over a Unix socket: whole or in pieces, the same is said and
// the same comes out. The first byte chooses the kind of socket (lowest bit) and the size of the pieces.
#include <emoted/protocol/session.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <variant>

namespace {

using namespace emoted::protocol;

// Everything that a peer and the daemon see of the link.
struct Seen {
    Bytes written;
    std::string events;
    friend bool operator==(const Seen&, const Seen&) = default;
};

Seen run(std::span<const std::uint8_t> stream, bool trusted, std::size_t piece) {
    ServerSettings settings;
    settings.trusted = trusted;
    settings.secrets =
        std::make_shared<const SecretTable>(std::vector<SecretTable::Entry>{{"lobby", {"a secret of decent length"}}});
    ServerSession session(std::move(settings), 0);
    Seen seen;
    for (std::size_t at = 0; at < stream.size(); at += piece) {
        session.receive(stream.subspan(at, std::min(piece, stream.size() - at)), 0);
        for (auto events = session.take_events(); !events.empty(); events = session.take_events()) {
            for (const ServerEvent& event : events) {
                if (std::holds_alternative<AwaitingAdmission>(event)) {
                    session.admit({1, {"emote.a"}}, 0);
                } else if (const auto* received = std::get_if<Received>(&event)) {
                    seen.events += encode_json(received->message);
                } else if (const auto* ended = std::get_if<Ended>(&event)) {
                    seen.events += ended->text;
                }
            }
        }
    }
    for (const SharedBytes& packet : session.gather(1U << 30U)) {
        seen.written.insert(seen.written.end(), packet->begin(), packet->end());
    }
    return seen;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const std::span<const std::uint8_t> stream(data + 1, size - 1);
    const bool trusted = (data[0] & 1U) != 0;
    if (run(stream, trusted, size) != run(stream, trusted, (data[0] >> 1U) + 1U)) {
        std::abort();
    }
    return 0;
}
