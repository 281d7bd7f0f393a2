#include "animation/display_options.hpp"

#include "animation/entity_data_checks.hpp"

#include <catch2/catch.hpp>

#include <functional>
#include <string>
#include <utility>
#include <vector>

using emoted::DiagnosticCode;
using emoted::DisplayOptions;
using emoted::NodeType;
using emoted::Severity;
using emoted::animation::BuildReport;
using emoted::animation::EntityData;
using emoted::animation::Extent;
using emoted::animation::Finding;

namespace {

DisplayOptions options(const std::string& snbt, NodeType type = NodeType::text_display) {
    auto parsed = emoted::nbt::parse_compound(snbt);
    REQUIRE(parsed);
    return emoted::animation::to_display_options(type, *parsed);
}

class Findings final : public BuildReport {
public:
    std::vector<Finding> all;

private:
    void add(Finding finding) override { all.push_back(std::move(finding)); }
};

// Without the mark.
std::vector<Finding> findings(std::string snbt, const std::function<void(const EntityData&, BuildReport&)>& check) {
    if (const std::size_t mark = snbt.find('@'); mark != std::string::npos) {
        snbt.erase(mark, 1);
    }
    const auto parsed = emoted::nbt::parse_compound(snbt);
    REQUIRE(parsed);
    Findings report;
    const emoted::animation::Pointer at;
    check({*parsed, snbt, at}, report);
    return report.all;
}
std::vector<Finding> findings(std::string snbt, NodeType type, Extent extent) {
    return findings(std::move(snbt), [&](const EntityData& data, BuildReport& report) {
        emoted::animation::check_display_options(type, data, extent, report);
    });
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
          "{line_width:-1}", "{width:-1f}", "{text_opacity:256}", R"({alignment:"justify"})", "{shadow:[]}"}) {
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

TEST_CASE("each display option is warned of if the game would drop it, at its value in the text") {
    struct Case {
        std::string snbt;  // the mark @ stands at the warning
        DiagnosticCode code;
        std::string expected;
        std::string nearest;
    };
    const std::string no_less = "a number of at least 0";
    const std::string truth = "true or false";
    const std::string billboards = R"(one of "fixed", "vertical", "horizontal", "center")";
    const std::string alignments = R"(one of "center", "left", "right")";
    const std::string light = "a compound of block and sky, each a whole number from 0 to 15";
    const std::string ints = "a whole number from -2147483648 to 2147483647";
    const Case cases[] = {
        {"{billboard:@centre}", DiagnosticCode::unknown_word, billboards, "center"},
        {"{billboard:@1}", DiagnosticCode::wrong_type, billboards, ""},
        {"{brightness:@15}", DiagnosticCode::wrong_type, light, ""},
        {"{brightness:@{sky:15}}", DiagnosticCode::missing_member, light, ""},
        {"{brightness:{sky:15, block : @16}}", DiagnosticCode::invalid_value, "a whole number from 0 to 15", ""},
        {"{brightness:{sky:@-1,block:0}}", DiagnosticCode::invalid_value, "a whole number from 0 to 15", ""},
        {"{brightness:{sky:0,block:@1.5}}", DiagnosticCode::invalid_value, "a whole number from 0 to 15", ""},
        {"{brightness:{sky:@full,block:0}}", DiagnosticCode::wrong_type, "a whole number from 0 to 15", ""},
        {"{view_range:@far}", DiagnosticCode::wrong_type, no_less, ""},
        {"{view_range:@-1}", DiagnosticCode::invalid_value, no_less, ""},
        {"{shadow_radius:@-0.5f}", DiagnosticCode::invalid_value, no_less, ""},
        {"{shadow_strength:@[1]}", DiagnosticCode::wrong_type, no_less, ""},
        {"{width:@1e300}", DiagnosticCode::invalid_value, no_less, ""},
        {"{height:@-1}", DiagnosticCode::invalid_value, no_less, ""},
        {"{Glowing:@yes}", DiagnosticCode::wrong_type, truth, ""},
        {"{glowing:@0.5}", DiagnosticCode::invalid_value, truth, ""},
        {"{glow_color_override:@3000000000L}", DiagnosticCode::invalid_value, ints, ""},
        {"{line_width:@-1}", DiagnosticCode::invalid_value, "a whole number from 0 to 2147483647", ""},
        {"{background:@red}", DiagnosticCode::wrong_type, ints, ""},
        {"{text_opacity:@256}", DiagnosticCode::invalid_value, "a whole number from -128 to 255", ""},
        {"{shadow:@{}}", DiagnosticCode::wrong_type, truth, ""},
        {"{see_through:@''}", DiagnosticCode::wrong_type, truth, ""},
        {"{default_background:@300}", DiagnosticCode::invalid_value, truth, ""},
        {"{alignment:@centre}", DiagnosticCode::unknown_word, alignments, "center"},
        {"{alignment:left, @bilboard:fixed}", DiagnosticCode::unknown_member, "", "billboard"},
        {"{@glow_colour_override:1}", DiagnosticCode::unknown_member, "", "glow_color_override"},
        {"{@'line_with':100}", DiagnosticCode::unknown_member, "", "line_width"},
        // The last of a name counts.
        {"{height:-1,height:@-2}", DiagnosticCode::invalid_value, no_less, ""},
    };
    for (const Case& each : cases) {
        CAPTURE(each.snbt);
        const std::vector<Finding> found = findings(each.snbt, NodeType::text_display, Extent::whole);
        REQUIRE(found.size() == 1);
        CHECK(found[0].severity == Severity::warning);
        CHECK(found[0].code == each.code);
        CHECK(found[0].text.expected == each.expected);
        CHECK(found[0].text.nearest == each.nearest);
        CHECK(found[0].inside == each.snbt.find('@'));
    }
}

TEST_CASE("what entity data may hold besides gives no warning") {
    for (const std::string snbt :
         {"{}", "{a:1,CustomName:'x',Silent:1b,Air:300s,data:{billbord:1}}", "{x:[{billboard:no}],y:{brightness:1}}",
          "{brightness:{sky:15,block:0},view_range:0,text_opacity:-1b,shadow:true,background:0}"}) {
        CAPTURE(snbt);
        CHECK(findings(snbt, NodeType::text_display, Extent::whole).empty());
    }
    // A patch is merged into what is there.
    CHECK(findings("{brightness:{sky:15}}", NodeType::text_display, Extent::patch).empty());
    CHECK(findings("{brightness:{sky:@16}}", NodeType::text_display, Extent::patch).size() == 1);
}

TEST_CASE("an option of text displays has no effect on others") {
    const std::vector<Finding> found =
        findings("{billboard:fixed,@alignment:7}", NodeType::item_display, Extent::whole);
    REQUIRE(found.size() == 1);
    CHECK(found[0].code == DiagnosticCode::ignored_member);
    CHECK(found[0].severity == Severity::warning);
    CHECK(found[0].inside == 17);
    // Nor is one of them the nearest of a name there.
    CHECK(findings("{line_with:1}", NodeType::item_display, Extent::whole).empty());
}

TEST_CASE("item stacks and block states: types and ranges that no registry is needed for") {
    struct Case {
        std::string snbt;
        DiagnosticCode code;
        std::string message;
    };
    const Case stacks[] = {
        {"{id:stone,count:@0}", DiagnosticCode::invalid_value, "\"count\" is out of range"},
        {"{id:stone,count:@100}", DiagnosticCode::invalid_value, "\"count\" is out of range"},
        {"{id:stone,count:@1.5}", DiagnosticCode::invalid_value, "\"count\" is not whole"},
        {"{id:stone,count:@'1'}", DiagnosticCode::wrong_type, "\"count\" is no number, so the game drops it"},
        {"{id:stone,components:@[]}", DiagnosticCode::wrong_type,
         "\"components\" is no compound, so the game drops the item"},
    };
    for (const Case& each : stacks) {
        CAPTURE(each.snbt);
        const std::vector<Finding> found = findings(each.snbt, [](const EntityData& data, BuildReport& report) {
            emoted::animation::check_item_stack(data, {}, data.data, report);
        });
        REQUIRE(found.size() == 1);
        CHECK(found[0].code == each.code);
        CHECK(found[0].text.message == each.message);
        CHECK(found[0].inside == each.snbt.find('@'));
    }
    const Case states[] = {
        {"{Name:lamp,Properties:@'lit=true'}", DiagnosticCode::wrong_type,
         "\"Properties\" is no compound, so the game drops it"},
        {"{Name:lamp,Properties:{lit:@true}}", DiagnosticCode::wrong_type,
         "the property \"lit\" is no string, so the game drops it"},
    };
    for (const Case& each : states) {
        CAPTURE(each.snbt);
        const std::vector<Finding> found = findings(each.snbt, [](const EntityData& data, BuildReport& report) {
            emoted::animation::check_block_state(data, {}, data.data, report);
        });
        REQUIRE(found.size() == 1);
        CHECK(found[0].severity == Severity::warning);
        CHECK(found[0].code == each.code);
        CHECK(found[0].text.message == each.message);
        CHECK(found[0].inside == each.snbt.find('@'));
    }
    CHECK(
        findings("{id:stone,count:99,components:{'minecraft:a':1},Properties:{lit:'true'}}", [](const EntityData& data,
                                                                                                BuildReport& report) {
            emoted::animation::check_item_stack(data, {}, data.data, report);
            emoted::animation::check_block_state(data, {}, data.data, report);
        }).empty());
}
