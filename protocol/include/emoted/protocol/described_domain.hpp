// Descriptions of the domain's plain types that messages carry, so that codecs and texts know their members and names.
#pragma once

#include <emoted/sequences/clip.hpp>
#include <emoted/sequences/units.hpp>

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

namespace emoted {

// The order of enumerators is the number on the wire.
BOOST_DESCRIBE_ENUM(NodeType, item_display, block_display, text_display, anchor)
BOOST_DESCRIBE_ENUM(Space, scene, initiator, partner)
BOOST_DESCRIBE_ENUM(SkinPart, head, body, left_arm, right_arm, left_leg, right_leg)
BOOST_DESCRIBE_ENUM(Arm, left, right)
BOOST_DESCRIBE_ENUM(ItemDisplayContext, none, thirdperson_lefthand, thirdperson_righthand, firstperson_lefthand,
                    firstperson_righthand, head, gui, ground, fixed, on_shelf)
BOOST_DESCRIBE_ENUM(Billboard, fixed, vertical, horizontal, center)
BOOST_DESCRIBE_ENUM(TextAlignment, center, left, right)

BOOST_DESCRIBE_STRUCT(Vec3d, (), (x, y, z))
BOOST_DESCRIBE_STRUCT(Vec3f, (), (x, y, z))
BOOST_DESCRIBE_STRUCT(Quatf, (), (x, y, z, w))

}  // namespace emoted
