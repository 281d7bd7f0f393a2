#include "explain/explanation.hpp"
#include "explain/rehearsal.hpp"
#include "explain/time_line.hpp"
#include "support/emote_files.hpp"

#include <emoted/protocol/codec.hpp>
#include <emoted/protocol/framing.hpp>

#include <catch2/catch.hpp>

#include <sstream>
#include <string>
#include <vector>

namespace t = emoted::test;
namespace ex = emoted::explain;
namespace protocol = emoted::protocol;
using emoted::BranchKind;
using emoted::TickCount;

namespace {

using Kind = ex::TimeLineEntry::Kind;

[[nodiscard]] emoted::SourceFile clip(const std::string& id, int duration, const std::string& mode = "once",
                                      const std::string& x = {}) {
    t::AnimationFile file;
    file.id = id;
    file.duration = duration;
    file.mode = mode;
    file.loop_delay = mode == "loop" ? "3t" : "0t";
    file.x = x;
    return t::file_of(file);
}

[[nodiscard]] emoted::SourceFile sequence(const std::string& id, const std::string& steps) {
    std::string text = t::linear_file(id, {"t:a"}).bytes;
    const std::size_t at = text.find("\"steps\"");
    REQUIRE(at != std::string::npos);
    const std::size_t from = text.find('[', at);
    const std::size_t to = text.rfind(']');
    emoted::SourceFile file = t::linear_file(id, {"t:a"});
    file.bytes = text.substr(0, from) + '[' + steps + text.substr(to);
    return file;
}

[[nodiscard]] std::shared_ptr<const emoted::Library> pair_library() {
    t::PairFile pair;
    pair.id = "t:pair";
    pair.offer = "t:a";
    pair.timeout = "25t";
    pair.matched = "t:b";
    pair.timed_out = "t:c";
    return t::library_of({clip("t:a", 10), clip("t:b", 15), clip("t:c", 5), t::file_of(pair)});
}

[[nodiscard]] ex::Explanation explained(const std::shared_ptr<const emoted::Library>& library, const std::string& id,
                                        const ex::ExplainOptions& options = {}) {
    return ex::explain_emote(library, library->find(id), options);
}

[[nodiscard]] std::vector<protocol::Message> messages_of(const std::shared_ptr<const emoted::Library>& library,
                                                         const std::string& id, const ex::RehearsalOptions& options) {
    std::vector<protocol::Message> heard;
    const ex::Rehearsed rehearsed = ex::rehearse(library, *library->find(id), options,
                                                 [&](const protocol::Message& message) { heard.push_back(message); });
    REQUIRE(rehearsed.failure.empty());
    return heard;
}

}  // namespace

TEST_CASE("explain: the time line is what the messages of the playback say") {
    const auto library = t::library_of(
        {clip("t:a", 7, "loop"), clip("t:b", 4), clip("t:c", 9),
         sequence("t:s", R"({"emote": "t:b"}, {"wait": "5t"}, {"emote": ["t:a", "t:b", "t:c", "emote:continue"],
                          "repeat": 9, "transition": "2t"}, {"emote": "t:c"})")});
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        ex::ExplainOptions options;
        options.seed = seed;
        const ex::Explanation explanation = explained(library, "t:s", options);
        std::vector<std::pair<std::uint64_t, std::uint32_t>> told;
        std::uint64_t at = 0;
        for (const ex::TimeLineEntry& entry : ex::time_line(explanation, explanation.courses.front())) {
            REQUIRE(entry.from == at);
            at = entry.to;
            if (entry.kind == Kind::segment) {
                told.emplace_back(entry.from, entry.clip->value());
            }
        }
        std::vector<std::pair<std::uint64_t, std::uint32_t>> sent;
        ex::RehearsalOptions rehearsal;
        rehearsal.seed = seed;
        for (const protocol::Message& message : messages_of(library, "t:s", rehearsal)) {
            if (const auto* const begin = std::get_if<protocol::SegmentBegin>(&message)) {
                sent.emplace_back(begin->tick, *begin->clip);
            } else if (const auto* const end = std::get_if<protocol::PlaybackEnd>(&message)) {
                REQUIRE(end->tick == at);
                REQUIRE(end->reason == protocol::EndReason::finished);
            } else if (const auto* const start = std::get_if<protocol::PlaybackStart>(&message)) {
                REQUIRE(start->seed == seed);
            }
        }
        CAPTURE(seed);
        REQUIRE(told == sent);
        REQUIRE(explanation.courses.front().course.rehearsed.ticks == at);
    }
}

TEST_CASE("explain: bytes are those of the messages as they travel") {
    const auto library = pair_library();
    const ex::Explanation explanation = explained(library, "t:pair");
    REQUIRE(explanation.courses.size() == 2);
    for (const ex::ExplainedCourse& course : explanation.courses) {
        ex::RehearsalOptions options;
        options.partner_at = course.partner_at;
        std::uint64_t bytes = 0;
        for (const protocol::Message& message : messages_of(library, "t:pair", options)) {
            bytes += protocol::frame(protocol::encode_binary(message), protocol::Encoding::binary).size();
        }
        CHECK(course.course.traffic.start_bytes > 0);
        CHECK(course.course.traffic.busiest_second_bytes > 0);
        CHECK(course.course.traffic.start_bytes + course.course.traffic.rest_bytes == bytes);
    }
}

TEST_CASE("explain: D5: a partner's tick decides between match and time-out, at every tick of the window") {
    const auto library = pair_library();
    for (std::uint64_t tick = 0; tick <= 40; ++tick) {
        ex::ExplainOptions options;
        options.partner_at = tick;
        const ex::Explanation explanation = explained(library, "t:pair", options);
        REQUIRE(explanation.partner->end() == 35);
        REQUIRE(explanation.courses.size() == 1);
        const ex::ExplainedCourse& course = explanation.courses.front();
        const std::uint64_t branch_at = tick >= 35 ? 35 : std::max<std::uint64_t>(tick, 10);
        CAPTURE(tick);
        REQUIRE(course.kind == (tick >= 35 ? BranchKind::timed_out : BranchKind::matched));
        REQUIRE(course.course.rehearsed.branch_tick == branch_at);
        REQUIRE(course.course.rehearsed.ticks == branch_at + (tick >= 35 ? 5 : 15));
        REQUIRE(course.course.rehearsed.end == protocol::EndReason::finished);
    }
}

// What a preview of every partner's tick is put together from.
TEST_CASE("explain: what a match shows does not depend on when it comes") {
    const auto library = pair_library();
    const auto after_match = [&](std::uint64_t partner_at) {
        ex::RehearsalOptions options;
        options.partner_at = partner_at;
        std::uint64_t matched_at = 0;
        std::string text;
        for (const protocol::Message& message : messages_of(library, "t:pair", options)) {
            if (const auto* const scene = std::get_if<protocol::SceneChanged>(&message)) {
                matched_at = scene->tick;
            } else if (const auto* const begin = std::get_if<protocol::SegmentBegin>(&message);
                       begin != nullptr && matched_at != 0) {
                text += "begin " + std::to_string(begin->tick - matched_at) + '\n';
            } else if (const auto* const frame = std::get_if<protocol::PoseFrame>(&message);
                       frame != nullptr && matched_at != 0) {
                protocol::PoseFrame moved = *frame;
                moved.tick -= matched_at;
                text += protocol::encode_json(moved) + '\n';
            }
        }
        return text;
    };
    const std::string at_once = after_match(0);
    CHECK(at_once.size() > 100);
    for (const std::uint64_t tick : {10U, 11U, 20U, 34U}) {
        CHECK(after_match(tick) == at_once);
    }
}

TEST_CASE("explain: partner copies are hidden until the match, and displays their clip lacks while it plays") {
    const auto library = pair_library();
    const ex::Explanation explanation = explained(library, "t:pair");
    const auto& displays = explanation.playable->layout.displays;
    const ex::Course& matched = explanation.courses[0].course;
    const ex::Course& timed_out = explanation.courses[1].course;
    REQUIRE(displays.size() == 2);
    REQUIRE(displays[1].mirror_of);
    CHECK(matched.hidden[0].empty());
    CHECK(matched.hidden[1] == std::vector<ex::Span>{{0, 10}});
    CHECK(matched.most_shown == 2);
    CHECK(timed_out.hidden[1] == std::vector<ex::Span>{{0, 40}});
    CHECK(timed_out.most_shown == 1);

    t::AnimationFile other;
    other.id = "t:other";
    other.duration = 6;
    other.nodes = 3;
    const auto mixed =
        t::library_of({clip("t:a", 10), t::file_of(other), t::linear_file("t:s", {"t:a", "t:other", "t:a"})});
    const ex::Explanation linear = explained(mixed, "t:s");
    REQUIRE(linear.playable->layout.displays.size() == 3);
    CHECK(linear.courses[0].course.hidden[0].empty());
    CHECK(linear.courses[0].course.hidden[1] == std::vector<ex::Span>{{0, 10}, {16, 26}});
}

TEST_CASE("explain: an animation without an end is shown for one round") {
    const auto library =
        t::library_of({clip("t:a", 10, "loop"), clip("t:b", 8, "hold"), clip("t:c", 8, "server_sync")});
    CHECK(explained(library, "t:a").courses[0].course.rehearsed.ticks == 13);
    CHECK(explained(library, "t:a").courses[0].course.rehearsed.endless);
    CHECK(explained(library, "t:b").courses[0].course.rehearsed.ticks == 8);
    CHECK(explained(library, "t:c").courses[0].course.rehearsed.ticks >= 8);
    CHECK(explained(library, "t:c").courses[0].course.rehearsed.end == protocol::EndReason::stopped_by_admin);
}

TEST_CASE("explain: an emote that cannot go on says why, and one that waits too long is broken off") {
    const auto library = t::library_of({clip("t:a", 10, "once", "math.ln(0)")});
    const ex::Explanation failing = explained(library, "t:a");
    CHECK(failing.courses[0].course.rehearsed.failure.find("math.ln(0)") != std::string::npos);
    CHECK(failing.courses[0].course.rehearsed.end == protocol::EndReason::error);

    ex::ExplainOptions options;
    options.most_ticks = 20;
    const ex::Explanation cut = explained(pair_library(), "t:pair", options);
    CHECK(cut.courses[1].kind == BranchKind::offer);
    CHECK_FALSE(cut.courses[1].course.rehearsed.end);
    CHECK(cut.courses[1].course.rehearsed.ticks == 20);
    std::ostringstream text;
    ex::print_text(text, cut);
    CHECK(text.str().find("it goes on") != std::string::npos);
}

TEST_CASE("explain: links name every mention and the file of every clip") {
    const auto library = pair_library();
    const std::vector<emoted::ClipLink> links = emoted::clip_links(*library->find("t:pair"), *library);
    REQUIRE(links.size() == 3);
    CHECK(links[0].id == "t:a");
    CHECK(links[0].owner.source == library->find("t:a")->source);
    REQUIRE(links[0].uses.size() == 1);
    CHECK(links[0].uses[0].path == "$.steps[0].await_partner.emote");
    CHECK(links[0].uses[0].source == library->find("t:pair")->source);
    CHECK(links[1].uses[0].pointer == "/steps/0/matched/0/emote");
    CHECK(links[2].uses[0].path == "$.steps[0].timeout[0].emote");

    const auto linear = t::library_of(
        {clip("t:a", 7), clip("t:b", 4),
         sequence("t:s", R"({"emote": ["t:a", 40, "emote:break", 10, "t:b", 50]}, {"emote": ["t:b", "t:a"]})")});
    const std::vector<emoted::ClipLink> twice = emoted::clip_links(*linear->find("t:s"), *linear);
    REQUIRE(twice.size() == 2);
    CHECK(twice[1].id == "t:b");
    REQUIRE(twice[1].uses.size() == 2);
    CHECK(twice[1].uses[0].path == "$.steps[0].emote[4]");
    CHECK(twice[1].uses[1].path == "$.steps[1].emote[0]");
}
