#include "molang/script.hpp"
#include "playback/clip_frames.hpp"
#include "playback/entity_data.hpp"
#include "playback/event_cursor.hpp"
#include "playback/shown_displays.hpp"
#include "playback/transition.hpp"

#include <emoted/sequences/playback.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>

namespace emoted {
namespace {

// "main#3", without allocating.
class StreamLabel {
public:
    StreamLabel(std::string_view branch, std::uint64_t number) noexcept {
        char* end = std::copy(branch.begin(), branch.end(), characters_.data());
        *end++ = '#';
        end = std::to_chars(end, characters_.data() + characters_.size(), number).ptr;
        size_ = static_cast<std::size_t>(end - characters_.data());
    }
    [[nodiscard]] std::string_view text() const noexcept { return {characters_.data(), size_}; }

private:
    std::array<char, 32> characters_{};
    std::size_t size_ = 0;
};

}  // namespace

struct BranchPlayer::State {
    State(std::shared_ptr<const Playable> the_playable, Branch the_branch, Repeat the_repeat, TickCount phase,
          std::int64_t rounds);

    const BranchFrame& advance(const MolangInput& molang);
    void continue_with(Branch next);
    [[nodiscard]] Current current();
    [[nodiscard]] std::vector<DataUpdate> changed_data() const { return entity_data_.changed(); }

    [[nodiscard]] const ClipUse& use(ClipIndex which) const noexcept { return playable->layout.clips[which.value()]; }

    std::shared_ptr<const Playable> playable;
    Branch branch;

    // On show: the clip, standing at the tick last sampled. Null before the first segment.
    ClipFrames* frames = nullptr;
    ClipIndex clip;

    std::vector<FiredEvent> stop_events;
    bool stopped = false;
    bool asks_about_player = false;
    std::int64_t tick = -1;  // of the branch

private:
    [[nodiscard]] const Segment* next() const noexcept;
    [[nodiscard]] bool blend_begins() const noexcept;
    [[nodiscard]] bool round_begins() const noexcept;
    [[nodiscard]] ClipFrames& frames_of(ClipIndex which);

    void advance_clips();
    // The first three do not go on if Molang fails.
    void play_on(bool replaced);
    void begin_blend(const Segment& segment);
    void begin_clip(ClipIndex which, TickCount at);
    [[nodiscard]] bool begin_frames(ClipFrames& its_frames, TickCount at, std::size_t segment);
    [[nodiscard]] bool check(bool good, const ClipFrames& its_frames);
    void blend_on(const Segment& segment);
    void begin_blended(ClipIndex which);
    void show(ClipIndex which, ClipFrames& its_frames, std::int64_t its_start);

    Repeat repeat_;
    TickCount phase_;
    std::int64_t rounds_;  // finished, of a looping clip
    std::size_t next_segment_ = 0;
    std::int64_t clip_start_ = 0;  // the branch's tick that is tick 0 of the clip on show
    bool playing_ = false;         // the clip on show has not reached its end
    bool started_ = false;         // its start events have been fired
    EventCursor events_due_;
    ShownDisplays displays_;
    EntityData entity_data_;
    Transition transition_;
    bool same_tick_ = false;  // the next tick is one that a branch before has had already

    // Made when first needed; a second one only for a clip that follows itself after a transition.
    std::vector<std::unique_ptr<ClipFrames>> frames_by_clip_;
    std::vector<std::unique_ptr<ClipFrames>> second_frames_by_clip_;

    MolangContext molang_;
    molang::StepBudget budget_;
    std::optional<std::string> failure_;

    BranchFrame frame_;
    std::vector<DataUpdate> data_;
    std::vector<PoseUpdate> poses_;
    std::vector<PoseUpdate> blend_poses_;
    std::vector<FiredEvent> events_;
    std::vector<Shown> shown_;
};

BranchPlayer::State::State(std::shared_ptr<const Playable> the_playable, Branch the_branch, Repeat the_repeat,
                           TickCount phase, std::int64_t rounds)
    : playable(std::move(the_playable)),
      branch(std::move(the_branch)),
      repeat_(the_repeat),
      phase_(phase),
      rounds_(rounds),
      displays_(playable->layout),
      entity_data_(playable->layout),
      transition_(playable->layout),
      frames_by_clip_(playable->layout.clips.size()),
      second_frames_by_clip_(playable->layout.clips.size()) {
    assert(repeat_ == Repeat::once || branch.segments.size() == 1);
    assert(phase_ == TickCount(0) || repeat_ == Repeat::loop);
    std::size_t most_nodes = 0;
    std::size_t most_events = 0;
    for (const ClipUse& each : playable->layout.clips) {
        most_nodes = std::max(most_nodes, each.clip->nodes.size());
        most_events = std::max(most_events, each.clip->events.size());
        const auto& script = each.clip->script;
        asks_about_player = asks_about_player || (script && !script->player_queries.empty());
    }
    poses_.reserve(most_nodes);
    blend_poses_.reserve(most_nodes);
    shown_.reserve(most_nodes);
    events_.reserve(most_events);
}

const BranchFrame& BranchPlayer::State::advance(const MolangInput& molang) {
    ++tick;
    if (!std::exchange(same_tick_, false)) {
        displays_.tick();
    }
    data_.clear();
    poses_.clear();
    blend_poses_.clear();
    events_.clear();
    frame_ = BranchFrame{};
    budget_.left = molang.most_steps;
    molang_ = {&molang.player, &budget_};
    if (!failure_) {
        advance_clips();
    }
    if (failure_) {
        frame_ = BranchFrame{};
        frame_.failure = &*failure_;
    } else {
        frame_.data = data_;
        frame_.poses = poses_;
        frame_.blend_poses = blend_poses_;
        frame_.events = events_;
        frame_.all_hidden = frames == nullptr;
        frame_.finished = repeat_ == Repeat::once && TickCount(tick) >= branch.total;
    }
    frame_.tick = TickCount(tick);
    frame_.molang_steps = molang.most_steps - std::max<std::int64_t>(budget_.left, 0);
    return frame_;
}

void BranchPlayer::State::advance_clips() {
    const Segment* const segment = next();
    const bool begins = segment != nullptr && segment->start == TickCount(tick);
    const bool again = round_begins();
    if (playing_) {
        play_on(begins || again);
    }
    if (blend_begins()) {
        begin_blend(*segment);
    }
    if (failure_) {
        return;
    }
    for (const PoseUpdate& update : poses_) {
        displays_.receive(use(clip), update);
    }
    if (transition_.under_way() && !begins) {
        blend_on(*segment);
    }
    if (begins) {
        ++next_segment_;
        if (transition_.under_way()) {
            begin_blended(segment->clip);
        } else {
            begin_clip(segment->clip, phase_);
        }
    } else if (again) {
        ++rounds_;
        begin_clip(clip, TickCount(0));
    }
    if (playing_ && !failure_) {
        events_due_.append_due(*frames, clip, events_);
    }
}

void BranchPlayer::State::continue_with(Branch next_branch) {
    assert(tick >= 0 && "a branch is continued once it has begun");
    branch = std::move(next_branch);
    repeat_ = Repeat::once;
    phase_ = TickCount(0);
    next_segment_ = 0;
    playing_ = false;
    transition_.end();
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
    for_each_display(use(clip), [this](NodeIndex node, DisplayIndex display) {
        Shown& shown = shown_[node.value()];
        shown.now = displays_.pose_at(display);
        shown.target = displays_.target(display);
        shown.now.visible = displays_.visible(display);
        shown.target.visible = shown.now.visible;
        shown.remaining_ticks = displays_.remaining_ticks(display);
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
    // Molang runs to the end, since it may fail there.
    if (!replaced || active.script || (loops && active.has_events(EventGroup::loop))) {
        if (!check(frames->step(molang_), *frames)) {
            return;
        }
    }
    if (!replaced) {
        frames->append_changes(poses_);
        entity_data_.pass(*frames, data_);
    }
    if (loops) {
        append_events(*frames, clip, EventGroup::loop, events_);
    }
    playing_ = !ends;
}

// Where the clip on show ends in this tick its visibility still counts, but its end pose gives way to the blend (D56).
void BranchPlayer::State::begin_blend(const Segment& segment) {
    ClipFrames& arriving = frames_of(segment.clip);
    if (failure_ || !begin_frames(arriving, TickCount(0), next_segment_)) {
        return;
    }
    for (const PoseUpdate& update : poses_) {
        if ((update.channels & PoseUpdate::visibility) != 0) {
            displays_.receive(use(clip), update);
        }
    }
    transition_.begin(segment, use(segment.clip), arriving, displays_);
    std::erase_if(poses_, [this](const PoseUpdate& update) {
        return transition_.moves(*use(clip).display_of_node[update.node.value()]);
    });
}

void BranchPlayer::State::blend_on(const Segment& segment) {
    const std::int64_t passed = (TickCount(tick) - segment.blend_from).value();
    if (transition_.append_piece(passed, displays_, blend_poses_)) {
        frame_.blends_to = segment.clip;
        for (const PoseUpdate& update : blend_poses_) {
            displays_.receive(use(segment.clip), update);
        }
    }
}

void BranchPlayer::State::begin_clip(ClipIndex which, TickCount at) {
    ClipFrames& its_frames = which == clip && frames != nullptr ? *frames : frames_of(which);
    const TickCount from = std::min(at, use(which).clip->duration);
    if (!begin_frames(its_frames, from, next_segment_ - 1)) {
        return;
    }
    its_frames.append_whole(poses_);
    for (const PoseUpdate& update : poses_) {
        displays_.receive(use(which), update);
    }
    show(which, its_frames, tick - at.value());
}

// A new cycle of the clip's Molang, with a stream of its own: that of the segment, or of the round (D50).
bool BranchPlayer::State::begin_frames(ClipFrames& its_frames, TickCount at, std::size_t segment) {
    const bool loops = repeat_ == Repeat::loop;
    const auto number = loops ? static_cast<std::uint64_t>(rounds_) : segment;
    const Random random(branch.seed, StreamLabel(random_label(branch.kind), number).text());
    return check(its_frames.begin(at, loops ? rounds_ : 0, random, molang_), its_frames);
}

bool BranchPlayer::State::check(bool good, const ClipFrames& its_frames) {
    if (!good) {
        failure_ = its_frames.failure();
    }
    return good;
}

// The transition has brought the poses: only what it could not bring is sent.
void BranchPlayer::State::begin_blended(ClipIndex which) {
    const bool copies_were_shown = frames != nullptr && use(clip).mirrored;
    transition_.append_rest(use(which).mirrored && !copies_were_shown, displays_, poses_);
    for (const PoseUpdate& update : poses_) {
        displays_.receive(use(which), update);
    }
    show(which, *transition_.end(), tick);
}

void BranchPlayer::State::show(ClipIndex which, ClipFrames& its_frames, std::int64_t its_start) {
    displays_.hide_others(use(which));
    entity_data_.begin(which, its_frames, data_);
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

BranchPlayer::BranchPlayer(std::shared_ptr<const Playable> playable, Branch branch, Repeat repeat, TickCount phase,
                           std::int64_t rounds)
    : state_(std::make_unique<State>(std::move(playable), std::move(branch), repeat, phase, rounds)) {}
BranchPlayer::~BranchPlayer() = default;
BranchPlayer::BranchPlayer(BranchPlayer&&) noexcept = default;
BranchPlayer& BranchPlayer::operator=(BranchPlayer&&) noexcept = default;

const BranchFrame& BranchPlayer::advance(const MolangInput& molang) {
    return state_->advance(molang);
}

bool BranchPlayer::asks_about_player() const noexcept {
    return state_->asks_about_player;
}

void BranchPlayer::continue_with(Branch next) {
    state_->continue_with(std::move(next));
}

BranchPlayer::Current BranchPlayer::current() const {
    return state_->current();
}

std::vector<DataUpdate> BranchPlayer::changed_data() const {
    return state_->changed_data();
}

std::optional<ClipIndex> BranchPlayer::clip_on_show() const noexcept {
    return state_->frames == nullptr ? std::nullopt : std::optional(state_->clip);
}

Affine BranchPlayer::world(NodeIndex node) const noexcept {
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

std::int64_t synchronised_rounds(const Clip& clip, Tick game_time) noexcept {
    const std::int64_t round = (clip.duration + clip.loop_delay).value();
    return (game_time.value() - synchronised_phase(clip, game_time).value()) / round;
}

TickCount synchronised_phase(const Clip& clip, Tick game_time) noexcept {
    const std::int64_t round = (clip.duration + clip.loop_delay).value();
    const std::int64_t rest = game_time.value() % round;
    return TickCount(rest < 0 ? rest + round : rest);
}

}  // namespace emoted
