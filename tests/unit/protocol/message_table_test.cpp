#include "random_message.hpp"

#include <emoted/protocol/codec.hpp>
#include <emoted/protocol/message_table.hpp>

#include <boost/core/demangle.hpp>
#include <catch2/catch.hpp>

#include <map>
#include <set>
#include <string>
#include <variant>

namespace emoted::protocol {
namespace {

TEST_CASE("Message table: ids and names are unique, ids take one byte") {
    std::set<unsigned> ids;
    std::set<std::string_view> names;
    for (const MessageInfo& info : message_table()) {
        CHECK(ids.insert(info.id).second);
        CHECK(names.insert(info.name).second);
        CHECK(info.id > 0);
        CHECK(info.id < 128);
        CHECK(info.phases != 0);
        CHECK(info.least_bytes <= info.most_bytes);
        CHECK(find_message(info.id) == &info);
        CHECK(find_message(info.name) == &info);
    }
    CHECK(find_message(0U) == nullptr);
    CHECK(find_message(1'000'000U) == nullptr);
    CHECK(find_message("Nonsense") == nullptr);
}

// Released ids keep their meaning for ever: a change here breaks every proxy out there.
TEST_CASE("Message table: ids never change") {
    const std::map<std::string_view, unsigned> released{
        {"Hello", 1},
        {"Challenge", 2},
        {"Authenticate", 3},
        {"Welcome", 4},
        {"Refuse", 5},
        {"Ping", 6},
        {"Pong", 7},
        {"Close", 8},
        {"PlayerJoin", 16},
        {"PlayerUpdate", 17},
        {"PlayerLeave", 18},
        {"PlayerStates", 19},
        {"PlayerAction", 20},
        {"Play", 21},
        {"Stop", 22},
        {"LineOfSightAnswer", 23},
        {"PlayResult", 64},
        {"StopResult", 65},
        {"PlaybackStart", 66},
        {"SegmentBegin", 67},
        {"SceneChanged", 68},
        {"RootMoved", 69},
        {"PoseFrame", 70},
        {"Keyframe", 71},
        {"Event", 72},
        {"PartnerState", 73},
        {"ViewersChanged", 74},
        {"PlaybackEnd", 75},
        {"LineOfSightQuery", 76},
        {"LibraryChanged", 77},
        {"PolicyChanged", 78},
        {"PlayerLost", 79},
        {"Notice", 80},
        {"DisplaysChanged", 81},
    };
    for (const auto& [name, id] : released) {
        const MessageInfo* info = find_message(name);
        REQUIRE(info != nullptr);
        CHECK(info->id == id);
    }
}

TEST_CASE("Message table: an entry stands at its alternative's place, with its name") {
    Random random(1, "message_table_test");
    for (std::size_t i = 0; i < std::variant_size_v<Message>; ++i) {
        const Message message = random_message(i, random);
        const std::string type =
            std::visit([](const auto& value) { return boost::core::demangle(typeid(value).name()); }, message);
        CHECK(type == "emoted::protocol::" + std::string(info_of(message).name));
    }
}

TEST_CASE("Message table: least and most bytes are what such messages take") {
    Random random(2, "message_table_test");
    for (std::size_t i = 0; i < std::variant_size_v<Message>; ++i) {
        for (int n = 0; n < 50; ++n) {
            const Message message = random_message(i, random);
            const MessageInfo& info = info_of(message);
            const std::size_t size = encode_binary(message).size();
            CAPTURE(info.name);
            CHECK(size >= info.least_bytes);
            CHECK(size <= info.most_bytes);
        }
    }
    CHECK(find_message("Ping")->least_bytes == 5);
    CHECK(find_message("Ping")->most_bytes == 5);
    CHECK(find_message("Authenticate")->most_bytes == 33);
    CHECK(find_message("PlayerAction")->least_bytes == 7);
    CHECK(find_message("PlayerAction")->most_bytes == 11);
    CHECK(find_message("Hello")->most_bytes == limits::max_handshake_packet_bytes);
    CHECK(find_message("PoseFrame")->most_bytes == limits::max_packet_bytes);
}

TEST_CASE("Message table: before the link is open only the handshake and Close are legal") {
    for (const MessageInfo& info : message_table()) {
        const bool handshake = info.id >= 1 && info.id <= 5;
        CAPTURE(info.name);
        CHECK((info.legal_in(Phase::greeting) || info.legal_in(Phase::challenged)) ==
              (handshake || info.name == "Close"));
        CHECK(info.legal_in(Phase::open) == !handshake);
    }
}

}  // namespace
}  // namespace emoted::protocol
