#include <emoted/client/client.hpp>
#include <emoted/protocol/framing.hpp>

#include <catch2/catch.hpp>

namespace emoted::client {
namespace {

using namespace emoted::protocol;

Client open_client() {
    ClientSettings settings;
    settings.proxy_name = "tool";
    settings.trusted = true;
    Client client(settings, 0);
    Welcome welcome;
    welcome.protocol = 1;
    client.receive(frame(encode_binary(welcome), Encoding::binary), 0);
    const auto events = client.take_events();
    REQUIRE(events.size() == 1);
    REQUIRE(std::holds_alternative<Welcomed>(events[0]));
    return client;
}

void receive(Client& client, const Message& message) {
    client.receive(frame(encode_binary(message), Encoding::binary), 0);
}

TEST_CASE("Client: each request gets its own answer") {
    Client client = open_client();
    const RequestId play = client.play(1, "a:b", std::nullopt, 5);
    const RequestId stop = client.stop(1);
    CHECK(play != stop);
    CHECK(client.pending_requests() == 2);
    receive(client, StopResult{stop, StopOutcome::stopped});
    receive(client, PlayResult{play, PlayOutcome::started, 9, std::nullopt, std::nullopt, ""});
    receive(client, PlaybackEnd{9, 1, EndReason::manual});
    const auto events = client.take_events();
    REQUIRE(events.size() == 3);
    CHECK(std::get<Answered>(events[0]).request_id == stop);
    CHECK(std::get<PlayResult>(std::get<Answered>(events[1]).answer).playback == 9U);
    CHECK(std::holds_alternative<Received>(events[2]));
    CHECK(client.pending_requests() == 0);
}

TEST_CASE("Client: a request without an answer is told lost when the link ends") {
    Client client = open_client();
    const RequestId first = client.play(1, "a:b");
    const RequestId second = client.stop(2);
    client.lost("connection reset");
    const auto events = client.take_events();
    REQUIRE(events.size() == 3);
    CHECK(std::get<RequestLost>(events[0]).request_id == first);
    CHECK(std::get<RequestLost>(events[1]).request_id == second);
    CHECK(std::get<Ended>(events[2]).lost);

    const RequestId late = client.play(1, "a:b");
    const auto after = client.take_events();
    REQUIRE(after.size() == 1);
    CHECK(std::get<RequestLost>(after[0]).request_id == late);
}

TEST_CASE("Client: an answer that nobody asked for, twice or of the wrong kind ends the link") {
    Client client = open_client();
    const RequestId stop = client.stop(1);
    receive(client, PlayResult{stop, PlayOutcome::started, {}, {}, {}, ""});
    const auto events = client.take_events();
    REQUIRE(events.size() == 2);
    CHECK(std::get<RequestLost>(events[0]).request_id == stop);
    CHECK(std::get<Ended>(events[1]).reason == CloseReason::protocol_error);
    CHECK(client.has_ended());
}

}  // namespace
}  // namespace emoted::client
