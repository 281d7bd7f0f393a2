// Plans a branch of a playable (all random choices made once) and plays it tick by tick.
//
// A Branch is a value. A BranchPlayer belongs to one playback and one thread; it holds scratch.
#pragma once

#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/molang.hpp>
#include <emoted/sequences/playable.hpp>
#include <emoted/sequences/random.hpp>
#include <emoted/sequences/sampling.hpp>
#include <emoted/sequences/units.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace emoted {

// A clip placed on a branch's time line. Pose blending towards its first pose begins at blend_from (== start if there
// is no transition); it plays [start, end). What lies between the end and the next blend_from holds the last pose.
struct Segment {
    ClipIndex clip;
    TickCount blend_from;
    TickCount start;
    TickCount end;
    std::uint32_t step = 0;        // index of the step that chose it
    std::uint32_t repetition = 0;  // within that step, from 0, control choices counted
};

enum class BranchKind : std::uint8_t { main, offer, matched, timed_out };

// One chosen course of a branch: plays once.
struct Branch {
    std::vector<Segment> segments;
    TickCount total{1};  // >= 1
    // What it was chosen for, and by which seed: its Molang draws from the streams of these (D50).
    BranchKind kind = BranchKind::main;
    std::uint64_t seed = 0;
};

// "main", "offer", "matched", "timeout": the streams of D50. An offer has no choices, only Molang.
[[nodiscard]] std::string_view random_label(BranchKind kind) noexcept;

// Makes the choices of a linear sequence or of one branch of a two-player one (format sections 2.4 and 2.5), or places
// the only clip of an animation (main) or offer. Same playable, kind and seed: same branch, on every platform. `kind`
// must be one that the playable has: main, or for a two-player sequence offer, matched or timed_out. Time and memory
// grow with the repetitions, which the library bounds at load (D15).
[[nodiscard]] Branch plan(const Playable& playable, BranchKind kind, std::uint64_t seed);

// Where the draws come from; a parameter because the worked cases of the format name draws.
class DrawSource {
public:
    virtual ~DrawSource() = default;
    [[nodiscard]] virtual std::uint32_t below(std::uint32_t n) = 0;  // in [0, n), n >= 1
};
// `have_pose`: something is on show already, so the first clip has its transition too (matched and time-out branches).
[[nodiscard]] Branch plan_steps(const Steps<ClipIndex>& steps, const Layout& layout, bool have_pose, DrawSource& draws);

// A pose to send: only the channels in `channels` changed since the last one sent. Without the visibility bit the node
// is visible and stays so. Except in a segment's first frame a hidden node gets no poses; when it becomes visible all
// channels are set and the interpolation is 0 (D42). Every update of a transform channel restarts the display's
// interpolation, with all of its channels (D43).
struct PoseUpdate {
    enum Channel : std::uint8_t { translation = 1, left_rotation = 2, scale = 4, right_rotation = 8, visibility = 16 };
    static constexpr std::uint8_t transform_channels = translation | left_rotation | scale | right_rotation;
    static constexpr std::uint8_t all_channels = transform_channels | visibility;

    NodeIndex node;  // of the clip of the frame's list it stands in; never an anchor
    std::uint8_t channels = 0;
    NodePose pose;                         // whole, whatever changed
    std::uint8_t interpolation_ticks = 0;  // 0: at once
};

// What a display shows besides its pose, when a key of an NBT track changes it or a segment's patches are undone. A
// partner copy shows the same, with the partner's hands and skin. Hidden displays get theirs too.
struct DataUpdate {
    DisplayIndex display;               // never a copy
    const DisplayData* data = nullptr;  // whole
    bool content = false;               // the content differs from what was sent last, not the options alone
};

struct FiredEvent {
    const ClipEvent* event = nullptr;  // owned by the clip, which the player keeps alive
    ClipIndex clip;
    TickCount clip_tick;
    // World matrix, under its root, of the event's origin node when it fired; the identity if the origin is the root.
    // At a loop's seam the loop events see the end pose, which the next round's replaces in the same frame.
    Affine origin;
};

// What one tick of a branch shows. The order for a receiver: begin (switch to this clip's nodes; hide the displays that
// it lacks; mirrors follow or hide), data, poses, blend poses, events. A display is in at most one of the two lists,
// once.
struct BranchFrame {
    TickCount tick;  // of the branch, from 0
    // A segment begins, or a looping clip begins another round. `poses` then holds the whole pose of every display node
    // of the clip, hidden ones too, with interpolation 0; or, where a transition led there, only what the blend has not
    // brought already: nodes that become visible or hidden, and those whose copies become visible (D48).
    std::optional<ClipIndex> begins;
    // The transition towards this clip's first pose begins (D56): `blend_poses` are nodes of that clip, sent with the
    // transition's interpolation. Only displays that are visible before and after; visibility does not change. Then
    // nothing is sent until the clip begins, except that a transition of more than 255 ticks, the most an update can
    // carry, goes out in pieces on the same straight way: every 255 ticks a frame says `blends_to` again.
    std::optional<ClipIndex> blends_to;
    std::span<const DataUpdate> data;         // valid until the next advance()
    std::span<const PoseUpdate> poses;        // of the clip on show; likewise
    std::span<const PoseUpdate> blend_poses;  // of the clip in `blends_to`; likewise
    std::span<const FiredEvent> events;       // likewise; in firing order
    // The playback cannot go on: a text that names clip, place and expression (format section 7, D21). Nothing else in
    // the frame counts, and every later frame says the same.
    const std::string* failure = nullptr;
    std::int64_t molang_steps = 0;  // taken in this tick (D21)
    bool all_hidden = false;        // nothing is on show yet: every display is (still) hidden
    bool finished = false;          // the branch's last tick, or later
};

// What the Molang of a tick may ask and cost.
struct MolangInput {
    molang::PlayerQueries player;  // of the initiator, as they are now
    std::int64_t most_steps = Limits{}.molang_steps;
};

// Plays one branch after the other of one playback. Making it allocates, and so do the first tick of a clip that was
// not on show before and ticks at which entity data changes; other ticks do not.
class BranchPlayer {
public:
    enum class Repeat : std::uint8_t {
        once,  // ends at branch.total
        loop,  // a clip played on its own: again after its loop delay, for ever
        hold,  // a clip played on its own: stays on its last pose, for ever
    };
    // loop and hold are for a branch of one segment. `phase` is for clips that are synchronised with the server (see
    // synchronised_phase): the first frame shows the clip at that tick; what lies before it is not caught up with.
    // `rounds`: those that count as finished before (q.loop_count), likewise.
    BranchPlayer(std::shared_ptr<const Playable> playable, Branch branch, Repeat repeat, TickCount phase = TickCount(0),
                 std::int64_t rounds = 0);
    ~BranchPlayer();
    BranchPlayer(BranchPlayer&&) noexcept;
    BranchPlayer& operator=(BranchPlayer&&) noexcept;

    // Tick 0 at the first call, then one more each. Once finished, the last pose is held: call it in every tick in
    // which the playback waits, so that current() knows what has come to rest.
    [[nodiscard]] const BranchFrame& advance(const MolangInput& molang);
    [[nodiscard]] const BranchFrame& advance() { return advance(MolangInput{}); }
    // Some clip asks about the player: advance() should be told.
    [[nodiscard]] bool asks_about_player() const noexcept;

    // The matched or time-out branch after the offer. What is on show is held until the branch shows something else
    // (D16). Its tick 0 is in the same tick as the last advance(), and comes with the next one. Plays once.
    void continue_with(Branch next);

    // What is on show after the last advance(), for late viewers (D42).
    struct Shown {
        NodePose now;     // as an exact client displays it in this tick, amid the interpolation
        NodePose target;  // what it is on its way to; == now if remaining_ticks == 0
        std::uint8_t remaining_ticks = 0;
    };
    struct Current {
        std::optional<ClipIndex> clip;  // none: everything is hidden
        // By NodeIndex of that clip; anchors and hidden nodes have no meaningful pose. Valid until the next call of any
        // member.
        std::span<const Shown> nodes;
    };
    [[nodiscard]] Current current() const;
    // What displays show that is not as the layout has it, likewise; `content` compares with that. Valid until the next
    // advance().
    [[nodiscard]] std::vector<DataUpdate> changed_data() const;
    // The same clip, for less.
    [[nodiscard]] std::optional<ClipIndex> clip_on_show() const noexcept;
    // World matrix of a node of the clip on show at the last tick, under its root. There must be such a clip.
    [[nodiscard]] Affine world(NodeIndex node) const noexcept;
    [[nodiscard]] const Branch& branch() const noexcept;
    // Degrees; that of the clip on show, else of the layout's first clip (format section 5.4).
    [[nodiscard]] double rotation_deadzone() const noexcept;

    // The stop events to send when the playback ends or is interrupted, whatever the reason: once only, the second call
    // gives none, and so does a call before the first advance(). Valid while the player lives. The clips of sequences
    // have none (format section 2.7).
    [[nodiscard]] std::span<const FiredEvent> stop_events();

private:
    struct State;
    std::unique_ptr<State> state_;
};

// How a clip in this mode is played on its own.
[[nodiscard]] BranchPlayer::Repeat repeat_of(PlaybackMode mode) noexcept;
// Where in its round a server-synchronised clip is: game time modulo (duration + loop delay) (format section 5.3).
// Values beyond the duration lie in the loop delay.
[[nodiscard]] TickCount synchronised_phase(const Clip& clip, Tick game_time) noexcept;
// How many rounds it has finished by then.
[[nodiscard]] std::int64_t synchronised_rounds(const Clip& clip, Tick game_time) noexcept;

}  // namespace emoted
