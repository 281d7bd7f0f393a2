// A sequence as written (RawSequence, mirrors the file) and as resolved against the clips of one library (Sequence).
//
// Values; a resolved Sequence is immutable and shared with its Playable; any thread may read it.
#pragma once

#include <emoted/sequences/clip.hpp>
#include <emoted/sequences/units.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace emoted {

enum class Control : std::uint8_t {
    continue_repeat,  // emote:continue: uses up the repetition, adds nothing
    break_repeat,     // emote:break: ends this step's repetitions
};

// What follows is parameterised by how a clip is named: by id in a raw sequence, by index once resolved.
template <class ClipRef>
struct Candidate {
    std::variant<ClipRef, Control> choice;
    std::int32_t weight = 0;  // 1..100 if the step is weighted, else 0
    [[nodiscard]] bool is_clip() const noexcept { return std::holds_alternative<ClipRef>(choice); }
};

template <class ClipRef>
struct EmoteStep {
    std::vector<Candidate<ClipRef>> candidates;  // not empty; unique
    bool weighted = false;
    std::int64_t repeat = 1;  // 1..2^31-1
    TickCount transition;     // 0..
};

struct WaitStep {
    TickCount ticks{1};
};

template <class ClipRef>
using Step = std::variant<EmoteStep<ClipRef>, WaitStep>;
template <class ClipRef>
using Steps = std::vector<Step<ClipRef>>;

template <class ClipRef>
struct AwaitPartner {
    ClipRef offer{};
    TickCount timeout{1};
    Steps<ClipRef> matched;
    Steps<ClipRef> timed_out;
};

// Minecraft relative coordinates, all ~ (world axes) or all ^ (left, up, forward of the initiator's yaw, pitch 0).
struct Placement {
    bool local = false;  // true: ^
    Vec3d offset;        // blocks
    bool yaw_relative = true;
    double yaw = 0;  // degrees; added to the initiator's if relative
};

struct Participants {
    Placement initiator;
    Placement partner;
};

template <class ClipRef>
struct BasicSequence {
    std::string id;
    Metadata metadata;
    TickCount cooldown;
    PlayerBehavior player;
    std::optional<Participants> participants;                     // exactly with AwaitPartner
    std::variant<Steps<ClipRef>, AwaitPartner<ClipRef>> content;  // linear or two-player
    [[nodiscard]] bool two_player() const noexcept { return std::holds_alternative<AwaitPartner<ClipRef>>(content); }
};

using RawSequence = BasicSequence<std::string>;
using Sequence = BasicSequence<ClipIndex>;

}  // namespace emoted
