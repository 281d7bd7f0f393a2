// What a player can start: a standalone animation or a sequence, resolved, with its node union laid out.
//
// Immutable once built; shared as shared_ptr<const Playable>; a running session keeps the version it began with (D27).
#pragma once

#include <emoted/sequences/clip.hpp>
#include <emoted/sequences/sequence.hpp>
#include <emoted/sequences/units.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace emoted {

// One display entity of a playback: created once at the start, reused by every clip of the union, gone at the end.
struct Display {
    std::string node_id;                     // a partner copy's is prefixed (D48)
    NodeType type = NodeType::item_display;  // never anchor
    Space space = Space::scene;
    // The node that supplies content, options and skin: the first definition seen.
    ClipIndex clip;
    NodeIndex node;
    // A partner copy: shows what its source shows, under the partner's root, with the partner's skin and hands,
    // whenever the active clip is mirrored; hidden otherwise.
    std::optional<DisplayIndex> mirror_of;
};

struct ClipUse {
    std::shared_ptr<const Clip> clip;
    std::vector<std::optional<DisplayIndex>> display_of_node;  // by NodeIndex; nothing for anchors
    bool mirrored = false;                                     // has no partner node, in a two-player sequence
};

// The union of the nodes of every clip that may be chosen, in order of first mention (offer, matched, time-out).
struct Layout {
    std::vector<ClipUse> clips;     // by ClipIndex
    std::vector<Display> displays;  // by DisplayIndex; copies after all others
};

// Upper bounds of what a playback makes a link carry that may not be left out, in bytes, viewers not counted.
struct Traffic {
    std::size_t start = 0;       // its start: every display with its content
    std::size_t data = 0;        // entity data that differs from the start's at one time
    std::size_t per_second = 0;  // changes of entity data and commands of events, in any 20 ticks
};

struct Playable {
    std::string id;
    Metadata metadata;
    TickCount cooldown;
    PlayerBehavior player;
    bool standalone = true;  // false: only as part of a sequence
    // The advertised length: a clip's duration; a linear sequence with the first candidate of every step; a two-player
    // sequence's offer.
    TickCount duration{1};
    Layout layout;  // one clip for an animation
    Traffic traffic;
    std::optional<Sequence> sequence;  // absent: a single animation, layout.clips[0]
    // Over the canonical form of the definition and all its clips: equal digests play the same (D27).
    std::uint64_t digest = 0;
    std::string source;  // relative path of the file that owns the id
    [[nodiscard]] bool two_player() const noexcept { return sequence && sequence->two_player(); }
};

}  // namespace emoted
