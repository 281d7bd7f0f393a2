// The game's words for the ways to hold an item, in files and in entity data.
#pragma once

#include <emoted/sequences/clip.hpp>

#include <array>
#include <string_view>
#include <utility>

namespace emoted::animation {

inline constexpr std::array<std::pair<std::string_view, ItemDisplayContext>, 10> item_context_words{{
    {"none", ItemDisplayContext::none},
    {"thirdperson_lefthand", ItemDisplayContext::thirdperson_lefthand},
    {"thirdperson_righthand", ItemDisplayContext::thirdperson_righthand},
    {"firstperson_lefthand", ItemDisplayContext::firstperson_lefthand},
    {"firstperson_righthand", ItemDisplayContext::firstperson_righthand},
    {"head", ItemDisplayContext::head},
    {"gui", ItemDisplayContext::gui},
    {"ground", ItemDisplayContext::ground},
    {"fixed", ItemDisplayContext::fixed},
    {"on_shelf", ItemDisplayContext::on_shelf},
}};

}  // namespace emoted::animation
