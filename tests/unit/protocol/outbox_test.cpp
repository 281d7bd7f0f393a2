#include <emoted/protocol/outbox.hpp>

#include <catch2/catch.hpp>

#include <memory>

namespace emoted::protocol {
namespace {

// `size` bytes, each `mark`.
SharedBytes packet(std::size_t size, std::uint8_t mark = 0) {
    return std::make_shared<const Bytes>(size, mark);
}

std::vector<int> marks(const std::vector<SharedBytes>& packets) {
    std::vector<int> result;
    for (const SharedBytes& bytes : packets) {
        result.push_back(bytes->front());
    }
    return result;
}

TEST_CASE("Outbox: packets leave in order, shared and not copied") {
    Outbox outbox;
    const SharedBytes shared = packet(10, 1);
    REQUIRE(outbox.push(shared));
    REQUIRE(outbox.push(packet(10, 2), Delivery::may_drop));
    REQUIRE(outbox.push(packet(10, 3)));
    CHECK(outbox.pending_bytes() == 30);
    const auto packets = outbox.gather(1'000);
    CHECK(marks(packets) == std::vector<int>{1, 2, 3});
    CHECK(packets[0] == shared);
    CHECK(outbox.pending_bytes() == 30);  // until written
    CHECK_FALSE(outbox.has_queued());
    outbox.written();
    CHECK(outbox.empty());
    CHECK(outbox.dropped_frames() == 0);
    CHECK_FALSE(outbox.take_owed_keyframes());
}

TEST_CASE("Outbox: a write takes at least one packet and then what fits") {
    Outbox outbox;
    for (int i = 0; i < 4; ++i) {
        REQUIRE(outbox.push(packet(10, static_cast<std::uint8_t>(i))));
    }
    CHECK(outbox.gather(5).size() == 1);
    CHECK(outbox.gather(20).size() == 2);
    CHECK(outbox.gather(20).size() == 1);
    CHECK(outbox.gather(20).empty());
    outbox.written();
    CHECK(outbox.empty());
}

TEST_CASE("R61: over the soft limit frames are dropped oldest first, other packets never") {
    Outbox outbox({100, 1'000});
    REQUIRE(outbox.push(packet(40, 1), Delivery::may_drop));
    REQUIRE(outbox.push(packet(40, 2)));
    REQUIRE(outbox.push(packet(20, 3), Delivery::may_drop));
    CHECK(outbox.pending_bytes() == 100);  // exactly the limit: nothing is dropped
    CHECK(outbox.dropped_frames() == 0);
    REQUIRE(outbox.push(packet(20, 4), Delivery::may_drop));
    CHECK(outbox.dropped_frames() == 1);  // the oldest made room
    CHECK(outbox.pending_bytes() == 80);
    REQUIRE(outbox.push(packet(90, 5)));
    CHECK(outbox.dropped_frames() == 3);
    REQUIRE(outbox.push(packet(1, 6), Delivery::may_drop));  // no room even for the newest
    CHECK(outbox.dropped_frames() == 4);
    CHECK(marks(outbox.gather(1'000)) == std::vector<int>{2, 5});
}

TEST_CASE("R61: keyframes are owed once, when the backlog has shrunk to half the soft limit") {
    Outbox outbox({100, 1'000});
    REQUIRE(outbox.push(packet(60)));
    REQUIRE(outbox.push(packet(50), Delivery::may_drop));
    CHECK(outbox.dropped_frames() == 1);
    CHECK_FALSE(outbox.take_owed_keyframes());
    static_cast<void>(outbox.gather(1'000));
    CHECK_FALSE(outbox.take_owed_keyframes());  // given out is not written
    outbox.written();
    CHECK(outbox.take_owed_keyframes());
    CHECK_FALSE(outbox.take_owed_keyframes());
}

TEST_CASE("R61: a packet that would pass the hard limit is refused, after frames have made room") {
    Outbox outbox({200, 200});
    REQUIRE(outbox.push(packet(100, 1)));
    REQUIRE(outbox.push(packet(100, 2), Delivery::may_drop));
    REQUIRE(outbox.push(packet(100, 3)));  // the frame goes
    CHECK(outbox.dropped_frames() == 1);
    CHECK_FALSE(outbox.push(packet(1, 4)));
    CHECK(outbox.pending_bytes() == 200);
    outbox.clear();
    CHECK(outbox.empty());
    CHECK(outbox.push(packet(200, 5)));
}

TEST_CASE("R61: memory of a stalled link stays bounded however many frames pass by") {
    Outbox outbox({1'000, 10'000});
    REQUIRE(outbox.push(packet(10)));
    for (int i = 0; i < 100'000; ++i) {
        REQUIRE(outbox.push(packet(10), Delivery::may_drop));
        REQUIRE(outbox.pending_bytes() <= 1'000);
    }
    CHECK(outbox.gather(10'000).size() == 100);
}

TEST_CASE("Outbox: what is being written cannot be dropped") {
    Outbox outbox({100, 1'000});
    REQUIRE(outbox.push(packet(60, 1), Delivery::may_drop));
    static_cast<void>(outbox.gather(1'000));
    REQUIRE(outbox.push(packet(60, 2), Delivery::may_drop));
    CHECK(outbox.dropped_frames() == 1);  // the new one: the old one is on its way
    CHECK(outbox.pending_bytes() == 60);
}

}  // namespace
}  // namespace emoted::protocol
