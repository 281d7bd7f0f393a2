// The player against a second one that finds the picture of every tick anew, through a client that does as it is told.
#include "support/clip_maker.hpp"
#include "support/naive_player.hpp"

#include <emoted/sequences/playback.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace t = emoted::test;
using emoted::Branch;
using emoted::BranchFrame;
using emoted::BranchPlayer;
using emoted::ClipIndex;
using emoted::Easing;
using emoted::PoseUpdate;
using emoted::Random;
using emoted::Segment;
using emoted::TickCount;
using Repeat = emoted::BranchPlayer::Repeat;

namespace {

constexpr std::uint32_t names = 6;

[[nodiscard]] std::int32_t drawn(Random& random, std::uint32_t below) {
    return static_cast<std::int32_t>(random.below(below));
}

[[nodiscard]] std::vector<t::VectorKey> keys(Random& random, std::int64_t duration, double size) {
    std::vector<t::VectorKey> result;
    std::int32_t tick = 0;
    while (tick <= duration) {
        const auto part = [&] { return size * (random.real() - 0.5); };
        const Easing easing = random.below(4) == 0 ? Easing::step : Easing::linear;
        // Some keys repeat the one before: nothing changes there.
        const bool again = !result.empty() && random.below(3) == 0;
        result.push_back({tick, again ? result.back().value : emoted::Vec3d{part(), part(), part()}, easing});
        tick += 1 + drawn(random, 4);
    }
    return result;
}

// The first key declares what is patched; a later one writes part of it, sometimes what is there already.
[[nodiscard]] std::vector<t::NbtKey> patches(Random& random, std::int64_t duration) {
    const std::string members[] = {"text:", "glowing:", "CustomName:"};
    const auto value = [&](std::size_t member) {
        const std::string digit = std::to_string(random.below(2));
        return members[member] + (member == 1 ? digit + "b" : "'" + digit + "'");
    };
    const auto written = static_cast<std::size_t>(1 + random.below(3));
    std::vector<t::NbtKey> result;
    for (std::int32_t tick = 0; tick <= duration; tick += 1 + drawn(random, 4)) {
        std::string patch;
        for (std::size_t member = 0; member < written; ++member) {
            if (tick == 0 || random.below(2) == 0) {
                patch += (patch.empty() ? "" : ",") + value(member);
            }
        }
        result.push_back({tick, "{" + patch + "}"});
    }
    return result;
}

// Node names stand for displays: n0, n1 ... ; a clip has some of them, by chance below one another.
[[nodiscard]] std::shared_ptr<const emoted::Clip> generated(Random& random, std::uint32_t index, bool partner_nodes) {
    const auto duration = static_cast<std::int64_t>(1 + random.below(9));
    t::ClipMaker maker("t:c" + std::to_string(index), duration);
    if (random.below(2) == 0) {
        maker.loops(random.below(4));
    }
    maker.interpolation(random.below(3) == 0 ? random.below(5) : 1);
    maker.anchor("root").at({0.5, 1, 0});
    std::vector<std::string> made{"root"};
    for (std::uint32_t n = 0; n < names; ++n) {
        const std::string name = "n" + std::to_string(n);
        if (random.below(3) == 0 && n != index % names) {
            continue;
        }
        if (random.below(2) == 0) {
            maker.node(name, emoted::Space::initiator, made[random.below(static_cast<std::uint32_t>(made.size()))]);
        } else {
            maker.node(name);
        }
        if (random.below(4) == 0) {
            maker.hidden();
        }
        if (random.below(2) == 0) {
            maker.position(name, keys(random, duration, 4));
        }
        if (random.below(3) == 0) {
            maker.rotation(name, keys(random, duration, 300));
        }
        if (random.below(4) == 0) {
            maker.scale(name, keys(random, duration, 2));
        }
        if (random.below(2) == 0) {
            std::vector<t::VisibleKey> visible;
            for (std::int32_t tick = 0; tick <= duration; tick += 1 + drawn(random, 3)) {
                visible.push_back({tick, random.below(2) == 0});
            }
            maker.visible(name, visible);
        }
        if (random.below(3) == 0) {
            maker.nbt(name, patches(random, duration));
        }
        made.push_back(name);
    }
    if (partner_nodes) {
        maker.node("partner", emoted::Space::partner).position("partner", keys(random, duration, 3));
    }
    for (std::uint32_t e = random.below(4); e > 0; --e) {
        maker.event(emoted::EventGroup::timeline, random.below(static_cast<std::uint32_t>(duration)), "say");
    }
    return maker.make();
}

// A branch of clips drawn at random, with waits, transitions and sometimes nothing at its beginning.
[[nodiscard]] Branch generated_branch(Random& random, const emoted::Layout& layout, bool have_pose) {
    emoted::Steps<ClipIndex> steps;
    const std::uint32_t count = 1 + random.below(5);
    for (std::uint32_t s = 0; s < count; ++s) {
        std::vector<emoted::Candidate<ClipIndex>> candidates;
        for (std::uint32_t c = 0; c < layout.clips.size(); ++c) {
            if (random.below(2) == 0) {
                candidates.push_back(t::clip_choice(c));
            }
        }
        if (candidates.empty() || random.below(4) == 0) {
            candidates.push_back(t::continue_choice());
        }
        std::int64_t transition = random.below(2) == 0 ? 0 : random.below(6);
        if (random.below(40) == 0) {
            transition = 250 + random.below(300);
        }
        steps.emplace_back(t::emote(std::move(candidates), 1 + random.below(3), transition));
        if (s + 1 < count && random.below(3) == 0) {
            steps.emplace_back(t::wait(1 + random.below(4)));
        }
    }
    class Draws final : public emoted::DrawSource {
    public:
        explicit Draws(Random& source) : random_(source) {}
        std::uint32_t below(std::uint32_t n) override { return random_.below(n); }

    private:
        Random& random_;
    } draws(random);
    return emoted::plan_steps(steps, layout, have_pose, draws);
}

[[nodiscard]] bool near(const emoted::Quatf& a, const emoted::Quatf& b) {
    const auto part = [](float x, float y) { return static_cast<double>(x) * static_cast<double>(y); };
    return std::abs(part(a.x, b.x) + part(a.y, b.y) + part(a.z, b.z) + part(a.w, b.w)) > 1 - 1e-5;
}
[[nodiscard]] bool near(const emoted::Vec3f& a, const emoted::Vec3f& b) {
    return std::abs(a.x - b.x) < 1e-4F && std::abs(a.y - b.y) < 1e-4F && std::abs(a.z - b.z) < 1e-4F;
}
[[nodiscard]] bool near(const emoted::NodePose& a, const emoted::NodePose& b) {
    return near(a.translation, b.translation) && near(a.left_rotation, b.left_rotation) && near(a.scale, b.scale) &&
           near(a.right_rotation, b.right_rotation);
}

[[nodiscard]] bool same_transform(emoted::NodePose a, const emoted::NodePose& b) {
    a.visible = b.visible;
    return a == b;
}

// Is `tick` inside a transition of more than one piece, whose poses are on the way rather than at its end?
[[nodiscard]] bool in_long_blend(const Branch& branch, std::int64_t tick) {
    for (const Segment& segment : branch.segments) {
        const std::int64_t length = (segment.start - segment.blend_from).value();
        if (length > 255 && segment.blend_from.value() <= tick && tick < segment.start.value()) {
            return true;
        }
    }
    return false;
}

struct Seen {
    std::size_t frames = 0;
    std::size_t blends = 0;
    std::size_t pieces = 0;
    std::size_t events = 0;
    std::size_t appearances = 0;
    std::size_t patches = 0;
};

// Plays a branch to its end, checking every frame. `clock` is the playback's tick at the branch's tick 0.
void play(const emoted::Playable& playable, BranchPlayer& player, t::ModelClient& client, const Branch& branch,
          std::optional<t::Held> held, std::int64_t clock, Seen& seen) {
    const t::NaivePlayer naive(playable, branch, Repeat::once, held);
    const auto& layout = playable.layout;
    bool finished = false;
    for (std::int64_t tick = 0; !finished; ++tick) {
        CAPTURE(tick);
        const std::vector<t::ModelClient::Display> before = client.displays();
        const BranchFrame frame = player.advance();
        REQUIRE(frame.tick == TickCount(tick));
        client.receive(frame, clock + tick);
        ++seen.frames;

        // What is on show.
        const std::vector<t::DisplayNow> expected = naive.at(tick);
        for (std::size_t d = 0; d < expected.size(); ++d) {
            CAPTURE(d);
            REQUIRE(client.displays()[d].visible == expected[d].visible);
            if (expected[d].visible && !in_long_blend(branch, tick)) {
                REQUIRE(same_transform(client.displays()[d].to, expected[d].pose));
            }
        }

        // What began and what was sent.
        const Segment* begun = nullptr;
        const Segment* blending = nullptr;
        for (const Segment& segment : branch.segments) {
            begun = segment.start.value() == tick ? &segment : begun;
            blending = segment.blend_from.value() <= tick && tick < segment.start.value() ? &segment : blending;
        }
        REQUIRE(frame.begins == (begun != nullptr ? std::optional(begun->clip) : std::nullopt));
        if (blending != nullptr && (tick - blending->blend_from.value()) % 255 == 0) {
            REQUIRE(frame.blends_to == blending->clip);
            seen.blends += 1;
            seen.pieces += tick > blending->blend_from.value() ? 1U : 0U;
        } else {
            REQUIRE_FALSE(frame.blends_to.has_value());
            REQUIRE(frame.blend_poses.empty());
        }
        if (blending != nullptr && tick > blending->blend_from.value()) {
            REQUIRE(frame.poses.empty());
        }
        const bool whole = begun != nullptr && begun->blend_from == begun->start;
        std::set<std::uint32_t> addressed;
        const auto check_list = [&](ClipIndex clip, std::span<const PoseUpdate> updates, bool blend) {
            for (const PoseUpdate& update : updates) {
                const auto display = layout.clips[clip.value()].display_of_node[update.node.value()];
                REQUIRE(display.has_value());
                REQUIRE(addressed.insert(display->value()).second);
                const t::ModelClient::Display& old = before[display->value()];
                REQUIRE(update.channels != 0);
                if (begun != nullptr) {
                    REQUIRE(update.interpolation_ticks == 0);
                }
                if (whole) {
                    REQUIRE(update.channels == PoseUpdate::all_channels);
                } else if (!old.visible) {
                    REQUIRE(update.channels == PoseUpdate::all_channels);
                    REQUIRE(update.pose.visible);
                    REQUIRE(update.interpolation_ticks == 0);
                    ++seen.appearances;
                } else if (!update.pose.visible) {
                    REQUIRE(update.channels == PoseUpdate::visibility);
                } else if (begun == nullptr) {
                    REQUIRE((update.channels & PoseUpdate::visibility) == 0);
                    REQUIRE_FALSE(same_transform(update.pose, old.to));
                }
                if (blend) {
                    REQUIRE((update.channels & PoseUpdate::visibility) == 0);
                    const std::int64_t rest = blending->start.value() - tick;
                    REQUIRE(update.interpolation_ticks == std::min<std::int64_t>(rest, 255));
                }
            }
        };
        if (client.clip()) {
            check_list(*client.clip(), frame.poses, false);
            if (whole) {
                const auto& table = layout.clips[client.clip()->value()].display_of_node;
                std::size_t nodes = 0;
                for (const auto& display : table) {
                    nodes += display ? 1U : 0U;
                }
                REQUIRE(frame.poses.size() == nodes);
            }
        } else {
            REQUIRE(frame.poses.empty());
        }
        if (frame.blends_to) {
            check_list(*frame.blends_to, frame.blend_poses, true);
        }
        REQUIRE(frame.all_hidden == !client.clip().has_value());

        // Entity data is sent where it changes, and once.
        std::set<std::uint32_t> patched;
        for (const emoted::DataUpdate& update : frame.data) {
            REQUIRE(patched.insert(update.display.value()).second);
            const t::ModelClient::Display& old = before[update.display.value()];
            REQUIRE_FALSE(t::whole_data(old.data) == expected[update.display.value()].data);
            const auto& text = std::get<emoted::TextContent>(update.data->content).component_json;
            REQUIRE(update.content == (std::get<emoted::TextContent>(old.data.content).component_json != text));
            ++seen.patches;
        }

        // Most ticks change nothing; to look at every one of them takes time.
        if (!frame.data.empty() || frame.begins || tick % 16 == 1) {
            t::ModelClient late(playable);
            BranchFrame catching_up;
            const std::vector<emoted::DataUpdate> changed = player.changed_data();
            catching_up.data = changed;
            late.receive(catching_up, 0);
            for (std::size_t d = 0; d < expected.size(); ++d) {
                REQUIRE(t::whole_data(client.displays()[d].data) == expected[d].data);
                REQUIRE(t::whole_data(late.displays()[d].data) == expected[d].data);
            }
        }

        // Events: those of every segment at its start and theirs, in the order of the file.
        std::vector<const emoted::ClipEvent*> due;
        for (const Segment& segment : branch.segments) {
            for (const emoted::ClipEvent& event : layout.clips[segment.clip.value()].clip->events) {
                if (segment.start.value() + event.at.value() == tick) {
                    due.push_back(&event);
                }
            }
        }
        REQUIRE(frame.events.size() == due.size());
        for (std::size_t i = 0; i < due.size(); ++i) {
            REQUIRE(frame.events[i].event == due[i]);
            REQUIRE(frame.events[i].clip_tick == due[i]->at);
            ++seen.events;
        }

        // What a late viewer is told.
        const BranchPlayer::Current current = player.current();
        REQUIRE(current.clip == client.clip());
        REQUIRE(player.clip_on_show() == client.clip());
        for (std::uint32_t n = 0; n < current.nodes.size(); ++n) {
            const auto display = layout.clips[current.clip->value()].display_of_node[n];
            if (!display) {
                continue;
            }
            const t::ModelClient::Display& model = client.displays()[display->value()];
            REQUIRE(current.nodes[n].now.visible == model.visible);
            if (model.visible) {
                REQUIRE(same_transform(current.nodes[n].target, model.to));
                REQUIRE(current.nodes[n].remaining_ticks ==
                        std::max<std::int64_t>(0, model.sent_at + model.duration - (clock + tick)));
                REQUIRE(near(current.nodes[n].now, client.drawn(display->value(), clock + tick)));
            }
        }

        finished = frame.finished;
        REQUIRE(finished == (tick >= branch.total.value()));
    }
}

}  // namespace

TEST_CASE("the player shows at every tick what a plain second player finds, and sends nothing needless") {
    Seen seen;
    for (std::uint64_t seed = 0; seed < 1'500; ++seed) {
        CAPTURE(seed);
        Random random(seed, "model");
        const std::uint32_t clip_count = 1 + random.below(4);
        const bool pair = random.below(2) == 0;
        std::vector<std::shared_ptr<const emoted::Clip>> clips;
        for (std::uint32_t c = 0; c < clip_count; ++c) {
            clips.push_back(generated(random, c, pair && random.below(3) == 0));
        }
        const auto playable = pair ? t::two_player(clips, {}) : t::linear(clips, {});
        t::ModelClient client(*playable);

        if (!pair) {
            const Branch branch = generated_branch(random, playable->layout, false);
            BranchPlayer player(playable, branch, Repeat::once);
            play(*playable, player, client, branch, std::nullopt, 0, seen);
            continue;
        }
        // An offer, a wait (or none), then a branch that takes over its held pose.
        Branch offer;
        const TickCount duration = clips[0]->duration;
        offer.segments.push_back({ClipIndex(0), TickCount(0), TickCount(0), duration, 0, 0});
        offer.total = duration;
        BranchPlayer player(playable, offer, Repeat::once);
        play(*playable, player, client, offer, std::nullopt, 0, seen);
        std::int64_t clock = duration.value();
        const std::uint32_t waited = random.below(3);
        for (std::uint32_t i = 0; i < waited; ++i) {
            const BranchFrame& frame = player.advance();
            REQUIRE(frame.poses.empty());
            REQUIRE(frame.events.empty());
            REQUIRE_FALSE(frame.begins.has_value());
            REQUIRE(frame.finished);
            ++clock;
        }
        const Branch branch = generated_branch(random, playable->layout, true);
        player.continue_with(branch);
        play(*playable, player, client, branch, t::Held{ClipIndex(0), waited == 0}, clock, seen);
    }
    // The generator reaches what it is for.
    CHECK(seen.frames > 30'000);
    CHECK(seen.blends > 1'000);
    CHECK(seen.pieces > 50);
    CHECK(seen.events > 5'000);
    CHECK(seen.appearances > 3'000);
    CHECK(seen.patches > 5'000);
}

TEST_CASE("a looping clip played on its own shows what a plain second player finds") {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        CAPTURE(seed);
        Random random(seed, "loop");
        const auto playable = t::animation(generated(random, 0, false));
        const Branch branch = emoted::plan(*playable, emoted::BranchKind::main, seed);
        BranchPlayer player(playable, branch, Repeat::loop);
        const t::NaivePlayer naive(*playable, branch, Repeat::loop, std::nullopt);
        t::ModelClient client(*playable);
        const emoted::Clip& clip = *playable->layout.clips[0].clip;
        const std::int64_t round = (clip.duration + clip.loop_delay).value();
        for (std::int64_t tick = 0; tick < 5 * round; ++tick) {
            CAPTURE(tick);
            const BranchFrame frame = player.advance();
            client.receive(frame, tick);
            REQUIRE(frame.begins.has_value() == (tick % round == 0));
            REQUIRE_FALSE(frame.finished);
            const auto expected = naive.at(tick);
            for (std::size_t d = 0; d < expected.size(); ++d) {
                REQUIRE(client.displays()[d].visible == expected[d].visible);
                REQUIRE(t::whole_data(client.displays()[d].data) == expected[d].data);
                if (expected[d].visible) {
                    REQUIRE(same_transform(client.displays()[d].to, expected[d].pose));
                }
            }
        }
    }
}
