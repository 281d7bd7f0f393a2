#include "animation/clip_builder.hpp"

#include "support/edited_text.hpp"
#include "support/read_animation.hpp"

#include <emoted/sequences/limits.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

using emoted::Clip;
using emoted::DiagnosticCode;
using emoted::EventGroup;
using emoted::NodeIndex;
using emoted::NodeType;
using emoted::Space;
using emoted::TickCount;
using emoted::Vec3d;
using emoted::animation::build_clip;
using emoted::animation::BuildReport;
using emoted::animation::Finding;
using emoted::animation::RawAnimation;
using emoted::animation::RawEvent;
using emoted::animation::RawMolang;
using emoted::animation::RawNode;
using emoted::animation::RawTracks;
using emoted::animation::RawVector;
using emoted::animation::RawVectorKey;

namespace {

class ListReport final : public BuildReport {
public:
    std::vector<Finding> findings;

private:
    void add(Finding finding) override { findings.push_back(std::move(finding)); }
};

RawNode anchor(std::string id, std::string parent = {}) {
    RawNode node;
    node.id = std::move(id);
    node.type = NodeType::anchor;
    if (parent.empty()) {
        node.space = Space::initiator;
    } else {
        node.parent = std::move(parent);
    }
    node.transform = {Vec3d{}, Vec3d{}, Vec3d{1, 1, 1}};
    return node;
}

RawNode head(std::string id, std::uint32_t order, double height, emoted::SkinPart part = emoted::SkinPart::body) {
    RawNode node = anchor(std::move(id));
    node.type = NodeType::item_display;
    node.transform.scale = Vec3d{1, height, 1};
    node.item_stack_snbt = "{id:player_head}";
    node.item_display = emoted::ItemDisplayContext::none;
    node.skin = {Space::initiator, part, order};
    return node;
}

RawAnimation animation(std::vector<RawNode> nodes) {
    RawAnimation raw;
    raw.id = "test:built";
    raw.metadata = emoted::Metadata{"Built", "", "{}"};
    raw.standalone = true;
    raw.cooldown = TickCount(0);
    raw.player = emoted::PlayerBehavior{};
    raw.mode = emoted::PlaybackMode::once;
    raw.nodes = std::move(nodes);
    raw.duration = TickCount(20);
    return raw;
}

std::shared_ptr<const Clip> built(const RawAnimation& raw) {
    ListReport report;
    auto clip = build_clip(raw, {}, report);
    CHECK(report.findings.empty());
    REQUIRE(clip);
    return clip;
}

// The only finding of a raw animation that gives no clip.
Finding only_fault(const RawAnimation& raw) {
    ListReport report;
    CHECK_FALSE(build_clip(raw, {}, report));
    REQUIRE(report.findings.size() == 1);
    return report.findings[0];
}

RawVectorKey key(std::int64_t tick, double x) {
    RawVectorKey key;
    key.time = TickCount(tick);
    key.post = RawVector{x, 0.0, 0.0};
    return key;
}

RawTracks position_track(std::string node, RawVectorKey first) {
    RawTracks tracks;
    tracks.node = std::move(node);
    tracks.position.emplace();
    tracks.position->push_back(std::move(first));
    return tracks;
}

// A good animation gives no clip, and nothing is said, once `change` has taken something required out of it.
void check_missing(const std::function<void(RawAnimation&)>& change) {
    RawAnimation raw = animation({head("a", 0, 1)});
    raw.tracks.push_back(position_track("a", key(0, 1)));
    RawEvent event;
    event.source = emoted::EventSourceType::server;
    event.commands.emplace_back("particle x");
    raw.events[0].push_back(event);
    built(raw);
    change(raw);
    ListReport report;
    CHECK_FALSE(build_clip(raw, {}, report));
    CHECK(report.findings.empty());
}

std::vector<std::string> ids(const Clip& clip) {
    std::vector<std::string> ids;
    for (const emoted::Node& node : clip.nodes) {
        ids.push_back(node.id);
    }
    return ids;
}

using Rows = std::vector<std::pair<int, int>>;

Rows rows(std::vector<RawNode> nodes) {
    Rows rows;
    const auto clip = built(animation(std::move(nodes)));
    for (const emoted::Node& node : clip->nodes) {
        rows.emplace_back(node.skin->row_from, node.skin->row_to);
    }
    return rows;
}

}  // namespace

TEST_CASE("a whole animation becomes the clip it describes") {
    const auto read = emoted::test::read_animation(emoted::test::whole_animation());
    for (const emoted::Diagnostic& diagnostic : read.diagnostics) {
        UNSCOPED_INFO(to_text(diagnostic));
    }
    REQUIRE(read.diagnostics.empty());
    REQUIRE(read.clip);
    const Clip& clip = *read.clip;
    CHECK(clip.id == "test:whole");
    CHECK(clip.metadata.name == "Whole");
    CHECK(clip.metadata.description == "All of it");
    CHECK(clip.metadata.extra_json == R"({"author":{"name":"N","links":[1.50,null]}})");
    CHECK_FALSE(clip.standalone);
    CHECK(clip.cooldown == TickCount(40));
    CHECK(clip.rotation_deadzone == 30.5);
    CHECK(clip.display_interpolation == TickCount(2));
    CHECK(clip.player.hidden);
    CHECK(clip.player.stop.movement_distance == 0.25);
    CHECK(clip.player.stop.jump);
    CHECK_FALSE(clip.player.stop.submerge);
    CHECK(clip.player.stop.ride);
    CHECK_FALSE(clip.player.stop.damage);
    CHECK(clip.player.stop.attack);
    CHECK_FALSE(clip.player.stop.game_mode_change);
    CHECK(clip.mode == emoted::PlaybackMode::loop);
    CHECK(clip.loop_delay == TickCount(5));
    CHECK(clip.duration == TickCount(40));

    // The child stands first in the file.
    CHECK(ids(clip) == std::vector<std::string>{"body", "lower", "sword", "stage", "caption", "pivot"});
    const emoted::Node& body = clip.nodes[0];
    CHECK_FALSE(body.parent);
    CHECK_FALSE(body.visible);
    CHECK(body.space == Space::initiator);
    CHECK(body.transform.scale == Vec3d{1, -0.25, 1});
    CHECK(body.display.block_light == std::uint8_t{15});
    CHECK(body.display.sky_light == std::uint8_t{3});
    CHECK(body.display.shadow_radius == 0.5F);
    CHECK(body.display.glowing == true);
    CHECK(body.display.remaining_snbt == "{}");
    CHECK(body.entity_nbt.members.size() == 3);
    REQUIRE(body.skin);
    CHECK(body.skin->row_from == 0);
    CHECK(body.skin->row_to == 3);  // a quarter of the height against three quarters
    const emoted::Node& lower = clip.nodes[1];
    CHECK(lower.parent == NodeIndex(0));
    CHECK(lower.space == Space::initiator);
    CHECK(lower.transform.position == Vec3d{0, 1, 2});
    CHECK(lower.transform.rotation == Vec3d{3, 4, 5});
    REQUIRE(lower.skin);
    CHECK(lower.skin->row_from == 3);
    CHECK(lower.skin->row_to == 12);
    CHECK(lower.skin->order == 1);
    const auto& item = std::get<emoted::ItemContent>(lower.content);
    CHECK(std::get<emoted::FixedItem>(item.item).stack.members.size() == 2);
    const auto& sword = std::get<emoted::ItemContent>(clip.nodes[2].content);
    CHECK(std::get<emoted::HandItem>(sword.item).arm == emoted::Arm::left);
    CHECK(sword.context == emoted::ItemDisplayContext::thirdperson_lefthand);
    CHECK(std::get<emoted::BlockContent>(clip.nodes[3].content).state.members.size() == 1);
    CHECK(std::get<emoted::TextContent>(clip.nodes[4].content).component_json == R"({"text":"Hi","size":1.0})");
    CHECK(clip.nodes[4].display.line_width == 120);
    CHECK(clip.nodes[4].display.alignment == emoted::TextAlignment::left);
    CHECK_FALSE(clip.nodes[5].visible);  // an anchor is never seen

    REQUIRE(clip.tracks.size() == 6);
    CHECK(clip.tracks[0].position.empty());
    const emoted::VectorTrack& position = clip.tracks[1].position;
    CHECK(position.ticks == std::vector<std::int32_t>{0, 10, 40});
    CHECK(position.pre == std::vector<Vec3d>{{0, 1, 0}, {0, 2, 0}, {0, 4, 0}});
    CHECK(position.post == std::vector<Vec3d>{{0, 1, 0}, {0, 3, 0}, {0, 4, 0}});
    CHECK(position.easing[0] == emoted::Easing::in_out_sine);
    CHECK(position.easing[1] == emoted::Easing::step);
    CHECK(clip.tracks[3].visible.ticks == std::vector<std::int32_t>{0, 20});
    CHECK(clip.tracks[3].visible.visible == std::vector<std::uint8_t>{1, 0});
    CHECK(clip.tracks[5].scale.ticks == std::vector<std::int32_t>{0, 20});
    CHECK(clip.tracks[5].scale.easing[0] == emoted::Easing::linear);

    REQUIRE(clip.events.size() == 4);
    CHECK(clip.events[0].group == EventGroup::start);
    CHECK(clip.events[0].source == emoted::EventSourceType::player);
    CHECK(clip.events[1].at == TickCount(5));
    CHECK(clip.events[1].origin_node == NodeIndex(5));
    CHECK(clip.events[1].offset == Vec3d{0, 1, 0});
    CHECK(clip.events[1].commands == std::vector<std::string>{"minecraft:particle flame"});
    CHECK(clip.events[2].source_node == NodeIndex(3));
    CHECK_FALSE(clip.events[2].origin_node);
    CHECK(clip.events[3].group == EventGroup::stop);
    CHECK(clip.find_node("pivot") == NodeIndex(5));
    CHECK_FALSE(clip.find_node("pivo"));
    CHECK(clip.has_events(EventGroup::stop));
    CHECK_FALSE(clip.has_events(EventGroup::loop));
}

TEST_CASE("D1: what may be left out") {
    const auto text = emoted::test::edited(emoted::test::whole_animation(),
                                           {{R"("rotation_deadzone": 30.5,)", ""},
                                            {R"("display_interpolation": "2t",)", R"("display_interpolation": null,)"},
                                            {R"(,
      "loop_delay": "5t")",
                                             ""},
                                            {R"(, "author": {"name": "N", "links": [1.50, null]})", ""}});
    const auto read = emoted::test::read_animation(text.text);
    REQUIRE(read.clip);
    CHECK(read.diagnostics.empty());
    CHECK(read.clip->rotation_deadzone == 50);
    CHECK(read.clip->display_interpolation == TickCount(1));
    CHECK(read.clip->loop_delay == TickCount(0));
    CHECK(read.clip->metadata.extra_json == "{}");
}

TEST_CASE("parents stand before children, everything else as in the file") {
    const auto clip = built(animation({anchor("leaf", "twig"), anchor("a"), anchor("twig", "root"), anchor("b", "a"),
                                       anchor("root"), anchor("c", "leaf")}));
    CHECK(ids(*clip) == std::vector<std::string>{"root", "twig", "leaf", "a", "b", "c"});
    for (std::size_t i = 0; i < clip->nodes.size(); ++i) {
        if (const auto parent = clip->nodes[i].parent) {
            CHECK(parent->value() < i);
        }
    }
    CHECK(clip->nodes[2].parent == NodeIndex(1));
    CHECK(clip->nodes[5].parent == NodeIndex(2));
}

TEST_CASE("a long chain, child first, needs no deep stack") {
    std::vector<RawNode> nodes;
    for (std::size_t i = emoted::limits::max_nodes_per_clip; i-- > 0;) {
        nodes.push_back(anchor("n" + std::to_string(i), i == 0 ? "" : "n" + std::to_string(i - 1)));
    }
    const auto clip = built(animation(std::move(nodes)));
    CHECK(clip->nodes.front().id == "n0");
    CHECK(clip->nodes.back().id == "n4095");
}

TEST_CASE("D26: a cycle is reported once, at its first node in the file") {
    RawAnimation raw = animation({anchor("x", "b"), anchor("c", "a"), anchor("a", "b"), anchor("b", "c")});
    const Finding finding = only_fault(raw);
    CHECK(finding.code == DiagnosticCode::cyclic_parent);
    CHECK(finding.at.text() == "/nodes/c/parent");
    ListReport two;
    CHECK_FALSE(build_clip(animation({anchor("a", "b"), anchor("b", "a"), anchor("c", "c")}), {}, two));
    REQUIRE(two.findings.size() == 2);
    CHECK(two.findings[0].at.text() == "/nodes/a/parent");
    CHECK(two.findings[1].at.text() == "/nodes/c/parent");
}

TEST_CASE("a space comes from the root ancestor") {
    RawNode root = anchor("root");
    root.space = Space::partner;
    const auto clip = built(animation({anchor("grandchild", "child"), anchor("child", "root"), root}));
    for (const emoted::Node& node : clip->nodes) {
        CHECK(node.space == Space::partner);
    }
}

TEST_CASE("what is missing in a raw animation gives no clip") {
    check_missing([](RawAnimation& raw) { raw.id.reset(); });
    check_missing([](RawAnimation& raw) { raw.metadata.reset(); });
    check_missing([](RawAnimation& raw) { raw.standalone.reset(); });
    check_missing([](RawAnimation& raw) { raw.cooldown.reset(); });
    check_missing([](RawAnimation& raw) { raw.player.reset(); });
    check_missing([](RawAnimation& raw) { raw.mode.reset(); });
    check_missing([](RawAnimation& raw) { raw.duration.reset(); });
    check_missing([](RawAnimation& raw) { raw.nodes[0].type.reset(); });
    check_missing([](RawAnimation& raw) { raw.nodes[0].space.reset(); });
    check_missing([](RawAnimation& raw) { raw.nodes[0].transform.scale.reset(); });
    check_missing([](RawAnimation& raw) { raw.nodes[0].item_stack_snbt.reset(); });
    check_missing([](RawAnimation& raw) { raw.nodes[0].item_display.reset(); });
    check_missing([](RawAnimation& raw) { raw.nodes[0].skin->order.reset(); });
    check_missing([](RawAnimation& raw) { raw.tracks[0].position->at(0).time.reset(); });
    check_missing([](RawAnimation& raw) { raw.tracks[0].position->at(0).post.reset(); });
    check_missing([](RawAnimation& raw) { raw.tracks[0].position->at(0).post->at(1).reset(); });
    check_missing([](RawAnimation& raw) { raw.events[0][0].source.reset(); });
    check_missing([](RawAnimation& raw) { raw.events[0][0].commands[0].reset(); });
}

TEST_CASE("limits, each at its edge") {
    using namespace emoted::limits;
    RawAnimation longest = animation({anchor("a")});
    longest.duration = TickCount(max_clip_ticks);
    CHECK(built(longest)->duration == TickCount(12'000));
    longest.duration = TickCount(max_clip_ticks + 1);
    CHECK(only_fault(longest).code == DiagnosticCode::limit_exceeded);
    CHECK(only_fault(longest).at.text() == "/timeline/duration");

    RawAnimation far = animation({anchor("a")});
    far.nodes[0].transform.position = Vec3d{max_transform_magnitude, -max_transform_magnitude, 0};
    built(far);
    far.nodes[0].transform.position = Vec3d{0, -max_transform_magnitude - 1, 0};
    CHECK(only_fault(far).at.text() == "/nodes/a/transform/position/1");

    const auto with_commands = [](std::vector<std::optional<std::string>> commands) {
        RawAnimation raw = animation({anchor("a")});
        RawEvent event;
        event.source = emoted::EventSourceType::server;
        event.commands = std::move(commands);
        raw.events[0].push_back(event);
        return raw;
    };
    // In characters, not bytes.
    std::string command = "particle ";
    for (std::size_t i = command.size(); i < max_command_characters; ++i) {
        command += "\xC3\xA9";
    }
    built(with_commands({command}));
    const Finding too_long = only_fault(with_commands({command + "x"}));
    CHECK(too_long.code == DiagnosticCode::limit_exceeded);
    CHECK(too_long.at.text() == "/timeline/events/start/0/commands/0");

    const std::string block = "particle" + std::string(max_event_bytes / 32 - 8, 'x');
    std::vector<std::optional<std::string>> many(32, "particle " + block.substr(9));
    built(with_commands(many));
    many.emplace_back("particle");
    const Finding too_many = only_fault(with_commands(many));
    CHECK(too_many.code == DiagnosticCode::limit_exceeded);
    CHECK(too_many.at.text() == "/timeline/events/start/0/commands");
}

TEST_CASE("limits of the file, each at its edge") {
    using emoted::test::edited;
    using emoted::test::read_animation;
    using emoted::test::whole_animation;
    const auto with_anchors = [](std::size_t more) {
        std::string extra;
        for (std::size_t i = 0; i < more; ++i) {
            extra += "\"x" + std::to_string(i) +
                     R"(": {"type":"anchor","space":"scene","transform":{"position":[0,0,0],"rotation":[0,0,0],)"
                     R"("scale":[1,1,1]}},)";
        }
        return edited(whole_animation(), {{R"("nodes": {)", R"("nodes": {)" + extra}}).text;
    };
    CHECK(read_animation(with_anchors(emoted::limits::max_nodes_per_clip - 6)).clip);
    const auto crowded = read_animation(with_anchors(emoted::limits::max_nodes_per_clip - 5));
    CHECK_FALSE(crowded.clip);
    REQUIRE_FALSE(crowded.diagnostics.empty());
    CHECK(crowded.diagnostics[0].code == DiagnosticCode::limit_exceeded);
    CHECK(crowded.diagnostics[0].path == "$.nodes");

    const auto described = [](std::size_t bytes) {
        return edited(
                   whole_animation(),
                   {{R"({"name": "Whole", "description": "All of it", "author": {"name": "N", "links": [1.50, null]}})",
                     R"({"name": "N", "description": ")" + std::string(bytes - 3, 'd') + R"("})"}})
            .text;
    };
    CHECK(read_animation(described(emoted::limits::max_metadata_bytes)).clip);
    const auto wordy = read_animation(described(emoted::limits::max_metadata_bytes + 1));
    CHECK_FALSE(wordy.clip);
    REQUIRE(wordy.diagnostics.size() == 1);
    CHECK(wordy.diagnostics[0].code == DiagnosticCode::limit_exceeded);
    CHECK(wordy.diagnostics[0].path == "$.metadata");
    const auto slow = read_animation(
        edited(whole_animation(), {{R"("display_interpolation": "2t")", R"("display_interpolation": "20t")"}}).text);
    REQUIRE(slow.clip);
    CHECK(slow.clip->display_interpolation == TickCount(20));
}

TEST_CASE("vertical skin slices: shares of twelve rows by height, in order") {
    // One region, whatever its height: the whole part.
    CHECK(rows({head("a", 3, 0.2)}) == Rows{{0, 12}});
    CHECK(rows({head("a", 0, 1), head("b", 1, 1)}) == Rows{{0, 6}, {6, 12}});
    // By order, not by place in the file; signs do not matter.
    CHECK(rows({head("a", 5, -0.75), head("b", 1, 0.25)}) == Rows{{3, 12}, {0, 3}});
    // The same order shares a region; its smallest positive height counts.
    CHECK(rows({head("a", 0, 3), head("b", 0, 1), head("c", 1, 1), head("d", 0, 0)}) ==
          Rows{{0, 6}, {0, 6}, {6, 12}, {0, 6}});
    // A height of nothing counts as one.
    CHECK(rows({head("a", 0, 0), head("b", 1, 2)}) == Rows{{0, 4}, {4, 12}});
    // Halves round up: 12 / 8 = 1.5.
    CHECK(rows({head("a", 0, 1), head("b", 1, 7)}) == Rows{{0, 2}, {2, 12}});
    // Every region gets a row.
    CHECK(rows({head("a", 0, 0.001), head("b", 1, 0.001), head("c", 2, 100)}) == Rows{{0, 1}, {1, 2}, {2, 12}});
    CHECK(rows({head("a", 0, 100), head("b", 1, 0.001), head("c", 2, 0.001)}) == Rows{{0, 10}, {10, 11}, {11, 12}});
    // The head is never cut.
    CHECK(rows({head("a", 0, 1, emoted::SkinPart::head), head("b", 1, 1, emoted::SkinPart::head)}) ==
          Rows{{0, 12}, {0, 12}});
}

TEST_CASE("vertical skin slices: parts and participants are cut apart from each other") {
    RawNode partner = head("p", 1, 1);
    partner.space = Space::partner;
    partner.skin->participant = Space::partner;
    CHECK(rows({head("a", 0, 1), head("b", 1, 1), head("c", 2, 1, emoted::SkinPart::left_arm), partner}) ==
          Rows{{0, 6}, {6, 12}, {0, 12}, {0, 12}});
}

TEST_CASE("vertical skin slices: twelve regions get a row each, thirteen all get the whole part") {
    std::vector<RawNode> nodes;
    Rows single;
    for (int i = 0; i < 12; ++i) {
        nodes.push_back(head(std::string(1, static_cast<char>('a' + i)), static_cast<std::uint32_t>(i), 1 + i));
        single.emplace_back(i, i + 1);
    }
    CHECK(rows(nodes) == single);
    nodes.push_back(head("m", 12, 1));
    CHECK(rows(nodes) == Rows(13, {0, 12}));
}

TEST_CASE("Molang: a fault has its place in the file and in the text") {
    RawAnimation raw = animation({anchor("a")});
    raw.molang = emoted::animation::RawMolangPrograms{RawMolang{"v.x = speed;"}, {}};
    CHECK(only_fault(raw).code == DiagnosticCode::invalid_molang);
    CHECK(only_fault(raw).at.text() == "/molang/initialize");
    CHECK(only_fault(raw).inside == std::size_t{6});

    raw = animation({anchor("a")});
    RawVectorKey jump = key(0, 1);
    jump.split = true;
    jump.pre = RawVector{0.0, RawMolang{"1 + q.anim_tim"}, 0.0};
    raw.tracks.push_back(position_track("a", jump));
    CHECK(only_fault(raw).at.text() == "/timeline/tracks/a/position/0/pre/1");
    CHECK(only_fault(raw).inside == std::size_t{4});

    raw = animation({anchor("a")});
    raw.mode = emoted::PlaybackMode::server_sync;
    raw.molang = emoted::animation::RawMolangPrograms{{}, RawMolang{"v.x = 1"}};
    ListReport report;
    CHECK_FALSE(build_clip(raw, {}, report));
    CHECK(std::any_of(report.findings.begin(), report.findings.end(), [](const Finding& finding) {
        return finding.code == DiagnosticCode::forbidden_member && finding.at.text() == "/molang/tick";
    }));
}

TEST_CASE("pointers escape what RFC 6901 says") {
    CHECK((emoted::animation::Pointer() / "nodes" / "a/b~c" / 7).text() == "/nodes/a~1b~0c/7");
    const Finding finding = only_fault(animation({anchor("x/~y", "no")}));
    CHECK(finding.at.text() == "/nodes/x~1~0y/parent");
}
