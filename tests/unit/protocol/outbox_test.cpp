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

TEST_CASE("Outbox: what a later packet says anew is not written, what is on its way is") {
    Outbox outbox({1'000, 1'000});
    const auto all = [](std::uint32_t display) { return Subject{7, display, true}; };
    const auto options = [](std::uint32_t display) { return Subject{7, display, false}; };
    REQUIRE(outbox.push(packet(100, 1), Delivery::always, all(0)));
    CHECK(marks(outbox.gather(1'000)) == std::vector<int>{1});
    REQUIRE(outbox.push(packet(100, 2), Delivery::always, all(0)));
    REQUIRE(outbox.push(packet(10, 3)));
    REQUIRE(outbox.push(packet(100, 4), Delivery::always, all(1)));               // another display
    REQUIRE(outbox.push(packet(100, 5), Delivery::always, Subject{8, 0, true}));  // another playback
    CHECK(outbox.pending_bytes() == 410);
    REQUIRE(outbox.push(packet(100, 6), Delivery::always, all(0)));
    CHECK(outbox.pending_bytes() == 410);
    // Options alone say nothing of the content before them, but all of the options.
    REQUIRE(outbox.push(packet(10, 7), Delivery::always, options(0)));
    REQUIRE(outbox.push(packet(10, 8), Delivery::always, options(0)));
    CHECK(outbox.pending_bytes() == 420);
    CHECK(marks(outbox.gather(1'000)) == std::vector<int>{3, 4, 5, 6, 8});
    outbox.written();
    CHECK(outbox.empty());
    REQUIRE(outbox.push(packet(10, 9), Delivery::always, options(0)));
    REQUIRE(outbox.push(packet(10, 10), Delivery::always, all(0)));
    CHECK(marks(outbox.gather(1'000)) == std::vector<int>{10});
    CHECK(outbox.dropped_frames() == 0);
}

TEST_CASE("Outbox: a packet that makes others needless finds their room") {
    Outbox outbox({100, 100});
    const Subject subject{1, 2, true};
    for (int turn = 0; turn < 10; ++turn) {
        REQUIRE(outbox.push(packet(90), Delivery::always, subject));
    }
    CHECK_FALSE(outbox.push(packet(20)));
    // Pose frames are dropped as before and say nothing anew.
    REQUIRE(outbox.push(packet(5, 1), Delivery::may_drop, subject));
    CHECK(outbox.pending_bytes() == 95);
    outbox.clear();
    REQUIRE(outbox.push(packet(90), Delivery::always, subject));
    CHECK(outbox.gather(1'000).size() == 1);
}

}  // namespace
}  // namespace emoted::protocol
