// An animation file as written: what the parser reads and the clip builder checks and compiles.
//
// Mirrors the file member by member, so that a test can write one down without JSON. An empty optional of a required
// member means that the reader has reported it already: the builder goes on without it and builds nothing in the end.
#pragma once

#include <emoted/sequences/clip.hpp>
#include <emoted/sequences/units.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace emoted::animation {

// The source text of a Molang expression: not copied, so whoever it was read from (the document) must outlive this.
// There are as many components as numbers in a file, so they are small and need no destructor.
struct RawMolang {
    std::string_view source;
};

using RawComponent = std::variant<double, RawMolang>;
// A component is empty if it was reported.
using RawVector = std::array<std::optional<RawComponent>, 3>;

struct RawVectorKey {
    std::optional<TickCount> time;
    std::optional<RawVector> pre;   // only of a split key
    std::optional<RawVector> post;  // or the value
    bool split = false;             // written as pre and post, not as value
    Easing easing = Easing::linear;
};
using RawVectorTrack = std::vector<RawVectorKey>;

// A track of nothing but numbers and known words, as parallel arrays (plain_tracks.hpp).
struct PlainTrack {
    std::vector<std::int32_t> ticks;
    std::vector<Vec3d> values;
    std::vector<Easing> easing;
};

struct RawVisibleKey {
    std::optional<TickCount> time;
    std::optional<std::variant<bool, RawMolang>> value;
};
using RawVisibleTrack = std::vector<RawVisibleKey>;

// One of several patches, chosen by an expression.
struct RawNbtChoice {
    std::optional<RawMolang> select;
    std::vector<std::optional<std::string>> options;  // SNBT
};
struct RawNbtKey {
    std::optional<TickCount> time;
    std::optional<std::variant<std::string, RawNbtChoice>> value;  // SNBT, or the choice
};
using RawNbtTrack = std::vector<RawNbtKey>;

struct RawTracks {
    std::string node;
    std::optional<RawVectorTrack> position;
    std::optional<RawVectorTrack> rotation;
    std::optional<RawVectorTrack> scale;
    std::optional<RawVisibleTrack> visible;
    std::optional<RawNbtTrack> nbt;
    // In place of the track above of that name. Not owned.
    const PlainTrack* plain_position = nullptr;
    const PlainTrack* plain_rotation = nullptr;
    const PlainTrack* plain_scale = nullptr;
};

struct RawSkin {
    Space participant = Space::initiator;
    std::optional<SkinPart> part;
    std::optional<std::uint32_t> order;
};

struct RawTransform {
    std::optional<Vec3d> position;
    std::optional<Vec3d> rotation;
    std::optional<Vec3d> scale;
};

struct RawNode {
    std::string id;
    std::optional<NodeType> type;
    std::optional<std::string> parent;  // a child has a parent, a root a space
    std::optional<Space> space;
    RawTransform transform;
    bool visible = true;
    std::string entity_nbt = "{}";  // SNBT
    // Item displays: one of the first two.
    std::optional<std::string> item_stack_snbt;
    std::optional<Arm> hand;
    std::optional<ItemDisplayContext> item_display;
    std::optional<RawSkin> skin;
    // Block displays.
    std::optional<std::string> block_state_snbt;
    // Text displays: JSON.
    std::optional<std::string> text;
};

struct RawEvent {
    std::optional<TickCount> time;  // timeline events only
    std::optional<EventSourceType> source;
    std::optional<std::string> source_node;  // for a node source
    bool from_node = false;                  // origin.type
    std::optional<std::string> origin_node;  // for a node origin
    Vec3d offset;
    std::vector<std::optional<std::string>> commands;
};

struct RawMolangPrograms {
    std::optional<RawMolang> initialize;
    std::optional<RawMolang> tick;
};

struct RawAnimation {
    std::optional<std::string> id;
    std::optional<Metadata> metadata;
    std::optional<bool> standalone;
    std::optional<TickCount> cooldown;
    double rotation_deadzone = 50;
    TickCount display_interpolation{1};
    std::optional<PlayerBehavior> player;
    std::optional<PlaybackMode> mode;
    TickCount loop_delay;
    std::optional<RawMolangPrograms> molang;
    bool lost_molang = false;    // there were programs that could not be read, which was reported
    std::vector<RawNode> nodes;  // file order
    std::optional<TickCount> duration;
    std::vector<RawTracks> tracks;                // file order
    std::array<std::vector<RawEvent>, 4> events;  // by EventGroup
};

}  // namespace emoted::animation
