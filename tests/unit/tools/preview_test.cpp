#include "explain/display_look.hpp"
#include "explain/picture.hpp"
#include "explain/preview_parts.hpp"
#include "explain/shown_poses.hpp"
#include "support/emote_files.hpp"

#include <emoted/protocol/codec.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace t = emoted::test;
namespace ex = emoted::explain;
namespace protocol = emoted::protocol;

namespace {

[[nodiscard]] std::shared_ptr<const emoted::Library> pair_library() {
    std::vector<emoted::SourceFile> files;
    for (const auto& [id, duration] : {std::pair("t:a", 10), std::pair("t:b", 15), std::pair("t:c", 5)}) {
        t::AnimationFile clip;
        clip.id = id;
        clip.duration = duration;
        files.push_back(t::file_of(clip));
    }
    t::PairFile pair;
    pair.id = "t:pair";
    pair.offer = "t:a";
    pair.timeout = "25t";
    pair.matched = "t:b";
    pair.timed_out = "t:c";
    files.push_back(t::file_of(pair));
    return t::library_of(std::move(files));
}

// What moves the picture, with its tick.
[[nodiscard]] std::vector<std::string> texts_of(const std::vector<ex::PreviewPart::Timed>& messages) {
    std::vector<std::string> texts;
    for (const ex::PreviewPart::Timed& timed : messages) {
        protocol::Message message = timed.message;
        std::visit(
            [](auto& value) {
                if constexpr (requires { value.tick; }) {
                    value.tick = 0;
                }
            },
            message);
        texts.push_back(std::to_string(timed.tick) + ' ' + protocol::encode_json(message));
    }
    return texts;
}

}  // namespace

TEST_CASE("preview: what is put together for a partner's tick is what happens at that tick") {
    const auto library = pair_library();
    const ex::Preview preview = ex::make_preview(library, library->find("t:pair"), {});
    REQUIRE(preview.parts.size() == 3);
    for (std::uint64_t tick = 0; tick <= 36; ++tick) {
        ex::RehearsalOptions options;
        options.partner_at = tick;
        std::vector<ex::PreviewPart::Timed> heard;
        const ex::Rehearsed real =
            ex::rehearse(library, *library->find("t:pair"), options, [&](const protocol::Message& message) {
                if (std::holds_alternative<protocol::SegmentBegin>(message) ||
                    std::holds_alternative<protocol::PoseFrame>(message) ||
                    std::holds_alternative<protocol::SceneChanged>(message)) {
                    std::visit(
                        [&](const auto& value) {
                            if constexpr (requires { value.tick; }) {
                                heard.push_back({value.tick, message});
                            }
                        },
                        message);
                }
            });
        const ex::ComposedCourse composed = ex::compose(preview, tick);
        CAPTURE(tick);
        REQUIRE(composed.ticks == real.ticks);
        REQUIRE(texts_of(composed.messages) == texts_of(heard));
    }
    CHECK(ex::compose(preview, std::nullopt).ticks == 40);
}

TEST_CASE("preview: a page holds all it needs, and nothing in it ends its script") {
    t::AnimationFile clip;
    clip.id = "t:a";
    const auto library = t::library_of({t::file_of(clip)});
    ex::Preview preview = ex::make_preview(library, library->find("t:a"), {});
    preview.start.displays.front().node_id = "</script><script>alert(1)</script>";
    const std::string page = ex::preview_page(preview, std::nullopt);
    CHECK(page.find("</script><script>alert") == std::string::npos);
    CHECK(page.find("\\u003c/script>") != std::string::npos);
    CHECK(page.find("{\"data\": \"here\"}") == std::string::npos);
    CHECK(page.find("/* script */") == std::string::npos);
    CHECK(page.find("default-src 'none'") != std::string::npos);
}

TEST_CASE("preview: a client's pose between two updates lies between them, and a mirror stands under its own root") {
    protocol::PlaybackStart start;
    start.displays.resize(2);
    start.displays[0].space = emoted::Space::initiator;
    start.displays[1].space = emoted::Space::partner;
    start.displays[1].mirror_of = 0;
    start.clips.push_back({"t:a", true, {0}});
    start.roots = {{emoted::Space::scene, {0, 0, 0}, 0, true},
                   {emoted::Space::initiator, {10, 0, 0}, 0, true},
                   {emoted::Space::partner, {20, 0, 0}, 128, true}};
    ex::ShownPoses poses(start);
    protocol::PoseFrame frame;
    protocol::NodeUpdate update;
    update.translation = emoted::Vec3f{1, 2, 3};
    update.interpolation = 0;
    frame.nodes = {update};
    poses.take(5, frame);
    CHECK(poses.world(0, 5).m[0][3] == Approx(11));
    CHECK(poses.world(1, 5).m[0][3] == Approx(19));
    CHECK(poses.world(1, 5).m[2][3] == Approx(-3));
    frame.nodes[0].translation = emoted::Vec3f{5, 2, 3};
    frame.nodes[0].interpolation = 4;
    poses.take(10, frame);
    CHECK(poses.world(0, 10).m[0][3] == Approx(11));
    CHECK(poses.world(0, 11).m[0][3] == Approx(12));
    CHECK(poses.world(0, 14).m[0][3] == Approx(15));
    CHECK(poses.world(0, 99).m[0][3] == Approx(15));
}

TEST_CASE("preview: what is nearer hides what is farther, and nothing leaves its area") {
    ex::Picture picture(20, 10, {255, 255, 255});
    const ex::Picture::Area left{0, 0, 10, 10};
    picture.triangle(left, {-50, -50, 1}, {100, -50, 1}, {5, 100, 1}, {1, 1, 1});
    picture.triangle(left, {-50, -50, 0}, {100, -50, 0}, {5, 100, 0}, {2, 2, 2});
    CHECK(picture.at(5, 5) == ex::Colour{1, 1, 1});
    CHECK(picture.at(15, 5) == ex::Colour{255, 255, 255});
    picture.triangle(left, {-50, -50, 2}, {100, -50, 2}, {5, 100, 2}, {3, 3, 3});
    CHECK(picture.at(5, 5) == ex::Colour{3, 3, 3});
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    picture.triangle(left, {nothing, 0, 9}, {9, 0, 9}, {0, 9, 9}, {4, 4, 4});
    picture.triangle(left, {1e300, 0, 9}, {9, -1e300, 9}, {0, 9, 9}, {255, 255, 255});
    CHECK(picture.at(15, 5) == ex::Colour{255, 255, 255});
}

TEST_CASE("preview: a label is a word of the content, whole however it is cut") {
    protocol::DisplayEntity display;
    display.type = emoted::NodeType::block_display;
    display.block_state_snbt = R"({Name:"minecraft:stone"})";
    CHECK(ex::look_of(display).label == "minecraft:stone");
    display.block_state_snbt.reset();
    display.text.emplace();
    display.text->component_json = R"({"text":"caf\u00e9"})";
    CHECK(ex::look_of(display).label == "caf\\u00e9");
    std::string umlauts;
    for (int i = 0; i < 60; ++i) {
        umlauts += "\xC3\xBC";
    }
    display.text->component_json = "\"x" + umlauts + '"';
    const std::string label = ex::look_of(display).label;
    CHECK(label.size() >= 38);
    CHECK((label.size() - 1) % 2 == 0);
}
