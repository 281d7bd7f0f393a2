#include "playback/shown_display.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using emoted::NodePose;
using emoted::PoseUpdate;
using emoted::ShownDisplay;

namespace {

[[nodiscard]] PoseUpdate update(float x, std::uint8_t interpolation, std::uint8_t channels) {
    PoseUpdate result;
    result.pose.translation.x = x;
    result.interpolation_ticks = interpolation;
    result.channels = channels;
    return result;
}

}  // namespace

TEST_CASE("D43: an update starts at what is on show and takes its own time") {
    ShownDisplay display;
    CHECK_FALSE(display.visible());
    display.receive(update(2, 0, PoseUpdate::all_channels), 10);
    CHECK(display.visible());
    CHECK(display.pose_at(10).translation.x == 2.0F);
    display.receive(update(6, 4, PoseUpdate::translation), 10);
    CHECK(display.pose_at(10).translation.x == 2.0F);
    CHECK(display.pose_at(11).translation.x == 3.0F);
    CHECK(display.remaining_ticks(11) == 3);
    display.receive(update(11, 2, PoseUpdate::translation), 11);
    CHECK(display.pose_at(11).translation.x == 3.0F);
    CHECK(display.pose_at(12).translation.x == 7.0F);
    CHECK(display.pose_at(13).translation.x == 11.0F);
    CHECK(display.remaining_ticks(13) == 0);
    CHECK(display.pose_at(1'000'000).translation.x == 11.0F);
}

TEST_CASE("a change of visibility alone leaves the movement as it is") {
    ShownDisplay display;
    display.receive(update(0, 0, PoseUpdate::all_channels), 0);
    display.receive(update(4, 4, PoseUpdate::translation), 0);
    PoseUpdate hide = update(9, 0, PoseUpdate::visibility);
    hide.pose.visible = false;
    display.receive(hide, 1);
    CHECK_FALSE(display.visible());
    CHECK(display.target().translation.x == 4.0F);
    CHECK(display.remaining_ticks(1) == 3);
}

TEST_CASE("a display was visible before only from the tick after it appeared") {
    ShownDisplay display;
    display.receive(update(0, 0, PoseUpdate::all_channels), 5);
    CHECK_FALSE(display.visible_before(5));
    CHECK(display.visible_before(6));
    display.receive(update(1, 0, PoseUpdate::all_channels), 7);  // visible still
    CHECK(display.visible_before(7));
    display.hide();
    CHECK_FALSE(display.visible_before(9));
}

TEST_CASE("D55: rotations turn the short way round while they are under way") {
    NodePose from;
    NodePose to;
    const double half = std::sqrt(0.5);
    to.left_rotation = {0, 0, -static_cast<float>(half), -static_cast<float>(half)};  // 90 degrees, negated
    const NodePose middle = emoted::interpolated(from, to, 0.5);
    const double eighth = 3.14159265358979323846 / 8;
    CHECK(std::abs(static_cast<double>(middle.left_rotation.w)) == Approx(std::cos(eighth)));
    CHECK(std::abs(static_cast<double>(middle.left_rotation.z)) == Approx(std::sin(eighth)));
}
