// A program of its own, since it counts every allocation.
#include "molang/script_builder.hpp"
#include "support/clip_maker.hpp"

#include <emoted/sequences/playback.hpp>

#include <catch2/catch.hpp>

#include <cstdlib>
#include <new>

namespace {
std::size_t allocations = 0;

void* counted(std::size_t size) noexcept {
    ++allocations;
    return std::malloc(size == 0 ? 1 : size);
}

void* counted_or_throw(std::size_t size) {
    if (void* memory = counted(size)) {
        return memory;
    }
    throw std::bad_alloc();
}
}  // namespace

void* operator new(std::size_t size) {
    return counted_or_throw(size);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return counted(size);
}
void* operator new[](std::size_t size) {
    return counted_or_throw(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
    return counted(size);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete[](void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, const std::nothrow_t&) noexcept {
    std::free(memory);
}

namespace t = emoted::test;
using emoted::BranchPlayer;
using emoted::ClipIndex;

namespace {

// With programs, and a first node that follows an expression.
[[nodiscard]] std::shared_ptr<const emoted::Clip> computed(emoted::Clip clip) {
    using emoted::molang::Access;
    emoted::molang::ScriptBuilder builder;
    clip.initialize = builder.compile("v.n = math.random(0, 1)", Access::program)->program;
    clip.tick_program = builder.compile("loop(3, v.n = v.n + 1)", Access::program)->program;
    auto& position = clip.tracks[0].position;
    position.programs.resize(position.ticks.size());
    const auto moving = builder.compile("v.n + q.anim_time + q.health", Access::read_only)->program;
    position.programs[0].post[0] = moving;
    position.programs[1].pre[2] = moving;
    clip.dynamic_nodes = {emoted::NodeIndex(0)};
    clip.script = builder.finish();
    return std::make_shared<const emoted::Clip>(std::move(clip));
}

[[nodiscard]] std::shared_ptr<const emoted::Clip> busy_clip(std::string id, std::int64_t loop_delay) {
    t::ClipMaker maker(std::move(id), 8);
    maker.loops(loop_delay);
    for (const char* const node : {"one", "two", "three"}) {
        maker.node(node).position(node, {{0, {}}, {5, {1, 2, 3}}, {8, {}}});
        maker.visible(node, {{0, true}, {3, false}, {4, true}});
    }
    maker.event(emoted::EventGroup::timeline, 0, "zero").event(emoted::EventGroup::timeline, 6, "six");
    return computed(*maker.make());
}

}  // namespace

TEST_CASE("a tick allocates nothing once every clip of the branch has been shown") {
    class First final : public emoted::DrawSource {
    public:
        std::uint32_t below(std::uint32_t n) override { return turn_++ % n; }

    private:
        std::uint32_t turn_ = 0;
    } draws;
    const auto playable = t::linear({busy_clip("a", 0), busy_clip("b", 2)}, {});
    const emoted::Steps<ClipIndex> steps{t::emote({t::clip_choice(0)}, 4, 3),
                                         t::emote({t::clip_choice(0), t::clip_choice(1)}, 20, 3)};
    const emoted::Branch branch = emoted::plan_steps(steps, playable->layout, false, draws);
    BranchPlayer player(playable, branch, BranchPlayer::Repeat::once);
    std::int64_t warm = 0;
    for (std::size_t i = 0; i < 6; ++i) {
        warm = branch.segments[i].end.value();
    }
    for (std::int64_t tick = 0; tick <= warm; ++tick) {
        (void)player.advance();
        (void)player.current();
    }
    const std::size_t before = allocations;
    bool finished = false;
    std::size_t sent = 0;
    while (!finished) {
        const emoted::BranchFrame& frame = player.advance();
        sent += frame.poses.size() + frame.blend_poses.size() + frame.events.size();
        sent += player.current().nodes.size();
        finished = frame.finished;
    }
    CHECK(allocations == before);
    CHECK(sent > 1'000);
}

TEST_CASE("a looping clip allocates nothing after its first tick") {
    const auto playable = t::animation(busy_clip("a", 1));
    BranchPlayer player(playable, emoted::plan(*playable, emoted::BranchKind::main, 0), BranchPlayer::Repeat::loop);
    (void)player.advance();
    const std::size_t before = allocations;
    for (int tick = 0; tick < 500; ++tick) {
        (void)player.advance();
    }
    CHECK(allocations == before);
}
