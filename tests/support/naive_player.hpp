// What a playback should show at a tick, found anew for every tick from the plan alone; and a client that does what it
// is told. Both are as plain as can be and share nothing with the player but the data types and the sampler.
#pragma once

#include <emoted/sequences/playback.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace emoted::test {

struct DisplayNow {
    bool visible = false;
    NodePose pose;       // meaningful if visible; its own visibility is not
    nbt::Compound data;  // entity data, the text in it as a string
};

// All poses of a clip, by tick.
[[nodiscard]] std::vector<std::vector<NodePose>> all_poses(const Clip& clip);

struct Held {
    ClipIndex clip;
    bool just_ended = false;  // its last tick is the branch's tick 0
};

// The same as one compound, for text displays with plain texts.
[[nodiscard]] nbt::Compound whole_data(const DisplayData& data);

class NaivePlayer {
public:
    NaivePlayer(const Playable& playable, Branch branch, BranchPlayer::Repeat repeat, std::optional<Held> held);

    // By DisplayIndex, copies too. While displays blend it is what they blend to.
    [[nodiscard]] std::vector<DisplayNow> at(std::int64_t tick) const;

private:
    [[nodiscard]] std::vector<DisplayNow> of_clip(ClipIndex clip, std::int64_t clip_tick) const;
    [[nodiscard]] std::optional<std::size_t> segment_at(std::int64_t tick) const;

    const Playable* playable_;
    Branch branch_;
    BranchPlayer::Repeat repeat_;
    std::optional<Held> held_;
    std::vector<std::vector<std::vector<NodePose>>> poses_;  // by clip, tick, node
    std::vector<DisplayNow> unpatched_;
};

// Keeps what it is sent. Poses go to displays through the clip's table; a copy repeats its source while a mirrored clip
// is on show.
class ModelClient {
public:
    explicit ModelClient(const Playable& playable);

    // `tick`: of one clock for the whole playback.
    void receive(const BranchFrame& frame, std::int64_t tick);

    struct Display {
        bool visible = false;
        NodePose from;
        NodePose to;
        std::int64_t sent_at = 0;
        std::uint8_t duration = 0;
        DisplayData data;
    };
    [[nodiscard]] const std::vector<Display>& displays() const noexcept { return displays_; }
    [[nodiscard]] std::optional<ClipIndex> clip() const noexcept { return clip_; }
    // What is drawn at that tick.
    [[nodiscard]] NodePose drawn(std::size_t display, std::int64_t tick) const;

private:
    void apply(std::size_t display, const PoseUpdate& update, std::int64_t tick);
    void apply_list(ClipIndex clip, std::span<const PoseUpdate> updates, std::int64_t tick);

    const Playable* playable_;
    std::optional<ClipIndex> clip_;
    std::vector<Display> displays_;
};

}  // namespace emoted::test
