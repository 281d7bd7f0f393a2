#include "playback/clip_frames.hpp"
#include "playback/event_cursor.hpp"
#include "playback/shown_display.hpp"

#include <emoted/sequences/playback.hpp>

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

namespace emoted {
namespace {

// The most ticks that one update's interpolation can carry.
constexpr std::int64_t max_piece = std::numeric_limits<std::uint8_t>::max();

}  // namespace

struct BranchPlayer::State {
    State(std::shared_ptr<const Playable> the_playable, Branch the_branch, Repeat the_repeat, TickCount phase);

    const BranchFrame& advance();
    void continue_with(Branch next);
    [[nodiscard]] Current current();

    [[nodiscard]] const ClipUse& use(ClipIndex which) const noexcept { return playable->layout.clips[which.value()]; }

    std::shared_ptr<const Playable> playable;
    Branch branch;

    // On show: the clip, standing at the tick last sampled. Null before the first segment.
    ClipFrames* frames = nullptr;
    ClipIndex clip;

    std::vector<FiredEvent> stop_events;
    bool stopped = false;
    std::int64_t tick = -1;  // of the branch

private:
    [[nodiscard]] const Segment* next() const noexcept;
    [[nodiscard]] bool blend_begins() const noexcept;
    [[nodiscard]] bool round_begins() const noexcept;
    [[nodiscard]] ClipFrames& frames_of(ClipIndex which);

    void play_on(bool replaced);
    void begin_blend(const Segment& segment);
    void blend_on(const Segment& segment);
    void begin_clip(ClipIndex which, TickCount at);
    void begin_blended(ClipIndex which);
    void show(ClipIndex which, ClipFrames& its_frames, std::int64_t its_start);
    void hide_others(ClipIndex which);

    template <class Visit>
    void for_each_display(ClipIndex which, Visit visit) const;
    [[nodiscard]] DisplayIndex display_of(ClipIndex which, NodeIndex node) const noexcept;
    void receive(ClipIndex which, const PoseUpdate& update);

    Repeat repeat_;
    TickCount phase_;
    std::size_t next_segment_ = 0;
    std::int64_t clip_start_ = 0;  // the branch's tick that is tick 0 of the clip on show
    bool playing_ = false;         // the clip on show has not reached its end
    bool started_ = false;         // its start events have been fired
    EventCursor events_due_;
    ClipFrames* incoming_ = nullptr;  // stands at the first pose that a transition leads to

    // Ticks of the whole playback, for what is amid an interpolation.
    std::int64_t clock_ = -1;
    bool same_tick_ = false;

    // Made when first needed; a second one only for a clip that follows itself after a transition.
    std::vector<std::unique_ptr<ClipFrames>> frames_by_clip_;
    std::vector<std::unique_ptr<ClipFrames>> second_frames_by_clip_;

    // By DisplayIndex.
    std::vector<ShownDisplay> displays_;
    std::vector<std::uint8_t> has_copy_;
    std::vector<std::uint8_t> in_clip_;    // scratch of hide_others
    std::vector<std::uint8_t> blends_;     // takes part in the present transition
    std::vector<NodePose> blend_origins_;  // what was on show when it began

    BranchFrame frame_;
    std::vector<PoseUpdate> poses_;
    std::vector<PoseUpdate> blend_poses_;
    std::vector<FiredEvent> events_;
    std::vector<Shown> shown_;
};

BranchPlayer::State::State(std::shared_ptr<const Playable> the_playable, Branch the_branch, Repeat the_repeat,
                           TickCount phase)
    : playable(std::move(the_playable)),
      branch(std::move(the_branch)),
      repeat_(the_repeat),
      phase_(phase),
      frames_by_clip_(playable->layout.clips.size()),
      second_frames_by_clip_(playable->layout.clips.size()),
      displays_(playable->layout.displays.size()),
      has_copy_(displays_.size(), 0),
      in_clip_(displays_.size(), 0),
      blends_(displays_.size(), 0),
      blend_origins_(displays_.size()) {
    assert(repeat_ == Repeat::once || branch.segments.size() == 1);
    assert(phase_ == TickCount(0) || repeat_ == Repeat::loop);
    for (const Display& display : playable->layout.displays) {
        if (display.mirror_of) {
            has_copy_[display.mirror_of->value()] = 1;
        }
    }
    std::size_t most_nodes = 0;
    std::size_t most_events = 0;
    for (const ClipUse& each : playable->layout.clips) {
        most_nodes = std::max(most_nodes, each.clip->nodes.size());
        most_events = std::max(most_events, each.clip->events.size());
    }
    poses_.reserve(most_nodes);
    blend_poses_.reserve(most_nodes);
    shown_.reserve(most_nodes);
    events_.reserve(most_events);
}

const BranchFrame& BranchPlayer::State::advance() {
    ++tick;
    clock_ += same_tick_ ? 0 : 1;
    same_tick_ = false;
    poses_.clear();
    blend_poses_.clear();
    events_.clear();
    frame_ = BranchFrame{};
    frame_.tick = TickCount(tick);

    const Segment* const segment = next();
    const bool begins = segment != nullptr && segment->start == TickCount(tick);
    const bool again = round_begins();
    if (playing_) {
        play_on(begins || again);
    }
    if (blend_begins()) {
        begin_blend(*segment);
    }
    for (const PoseUpdate& update : poses_) {
        receive(clip, update);
    }
    if (incoming_ != nullptr && !begins) {
        blend_on(*segment);
    }
    if (begins) {
        ++next_segment_;
        if (incoming_ != nullptr) {
            begin_blended(segment->clip);
        } else {
            begin_clip(segment->clip, phase_);
        }
    } else if (again) {
        begin_clip(clip, TickCount(0));
    }
    if (playing_) {
        events_due_.append_due(*frames, clip, events_);
    }

    frame_.poses = poses_;
    frame_.blend_poses = blend_poses_;
    frame_.events = events_;
    frame_.all_hidden = frames == nullptr;
    frame_.finished = repeat_ == Repeat::once && TickCount(tick) >= branch.total;
    return frame_;
}

void BranchPlayer::State::continue_with(Branch next_branch) {
    assert(clock_ >= 0 && "a branch is continued once it has begun");
    branch = std::move(next_branch);
    repeat_ = Repeat::once;
    phase_ = TickCount(0);
    next_segment_ = 0;
    playing_ = false;
    incoming_ = nullptr;
    tick = -1;
    same_tick_ = true;
}

BranchPlayer::Current BranchPlayer::State::current() {
    Current result;
    if (frames == nullptr) {
        return result;
    }
    result.clip = clip;
    shown_.assign(frames->poses().size(), Shown{});
    for_each_display(clip, [&](NodeIndex node, DisplayIndex display) {
        const ShownDisplay& model = displays_[display.value()];
        Shown& shown = shown_[node.value()];
        shown.now = model.now(clock_);
        shown.target = model.target();
        shown.now.visible = model.visible();
        shown.target.visible = model.visible();
        shown.remaining_ticks = model.remaining_ticks(clock_);
    });
    result.nodes = shown_;
    return result;
}

const Segment* BranchPlayer::State::next() const noexcept {
    return next_segment_ < branch.segments.size() ? &branch.segments[next_segment_] : nullptr;
}

bool BranchPlayer::State::blend_begins() const noexcept {
    const Segment* const segment = next();
    return segment != nullptr && segment->blend_from == TickCount(tick) && segment->blend_from < segment->start;
}

// A looping clip has come through its loop delay.
bool BranchPlayer::State::round_begins() const noexcept {
    if (repeat_ != Repeat::loop || frames == nullptr) {
        return false;
    }
    const Clip& looping = frames->clip();
    return TickCount(tick - clip_start_) == looping.duration + looping.loop_delay;
}

// Frames for a clip that is about to be shown, never those on show.
ClipFrames& BranchPlayer::State::frames_of(ClipIndex which) {
    auto* slot = &frames_by_clip_[which.value()];
    if (*slot && slot->get() == frames) {
        slot = &second_frames_by_clip_[which.value()];
    }
    if (!*slot) {
        *slot = std::make_unique<ClipFrames>(use(which).clip);
    }
    return **slot;
}

// One tick more of the clip on show. `replaced`: another first pose comes in this very tick, so that the end pose is
// never sent.
void BranchPlayer::State::play_on(bool replaced) {
    const Clip& active = frames->clip();
    const bool ends = TickCount(tick - clip_start_) == active.duration;
    const bool loops = ends && repeat_ == Repeat::loop;
    if (!replaced || (loops && active.has_events(EventGroup::loop))) {
        frames->step();
    }
    if (!replaced) {
        frames->append_changes(poses_);
    }
    if (loops) {
        append_events(*frames, clip, EventGroup::loop, events_);
    }
    playing_ = !ends;
}

// Chooses the displays that blend: those on show before, in this tick and at the new clip's start. Where the clip on
// show ends in this tick, its end pose gives way to the blend (D56).
void BranchPlayer::State::begin_blend(const Segment& segment) {
    incoming_ = &frames_of(segment.clip);
    incoming_->begin(TickCount(0));
    for (const PoseUpdate& update : poses_) {
        if ((update.channels & PoseUpdate::visibility) != 0) {
            receive(clip, update);
        }
    }
    std::fill(blends_.begin(), blends_.end(), std::uint8_t{0});
    for_each_display(segment.clip, [&](NodeIndex node, DisplayIndex display) {
        const ShownDisplay& model = displays_[display.value()];
        if (model.visible_before(clock_) && incoming_->poses()[node.value()].visible) {
            blends_[display.value()] = 1;
            blend_origins_[display.value()] = model.now(clock_);
        }
    });
    std::erase_if(poses_,
                  [this](const PoseUpdate& update) { return blends_[display_of(clip, update.node).value()] != 0; });
}

void BranchPlayer::State::blend_on(const Segment& segment) {
    const std::int64_t passed = tick - segment.blend_from.value();
    if (passed % max_piece != 0) {
        return;
    }
    const std::int64_t whole = segment.start.value() - segment.blend_from.value();
    const std::int64_t piece = std::min(whole - passed, max_piece);
    const bool last = passed + piece == whole;
    const double fraction = static_cast<double>(passed + piece) / static_cast<double>(whole);
    for_each_display(segment.clip, [&](NodeIndex node, DisplayIndex display) {
        if (blends_[display.value()] == 0) {
            return;
        }
        const NodePose& destination = incoming_->poses()[node.value()];
        PoseUpdate update;
        update.node = node;
        update.pose = last ? destination : interpolated(blend_origins_[display.value()], destination, fraction);
        update.channels = changed_transform(displays_[display.value()].target(), update.pose);
        update.interpolation_ticks = static_cast<std::uint8_t>(piece);
        if (update.channels != 0) {
            blend_poses_.push_back(update);
            receive(segment.clip, update);
        }
    });
    frame_.blends_to = segment.clip;
}

void BranchPlayer::State::begin_clip(ClipIndex which, TickCount at) {
    ClipFrames& its_frames = which == clip && frames != nullptr ? *frames : frames_of(which);
    const TickCount from = std::min(at, use(which).clip->duration);
    its_frames.begin(from);
    its_frames.append_whole(poses_);
    for (const PoseUpdate& update : poses_) {
        receive(which, update);
    }
    show(which, its_frames, tick - at.value());
}

// The transition has brought the poses: only what it could not bring is sent.
void BranchPlayer::State::begin_blended(ClipIndex which) {
    const bool copies_appear = use(which).mirrored && !(frames != nullptr && use(clip).mirrored);
    for_each_display(which, [&](NodeIndex node, DisplayIndex display) {
        const ShownDisplay& model = displays_[display.value()];
        PoseUpdate update;
        update.node = node;
        update.pose = incoming_->poses()[node.value()];
        if (update.pose.visible) {
            const bool appears = !model.visible() || (copies_appear && has_copy_[display.value()] != 0);
            update.channels = appears ? PoseUpdate::all_channels : changed_transform(model.target(), update.pose);
        } else if (model.visible()) {
            update.channels = PoseUpdate::visibility;
        }
        if (update.channels != 0) {
            poses_.push_back(update);
            receive(which, update);
        }
    });
    show(which, *std::exchange(incoming_, nullptr), tick);
}

void BranchPlayer::State::show(ClipIndex which, ClipFrames& its_frames, std::int64_t its_start) {
    hide_others(which);
    frames = &its_frames;
    clip = which;
    clip_start_ = its_start;
    playing_ = its_frames.at() < its_frames.clip().duration;
    events_due_ = EventCursor(its_frames.clip(), its_frames.at());
    frame_.begins = which;
    if (!started_) {
        started_ = true;
        append_events(its_frames, which, EventGroup::start, events_);
    }
}

void BranchPlayer::State::hide_others(ClipIndex which) {
    std::fill(in_clip_.begin(), in_clip_.end(), std::uint8_t{0});
    for_each_display(which, [this](NodeIndex, DisplayIndex display) { in_clip_[display.value()] = 1; });
    for (std::size_t i = 0; i < displays_.size(); ++i) {
        if (in_clip_[i] == 0) {
            displays_[i].hide();
        }
    }
}

template <class Visit>
void BranchPlayer::State::for_each_display(ClipIndex which, Visit visit) const {
    const auto& display_of_node = use(which).display_of_node;
    for (std::uint32_t i = 0; i < display_of_node.size(); ++i) {
        if (display_of_node[i]) {
            visit(NodeIndex(i), *display_of_node[i]);
        }
    }
}

DisplayIndex BranchPlayer::State::display_of(ClipIndex which, NodeIndex node) const noexcept {
    return *use(which).display_of_node[node.value()];
}

void BranchPlayer::State::receive(ClipIndex which, const PoseUpdate& update) {
    displays_[display_of(which, update.node).value()].receive(update, clock_);
}

BranchPlayer::BranchPlayer(std::shared_ptr<const Playable> playable, Branch branch, Repeat repeat, TickCount phase)
    : state_(std::make_unique<State>(std::move(playable), std::move(branch), repeat, phase)) {}
BranchPlayer::~BranchPlayer() = default;
BranchPlayer::BranchPlayer(BranchPlayer&&) noexcept = default;
BranchPlayer& BranchPlayer::operator=(BranchPlayer&&) noexcept = default;

const BranchFrame& BranchPlayer::advance() {
    return state_->advance();
}

void BranchPlayer::continue_with(Branch next) {
    state_->continue_with(std::move(next));
}

BranchPlayer::Current BranchPlayer::current() const {
    return state_->current();
}

std::optional<ClipIndex> BranchPlayer::clip_on_show() const noexcept {
    return state_->frames == nullptr ? std::nullopt : std::optional(state_->clip);
}

const Affine& BranchPlayer::world(NodeIndex node) const noexcept {
    assert(state_->frames != nullptr);
    return state_->frames->world(node);
}

const Branch& BranchPlayer::branch() const noexcept {
    return state_->branch;
}

double BranchPlayer::rotation_deadzone() const noexcept {
    const Clip& clip = state_->frames != nullptr ? state_->frames->clip() : *state_->use(ClipIndex(0)).clip;
    return clip.rotation_deadzone;
}

std::span<const FiredEvent> BranchPlayer::stop_events() {
    if (state_->frames == nullptr || state_->stopped) {
        return {};
    }
    state_->stopped = true;
    append_events(*state_->frames, state_->clip, EventGroup::stop, state_->stop_events);
    return state_->stop_events;
}

BranchPlayer::Repeat repeat_of(PlaybackMode mode) noexcept {
    switch (mode) {
        case PlaybackMode::once:
            return BranchPlayer::Repeat::once;
        case PlaybackMode::hold:
            return BranchPlayer::Repeat::hold;
        case PlaybackMode::loop:
        case PlaybackMode::server_sync:
            return BranchPlayer::Repeat::loop;
    }
    return BranchPlayer::Repeat::once;
}

TickCount synchronised_phase(const Clip& clip, Tick game_time) noexcept {
    const std::int64_t round = (clip.duration + clip.loop_delay).value();
    const std::int64_t rest = game_time.value() % round;
    return TickCount(rest < 0 ? rest + round : rest);
}

}  // namespace emoted
