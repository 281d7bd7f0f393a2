// Builds clips, layouts and playables by hand for tests, past every parser and check.
#pragma once

#include <emoted/sequences/playable.hpp>

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace emoted::test {

struct VectorKey {
    std::int32_t tick = 0;
    Vec3d value;
    Easing easing = Easing::linear;  // to the next key
};
struct JumpKey {
    std::int32_t tick = 0;
    Vec3d pre;
    Vec3d post;
};
struct VisibleKey {
    std::int32_t tick = 0;
    bool visible = true;
};
struct NbtKey {
    std::int32_t tick = 0;
    std::string patch;  // a compound in SNBT
};

// ClipMaker("t:a", 10).loops(2).node("hand").position("hand", {{0, {}}, {10, {1, 0, 0}}}).make(). Parents first.
class ClipMaker {
public:
    ClipMaker(std::string id, std::int64_t duration);

    ClipMaker& mode(PlaybackMode mode, std::int64_t loop_delay = 0);
    ClipMaker& loops(std::int64_t loop_delay) { return mode(PlaybackMode::loop, loop_delay); }
    ClipMaker& interpolation(std::int64_t ticks);
    ClipMaker& deadzone(double degrees);

    // A text display in `space`, or on `parent` if that is not empty.
    ClipMaker& node(std::string id, Space space = Space::initiator, std::string_view parent = {});
    ClipMaker& anchor(std::string id, Space space = Space::initiator, std::string_view parent = {});
    // What the last node made starts with.
    ClipMaker& at(Vec3d position);
    ClipMaker& hidden();
    ClipMaker& entity_nbt(std::string_view snbt);
    ClipMaker& item(std::string_view stack_snbt);  // makes it an item display, in a context of "head"
    ClipMaker& hand_item(Arm arm);
    ClipMaker& block(std::string_view state_snbt);

    ClipMaker& position(std::string_view node, std::initializer_list<VectorKey> keys);
    ClipMaker& position(std::string_view node, const std::vector<VectorKey>& keys);
    ClipMaker& position_jumps(std::string_view node, std::initializer_list<JumpKey> keys);
    ClipMaker& rotation(std::string_view node, const std::vector<VectorKey>& keys);
    ClipMaker& scale(std::string_view node, const std::vector<VectorKey>& keys);
    ClipMaker& visible(std::string_view node, const std::vector<VisibleKey>& keys);
    ClipMaker& nbt(std::string_view node, const std::vector<NbtKey>& keys);

    // In any order; sorted by make().
    ClipMaker& event(EventGroup group, std::int64_t at, std::string command);

    [[nodiscard]] std::shared_ptr<const Clip> make() const;

private:
    [[nodiscard]] NodeTracks& tracks(std::string_view node);

    Clip clip_;
};

// The union of the clips' nodes by id, in order of first mention; with the copies of D48 if `two_player`.
[[nodiscard]] Layout lay_out(const std::vector<std::shared_ptr<const Clip>>& clips, bool two_player = false);

[[nodiscard]] std::shared_ptr<const Playable> animation(std::shared_ptr<const Clip> clip);
[[nodiscard]] std::shared_ptr<const Playable> linear(std::vector<std::shared_ptr<const Clip>> clips,
                                                     Steps<ClipIndex> steps);
[[nodiscard]] std::shared_ptr<const Playable> two_player(std::vector<std::shared_ptr<const Clip>> clips,
                                                         AwaitPartner<ClipIndex> await);

// Steps by hand.
[[nodiscard]] Candidate<ClipIndex> clip_choice(std::uint32_t clip, std::int32_t weight = 0);
[[nodiscard]] Candidate<ClipIndex> continue_choice(std::int32_t weight = 0);
[[nodiscard]] Candidate<ClipIndex> break_choice(std::int32_t weight = 0);
// Weighted if the first candidate has a weight.
[[nodiscard]] EmoteStep<ClipIndex> emote(std::vector<Candidate<ClipIndex>> candidates, std::int64_t repeat = 1,
                                         std::int64_t transition = 0);
[[nodiscard]] WaitStep wait(std::int64_t ticks);

}  // namespace emoted::test
