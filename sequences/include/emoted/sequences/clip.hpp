// One compiled animation: immutable, shared by every playback that uses it, whatever file format it came from.
//
// Made only by a builder that has checked everything (ClipBuilder for schema-4 animations); published as
// shared_ptr<const Clip>; any thread may read it.
//
// Local axes are Minecraft's for display entities: +Y up, -Z is where the player looks, +X the player's right hand.
#pragma once

#include <emoted/sequences/molang.hpp>
#include <emoted/sequences/snbt.hpp>
#include <emoted/sequences/units.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace emoted {

struct Clip;
struct Motion;

namespace molang {
struct Script;
}

enum class PlaybackMode : std::uint8_t { once, hold, loop, server_sync };
enum class NodeType : std::uint8_t { item_display, block_display, text_display, anchor };
// Whose root a node hangs on. In solo play all are the player's own root, and partner is inactive (D17).
enum class Space : std::uint8_t { scene, initiator, partner };
enum class SkinPart : std::uint8_t { head, body, left_arm, right_arm, left_leg, right_leg };
enum class Arm : std::uint8_t { left, right };
enum class ItemDisplayContext : std::uint8_t {
    none,
    thirdperson_lefthand,
    thirdperson_righthand,
    firstperson_lefthand,
    firstperson_righthand,
    head,
    gui,
    ground,
    fixed,
    on_shelf,
};
enum class Billboard : std::uint8_t { fixed, vertical, horizontal, center };
enum class TextAlignment : std::uint8_t { center, left, right };

// `step` holds the value; the others shape the way to the next keyframe (format section 4.5, D23).
enum class Easing : std::uint8_t {
    step,
    linear,
    in_sine,
    out_sine,
    in_out_sine,
    in_quad,
    out_quad,
    in_out_quad,
    in_cubic,
    out_cubic,
    in_out_cubic,
    in_quart,
    out_quart,
    in_out_quart,
    in_quint,
    out_quint,
    in_out_quint,
    in_expo,
    out_expo,
    in_out_expo,
    in_circ,
    out_circ,
    in_out_circ,
    in_back,
    out_back,
    in_out_back,
    in_elastic,
    out_elastic,
    in_out_elastic,
    in_bounce,
    out_bounce,
    in_out_bounce,
};

struct Metadata {
    std::string name;         // not blank
    std::string description;  // may be empty
    std::string extra_json;   // the other members, verbatim, as one JSON object: "{}" if none
};

struct StopConditions {
    double movement_distance = 0;  // blocks, horizontal, >= 0; 0 never stops
    bool jump = false;
    bool submerge = false;
    bool ride = false;
    bool damage = false;
    bool attack = false;
    bool game_mode_change = false;
};

struct PlayerBehavior {
    bool hidden = false;  // participants are hidden while they play
    StopConditions stop;
};

// Rotation is XYZ Euler degrees: q = Rx * Ry * Rz. The local matrix is T * R * S.
struct Transform {
    Vec3d position;
    Vec3d rotation;
    Vec3d scale{1, 1, 1};
};

// What the client draws, as typed fields so that an adapter needs no SNBT parser. Absent: the game's default.
struct DisplayOptions {
    std::optional<Billboard> billboard;
    std::optional<std::uint8_t> block_light;  // 0..15, both or neither
    std::optional<std::uint8_t> sky_light;    // 0..15
    std::optional<float> view_range;
    std::optional<float> shadow_radius;
    std::optional<float> shadow_strength;
    std::optional<float> width;
    std::optional<float> height;
    std::optional<bool> glowing;
    std::optional<std::int32_t> glow_color_override;  // 0xRRGGBB
    // Text displays only.
    std::optional<std::int32_t> line_width;
    std::optional<std::int32_t> background;    // 0xAARRGGBB
    std::optional<std::uint8_t> text_opacity;  // 0..255
    std::optional<bool> text_shadow;
    std::optional<bool> see_through;
    std::optional<bool> default_background;
    std::optional<TextAlignment> alignment;
    // What is left of entity_nbt, in canonical SNBT; "{}" if nothing is.
    std::string remaining_snbt = "{}";
};

struct FixedItem {
    nbt::Compound stack;
    friend bool operator==(const FixedItem&, const FixedItem&) noexcept = default;
};
// The item that the participant of the node's space holds.
struct HandItem {
    Arm arm = Arm::right;
    friend bool operator==(const HandItem&, const HandItem&) noexcept = default;
};

struct ItemContent {
    std::variant<FixedItem, HandItem> item;
    ItemDisplayContext context = ItemDisplayContext::none;
};
struct BlockContent {
    nbt::Compound state;
};
struct TextContent {
    std::string component_json;  // verbatim, compact
};
struct AnchorContent {};

using NodeContent = std::variant<AnchorContent, ItemContent, BlockContent, TextContent>;

// All that a display shows besides its pose and visibility.
struct DisplayData {
    NodeContent content;
    DisplayOptions options;
};

// A skinned item display shows rows [row_from, row_to) of the 12-pixel side face of `part` (head: the whole part,
// 0..12).
struct SkinBinding {
    Space participant = Space::initiator;  // equals the node's space
    SkinPart part = SkinPart::head;
    std::uint32_t order = 0;
    std::uint8_t row_from = 0;
    std::uint8_t row_to = 12;
};

struct Node {
    std::string id;
    NodeType type = NodeType::anchor;
    std::optional<NodeIndex> parent;  // always an earlier node
    Space space = Space::scene;       // own, or inherited from the root ancestor
    Transform transform;
    bool visible = true;
    NodeContent content;
    nbt::Compound entity_nbt;  // as written, for comparison
    DisplayOptions display;    // the same, typed
    std::optional<SkinBinding> skin;
};

// The programs that compute the components of a key at each tick; where there is none, the number stands.
struct VectorPrograms {
    using Components = std::array<std::optional<molang::ProgramIndex>, 3>;
    Components pre;
    Components post;
};

// Keys of one channel as parallel arrays, strictly increasing ticks, the first at 0. At a key's own tick `post` shows;
// from there `easing` leads to the next key's `pre`.
struct VectorTrack {
    std::vector<std::int32_t> ticks;
    std::vector<Vec3d> pre;
    std::vector<Vec3d> post;
    std::vector<Easing> easing;
    std::vector<VectorPrograms> programs;  // one per key; none if all are numbers
    [[nodiscard]] bool empty() const noexcept { return ticks.empty(); }
};

struct VisibleTrack {
    std::vector<std::int32_t> ticks;
    std::vector<std::uint8_t> visible;                          // 0 or 1
    std::vector<std::optional<molang::ProgramIndex>> programs;  // likewise; 0 is hidden
    [[nodiscard]] bool empty() const noexcept { return ticks.empty(); }
};

// A program chooses when the key is passed: options[value]. Any other value ends the playback.
struct NbtChoice {
    molang::ProgramIndex select{};
    std::vector<nbt::Compound> options;  // at least two
};

// Entity data to merge into a node's, content included: item, item_display, block_state and text are the game's own
// names. Merged as the game merges (nbt::merge).
using NbtPatch = std::variant<nbt::Compound, NbtChoice>;

// Keys as parallel arrays, strictly increasing ticks, the first at 0. A key's patch is merged as it is passed and stays
// until the clip ends or begins anew (format section 4.6).
struct NbtTrack {
    std::vector<std::int32_t> ticks;
    std::vector<NbtPatch> patches;
    std::size_t most_bytes = 0;  // of the node's entity data as SNBT, whichever patches are merged in; a bound
    [[nodiscard]] bool empty() const noexcept { return ticks.empty(); }
};

// Empty tracks leave the node's own transform, visibility or entity data in force.
struct NodeTracks {
    VectorTrack position;
    VectorTrack rotation;
    VectorTrack scale;
    VisibleTrack visible;
    NbtTrack nbt;  // of displays only
};

enum class EventGroup : std::uint8_t { start, timeline, loop, stop };
enum class EventSourceType : std::uint8_t { player, server, node };

struct ClipEvent {
    EventGroup group = EventGroup::timeline;
    TickCount at;  // timeline only: 0 <= at < duration
    EventSourceType source = EventSourceType::server;
    std::optional<NodeIndex> source_node;  // for EventSourceType::node; a display
    std::optional<NodeIndex> origin_node;  // absent: the root
    Vec3d offset;
    std::vector<std::string> commands;  // only those that the allow-list lets pass, without a leading slash
};

// What sampling makes of a clip's nodes and tracks, once, when the clip is first played: most of a large library never
// is. Any thread may ask. A copy of a clip may be edited, so it begins without.
class MotionCache {
public:
    MotionCache() noexcept = default;
    MotionCache(const MotionCache& /*other*/) noexcept {}
    MotionCache& operator=(const MotionCache& /*other*/) noexcept;
    ~MotionCache();

    [[nodiscard]] const Motion& of(const Clip& clip) const;

private:
    mutable std::atomic<const Motion*> made_ = nullptr;
};

struct Clip {
    std::string id;
    Metadata metadata;
    bool standalone = true;
    TickCount cooldown;
    double rotation_deadzone = 50;       // degrees, 0..180
    TickCount display_interpolation{1};  // 0..20
    PlayerBehavior player;
    PlaybackMode mode = PlaybackMode::once;
    TickCount loop_delay;
    TickCount duration{1};           // 1..limits::max_clip_ticks
    std::vector<Node> nodes;         // parents before children, else file order; never empty
    std::vector<NodeTracks> tracks;  // one per node
    std::vector<ClipEvent> events;   // by group, then time, then file order
    // Nodes with a channel that Molang computes, rising. Their poses, and those of their descendants, are every
    // playback's own (D41): their channels are overridden at each tick (sampling.hpp).
    std::vector<NodeIndex> dynamic_nodes;
    std::shared_ptr<const molang::Script> script;      // null: nothing is computed
    std::optional<molang::ProgramIndex> initialize;    // run when a cycle begins
    std::optional<molang::ProgramIndex> tick_program;  // run at every tick, the first one of a cycle included
    MotionCache motion;
    [[nodiscard]] std::optional<NodeIndex> find_node(std::string_view node_id) const noexcept;
    [[nodiscard]] bool has_events(EventGroup group) const noexcept;
};

}  // namespace emoted
