#include "sequence/resolver.hpp"

#include "sequence/sequence_parser.hpp"
#include "support/clip_maker.hpp"
#include "support/library_files.hpp"

#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/related_places.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace emoted;
using namespace emoted::test;

namespace {

using Code = DiagnosticCode;

struct Built {
    std::shared_ptr<const Library> library;
    Diagnostics diagnostics;
    [[nodiscard]] std::shared_ptr<const Playable> find(std::string_view id) const { return library->find(id); }
};

Built build(std::vector<std::string> texts, const Limits& limits = {}) {
    std::vector<SourceFile> files;
    for (std::string& text : texts) {
        files.push_back(file("f" + std::to_string(files.size()) + ".json", std::move(text)));
    }
    LoadOptions options;
    options.limits = limits;
    LoadResult result = build_library(std::move(files), options, nullptr);
    return {result.library, result.report.diagnostics};
}

std::string animation(std::string id, std::string duration = "10t") {
    AnimationText text;
    text.id = std::move(id);
    text.duration = std::move(duration);
    return text.text();
}

std::string loop(std::string id, std::string duration, std::string delay) {
    AnimationText text;
    text.id = std::move(id);
    text.duration = std::move(duration);
    text.mode = "loop";
    text.loop_delay = std::move(delay);
    return text.text();
}

std::string with_nodes(std::string id, std::string nodes) {
    AnimationText text;
    text.id = std::move(id);
    text.nodes = std::move(nodes);
    return text.text();
}

// The only fault must be this one; nothing but its sequence is dropped.
void check_fault(const Built& built, Code code, std::string_view path, std::string_view part_of_message = {}) {
    std::string all;
    for (const Diagnostic& diagnostic : built.diagnostics) {
        all += to_text(diagnostic);
    }
    CAPTURE(all);
    REQUIRE(built.diagnostics.size() == 1);
    CHECK(built.diagnostics[0].code == code);
    CHECK(built.diagnostics[0].path == path);
    CHECK(built.diagnostics[0].position);
    CHECK(built.diagnostics[0].emote_id == "t:s");
    CHECK(built.diagnostics[0].message.find(part_of_message) != std::string::npos);
    CHECK(built.find("t:s") == nullptr);
}

}  // namespace

TEST_CASE("a reference to nothing names the nearest animation") {
    const Built built = build({animation("t:wave"), sequence_text("t:s", R"({"emote": ["t:wave", "t:wvae"]})")});
    check_fault(built, Code::unknown_emote, "$.steps[0].emote[1]");
    CHECK(built.diagnostics[0].nearest == "t:wave");
    CHECK(built.find("t:wave"));
}

TEST_CASE("references stand at their candidate whatever its form") {
    check_fault(build({sequence_text("t:s", R"({"emote": "t:x"})")}), Code::unknown_emote, "$.steps[0].emote");
    check_fault(build({sequence_text("t:s", R"({"emote": ["t:x"]})")}), Code::unknown_emote, "$.steps[0].emote[0]");
    check_fault(
        build({animation("t:a"), sequence_text("t:s", R"({"emote": "t:a"}, {"emote": ["t:a", 30, "t:x", 70]})")}),
        Code::unknown_emote, "$.steps[1].emote[2]");
    const std::string branches = R"("matched": [{"emote": "t:a"}], "timeout": [{"emote": "t:a"}])";
    check_fault(build({animation("t:a"),
                       sequence_text("t:s", R"({"await_partner": {"emote": "t:x", "timeout": "1s"}, )" + branches + "}",
                                     true)}),
                Code::unknown_emote, "$.steps[0].await_partner.emote");
    check_fault(build({animation("t:a"), sequence_text("t:s", R"({"await_partner": {"emote": "t:a", "timeout": "1s"},
                        "matched": [{"emote": "t:a"}, {"emote": "t:x"}], "timeout": [{"emote": "t:a"}]})",
                                                       true)}),
                Code::unknown_emote, "$.steps[0].matched[1].emote");
    check_fault(build({animation("t:a"), sequence_text("t:s", R"({"await_partner": {"emote": "t:a", "timeout": "1s"},
                        "matched": [{"emote": "t:a"}], "timeout": [{"emote": "t:x"}]})",
                                                       true)}),
                Code::unknown_emote, "$.steps[0].timeout[0].emote");
}

TEST_CASE("a sequence holds animations only") {
    const Built built = build({animation("t:a"), sequence_text("t:other", R"({"emote": "t:a"})"),
                               sequence_text("t:s", R"({"emote": "t:other"})")});
    check_fault(built, Code::forbidden_reference, "$.steps[0].emote", "is a sequence");
    REQUIRE(built.diagnostics[0].related.size() == 1);
    CHECK(built.diagnostics[0].related[0].source == "f1.json");
    check_fault(build({sequence_text("t:s", R"({"emote": "t:s"})")}), Code::forbidden_reference, "$.steps[0].emote");
}

TEST_CASE("hold and server_sync animations cannot be referenced") {
    const std::string text = sequence_text("t:s", R"({"emote": "t:a"})");
    for (const auto& [mode, name] :
         {std::pair(PlaybackMode::hold, "hold"), std::pair(PlaybackMode::server_sync, "server_sync"),
          std::pair(PlaybackMode::loop, "")}) {
        sequence::ClipCatalogue catalogue;
        catalogue.add("t:a", {ClipMaker("t:a", 10).mode(mode).make(), "a.json", 1, {}});
        Built built;
        const auto document = text::JsonDocument::parse("s.json", text, built.diagnostics);
        REQUIRE(document);
        text::JsonReader reader(*document, built.diagnostics);
        const auto raw = sequence::parse_sequence(reader);
        REQUIRE(raw);
        const auto playable = sequence::resolve(*raw, catalogue, Limits{}, reader);
        CHECK((playable != nullptr) == (mode == PlaybackMode::loop));
        if (playable == nullptr) {
            built.library = std::make_shared<Library>();
            check_fault(built, Code::forbidden_reference, "$.steps[0].emote", name);
            CHECK(built.diagnostics[0].message.find("a.json") != std::string::npos);
            CHECK(built.diagnostics[0].related.at(0).path == "$.settings.playback.mode");
        }
    }
}

TEST_CASE("D3: animations with start, loop or stop events cannot be referenced, both files are named") {
    for (const char* const group : {"start", "loop", "stop", "timeline"}) {
        AnimationText text;
        text.mode = "loop";
        text.events = '"' + std::string(group) + R"(": [{"source": {"type": "server"}, "origin": {"type": "root"}, )" +
                      std::string(group == std::string("timeline") ? R"("time": "1t", )" : "") +
                      R"("commands": ["particle flame"]}])";
        const Built built = build({text.text(), sequence_text("t:s", R"({"emote": "t:a"})")});
        INFO(group);
        if (group == std::string("timeline")) {
            CHECK(built.diagnostics.empty());
            CHECK(built.find("t:s"));
            continue;
        }
        check_fault(built, Code::forbidden_reference, "$.steps[0].emote", group);
        CHECK(built.diagnostics[0].source == "f1.json");
        REQUIRE(built.diagnostics[0].related.size() == 1);
        CHECK(built.diagnostics[0].related[0].source == "f0.json");
        CHECK(built.diagnostics[0].related[0].path == "$.timeline.events." + std::string(group));
    }
}

TEST_CASE("an animation that is not standalone may be referenced") {
    AnimationText text;
    text.standalone = "false";
    const Built built = build({text.text(), sequence_text("t:s", R"({"emote": "t:a"})")});
    CHECK(built.diagnostics.empty());
    CHECK_FALSE(built.find("t:a")->standalone);
    CHECK(built.find("t:s")->standalone);
}

TEST_CASE("clips and displays come in order of first mention, each once") {
    const Built built =
        build({with_nodes("t:a", node_text("x", R"("type": "text_display", "space": "scene", "text": "1")") + "," +
                                     node_text("anchor", R"("type": "anchor", "space": "initiator")")),
               with_nodes("t:b", node_text("y", R"("type": "text_display", "space": "scene", "text": "2")") + "," +
                                     node_text("x", R"("type": "text_display", "space": "scene", "text": "1")")),
               sequence_text("t:s", R"({"emote": ["t:b", "emote:continue", "t:a"]}, {"emote": "t:b"})")});
    CHECK(built.diagnostics.empty());
    const auto playable = built.find("t:s");
    REQUIRE(playable);
    const Layout& layout = playable->layout;
    REQUIRE(layout.clips.size() == 2);
    CHECK(layout.clips[0].clip->id == "t:b");
    CHECK(layout.clips[1].clip->id == "t:a");
    // The clip is shared with the animation of its own.
    CHECK(layout.clips[1].clip == built.find("t:a")->layout.clips[0].clip);
    REQUIRE(layout.displays.size() == 2);
    CHECK(layout.displays[0].node_id == "y");
    CHECK(layout.displays[1].node_id == "x");
    CHECK(layout.displays[1].clip == ClipIndex(0));
    CHECK(layout.displays[1].node == NodeIndex(1));
    CHECK(layout.clips[1].display_of_node == std::vector<std::optional<DisplayIndex>>{DisplayIndex(1), std::nullopt});
    CHECK_FALSE(layout.clips[0].mirrored);
    const auto& steps = std::get<Steps<ClipIndex>>(playable->sequence->content);
    CHECK(std::get<ClipIndex>(std::get<EmoteStep<ClipIndex>>(steps[0]).candidates[2].choice) == ClipIndex(1));
}

TEST_CASE("one node id is one display in all clips or the sequence is refused") {
    struct Case {
        const char* a;
        const char* b;
        const char* what;  // nullptr: compatible
    };
    const Case cases[] = {
        {R"("type": "text_display", "space": "scene", "text": "1")",
         R"("type": "block_display", "space": "scene", "block_state_snbt": "{Name:'stone'}")", "type"},
        {R"("type": "anchor", "space": "scene")", R"("type": "text_display", "space": "scene", "text": "1")", "type"},
        {R"("type": "anchor", "space": "scene")", R"("type": "anchor", "space": "initiator")", "space"},
        {R"("type": "text_display", "space": "scene", "text": "1")",
         R"("type": "text_display", "space": "initiator", "text": "1")", "space"},
        {R"("type": "text_display", "space": "scene", "text": "1")",
         R"("type": "text_display", "space": "scene", "text": "2")", "text"},
        {R"("type": "text_display", "space": "scene", "text": {"text": "1", "bold": true})",
         R"("type": "text_display", "space": "scene", "text": { "bold": true, "text": "\u0031"})", nullptr},
        {R"("type": "text_display", "space": "scene", "text": "1", "entity_nbt": "{see_through:1b,shadow:1b}")",
         R"("type": "text_display", "space": "scene", "text": "1", "entity_nbt": "{shadow:true,see_through:true}")",
         nullptr},
        {R"("type": "text_display", "space": "scene", "text": "1", "entity_nbt": "{x:1}")",
         R"("type": "text_display", "space": "scene", "text": "1", "entity_nbt": "{x:1b}")", "entity NBT"},
        {R"("type": "block_display", "space": "scene", "block_state_snbt": "{Name:'stone'}")",
         R"("type": "block_display", "space": "scene", "block_state_snbt": "{Name:'dirt'}")", "block state"},
        {R"("type": "item_display", "space": "scene", "item_display": "none", "item_stack_snbt": "{id:'stick'}")",
         R"("type": "item_display", "space": "scene", "item_display": "head", "item_stack_snbt": "{id:'stick'}")",
         "item display context"},
        {R"("type": "item_display", "space": "scene", "item_display": "none", "item_stack_snbt": "{id:'stick'}")",
         R"("type": "item_display", "space": "scene", "item_display": "none", "item_stack_snbt": "{id:'stick',count:2}")",
         "item"},
        {R"("type": "item_display", "space": "initiator", "item_display": "none", "item_stack_snbt": "{id:'stick'}")",
         R"("type": "item_display", "space": "initiator", "item_display": "none",
            "item_source": {"type": "participant_hand", "arm": "left"})",
         "item"},
        {R"("type": "item_display", "space": "initiator", "item_display": "none",
            "item_source": {"type": "participant_hand", "arm": "right"})",
         R"("type": "item_display", "space": "initiator", "item_display": "none",
            "item_source": {"type": "participant_hand", "arm": "left"})",
         "item"},
        {R"("type": "text_display", "space": "scene", "text": "1", "visible": false)",
         R"("type": "text_display", "space": "scene", "text": "1", "visible": true)", nullptr},
    };
    for (const Case& c : cases) {
        CAPTURE(c.a, c.b);
        const Built built = build({with_nodes("t:a", node_text("n", c.a)), with_nodes("t:b", node_text("n", c.b)),
                                   sequence_text("t:s", R"({"emote": "t:a"}, {"emote": ["t:a", "t:b"]})")});
        if (c.what == nullptr) {
            CHECK(built.diagnostics.empty());
            CHECK(built.find("t:s"));
            continue;
        }
        check_fault(built, Code::incompatible_node, "$.steps[1].emote[1]", std::string("another ") + c.what + " in");
        REQUIRE(built.diagnostics[0].related.size() == 2);
        CHECK(built.diagnostics[0].related[0].source == "f0.json");
        CHECK(built.diagnostics[0].related[1].source == "f1.json");
        CHECK(built.diagnostics[0].related[1].path == "$.nodes[\"n\"]");
    }
}

TEST_CASE("D34: clips that share a node id may give it different parents") {
    const std::string child = R"("n": {"type": "text_display", "text": "1", "parent": "%", "transform":
        {"position": [0, 0, 0], "rotation": [0, 0, 0], "scale": [1, 1, 1]}})";
    const auto nodes = [&child](const std::string& parent) {
        std::string out = child;
        out.replace(out.find('%'), 1, parent);
        return node_text("p", R"("type": "anchor", "space": "scene")") + "," +
               node_text("q", R"("type": "anchor", "space": "scene")") + "," + out;
    };
    const Built built = build({with_nodes("t:a", nodes("p")), with_nodes("t:b", nodes("q")),
                               sequence_text("t:s", R"({"emote": "t:a"}, {"emote": "t:b"})")});
    CHECK(built.diagnostics.empty());
    CHECK(built.find("t:s")->layout.displays.size() == 1);
}

TEST_CASE("skin layouts are equal in all clips or the sequence is refused") {
    const std::string plain = node_text("extra", R"("type": "text_display", "space": "initiator", "text": "x")");
    const std::string body = skin_text("upper", "body", 0) + "," + skin_text("lower", "body", 1);
    const std::string steps = R"({"emote": "t:a"}, {"emote": "t:b"})";
    // An extra unskinned node is fine.
    CHECK(build({with_nodes("t:a", body), with_nodes("t:b", body + "," + plain), sequence_text("t:s", steps)})
              .diagnostics.empty());
    // An extra skinned node is not.
    check_fault(build({with_nodes("t:a", body), with_nodes("t:b", body + "," + skin_text("head", "head")),
                       sequence_text("t:s", steps)}),
                Code::incompatible_skins, "$.steps[1].emote", "\"head\"");
    check_fault(build({with_nodes("t:a", body + "," + skin_text("head", "head")), with_nodes("t:b", body),
                       sequence_text("t:s", steps)}),
                Code::incompatible_skins, "$.steps[1].emote", "\"head\"");
    check_fault(build({with_nodes("t:a", body), with_nodes("t:b", plain), sequence_text("t:s", steps)}),
                Code::incompatible_skins, "$.steps[1].emote");
    // The same order but another region: one slice more in one clip.
    const Built regions =
        build({with_nodes("t:a", skin_text("upper", "body", 0)), with_nodes("t:b", body), sequence_text("t:s", steps)});
    check_fault(regions, Code::incompatible_skins, "$.steps[1].emote");
    // The order itself is part of the node.
    const Built order = build({with_nodes("t:a", skin_text("n", "body", 0)),
                               with_nodes("t:b", skin_text("n", "body", 3)), sequence_text("t:s", steps)});
    check_fault(order, Code::incompatible_node, "$.steps[1].emote", "skin");
}

namespace {

const std::string await_a = R"({"await_partner": {"emote": "t:a", "timeout": "1s"},
    "matched": [{"emote": "t:b"}], "timeout": [{"emote": "t:a"}]})";

std::string text_node(std::string_view id, std::string_view space) {
    return node_text(id, R"("type": "text_display", "text": "x", "space": ")" + std::string(space) + '"');
}

}  // namespace

TEST_CASE("D48: clips without partner nodes are mirrored, others are taken as written") {
    const Built built = build({with_nodes("t:a", text_node("hand", "initiator") + "," + text_node("table", "scene")),
                               with_nodes("t:b", text_node("hand", "initiator") + "," + text_node("other", "partner") +
                                                     "," + text_node("only_b", "initiator")),
                               sequence_text("t:s", await_a, true)});
    CHECK(built.diagnostics.empty());
    const auto playable = built.find("t:s");
    REQUIRE(playable);
    const Layout& layout = playable->layout;
    CHECK(layout.clips[0].mirrored);
    CHECK_FALSE(layout.clips[1].mirrored);
    // Copies stand after all others; only of initiator displays that a mirrored clip shows.
    REQUIRE(layout.displays.size() == 5);
    const Display& copy = layout.displays[4];
    CHECK(copy.node_id == "__partner__hand");
    CHECK(copy.space == Space::partner);
    CHECK(copy.mirror_of == DisplayIndex(0));
    CHECK(copy.clip == layout.displays[0].clip);
    CHECK(copy.node == layout.displays[0].node);
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK_FALSE(layout.displays[i].mirror_of);
    }
    CHECK(playable->two_player());
    CHECK(playable->duration == TickCount(10));
}

TEST_CASE("D48: no copies where every clip has partner nodes, none in linear sequences") {
    const std::string both = text_node("hand", "initiator") + "," + text_node("other", "partner");
    const Built asymmetric =
        build({with_nodes("t:a", both), with_nodes("t:b", both), sequence_text("t:s", await_a, true)});
    CHECK(asymmetric.find("t:s")->layout.displays.size() == 2);
    const Built linear =
        build({with_nodes("t:a", text_node("hand", "initiator")), sequence_text("t:s", R"({"emote": "t:a"})")});
    CHECK(linear.find("t:s")->layout.displays.size() == 1);
    CHECK_FALSE(linear.find("t:s")->layout.clips[0].mirrored);
}

TEST_CASE("D48: the prefix of copies grows until it meets no node") {
    const std::string nodes = text_node("x", "initiator") + "," + text_node("__partner__x", "scene") + "," +
                              node_text("__partner___x", R"("type": "anchor", "space": "scene")");
    const Built built =
        build({with_nodes("t:a", nodes), with_nodes("t:b", nodes), sequence_text("t:s", await_a, true)});
    const auto playable = built.find("t:s");
    REQUIRE(playable);
    REQUIRE(playable->layout.displays.size() == 3);
    CHECK(playable->layout.displays[2].node_id == "__partner____x");
}

TEST_CASE("D48: an anchor in partner space makes a clip explicit, too") {
    const Built built = build({with_nodes("t:a", text_node("x", "initiator") + "," +
                                                     node_text("p", R"("type": "anchor", "space": "partner")")),
                               with_nodes("t:b", text_node("x", "initiator")), sequence_text("t:s", await_a, true)});
    const Layout& layout = built.find("t:s")->layout;
    CHECK_FALSE(layout.clips[0].mirrored);
    CHECK(layout.clips[1].mirrored);
    CHECK(layout.displays.size() == 2);
}

TEST_CASE("D15: the worst case of a sequence is bounded, at the step that passes the limit") {
    const std::vector<std::string> clips{animation("t:a", "10t"), loop("t:b", "20t", "5t")};
    const auto with = [&clips](const std::string& sequence, std::int64_t ticks, std::int64_t segments) {
        std::vector<std::string> texts = clips;
        texts.push_back(sequence);
        Limits limits;
        limits.max_sequence_ticks = ticks;
        limits.max_segments = segments;
        return build(texts, limits);
    };
    // 10 + 3 + 4 x (2 + 20 + 5) = 121 ticks, 5 segments.
    const std::string steps = sequence_text(
        "t:s",
        R"({"emote": "t:a"}, {"wait": "3t"}, {"emote": ["t:a", "t:b", "emote:break"], "repeat": 4, "transition": "2t"})");
    CHECK(with(steps, 121, 5).diagnostics.empty());
    check_fault(with(steps, 120, 5), Code::limit_exceeded, "$.steps[2].repeat", "limits.max_sequence_ticks");
    check_fault(with(steps, 121, 4), Code::limit_exceeded, "$.steps[2].repeat", "limits.max_segments");
    check_fault(with(steps, 12, 5), Code::limit_exceeded, "$.steps[1].wait", "13 ticks");
    check_fault(with(steps, 9, 5), Code::limit_exceeded, "$.steps[0].emote");
    // Control-only steps count their repetitions as segments.
    const std::string controls = sequence_text("t:s", R"({"emote": "t:a"}, {"emote": "emote:continue", "repeat": 7})");
    CHECK(with(controls, 10, 8).diagnostics.empty());
    check_fault(with(controls, 10, 7), Code::limit_exceeded, "$.steps[1].repeat", "8 segments");
    // Each branch has a bound of its own.
    const std::string await = sequence_text("t:s", R"({"await_partner": {"emote": "t:a", "timeout": "1000d"},
        "matched": [{"emote": "t:a", "repeat": 2}], "timeout": [{"emote": "t:a"}, {"emote": "t:a", "repeat": 2}]})",
                                            true);
    CHECK(with(await, 30, 3).diagnostics.empty());
    check_fault(with(await, 20, 3), Code::limit_exceeded, "$.steps[0].timeout[1].repeat");
    check_fault(with(await, 30, 2), Code::limit_exceeded, "$.steps[0].timeout[1].repeat");
    const Built offer = with(await, 9, 3);
    REQUIRE_FALSE(offer.diagnostics.empty());
    CHECK(offer.diagnostics[0].path == "$.steps[0].await_partner.emote");
}

TEST_CASE("D15: huge repeats are refused by name in no time") {
    const Built built =
        build({animation("t:a", "12000t"),
               sequence_text("t:s", R"({"emote": "t:a", "repeat": 2147483647, "transition": "2147483647t"},
                                                      {"emote": "t:a", "repeat": 2147483647, "transition": "2147483647t"},
                                                      {"emote": "t:a", "repeat": 2147483647, "transition": "2147483647t"},
                                                      {"emote": "t:a", "repeat": 2147483647, "transition": "2147483647t"})")});
    REQUIRE(built.diagnostics.size() == 2);
    for (const Diagnostic& diagnostic : built.diagnostics) {
        CHECK(diagnostic.code == Code::limit_exceeded);
        CHECK(diagnostic.path == "$.steps[0].repeat");
    }
}

TEST_CASE("the advertised duration takes the first candidate of every step") {
    const std::vector<std::string> clips{animation("t:enter", "2t"), loop("t:idle", "3t", "2t"), animation("t:b", "3t"),
                                         animation("t:a", "2t")};
    const auto duration = [&clips](const std::string& steps) {
        std::vector<std::string> texts = clips;
        texts.push_back(sequence_text("t:s", steps));
        const auto playable = build(texts).find("t:s");
        REQUIRE(playable);
        return playable->duration.value();
    };
    // The worked cases of format section 2.5.
    CHECK(duration(R"({"emote": "t:enter"}, {"emote": "t:idle", "repeat": 2})") == 10);
    CHECK(duration(R"({"emote": "t:a"}, {"wait": "5t"}, {"emote": "t:b"})") == 10);
    CHECK(duration(R"({"emote": "t:a", "transition": "4t"}, {"emote": "t:b", "transition": "4t"})") == 9);
    CHECK(duration(R"({"emote": ["t:a", "t:b"], "repeat": 2})") == 4);
    CHECK(duration(R"({"emote": ["emote:break", "t:b"]}, {"emote": ["emote:continue", "t:a"], "repeat": 9})") == 1);
    CHECK(duration(R"({"emote": ["emote:break", "t:b"]}, {"wait": "5t"}, {"emote": "t:b", "transition": "9t"})") == 8);
}

TEST_CASE("the start of a playback fits one packet or its file is refused") {
    // Texts of 1,000 characters on 850 nodes are fine, on 900 they are not.
    const auto nodes = [](int count, std::string_view prefix) {
        std::string out;
        for (int i = 0; i < count; ++i) {
            out += (i == 0 ? "" : ",") +
                   node_text(std::string(prefix) + std::to_string(i),
                             R"("type": "text_display", "space": "scene", "text": ")" + std::string(800, 'x') + '"');
        }
        return out;
    };
    CHECK(build({with_nodes("t:s", nodes(850, "n"))}).diagnostics.empty());
    const Built animation_too_large = build({with_nodes("t:s", nodes(950, "n"))});
    check_fault(animation_too_large, Code::limit_exceeded, "$.nodes", "bytes to start");
    const Built sequence_too_large = build({with_nodes("t:a", nodes(500, "n")), with_nodes("t:b", nodes(500, "m")),
                                            sequence_text("t:s", R"({"emote": "t:a"}, {"emote": "t:b"})")});
    check_fault(sequence_too_large, Code::limit_exceeded, "$.steps", "bytes to start");
}

namespace {

// Another statement of format section 2.8 and D48: look everything up by name, clip by clip.
void check_layout(const std::vector<std::shared_ptr<const Clip>>& clips, const Layout& layout, bool two_player) {
    REQUIRE(layout.clips.size() == clips.size());
    std::vector<std::string> expected;
    std::set<std::string> to_copy;
    for (std::size_t c = 0; c < clips.size(); ++c) {
        bool partner = false;
        for (const Node& node : clips[c]->nodes) {
            partner = partner || node.space == Space::partner;
            const bool known = std::find(expected.begin(), expected.end(), node.id) != expected.end();
            if (node.type != NodeType::anchor && !known) {
                expected.push_back(node.id);
            }
        }
        REQUIRE(layout.clips[c].mirrored == (two_player && !partner));
        for (const Node& node : clips[c]->nodes) {
            if (two_player && !partner && node.type != NodeType::anchor && node.space == Space::initiator) {
                to_copy.insert(node.id);
            }
        }
        REQUIRE(layout.clips[c].display_of_node.size() == clips[c]->nodes.size());
        for (std::size_t n = 0; n < clips[c]->nodes.size(); ++n) {
            const auto& display = layout.clips[c].display_of_node[n];
            REQUIRE(display.has_value() == (clips[c]->nodes[n].type != NodeType::anchor));
            if (display) {
                REQUIRE(layout.displays[display->value()].node_id == clips[c]->nodes[n].id);
            }
        }
    }
    REQUIRE(layout.displays.size() == expected.size() + to_copy.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        REQUIRE(layout.displays[i].node_id == expected[i]);
        if (to_copy.count(expected[i]) != 0) {
            const auto copies =
                std::count_if(layout.displays.begin(), layout.displays.end(), [i](const Display& display) {
                    return display.mirror_of == DisplayIndex(static_cast<std::uint32_t>(i));
                });
            REQUIRE(copies == 1);
        }
    }
    std::set<std::string> names;
    for (const Display& display : layout.displays) {
        REQUIRE(names.insert(display.node_id).second);
    }
}

}  // namespace

TEST_CASE("layouts of generated sequences agree with a second statement of the rules") {
    std::uint32_t state = 1;
    const auto draw = [&state](std::uint32_t n) {
        state = state * 1'664'525U + 1'013'904'223U;
        return (state >> 16U) % n;
    };
    // Node k has one space and type in all clips, so that any of them go together.
    constexpr const char* spaces[] = {"scene", "initiator", "initiator", "partner"};
    for (int round = 0; round < 60; ++round) {
        std::vector<std::string> texts;
        std::string steps;
        const std::uint32_t clip_count = 1 + draw(4);
        for (std::uint32_t c = 0; c < clip_count; ++c) {
            std::string nodes = text_node("base", "initiator");
            for (std::uint32_t k = 0; k < 8; ++k) {
                if (draw(3) == 0) {
                    const std::string space = spaces[k % 4];
                    nodes += "," + (k == 5 ? node_text("n5", R"("type": "anchor", "space": "initiator")")
                                           : text_node((k == 2 ? "__partner__n" : "n") + std::to_string(k), space));
                }
            }
            texts.push_back(with_nodes("t:c" + std::to_string(c), nodes));
            steps += (c == 0 ? "" : ",") + std::string(R"({"emote": "t:c)") + std::to_string(c) + "\"}";
        }
        const bool two_player = draw(2) == 0;
        texts.push_back(two_player
                            ? sequence_text("t:s",
                                            R"({"await_partner": {"emote": "t:c0", "timeout": "1s"}, "matched": [)" +
                                                steps + R"(], "timeout": [{"emote": "t:c0"}]})",
                                            true)
                            : sequence_text("t:s", steps));
        const Built built = build(texts);
        const auto playable = built.find("t:s");
        REQUIRE(playable);
        std::vector<std::shared_ptr<const Clip>> clips;
        for (std::uint32_t c = 0; c < clip_count; ++c) {
            clips.push_back(built.find("t:c" + std::to_string(c))->layout.clips[0].clip);
        }
        check_layout(clips, playable->layout, two_player);
    }
}

TEST_CASE("a link between files gets its second place from the file as it is") {
    const std::string node = R"("type": "text_display", "space": "initiator", "text": )";
    const std::string first = with_nodes("t:a", "\n" + node_text("n/1", node + "\"x\""));
    const std::string second = with_nodes("t:b", "\n\n" + node_text("n/1", node + "\"y\""));
    Built built = build({first, second, sequence_text("t:s", R"({"emote": "t:a"}, {"emote": "t:b"})")});
    REQUIRE(built.diagnostics.size() == 1);
    CHECK_FALSE(built.diagnostics[0].related.at(0).position);
    std::vector<std::string> asked;
    place_related(built.diagnostics, [&](const std::string& source) -> std::optional<std::string> {
        asked.push_back(source);
        return source == "f0.json" ? std::optional(first) : std::nullopt;
    });
    CHECK(asked == std::vector<std::string>{"f0.json", "f1.json"});
    const std::vector<RelatedPlace>& related = built.diagnostics[0].related;
    REQUIRE(related.size() == 2);
    REQUIRE(related[0].position);
    CHECK(related[0].position->line == 3);
    CHECK(related[0].path == "$.nodes[\"n/1\"]");
    CHECK_FALSE(related[1].position);  // could not be had
    // A file that was changed meanwhile has no such place any more.
    place_related(built.diagnostics, [](const std::string&) { return std::optional<std::string>("{\"nodes\": {}}"); });
    CHECK_FALSE(built.diagnostics[0].related[1].position);
    place_related(built.diagnostics, [&](const std::string&) { return std::optional(second); });
    CHECK(built.diagnostics[0].related[1].position->line == 4);
}

TEST_CASE("no more files than max_related_files are read again") {
    for (const std::size_t links : {limits::max_related_files, limits::max_related_files + 1}) {
        Diagnostics diagnostics(1);
        for (std::size_t i = 0; i < links; ++i) {
            diagnostics[0].related.push_back({std::to_string(i) + ".json", "$.id", std::nullopt, "", "/id"});
        }
        std::size_t asked = 0;
        place_related(diagnostics, [&](const std::string&) {
            ++asked;
            return std::optional<std::string>("{\"id\": 0}");
        });
        CHECK(asked == limits::max_related_files);
        CHECK(diagnostics[0].related.back().position.has_value() == (links == limits::max_related_files));
    }
}
