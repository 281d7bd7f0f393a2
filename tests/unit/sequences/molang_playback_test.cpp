// Clips with Molang, from the file to the frames of a playback.
#include "library/digest.hpp"
#include "molang/script.hpp"
#include "support/clip_maker.hpp"
#include "support/naive_cycle.hpp"
#include "support/read_animation.hpp"

#include <emoted/sequences/playback.hpp>

#include <catch2/catch.hpp>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace t = emoted::test;
using emoted::BranchFrame;
using emoted::BranchKind;
using emoted::BranchPlayer;
using emoted::Clip;
using emoted::DiagnosticCode;
using emoted::MolangInput;
using emoted::NodeIndex;
using emoted::Random;
using emoted::Severity;
using emoted::TickCount;

namespace {

using Repeat = BranchPlayer::Repeat;

struct File {
    std::string id = "t:a";
    std::string mode = "once";
    std::string loop_delay = "0t";
    std::string molang;  // the object, or empty
    std::string nodes = R"("a": {"type": "text_display", "space": "initiator", "text": "A",
        "transform": {"position": [0, 0, 0], "rotation": [0, 0, 0], "scale": [1, 1, 1]}})";
    std::string duration = "4t";
    std::string tracks;

    [[nodiscard]] std::string text() const {
        return R"({"type": "animation", "schema_version": 4, "id": ")" + id +
               R"(", "metadata": {"name": "N", "description": ""}, "settings": {"standalone": true, "cooldown": "0t",
               "player": {"hidden": false, "stop_conditions": {"movement_distance": 0, "jump": false,
               "submerge": false, "ride": false, "damage": false, "attack": false, "game_mode_change": false}},
               "playback": {"mode": ")" +
               mode + R"(", "loop_delay": ")" + loop_delay + R"("}}, )" +
               (molang.empty() ? "" : "\"molang\": " + molang + ", ") + R"("nodes": {)" + nodes +
               R"(}, "timeline": {"duration": ")" + duration + R"(", "tracks": {)" + tracks + "}}}";
    }
};

[[nodiscard]] std::shared_ptr<const Clip> read(const File& file) {
    const auto result = t::read_animation(file.text());
    for (const emoted::Diagnostic& diagnostic : result.diagnostics) {
        UNSCOPED_INFO(to_text(diagnostic));
    }
    REQUIRE(result.clip);
    return result.clip;
}

// One key at the start of a position track, its x an expression.
[[nodiscard]] std::string x_is(const std::string& expression) {
    return R"("a": {"position": [{"time": "0t", "value": [")" + expression + R"(", 0, 0]}]})";
}

// x of the only node, as its playback goes.
[[nodiscard]] std::vector<float> xs(BranchPlayer& player, int ticks, const MolangInput& input = {}) {
    std::vector<float> result;
    for (int i = 0; i < ticks; ++i) {
        const BranchFrame& frame = player.advance(input);
        UNSCOPED_INFO((frame.failure != nullptr ? *frame.failure : ""));
        REQUIRE(frame.failure == nullptr);
        result.push_back(static_cast<float>(player.world(NodeIndex(0)).m[0][3]));
    }
    return result;
}

[[nodiscard]] BranchPlayer playing(const std::shared_ptr<const emoted::Playable>& playable,
                                   Repeat repeat = Repeat::once, std::uint64_t seed = 1) {
    return BranchPlayer(playable, emoted::plan(*playable, BranchKind::main, seed), repeat);
}
[[nodiscard]] BranchPlayer playing(const File& file, Repeat repeat = Repeat::once, std::uint64_t seed = 1) {
    return playing(t::animation(read(file)), repeat, seed);
}

}  // namespace

TEST_CASE("a cycle begins with initialize and tick, then tick goes on at every tick") {
    File file;
    file.molang = R"({"initialize": "v.n = 2", "tick": "v.n = v.n + 1"})";
    file.tracks = x_is("v.n");
    BranchPlayer player = playing(file);
    CHECK(xs(player, 5) == std::vector<float>{3, 4, 5, 6, 7});
}

TEST_CASE("time passes between ticks, none at the first") {
    File file;
    file.molang = R"({"tick": "v.sum = v.sum + q.delta_time * 1000"})";
    file.tracks = x_is("v.sum + q.anim_time_ticks * 1000 + q.anim_time * 2 + q.life_time * 8");
    BranchPlayer player = playing(file);
    const std::vector<float> found = xs(player, 3);
    CHECK(found[0] == 0);
    CHECK(found[1] == Approx(50 + 1000 + 0.5));
    CHECK(found[2] == Approx(100 + 2000 + 1.0));
}

TEST_CASE("q.anim_length is the clip's, q.key_frame_lerp_time the share of the way to the next key") {
    File file;
    file.tracks = R"("a": {"position": [
        {"time": "0t", "value": ["q.key_frame_lerp_time", "q.anim_length", 0], "interpolation": "step"},
        {"time": "4t", "value": ["q.key_frame_lerp_time + 10", 0, 0]}]})";
    BranchPlayer player = playing(file);
    CHECK(xs(player, 5) == std::vector<float>{0, 0.25F, 0.5F, 0.75F, 10});
    CHECK(player.world(NodeIndex(0)).m[1][3] == 0);
}

TEST_CASE("a loop begins anew in every round and counts them") {
    File file;
    file.mode = "loop";
    file.loop_delay = "1t";
    file.duration = "2t";
    file.molang = R"({"initialize": "v.n = 5", "tick": "v.n = v.n + 1"})";
    file.tracks = x_is("v.n + q.loop_count * 100");
    BranchPlayer player = playing(file, Repeat::loop);
    // Rounds of three ticks: in the delay the end pose is held.
    CHECK(xs(player, 7) == std::vector<float>{6, 7, 8, 106, 107, 108, 206});
}

TEST_CASE("a synchronised clip begins where the server is, with its rounds") {
    File file;
    file.mode = "server_sync";
    file.duration = "10t";
    file.molang = R"({"initialize": "v.n = 1"})";
    file.tracks = x_is("v.n + q.anim_time_ticks * 10 + q.loop_count * 1000");
    // Only what the playback needs of the mode: whether such clips load is not this test's matter.
    file.mode = "loop";
    const auto playable = t::animation(read(file));
    const Clip& clip = *playable->layout.clips[0].clip;
    const emoted::Tick now(37);
    CHECK(emoted::synchronised_rounds(clip, now) == 3);
    CHECK(emoted::synchronised_rounds(clip, emoted::Tick(-1)) == -1);
    BranchPlayer player(playable, emoted::plan(*playable, BranchKind::main, 1), Repeat::loop,
                        emoted::synchronised_phase(clip, now), emoted::synchronised_rounds(clip, now));
    CHECK(xs(player, 4) == std::vector<float>{3071, 3081, 3091, 4001});
}

TEST_CASE("every segment of a sequence is a session of its own (worked case 17)") {
    File first;
    first.duration = "2t";
    first.molang = R"({"initialize": "v.n = 10", "tick": "v.n = v.n + 1"})";
    first.tracks = x_is("v.n + q.loop_count");
    File second = first;
    second.id = "t:b";
    second.molang = R"({"initialize": "v.n = 20", "tick": "v.n = v.n + 1"})";
    const auto playable = t::linear({read(first), read(second)},
                                    {t::emote({t::clip_choice(0)}), t::wait(1), t::emote({t::clip_choice(1)})});
    BranchPlayer player = playing(playable);
    CHECK(xs(player, 6) == std::vector<float>{11, 12, 13, 21, 22, 23});
}

TEST_CASE("in a transition the next clip's programs run once, at its beginning, and evaluation goes on at tick 1") {
    File first;
    first.duration = "2t";
    File second;
    second.id = "t:b";
    second.molang = R"({"initialize": "v.n = 10", "tick": "v.n = v.n + 1"})";
    second.tracks = x_is("v.n");
    const auto playable =
        t::linear({read(first), read(second)}, {t::emote({t::clip_choice(0)}), t::emote({t::clip_choice(1)}, 1, 3)});
    BranchPlayer player = playing(playable);
    std::vector<float> sent;
    for (int tick = 0; tick <= 9; ++tick) {
        const BranchFrame& frame = player.advance();
        REQUIRE(frame.failure == nullptr);
        for (const emoted::PoseUpdate& update : frame.blend_poses) {
            sent.push_back(static_cast<float>(tick) * 1000 + update.pose.translation.x);
        }
        if (tick > 2) {
            for (const emoted::PoseUpdate& update : frame.poses) {
                sent.push_back(static_cast<float>(tick) * 1000 + update.pose.translation.x);
            }
        }
    }
    CHECK(sent == std::vector<float>{2011, 6012, 7013, 8014, 9015});
}

TEST_CASE("visibility: 0 hides, anything else shows") {
    File file;
    file.tracks =
        R"("a": {"visible": [{"time": "0t", "value": "q.anim_time_ticks - 1"}, {"time": "3t", "value": false}]})";
    const auto clip = read(file);
    CHECK(clip->dynamic_nodes == std::vector<NodeIndex>{NodeIndex(0)});
    BranchPlayer player = playing(file);
    std::vector<bool> shown;
    for (int tick = 0; tick < 5; ++tick) {
        (void)player.advance();
        shown.push_back(player.current().nodes[0].target.visible);
    }
    CHECK(shown == std::vector<bool>{true, false, true, false, false});
}

TEST_CASE("D41: only nodes that an expression drives are dynamic, what always is the same number is none") {
    File file;
    const std::string transform = R"("transform": {"position": [0, 0, 0], "rotation": [0, 0, 0], "scale": [1, 1, 1]}})";
    file.nodes = R"("still": {"type": "anchor", "space": "initiator", )" + transform +
                 R"(, "folded": {"type": "anchor", "space": "initiator", )" + transform +
                 R"(, "moving": {"type": "anchor", "space": "initiator", )" + transform;
    file.tracks = R"j("still": {"position": [{"time": "0t", "value": [1, 2, 3]}]},
        "folded": {"rotation": [{"time": "0t", "value": ["2 * 3", "math.sqrt(9)", "1 ? 5 : v.x"]}]},
        "moving": {"scale": [{"time": "0t", "value": [1, 1, 1]}, {"time": "2t", "value": [1, "q.anim_time", 1]}]})j";
    const auto result = t::read_animation(file.text());
    REQUIRE(result.clip);
    CHECK(result.clip->dynamic_nodes == std::vector<NodeIndex>{NodeIndex(2)});
    CHECK(result.clip->tracks[1].rotation.post[0] == emoted::Vec3d{6, 3, 5});
    CHECK(result.clip->tracks[1].rotation.programs.empty());
    CHECK(result.clip->tracks[2].scale.programs.size() == 2);
    CHECK_FALSE(result.clip->tracks[2].scale.programs[0].post[1]);
    CHECK(result.clip->tracks[2].scale.programs[1].pre[1]);
}

TEST_CASE("D27: the digest tells expressions apart, and where they stand") {
    const auto digest = [](const std::string& tracks, const std::string& molang = {}) {
        File file;
        file.tracks = tracks;
        file.molang = molang;
        return emoted::library::digest_of(*read(file));
    };
    const std::uint64_t first = digest(x_is("q.anim_time"));
    CHECK(digest(x_is("q.anim_time")) == first);
    CHECK(digest(x_is("q.anim_time * 2")) != first);
    CHECK(digest(x_is("q.anim_time"), R"({"tick": "v.x = 1"})") != first);
    CHECK(digest(x_is("q.anim_time"), R"({"tick": "v.x = 1"})") !=
          digest(x_is("q.anim_time"), R"({"initialize": "v.x = 1"})"));
    CHECK(digest(R"("a": {"position": [{"time": "0t", "value": [0, "q.anim_time", 0]}]})") != first);
    const std::string shown = R"("a": {"visible": [{"time": "0t", "value": "q.anim_time"}]})";
    CHECK(digest(shown) != digest(R"("a": {"visible": [{"time": "0t", "value": "q.life_time"}]})"));
}

TEST_CASE("player queries are asked when they are in the clip, and answered with what is told") {
    File file;
    file.tracks = x_is("q.health + q.is_sneaking * 100");
    BranchPlayer player = playing(file);
    CHECK(player.asks_about_player());
    MolangInput input;
    input.player.health = 7;
    CHECK(xs(player, 1, input)[0] == 7);
    input.player.is_sneaking = 1;
    CHECK(xs(player, 1, input)[0] == 107);
    file.tracks = x_is("q.anim_time");
    CHECK_FALSE(playing(file).asks_about_player());
}

TEST_CASE("a value that is not finite ends the playback, and says which expression where (worked case 32)") {
    struct Case {
        std::string tracks;
        std::string failure;
        int good = 0;  // ticks before
    };
    const std::vector<Case> cases{
        {x_is("math.sqrt(-1)"),
         "t:a at /timeline/tracks/a/position/0/value/0: \"math.sqrt(-1)\" is not a finite number"},
        {x_is("math.ln(2 - q.anim_time_ticks)"),
         "t:a at /timeline/tracks/a/position/0/value/0: \"math.ln(2 - q.anim_time_ticks)\" is not a finite number", 2},
        // Both ends of a linear stretch are evaluated at the first one's own tick.
        {R"j("a": {"rotation": [{"time": "0t", "value": [0, 0, 0]},
             {"time": "2t", "pre": [0, "math.pow(10, 400)", 0], "post": [0, 0, 0]}]})j",
         "t:a at /timeline/tracks/a/rotation/1/pre/1: \"math.pow(10, 400)\" is not a finite number"},
        // Behind a step it is reached at its own key.
        {R"j("a": {"scale": [{"time": "0t", "value": [1, 1, 1], "interpolation": "step"},
             {"time": "2t", "value": [1, 1, "math.sqrt(-1)"]}]})j",
         "t:a at /timeline/tracks/a/scale/1/value/2: \"math.sqrt(-1)\" is not a finite number", 2},
        {R"j("a": {"visible": [{"time": "0t", "value": "math.sqrt(-q.anim_time)"}]})j",
         "t:a at /timeline/tracks/a/visible/0/value: \"math.sqrt(-q.anim_time)\" is not a finite number", 1},
    };
    for (const Case& each : cases) {
        CAPTURE(each.tracks);
        File file;
        file.tracks = each.tracks;
        BranchPlayer player = playing(file);
        for (int tick = 0; tick < each.good; ++tick) {
            REQUIRE(player.advance().failure == nullptr);
        }
        // And it stays so.
        for (int again = 0; again < 2; ++again) {
            const BranchFrame& frame = player.advance();
            REQUIRE(frame.failure != nullptr);
            CHECK(*frame.failure == each.failure);
            CHECK(frame.poses.empty());
            CHECK(frame.events.empty());
            CHECK_FALSE(frame.finished);
        }
    }
}

TEST_CASE("variables and programs may hold what is not finite until a track uses it") {
    File file;
    file.molang = R"j({"initialize": "v.bad = math.sqrt(-1)", "tick": "math.ln(0)"})j";
    file.tracks = x_is("q.anim_time_ticks > 2 ? v.bad : 1");
    BranchPlayer player = playing(file);
    CHECK(xs(player, 3) == std::vector<float>{1, 1, 1});
    CHECK(player.advance().failure != nullptr);
}

TEST_CASE("what is finite but absurd is held within the world") {
    File file;
    file.tracks = x_is("math.pow(10, 300) * (q.anim_time_ticks + 1)");
    BranchPlayer player = playing(file);
    CHECK(xs(player, 2) == std::vector<float>{30'000'000, 30'000'000});
}

TEST_CASE("D21: steps count over all programs of a tick, and one too many ends the playback") {
    File file;
    file.molang = R"({"initialize": "v.a = 1", "tick": "v.a = v.a + 1"})";  // 2 and 4
    file.tracks = x_is("v.a * 2");                                          // 3
    const auto steps_at = [&](int tick, std::int64_t most) {
        BranchPlayer player = playing(file);
        MolangInput input;
        for (int i = 0; i < tick; ++i) {
            (void)player.advance(input);
        }
        input.most_steps = most;
        const BranchFrame& frame = player.advance(input);
        return std::pair(frame.molang_steps, frame.failure == nullptr);
    };
    CHECK(steps_at(0, 9) == std::pair<std::int64_t, bool>(9, true));
    CHECK(steps_at(0, 8) == std::pair<std::int64_t, bool>(8, false));
    CHECK(steps_at(1, 7) == std::pair<std::int64_t, bool>(7, true));
    CHECK(steps_at(1, 6) == std::pair<std::int64_t, bool>(6, false));
    CHECK(steps_at(1, 0) == std::pair<std::int64_t, bool>(0, false));

    file.molang = R"j({"tick": "loop(1024, loop(1024, {}))"})j";
    BranchPlayer player = playing(file);
    const BranchFrame& frame = player.advance();
    REQUIRE(frame.failure != nullptr);
    CHECK(*frame.failure ==
          "t:a at /molang/tick: \"loop(1024, loop(1024, {}))\" takes more steps than one playback may "
          "in a tick (limits.molang_steps)");
    CHECK(frame.molang_steps == emoted::Limits{}.molang_steps);
}

TEST_CASE("D50: draws depend on seed, branch and segment number, and on nothing else") {
    File file;
    file.duration = "2t";
    file.tracks = x_is("math.random(0, 1000)");
    const auto playable = t::linear({read(file)}, {t::emote({t::clip_choice(0)}, 2)});
    const auto drawn = [&](std::uint64_t seed, const std::string& label, int count) {
        Random random(seed, label);
        std::vector<float> result;
        for (int i = 0; i < count; ++i) {
            result.push_back(static_cast<float>(random.real() / (1.0 - 0x1p-53) * 1000));
        }
        return result;
    };
    for (const std::uint64_t seed : {1ULL, 99ULL}) {
        BranchPlayer player = playing(playable, Repeat::once, seed);
        const std::vector<float> found = xs(player, 5);
        const std::vector<float> first = drawn(seed, "main#0", 2);
        const std::vector<float> second = drawn(seed, "main#1", 3);
        CHECK(found == std::vector<float>{first[0], first[1], second[0], second[1], second[2]});
    }
    // The rounds of a loop are numbered in the same way.
    file.mode = "loop";
    BranchPlayer player = playing(file, Repeat::loop, 7);
    const std::vector<float> found = xs(player, 4);
    CHECK(found[0] == drawn(7, "main#0", 1)[0]);
    CHECK(found[2] == drawn(7, "main#1", 1)[0]);
    // The branches of a two-player sequence have streams of their own.
    emoted::AwaitPartner<emoted::ClipIndex> await;
    await.timeout = TickCount(5);
    await.matched = {t::emote({t::clip_choice(0)})};
    await.timed_out = {t::emote({t::clip_choice(0)})};
    const auto pair = t::two_player({read(file)}, await);
    BranchPlayer offer(pair, emoted::plan(*pair, BranchKind::offer, 3), Repeat::once);
    CHECK(xs(offer, 1) == drawn(3, "offer#0", 1));
    offer.continue_with(emoted::plan(*pair, BranchKind::timed_out, 3));
    CHECK(xs(offer, 1) == drawn(3, "timeout#0", 1));
}

TEST_CASE("an expression jumps only where a key says something else than the way to it") {
    const auto interpolations = [](const std::string& tracks) {
        File file;
        file.tracks = tracks;
        BranchPlayer player = playing(file);
        std::vector<int> result;
        for (int tick = 0; tick < 5; ++tick) {
            const BranchFrame& frame = player.advance();
            result.push_back(frame.poses.empty() ? -1 : frame.poses[0].interpolation_ticks);
        }
        return result;
    };
    const std::string time = "q.anim_time_ticks";
    CHECK(interpolations(x_is(time)) == std::vector<int>{0, 1, 1, 1, 1});
    CHECK(interpolations(R"("a": {"position": [{"time": "0t", "value": ["q.anim_time", 0, 0]},
        {"time": "2t", "value": ["q.anim_time", 0, 0]}]})") == std::vector<int>{0, 1, 1, 1, 1});
    CHECK(interpolations(R"("a": {"position": [{"time": "0t", "value": ["q.anim_time", 0, 0]},
        {"time": "2t", "pre": ["q.anim_time", 0, 0], "post": ["q.anim_time + 1", 0, 0]}]})") ==
          std::vector<int>{0, 1, 0, 1, 1});
    CHECK(interpolations(R"("a": {"position": [{"time": "0t", "value": ["q.anim_time", 0, 0], "interpolation": "step"},
        {"time": "2t", "value": ["q.anim_time", 5, 0]}]})") == std::vector<int>{0, 1, 0, 1, 1});
}

namespace {

class Generator {
public:
    explicit Generator(std::uint64_t seed) : random_(seed, "generator") {}

    File file(const std::string& id) {
        File file;
        file.id = id;
        const std::uint32_t duration = 2 + random_.below(7);
        file.duration = std::to_string(duration) + "t";
        if (random_.below(3) > 0) {
            file.molang = R"({"initialize": "v.a = )" + expression() + "; v.b = " + expression() +
                          R"(", "tick": "v.a = v.a + q.delta_time * 20; v.c = )" + expression() + "\"}";
        }
        file.nodes.clear();
        for (int n = 0; n < 3; ++n) {
            const std::string name(1, static_cast<char>('a' + n));
            const bool child = n > 0 && random_.below(2) == 0;
            file.nodes += (n == 0 ? "\"" : ", \"") + name + R"(": {"type": "text_display", "text": "A", )" +
                          (child ? "\"parent\": \"a\"" : "\"space\": \"initiator\"") +
                          R"(, "transform": {"position": [0, 1, 0], "rotation": [0, 0, 30], "scale": [1, 1, 1]}})";
            std::string channels;
            for (const std::string channel : {"position", "rotation", "scale", "visible"}) {
                if (random_.below(2) == 0) {
                    channels += (channels.empty() ? "\"" : ", \"") + channel + "\": [" + keys(channel, duration) + "]";
                }
            }
            if (!channels.empty()) {
                file.tracks += (file.tracks.empty() ? "\"" : ", \"") + name + "\": {" + channels + "}";
            }
        }
        return file;
    }
    Random& random() { return random_; }

private:
    std::string pick(const std::vector<std::string>& from) {
        return from[random_.below(static_cast<std::uint32_t>(from.size()))];
    }
    std::string expression() {
        return pick({"q.anim_time_ticks", "q.key_frame_lerp_time * 3", "v.a", "v.b - 1", "v.c * 0.5", "q.health",
                     "math.random(-1, 2)", "math.die_roll_integer(2, 1, 3)", "q.loop_count + 1", "t.x = 2; t.x * v.a",
                     "math.sin(q.anim_time * 360) * 2", "q.anim_time > 0.1 ? 2 : -1", "1.5", "q.anim_length"});
    }
    std::string component(const std::string& channel) {
        if (random_.below(2) == 0) {
            return std::to_string(random_.below(7)) + ".5";
        }
        const std::string text = expression();
        // Scales do not come to nothing, so that shears stay tame.
        return channel == "scale" ? "\"" + text + (text.find(';') == std::string::npos ? " ?? 2\"" : "\"")
                                  : "\"" + text + "\"";
    }
    std::string vector(const std::string& channel) {
        return "[" + component(channel) + ", " + component(channel) + ", " + component(channel) + "]";
    }
    std::string keys(const std::string& channel, std::uint32_t duration) {
        std::string text;
        for (std::uint32_t tick = 0; tick <= duration;) {
            const std::uint32_t next = tick + 1 + random_.below(5);
            text += (text.empty() ? "" : ", ") + std::string(R"({"time": ")") + std::to_string(tick) + "t\", ";
            if (channel == "visible") {
                text += "\"value\": " + (random_.below(2) == 0 ? "\"" + expression() + "\"" : std::string("true"));
            } else if (random_.below(3) == 0) {
                text += "\"pre\": " + vector(channel) + ", \"post\": " + vector(channel);
            } else {
                text += "\"value\": " + vector(channel);
            }
            if (next <= duration && channel != "visible") {
                text += pick({"", R"(, "interpolation": "step")", R"(, "easing": "ease_in_out_quad")"});
            }
            text += "}";
            tick = next;
        }
        return text;
    }

    Random random_;
};

}  // namespace

TEST_CASE("clips with Molang show at every tick what the plain evaluators find") {
    std::size_t dynamic = 0;
    for (std::uint64_t seed = 0; seed < 250; ++seed) {
        CAPTURE(seed);
        Generator generator(seed);
        std::vector<std::shared_ptr<const Clip>> clips;
        for (const std::string id : {"t:a", "t:b"}) {
            const File file = generator.file(id);
            const auto result = t::read_animation(file.text());
            for (const emoted::Diagnostic& diagnostic : result.diagnostics) {
                UNSCOPED_INFO(to_text(diagnostic));
            }
            REQUIRE(result.clip);
            clips.push_back(result.clip);
            dynamic += result.clip->dynamic_nodes.size();
        }
        const auto playable = t::linear(clips, {t::emote({t::clip_choice(0)}, 2), t::emote({t::clip_choice(1)})});
        const emoted::Branch branch = emoted::plan(*playable, BranchKind::main, seed);
        BranchPlayer player(playable, branch, Repeat::once);
        std::int64_t tick = 0;
        for (std::size_t s = 0; s < branch.segments.size(); ++s) {
            const emoted::Segment& segment = branch.segments[s];
            const Clip& clip = *clips[segment.clip.value()];
            t::NaiveCycle naive(clip, Random(seed, "main#" + std::to_string(s)), 0);
            const bool last = s + 1 == branch.segments.size();
            for (; tick < segment.end.value() + (last ? 1 : 0); ++tick) {
                CAPTURE(tick, s);
                MolangInput input;
                input.player.health = static_cast<double>(tick % 5);
                const BranchFrame& frame = player.advance(input);
                REQUIRE(frame.failure == nullptr);
                const auto expected = naive.next({{"health", input.player.health}});
                const auto current = player.current();
                for (std::size_t n = 0; n < expected.size(); ++n) {
                    CAPTURE(n);
                    REQUIRE(current.nodes[n].target.visible == expected[n].visible);
                    if (expected[n].visible) {
                        REQUIRE(t::naive_distance(t::naive_render(current.nodes[n].target), expected[n].world) < 1e-5);
                    }
                }
            }
        }
    }
    CHECK(dynamic > 700);
}

TEST_CASE("Molang in a file: faults and warnings stand at their character, over escapes") {
    File file;
    file.molang = R"j({"initialize": "v.a = 'x\u0041\n' == 1;\n math.sine(1)", "tick": "v.unused = 1"})j";
    file.tracks = R"("a": {"position": [{"time": "0t", "value": [0, "q.no + v.a", 0]}]})";
    const auto result = t::read_animation(file.text());
    CHECK_FALSE(result.clip);
    std::vector<std::string> found;
    const std::string text = file.text();
    for (const emoted::Diagnostic& each : result.diagnostics) {
        CHECK(each.code == DiagnosticCode::invalid_molang);
        REQUIRE(each.position);
        found.push_back(each.path + " | " + each.message + " | " + text.substr(each.position->offset, 9));
    }
    CHECK(found == std::vector<std::string>{
                       "$.molang.initialize | unknown function \"math.sine\" | math.sine",
                       "$.timeline.tracks.a.position[0].value[1] | unknown query \"q.no\" | q.no + v.",
                   });
    CHECK(result.diagnostics[0].severity == Severity::fault);
    CHECK(result.diagnostics[0].nearest == "math.sin");
}

TEST_CASE("D19: variables that nobody assigns are warned of, but not if a program could not be read") {
    const auto warnings = [](const std::string& molang) {
        File file;
        file.molang = molang;
        file.tracks = x_is("v.aa + v.a");
        std::vector<std::string> found;
        for (const emoted::Diagnostic& each : t::read_animation(file.text()).diagnostics) {
            if (each.severity == Severity::warning) {
                found.push_back(each.message);
            }
        }
        return found;
    };
    const std::vector<std::string> never{"\"v.aa\" is never assigned in this file, so it is always 0"};
    CHECK(warnings(R"({"initialize": "v.a = 1"})") == never);
    CHECK(warnings(R"({"initialize": "v.a = 1", "tick": null})") == never);
    CHECK(warnings(R"j({"initialize": "v.a = 1", "tick": "v.aa = math.sine(1)"})j").empty());
    CHECK(warnings(R"({"initialize": "v.a = 1 +"})").empty());
    CHECK(warnings("{\"tick\": \"" + std::string(16'385, '1') + "\"}").empty());
    CHECK(warnings(R"({"tick": " "})").empty());
    CHECK(warnings(R"({"initialize": 1, "tick": "v.a = 1"})").empty());
    CHECK(warnings("7").empty());
}

TEST_CASE("format 7: a text that can only end the playback is warned of at load, where it stops being a number") {
    struct Case {
        std::string tracks;  // the mark @@ stands at the warning
        std::string message;
        std::string expected;
        std::uint32_t text_column;
    };
    const std::string always = "the value is always ";
    const std::string ends = ", so every playback that comes here ends with an error";
    const std::string two = "a whole number from 0 to 1, one for each of the options";
    const auto select = [](const std::string& text) {
        return R"("a": {"nbt": [{"time": "0t", "value": {"select": ")" + text + R"(", "options": ["{}", "{}"]}}]})";
    };
    const Case cases[] = {
        {x_is("1 + @@math.sqrt(-1)"), "no number", "a finite number", 5},
        {x_is("@@math.ln(0)"), "minus infinite", "a finite number", 1},
        {x_is("1e300 @@* 1e300"), "infinite", "a finite number", 7},
        {R"j("a": {"visible": [{"time": "0t", "value": "@@math.asin(2)"}]})j", "no number", "a finite number", 1},
        {select("@@5"), "5", two, 1},
        {select("@@0 - 1"), "-1", two, 1},
        {select("@@0.25"), "0.25", two, 1},
        {select("t.a = 1; @@math.sqrt(-1)"), "no number", two, 10},
    };
    for (const Case& each : cases) {
        CAPTURE(each.tracks);
        File file;
        file.tracks = each.tracks;
        std::string text = file.text();
        const std::size_t mark = text.find("@@");
        text.erase(mark, 2);
        const auto result = t::read_animation(text);
        CHECK(result.clip);  // when it is reached, not before: the emote serves
        REQUIRE(result.diagnostics.size() == 1);
        const emoted::Diagnostic& warning = result.diagnostics[0];
        CHECK(warning.severity == Severity::warning);
        CHECK(warning.code == DiagnosticCode::invalid_molang);
        CHECK(warning.message == always + each.message + ends);
        CHECK(warning.expected == each.expected);
        CHECK(warning.text_column == each.text_column);
        REQUIRE(warning.position);
        CHECK(warning.position->offset == mark);
    }
    for (const std::string& tracks : {x_is("1 / 0"), x_is("v.x ? math.sqrt(-1) : 1"), x_is("1e300"), select("1"),
                                      select("1 / 0"), select("q.anim_time")}) {
        CAPTURE(tracks);
        File file;
        file.tracks = tracks;
        file.molang = R"({"initialize": "v.x = 0"})";
        CHECK(t::read_animation(file.text()).diagnostics.empty());
    }
}

TEST_CASE("Molang in a file: a track that assigns, a blank text, a text that is too long, a synchronised tick") {
    const auto faults = [](const File& file) {
        std::vector<std::string> found;
        for (const emoted::Diagnostic& each : t::read_animation(file.text()).diagnostics) {
            found.push_back(std::string(to_string(each.code)) + " " + each.path);
        }
        return found;
    };
    File file;
    file.tracks = x_is("v.x = 1");
    CHECK(faults(file) == std::vector<std::string>{"invalid_molang $.timeline.tracks.a.position[0].value[0]"});
    file.tracks = R"("a": {"visible": [{"time": "0t", "value": "v.x = 1"}]})";
    CHECK(faults(file) == std::vector<std::string>{"invalid_molang $.timeline.tracks.a.visible[0].value"});
    file.tracks = x_is(" ");
    CHECK(faults(file) == std::vector<std::string>{"invalid_value $.timeline.tracks.a.position[0].value[0]"});
    file.tracks = x_is(std::string(20'000, '('));
    CHECK(faults(file) == std::vector<std::string>{"limit_exceeded $.timeline.tracks.a.position[0].value[0]"});
    file.tracks = x_is(std::string(16'384, '('));
    CHECK(faults(file) == std::vector<std::string>{"limit_exceeded $.timeline.tracks.a.position[0].value[0]"});
}
