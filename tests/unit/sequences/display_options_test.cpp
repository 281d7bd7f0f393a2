#include "animation/display_options.hpp"

#include <catch2/catch.hpp>

#include <string>

using emoted::DisplayOptions;
using emoted::NodeType;

namespace {

DisplayOptions options(const std::string& snbt, NodeType type = NodeType::text_display) {
    auto parsed = emoted::nbt::parse_compound(snbt);
    REQUIRE(parsed);
    return emoted::animation::to_display_options(type, *parsed);
}

}  // namespace

TEST_CASE("display options are read from entity data, and nothing of them stays in the rest") {
    const DisplayOptions all = options(
        "{billboard:center,brightness:{sky:7,block:0},view_range:2,shadow_radius:0.5f,shadow_strength:0.25d,width:1b,"
        "height:2.5f,Glowing:1b,glow_color_override:16711680,line_width:100,background:-16777216,text_opacity:-1b,"
        "shadow:1b,see_through:0b,default_background:true,alignment:\"right\"}");
    CHECK(all.billboard == emoted::Billboard::center);
    CHECK(all.block_light == std::uint8_t{0});
    CHECK(all.sky_light == std::uint8_t{7});
    CHECK(all.view_range == 2.0F);
    CHECK(all.shadow_radius == 0.5F);
    CHECK(all.shadow_strength == 0.25F);
    CHECK(all.width == 1.0F);
    CHECK(all.height == 2.5F);
    CHECK(all.glowing == true);
    CHECK(all.glow_color_override == 0xFF0000);
    CHECK(all.line_width == 100);
    CHECK(all.background == -16777216);
    CHECK(all.text_opacity == std::uint8_t{255});
    CHECK(all.text_shadow == true);
    CHECK(all.see_through == false);
    CHECK(all.default_background == true);
    CHECK(all.alignment == emoted::TextAlignment::right);
    CHECK(all.remaining_snbt == "{}");
}

TEST_CASE("absent options are absent") {
    const DisplayOptions none = options("{}");
    CHECK_FALSE(none.billboard);
    CHECK_FALSE(none.block_light);
    CHECK_FALSE(none.glowing);
    CHECK_FALSE(none.text_opacity);
    CHECK(none.remaining_snbt == "{}");
}

TEST_CASE("values of another type or out of range stay in the rest, in their order") {
    for (const std::string snbt :
         {R"({billboard:"sideways"})", "{billboard:1}", "{brightness:{block:16,sky:0}}", "{brightness:{block:1}}",
          "{brightness:{block:1,sky:1,more:1}}", "{brightness:15}", R"({view_range:"far"})", "{view_range:1.0e300d}",
          R"({Glowing:"yes"})", "{Glowing:0.5d}", "{glow_color_override:3000000000L}", "{line_width:1.5d}",
          "{text_opacity:256}", R"({alignment:"justify"})", "{shadow:[]}"}) {
        CAPTURE(snbt);
        const std::string canonical = emoted::nbt::to_snbt(*emoted::nbt::parse_compound(snbt));
        CHECK(options(snbt).remaining_snbt == canonical);
    }
    const DisplayOptions mixed = options("{b:1,width:2f,a:{c:[1,2]},height:[]}");
    CHECK(mixed.width == 2.0F);
    CHECK_FALSE(mixed.height);
    CHECK(mixed.remaining_snbt == emoted::nbt::to_snbt(*emoted::nbt::parse_compound("{b:1,a:{c:[1,2]},height:[]}")));
}

TEST_CASE("the options of texts are options on text displays only") {
    const DisplayOptions item = options("{line_width:100,shadow:1b,billboard:fixed}", NodeType::item_display);
    CHECK_FALSE(item.line_width);
    CHECK_FALSE(item.text_shadow);
    CHECK(item.billboard == emoted::Billboard::fixed);
    CHECK(item.remaining_snbt == emoted::nbt::to_snbt(*emoted::nbt::parse_compound("{line_width:100,shadow:1b}")));
}

TEST_CASE("glowing is read under both its names, Minecraft's own first") {
    CHECK(options("{glowing:1b}").glowing == true);
    const DisplayOptions both = options("{glowing:1b,Glowing:0b}");
    CHECK(both.glowing == false);
    CHECK(both.remaining_snbt == "{glowing:1b}");
}
