// Two proxies, one binary over TCP and one in JSON lines over the Unix socket, and a handshake between their players:
// every message that either is sent, against golden files.
#include "golden.hpp"
#include "test_proxy.hpp"

#include <emoted/protocol/codec.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <utility>
#include <variant>

namespace emoted::test {

namespace {

using protocol::Encoding;
using protocol::Message;

// What differs from run to run: the daemon's ids and nonces, its clock. Ticks are counted from the start of the
// playback, so that the golden file says what a reader wants to know.
struct Normalise {
    std::uint64_t start_tick;

    template <class Value>
    void operator()(Value& value) const {
        if constexpr (requires { value.tick; }) {
            value.tick -= start_tick;
        }
    }
};

bool belongs_to_a_tick(const Message& message) {
    return std::holds_alternative<protocol::PoseFrame>(message) || std::holds_alternative<protocol::Event>(message) ||
           std::holds_alternative<protocol::Keyframe>(message) || std::holds_alternative<protocol::RootMoved>(message);
}

// The moment of the join within the offer is not the same in every run, so what answers it has no fixed place among
// the pose frames: those are a list of their own.
struct Transcript {
    std::string control, frames;
};

Transcript transcript_of(const TestProxy& proxy, std::uint64_t start_tick) {
    Transcript transcript;
    bool asked = false;
    for (Message message : proxy.received()) {
        // Whether the line of sight is asked for a second time depends on how late in the offer the join came (D38).
        if (std::holds_alternative<protocol::LineOfSightQuery>(message) && std::exchange(asked, true)) {
            continue;
        }
        std::visit(Normalise{start_tick}, message);
        (belongs_to_a_tick(message) ? transcript.frames : transcript.control) += protocol::encode_json(message) + "\n";
    }
    return transcript;
}

}  // namespace

TEST_CASE("a handshake between players of two proxies is what the golden files say, message by message") {
    DaemonProcess daemon;
    TestProxy north(RawLink::tcp(daemon.port(), Encoding::binary), "north", daemon.secret());
    TestProxy south(RawLink::unix_socket(daemon.proxy_socket(), Encoding::json_lines), "south", "");
    run_until({&north, &south}, "list of emotes",
              [&] { return north.simulated().knows_emotes() && south.simulated().knows_emotes(); });

    const auto alice = north.simulated().join("Alice", "lobby", Vec3d{0.5, 64, 0.5}, 0);
    const auto bob = south.simulated().join("Bob", "lobby", Vec3d{0.5, 64, 1.8}, 180);
    // The answer to a request behind the join: the daemon knows Bob before Alice plays, so he sees her from the start.
    const auto nothing = south.simulated().play(bob, "starter:nothing_of_the_kind");
    run_until({&north, &south}, "answer", [&] { return south.simulated().result_of(nothing).has_value(); });

    const auto offered = north.simulated().play(alice, "starter:handshake", 2'024);
    run_until({&north, &south}, "offer", [&] {
        return north.simulated().result_of(offered).has_value() && south.last<protocol::PlaybackStart>() != nullptr;
    });
    REQUIRE(north.simulated().result_of(offered)->outcome == protocol::PlayOutcome::offered);
    const auto joined = south.simulated().play(bob, "starter:handshake");
    run_until({&north, &south}, "end", [&] {
        return north.last<protocol::PlaybackEnd>() != nullptr && south.last<protocol::PlaybackEnd>() != nullptr;
    });
    CHECK(south.simulated().result_of(joined)->outcome == protocol::PlayOutcome::joined);

    const std::uint64_t start_tick = north.last<protocol::PlaybackStart>()->tick;
    const Transcript of_north = transcript_of(north, start_tick);
    const Transcript of_south = transcript_of(south, start_tick);
    check_golden("integration/handshake_initiator.jsonl", of_north.control);
    check_golden("integration/handshake_partner.jsonl", of_south.control);
    check_golden("integration/handshake_frames.jsonl", of_north.frames);
    // Both see the same.
    CHECK(of_north.frames == of_south.frames);
    for (TestProxy* proxy : {&north, &south}) {
        proxy->simulated().watch().finish();
        for (const std::string& breach : proxy->simulated().watch().breaches()) {
            FAIL_CHECK(breach);
        }
    }
}

}  // namespace emoted::test
