// The names under which the tables of an animation file's members (*_rules.hpp) say what they are made of.
#pragma once

#include "text/member_rule.hpp"

namespace emoted::animation::rules {

using text::CaseRule;
using text::MemberRule;
using text::ObjectRule;
using text::Presence;
using text::ValueRule;
namespace rule = text::rule;
using When = CaseRule::When;

// Three numbers as far as the world reaches.
inline constexpr ValueRule coordinate = rule::number(-limits::max_transform_magnitude, limits::max_transform_magnitude);
inline constexpr ValueRule coordinates = rule::array(coordinate, 3, 3);

}  // namespace emoted::animation::rules
