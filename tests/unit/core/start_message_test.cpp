// What a start says of its displays.
#include "start_message.hpp"

#include <catch2/catch.hpp>
#include <support/clip_maker.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

using namespace emoted;
using namespace emoted::test;
using protocol::DisplayEntity;
using protocol::Role;

namespace {

const DisplayEntity& named(const std::vector<DisplayEntity>& entities, std::string_view id) {
    const auto found = std::find_if(entities.begin(), entities.end(),
                                    [id](const DisplayEntity& entity) { return entity.node_id == id; });
    REQUIRE(found != entities.end());
    return *found;
}

}  // namespace

TEST_CASE("D35: a partner copy of a node that shows a hand shows what the partner holds in that hand") {
    const auto clip = ClipMaker("t:a", 10)
                          .node("left", Space::initiator)
                          .hand_item(Arm::left)
                          .node("right", Space::initiator)
                          .hand_item(Arm::right)
                          .make();
    const Layout layout = lay_out({clip}, true);
    const std::vector<DisplayEntity> entities = core::display_entities(layout);
    REQUIRE(entities.size() == 4);
    for (const auto& [id, arm] : {std::pair("left", Arm::left), std::pair("right", Arm::right)}) {
        const DisplayEntity& own = named(entities, id);
        CHECK(own.held_item->participant == Role::initiator);
        CHECK(own.held_item->arm == arm);
        const auto copy = std::find_if(entities.begin(), entities.end(), [&](const DisplayEntity& entity) {
            return entity.mirror_of && entities[*entity.mirror_of].node_id == id;
        });
        REQUIRE(copy != entities.end());
        CHECK(copy->space == Space::partner);
        CHECK(copy->held_item->participant == Role::partner);
        CHECK(copy->held_item->arm == arm);
        // The hand alone: whatever item that is, the proxy knows.
        CHECK_FALSE(copy->item_snbt);
    }
}

TEST_CASE("D35: a hand is that of the participant whose space the node stands in, the scene's is the initiator's") {
    const auto clip = ClipMaker("t:a", 10)
                          .node("scene", Space::scene)
                          .hand_item(Arm::right)
                          .node("mine", Space::initiator)
                          .hand_item(Arm::right)
                          .node("theirs", Space::partner)
                          .hand_item(Arm::right)
                          .make();
    const std::vector<DisplayEntity> entities = core::display_entities(lay_out({clip}));
    REQUIRE(entities.size() == 3);
    CHECK(named(entities, "scene").held_item->participant == Role::initiator);
    CHECK(named(entities, "mine").held_item->participant == Role::initiator);
    CHECK(named(entities, "theirs").held_item->participant == Role::partner);
}
