// Plans a branch of a playable (all random choices made once) and plays it tick by tick.
//
// A Branch is a value. A BranchPlayer belongs to one playback and one thread; it holds scratch and allocates when made.
#pragma once

#include <emoted/sequences/playable.hpp>
#include <emoted/sequences/random.hpp>
#include <emoted/sequences/sampling.hpp>
#include <emoted/sequences/units.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
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

// One chosen course of a branch: plays once.
struct Branch {
    std::vector<Segment> segments;
    TickCount total{1};  // >= 1
};

enum class BranchKind : std::uint8_t { main, offer, matched, timed_out };
[[nodiscard]] std::string_view random_label(BranchKind kind) noexcept;  // "main", "matched", "timeout" (D50)

// Makes the choices of a linear sequence or of one branch of a two-player one (format sections 2.4 and 2.5), or places
// the only clip of an animation or offer. Same playable, kind and seed: same branch, on every platform.
[[nodiscard]] Branch plan(const Playable& playable, BranchKind kind, std::uint64_t seed);

// What may be asked of the chooser on its own (the worked cases of the format name draws).
class DrawSource {
public:
    virtual ~DrawSource() = default;
    [[nodiscard]] virtual std::uint32_t below(std::uint32_t n) = 0;
};
[[nodiscard]] Branch plan_steps(const Steps<ClipIndex>& steps, const Layout& layout, bool have_pose, DrawSource& draws);

// A pose to send: only the channels in `channels` changed since the last one sent.
struct PoseUpdate {
    enum Channel : std::uint8_t { translation = 1, left_rotation = 2, scale = 4, right_rotation = 8, visibility = 16 };
    NodeIndex node;  // of the active clip; never an anchor
    std::uint8_t channels = 0;
    NodePose pose;
    std::uint8_t interpolation_ticks = 0;  // 0: at once
};

struct FiredEvent {
    const ClipEvent* event = nullptr;  // owned by the clip
    ClipIndex clip;
    TickCount clip_tick;
};

// What one tick of a branch shows. The order for a receiver: begin (switch to this clip's nodes; hide the displays that
// it lacks; mirrors follow or hide), poses, events.
struct BranchFrame {
    TickCount tick;  // of the branch, from 0
    // A segment begins: `poses` then holds the whole pose of every display node of the clip.
    std::optional<ClipIndex> begins;
    // The transition towards this clip's first pose begins (D56): `blend_poses` are nodes of that clip, sent with the
    // transition's interpolation; only displays that both clips have and that are visible before and after matter, and
    // visibility does not change.
    std::optional<ClipIndex> blends_to;
    std::span<const PoseUpdate> poses;        // valid until the next advance()
    std::span<const PoseUpdate> blend_poses;  // likewise
    std::span<const FiredEvent> events;       // likewise; in firing order
    bool all_hidden = false;                  // nothing chosen yet: every display is hidden
    bool finished = false;                    // this was the branch's last tick
};

class BranchPlayer {
public:
    enum class Repeat : std::uint8_t {
        once,  // ends at branch.total
        loop,  // an animation in loop mode: plays its clip again after its loop delay, for ever
    };
    // `held_clip`: the clip whose last pose is on show when the branch begins (matched and time-out branches), else
    // none.
    BranchPlayer(std::shared_ptr<const Playable> playable, Branch branch, Repeat repeat,
                 std::optional<ClipIndex> held_clip);

    // Tick 0 at the first call, then one more each. Not after a finished frame.
    [[nodiscard]] const BranchFrame& advance();

    // What is on show after the last advance(), for late viewers: the active clip and the whole pose of its nodes, and
    // how many ticks of interpolation are left for each.
    struct Current {
        std::optional<ClipIndex> clip;    // none: everything is hidden
        std::span<const NodePose> poses;  // by NodeIndex of that clip
    };
    [[nodiscard]] Current current() const noexcept;
    // World matrix of a node of the active clip at the last tick, for event origins.
    [[nodiscard]] const Affine& world(NodeIndex node) const noexcept;
    [[nodiscard]] const Branch& branch() const noexcept { return branch_; }
    // Degrees; that of the active segment, else of the layout's first clip (format section 5.4).
    [[nodiscard]] double rotation_deadzone() const noexcept;

private:
    struct State;
    std::shared_ptr<const Playable> playable_;
    Branch branch_;
    std::shared_ptr<State> state_;
};

}  // namespace emoted
